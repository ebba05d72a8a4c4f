"""Figure 1 of [002], and what else its text speaks of."""

import ctypes
from ctypes import POINTER, Structure, c_int, c_ubyte, c_uint, cast


class Node(Structure):
    pass


Node._fields_ = [("value", c_int), ("next", POINTER(Node))]


def enqueue_tail(p: POINTER(Node), q: POINTER(Node), val: int) -> None:
    q.contents.value = val
    p.contents.next = q


def motivating(p: POINTER(Node), q: POINTER(Node), val: c_int) -> str:
    if not p or not q or ctypes.addressof(p.contents) == ctypes.addressof(q.contents):
        return "refused"
    if p.contents.next or q.contents.next:
        return "refused"
    enqueue_tail(p, q, val.value)
    assert p.contents.next.contents.value == val.value
    return "passed"


def two_places(a: POINTER(c_int), i: int, j: int) -> str:
    if not a:
        return "null"
    a[i] = 0
    a[j] = 1
    return "apart" if a[i] == 0 else "same"


def in_an_array(i: int, j: int) -> str:
    a = (c_int * 4)()
    a[i] = 0
    a[j] = 1
    return "apart" if a[i] == 0 else "same"


def of_the_inputs(a: c_int * 4, i: int, j: int) -> str:
    a[i] = 0
    a[j] = 1
    return "apart" if a[i] == 0 else "same"


def of_pointers(p: POINTER(Node), q: POINTER(Node)) -> str:
    p[0].value = 0
    q[0].value = 1
    return "apart" if p[0].value == 0 else "same"


def as_bytes(p: POINTER(c_uint)) -> str:
    if not p:
        return "null"
    b = cast(p, POINTER(c_ubyte))
    if b[0] == 0x7F and b[1] == 0x45:
        return "elf"
    return "high" if b[3] & 0x80 else "low"


def to_pointers(p: POINTER(POINTER(c_int))) -> int:
    if not p or not p[0]:
        return -1
    return 1 if p[0][0] == 42 else 0


def beyond(p: POINTER(c_int), n: int) -> int:
    if not p or not 0 < n < 3:
        return -1
    return sum(p[i] for i in range(n))
