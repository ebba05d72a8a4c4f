"""Objects of ctypes behave as they do, whatever is stored in them."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

CLASSES = """
    import ctypes
    import struct
    from ctypes import *

    class Inner(Structure):
        _fields_ = [("a", c_int8), ("b", c_uint16)]

    class Pair(Structure):
        _fields_ = [("x", c_int32), ("inner", Inner), ("items", c_int16 * 3), ("next", POINTER(Inner)), ("d", c_double), ("flag", c_bool)]

    class Both(Union):
        _fields_ = [("whole", c_uint32), ("halves", c_uint16 * 2), ("octets", c_ubyte * 4)]

    class Bits(Structure):
        _fields_ = [("low", c_uint32, 3), ("high", c_uint32, 5)]
"""

PREAMBLE = f"""{CLASSES}
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

WITH_BYTES = f"""{CLASSES}
    class Mixed(Structure):
        _fields_ = [("a", c_int32, 5), ("b", c_int32, 7), ("c", c_int32, 3), ("name", c_char * 4), ("kind", c_char)]

    class Wire(BigEndianStructure):
        _pack_ = 1
        _fields_ = [("tag", c_uint8), ("size", c_uint16), ("n", c_int32)]

    def both_bits(x):
        found = Mixed(b=-3, c=1)
        found.a = x
        found.c = x
        return found.a, found.b, found.c, bytes(found)[:4]

    def on_the_wire(x):
        made = Wire(x, x, x)
        return bytes(made), made.tag, made.size, made.n, Wire.from_buffer_copy(bytes(made)).n

    def named(data):
        made = Mixed()
        made.name = data
        return made.name, bytes(made)[-6:]

    def kinds(data):
        made = Mixed()
        made.kind = data[:1]
        return made.kind, bool(c_char(data[0]))

    def in_array(data):
        made = (c_char * 3)()
        made.value = data
        return made.value, made.raw, made[1], made[0:2]

    def set_raw(data):
        made = (c_char * 3)(b"x", b"y", b"z")
        made.raw = data
        return made.value, made.raw

    def buffered(data, size=None):
        made = create_string_buffer(data, size)
        return len(made), made.raw, made.value

    def filled(x):
        pair = Pair(1, Inner(2, 3))
        memset(byref(pair), x, 3)
        memset(addressof(pair.inner), 0, 2)
        return pair.x, pair.inner.a, pair.inner.b

    def moved(x, size=4):
        one, other = (c_int32 * 2)(x, x + 1), (c_int32 * 2)(7, 9)
        memmove(other, one, size)
        memmove(byref(other, 1), other, 5)
        return other[0], other[1], one[1]

    def moved_in(data):
        made = (c_ubyte * 4)(1, 2, 3, 4)
        memmove(made, data, min(len(data), 4))
        return list(made), string_at(made, 3), string_at(made, min(len(data), 4))

    def shared(x):
        pair = Pair(x)
        low = c_uint16.from_buffer(pair)
        low.value += 1
        return pair.x, low.value

    def packed_into(x):
        made = create_string_buffer(6)
        struct.pack_into("<i", made, 1, x)
        array = bytearray(b"abcdef")
        struct.pack_into("<i", array, -5, x)
        return made.raw, array
"""

SNIPPETS = (
    "field(x)", "nested(x)", "items(x)", "copied(x)", "pointed(x)", "same(x)", "replaced(x)", "union(x)", "union_written(x)",
    "seen_as(x)", "by_address(x)", "stepped(x)", "indexed(x)", "written(x)", "null()", "number(x)", "addresses(x)", "void(x)",
    "inherited(x)", "kept(x)", "Pair(x).x", "Pair(x=x).x", "Pair(y=x)", "Pair(x, x)", "Pair('a')", "field(str(x))", "field(x / 2)",
    "Pair.x.offset + Pair.d.offset", "Pair.items.size", "isinstance(Pair(x), Pair)", "type(Pair(x).inner) is Inner", "Pair(x).nothing",
    "(c_int * 2)(x, x, x)", "(c_int * 2)(x)[5]", "sizeof(Pair(x))", "bool(c_int(x))", "c_double(x).value", "POINTER(c_int)(c_int(x)).contents.value",
    "[each + 1 for each in (c_int * 3)(x, 2, x)]", "c_bool(x).value", "bits(x)", "swapped(x)",
)  # fmt: skip

AS_BYTES = (
    "both_bits(x)", "on_the_wire(x)", "c_char(x % 3).value", "c_char(x).value", "(c_char * 3)(x % 3).value", "filled(x)", "moved(x)", "moved(x, 6)", "shared(x)", "packed_into(x)",
    "bytes(c_int16(x))", "bytearray(Inner(x, 5))", "c_uint8(x) in b'\\x00\\x02'", "b'\\x00\\x02'.find(c_uint8(x))", "bytearray(b'\\x02') == c_uint8(x)",
    "b'<%b>' % c_uint16(x)", "b'' + Inner(x, 1)", "not c_double(x)", "not c_double(-x / 9)", "bool(c_double(-0.0 * x))", "Wire.from_buffer_copy(b'1234', x)",
    "Both(x).octets[1]", "string_at(byref(c_int(x)), 4)", "string_at(byref(c_int(x)), x % 3)", "bytes((c_char * 3).from_buffer(Pair(x), 1))",
)  # fmt: skip

OF_BYTES = (
    "named(data)", "kinds(data)", "in_array(data)", "set_raw(data)", "buffered(data)", "buffered(data, 4)", "moved_in(data)",
    "Inner.from_buffer_copy(data).b", "Wire.from_buffer_copy(data, 1).size", "(c_char * 2).from_buffer_copy(data).value", "c_char(data).value",
)  # fmt: skip

LOSING = (
    "c_float(x).value", "bytes(Pair(x))", "repr(c_int(x))", "memmove(byref(c_int(x)), byref(c_int(3)), 4) > 0",
    "memoryview(c_int(x)).tobytes()", "c_wchar(chr(x % 3)).value", "c_double(x / 2).value.hex() + bytes(c_double(x / 2)).hex()",
)  # fmt: skip


VALUES = (0, 2, -1, 300, 70000, 2**31, -(2**63) - 1)


@pytest.mark.parametrize("source", SNIPPETS + LOSING)
def test_memory_behaves_as_it_is(source: str) -> None:
    check(source, {"x": VALUES}, exact=source in SNIPPETS, preamble=PREAMBLE)


@pytest.mark.parametrize("source", AS_BYTES)
def test_memory_seen_as_bytes_behaves_as_it_is(source: str) -> None:
    check(source, {"x": VALUES}, preamble=WITH_BYTES)


@pytest.mark.parametrize("source", OF_BYTES)
def test_memory_made_of_bytes_behaves_as_it_is(source: str) -> None:
    values = (b"", b"ab", b"a\0b", b"abcd", b"\0\xff\x80\x01", b"abcdefghi")
    check(source, {"data": values}, preamble=WITH_BYTES)
