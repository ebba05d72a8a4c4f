"""Values of ctypes that are read in other ways than by their fields."""

from __future__ import annotations

import copy
import re
import struct
from ctypes import (
    CFUNCTYPE,
    POINTER,
    BigEndianStructure,
    Structure,
    Union,
    c_char,
    c_double,
    c_float,
    c_int32,
    c_uint8,
    c_uint16,
    c_uint32,
    c_wchar,
    cast,
    memmove,
    memset,
    pointer,
    resize,
    sizeof,
    string_at,
)


class Node(Structure):
    _fields_ = [("value", c_int32), ("other", c_int32)]


class Outer(Structure):
    _anonymous_ = ("inner",)
    _fields_ = [("first", c_int32), ("inner", Node)]


def octets(x: c_int32) -> bool:
    return bytearray(x)[0] == 7


def joined(x: c_int32) -> bool:
    return b"".join([x]) == b"abcd"


def behind(x: c_int32) -> bool:
    return (b"" + x)[0] == 7


def number(x: c_int32) -> bool:
    return int.from_bytes(x, "little") == 7


def unpacked(x: c_int32) -> bool:
    return struct.unpack_from("i", x)[0] == 7


def anonymous(x: Outer) -> bool:
    return x.value == 7


def some_nodes(x: Node * 4) -> bool:  # type: ignore[valid-type]
    return any(node.value == 7 for node in x[1:3])


def some_behind(p: POINTER(Node)) -> bool:  # type: ignore[valid-type]
    return bool(p) and p[0:2][1].value == 7


def put_at_once(x: c_int32 * 4, v: int) -> bool:  # type: ignore[valid-type]
    x[1:3] = [v, 2]
    return x[1] == 7


def fields_later(v: int) -> bool:
    class Late(Structure):
        pass

    link = POINTER(Late)
    Late._fields_ = [("value", c_int32), ("next", link)]
    return Late(v).value == 7


def too_large(v: int) -> bool:
    try:
        return c_double(v).value > 3.0 and False
    except OverflowError:
        return True


def view(x: c_uint8) -> bool:
    return memoryview(x).cast("B")[0] == 7


def copied(x: Node) -> bool:
    return copy.copy(x).value == 7


def other_buffer(x: c_int32) -> bool:
    return c_int32.from_buffer_copy(x).value == 7


def resized(v: int) -> bool:
    x = (c_int32 * 2)()
    x[0] = v
    resize(x, 64)
    return x[0] == 123456


def single(x: c_float) -> bool:
    return x.value > 1.0


def single_behind(p: POINTER(c_float)) -> bool:  # type: ignore[valid-type]
    return bool(p) and p.contents.value > 1.0


def character(x: c_char) -> bool:
    return x.value == b"a"


def characters(x: c_char * 4) -> bool:  # type: ignore[valid-type]
    return x[0:2] == b"ab"


def as_character(v: int) -> bool:
    x = c_int32(v)
    return cast(pointer(x), POINTER(c_char))[0] == b"\x07"


class Wire(BigEndianStructure):
    _pack_ = 1
    _fields_ = [("tag", c_uint8), ("size", c_uint16), ("n", c_int32)]


class Flags(Structure):
    _fields_ = [("low", c_int32, 3), ("high", c_uint32, 5), ("name", c_char * 4)]


class Either(Union):
    _fields_ = [("number", c_int32), ("each", c_uint8 * 4), ("real", c_double)]


def looked_for(x: c_uint8) -> bool:
    return x in b"abc" and b"xyzabc".find(x) == 5


def true_zero(x: c_double) -> bool:
    return x.value == 0.0 and bool(x)


def filled(p: POINTER(Node), v: int) -> bool:  # type: ignore[valid-type]
    if not p:
        return False
    memset(p, v, 1)
    return p.contents.value == 0x0107


def moved(p: POINTER(Node), q: POINTER(Node)) -> bool:  # type: ignore[valid-type]
    if not p or not q:
        return False
    memmove(p, q, sizeof(Node))
    assert p.contents.value == q.contents.value
    return p.contents.other == 7


def as_octets(p: POINTER(Node), q: POINTER(Node)) -> bool:  # type: ignore[valid-type]
    if not p or not q:
        return False
    q.contents.value = 5
    return cast(p, POINTER(c_uint8))[0] == 6


def on_the_wire(x: Wire) -> bool:
    return x.tag == 1 and x.size == 0x1234 and x.n == -5


def parsed(data: bytes) -> bool:
    return len(data) >= 9 and Wire.from_buffer_copy(data, 2).size == 0x4142


def flagged(x: Flags) -> bool:
    return x.low == -2 and x.high == 9 and x.name == b"ab"


def either(x: Either) -> bool:
    return x.each[1] == 3 and x.number == 0x0304


def at(p: POINTER(c_char)) -> bool:  # type: ignore[valid-type]
    return bool(p) and string_at(p, 2) == b"ab"


def whole(x: Node) -> bool:
    return bytes(x) == b"abcdefgh"


def sharing(data: bytearray) -> bool:
    if len(data) < 8:
        return False
    Node.from_buffer(data).value = data[7]
    return data[0] == 7


def matched(x: c_int32) -> bool:
    return re.match(rb"abcd", x) is not None


def wide(x: c_wchar * 3) -> bool:  # type: ignore[valid-type]
    return x.value == "ab"


def called_back(v: int) -> bool:
    return CFUNCTYPE(c_int32, c_int32)(lambda x: x + 1)(v) == 7
