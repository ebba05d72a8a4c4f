"""Objects of ctypes behave as they do, whatever is stored in them."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

PREAMBLE = """
    import ctypes
    from ctypes import *

    class Inner(Structure):
        _fields_ = [("a", c_int8), ("b", c_uint16)]

    class Pair(Structure):
        _fields_ = [("x", c_int32), ("inner", Inner), ("items", c_int16 * 3), ("next", POINTER(Inner)), ("d", c_double), ("flag", c_bool)]

    class Both(Union):
        _fields_ = [("whole", c_uint32), ("halves", c_uint16 * 2), ("octets", c_ubyte * 4)]

    class Bits(Structure):
        _fields_ = [("low", c_uint32, 3), ("high", c_uint32, 5)]

    def field(x):
        pair = Pair()
        pair.x = x
        return pair.x

    def nested(x):
        pair = Pair(x, Inner(x, x))
        pair.inner.a += 1
        return pair.x, pair.inner.a, pair.inner.b

    def items(x):
        pair = Pair()
        pair.items[1] = x
        pair.items[-1] = x + 1
        return list(pair.items), pair.items[0:2], len(pair.items)

    def copied(x):
        one, other = Pair(x, Inner(1, x)), Pair()
        other.inner = one.inner
        one.inner.b = 3
        return other.inner.b, one.inner.b

    def pointed(x):
        inner = Inner(x)
        pair = Pair()
        before = bool(pair.next)
        pair.next = pointer(inner)
        pair.next.contents.b = x
        return before, bool(pair.next), inner.b, pair.next[0].a

    def same(x):
        n = c_int(1)
        p, q = pointer(n), pointer(n)
        p[0] = x
        q.contents.value += 1
        return n.value, p.contents.value, q[0]

    def replaced(x):
        p = pointer(c_int(1))
        n = c_int(x)
        p.contents = n
        n.value += 1
        return p[0]

    def union(x):
        both = Both(x)
        return both.halves[0], both.octets[3], both.whole

    def union_written(x):
        both = Both(0x11223344)
        both.octets[1] = x
        return both.whole, both.halves[0]

    def seen_as(x):
        n = c_int32(x)
        return cast(pointer(n), POINTER(c_uint32))[0], cast(byref(n), POINTER(c_int16))[0]

    def by_address(x):
        array = (c_int32 * 3)(x, x + 1, 5)
        return c_int32.from_address(addressof(array) + 4).value

    def stepped(x):
        array = (c_int32 * 3)(x, 2, 3)
        p = cast(array, POINTER(c_int32))
        p[1] = x + 5
        return array[1], p[0], p[2]

    def indexed(x):
        return (c_int32 * 4)(10, 20, 30, 40)[x]

    def written(x):
        array = (c_int32 * 4)(10, 20, 30, 40)
        array[x] = x
        return list(array)

    def null():
        return POINTER(Inner)().contents

    def number(x):
        pair = Pair()
        pair.d = x
        pair.flag = x > 2
        return pair.d, pair.flag

    def bits(x):
        found = Bits()
        found.low = x
        return found.low, found.high

    def addresses(x):
        pair = Pair(x)
        return addressof(pair.inner) - addressof(pair), addressof(pair.items) - addressof(pair)

    def void(x):
        n = c_int(x)
        p = c_void_p(addressof(n))
        return cast(p, POINTER(c_int)).contents.value, c_void_p().value, bool(p)

    def swapped(x):
        class Big(BigEndianStructure):
            _fields_ = [("n", c_int32)]
        return Big(x).n

    def inherited(x):
        class More(Inner):
            _fields_ = [("c", c_int)]
        more = More(1, 2, x)
        more.a = x
        return more.a, more.b, more.c

    def kept(x):
        class Kept(Structure):
            _fields_ = [("n", c_int)]
            def __init__(self, n):
                super().__init__(n + 1)
            @property
            def twice(self):
                return self.n * 2
        return Kept(x).twice
"""

SNIPPETS = (
    "field(x)", "nested(x)", "items(x)", "copied(x)", "pointed(x)", "same(x)", "replaced(x)", "union(x)", "union_written(x)",
    "seen_as(x)", "by_address(x)", "stepped(x)", "indexed(x)", "written(x)", "null()", "number(x)", "addresses(x)", "void(x)",
    "inherited(x)", "kept(x)", "Pair(x).x", "Pair(x=x).x", "Pair(y=x)", "Pair(x, x)", "Pair('a')", "field(str(x))", "field(x / 2)",
    "Pair.x.offset + Pair.d.offset", "Pair.items.size", "isinstance(Pair(x), Pair)", "type(Pair(x).inner) is Inner", "Pair(x).nothing",
    "(c_int * 2)(x, x, x)", "(c_int * 2)(x)[5]", "sizeof(Pair(x))", "bool(c_int(x))", "c_double(x).value", "POINTER(c_int)(c_int(x)).contents.value",
    "[each + 1 for each in (c_int * 3)(x, 2, x)]", "c_bool(x).value",
)  # fmt: skip

LOSING = (
    "bits(x)", "swapped(x)", "c_float(x).value", "bytes(Pair(x))", "repr(c_int(x))", "c_char(x % 3).value", "(c_char * 3)(x % 3).value",
    "memmove(byref(c_int(x)), byref(c_int(3)), 4) > 0", "string_at(byref(c_int(x)), 4)",
)  # fmt: skip


@pytest.mark.parametrize("source", SNIPPETS + LOSING)
def test_memory_behaves_as_it_is(source: str) -> None:
    values = (0, 2, -1, 300, 70000, 2**31, -(2**63) - 1)
    check(source, {"x": values}, exact=source in SNIPPETS, preamble=PREAMBLE)
