"""Whole numbers of `ctypes`: what they hold is exact, in so many bits."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

PREAMBLE = """
    import ctypes, copy
    from ctypes import c_int8, c_uint8, c_int16, c_uint16, c_int32, c_uint32, c_int64, c_uint64, c_size_t

    def assigned(c, value):
        c.value = value
        return c.value

    def added(c, value):
        c.value += value
        return c.value

    def copied_in(c):
        made = (c_int32 * 2)(7, c)
        return made[1]

    def changed_elsewhere(c):
        ctypes.memset(ctypes.byref(c), 1, 2)
        return c.value

    def in_a_field(c):
        class Pair(ctypes.Structure):
            _fields_ = [("a", c_int32), ("b", c_int32)]
        pair = Pair()
        pair.b = c
        return pair.b

    def deleted(c):
        del c.value
"""

SNIPPETS = (
    *[f"c_{sign}int{bits}(x).value" for sign in ("", "u") for bits in (8, 16, 32, 64)],
    "ctypes.c_long(x).value > 5", "c_size_t(-x).value", "c_int8(x > 3).value", "c_int32(-c_int32(x).value).value",
    "c_int32(x).value < 0", "1 if c_uint8(x) else 2", "not c_uint8(x)", "assigned(c_int8(x), x + 1)", "assigned(c_int8(x), 300)",
    "assigned(c_int8(x), 'a')", "assigned(c_int8(x), x / 2)", "added(c_uint16(x), 1)", "added(c_uint16(x), x)", "c_int8(x / 2)",
    "c_int8(x, x)", "c_int8(c_int8(x))", "c_int8(str(x))", "type(c_int8(x)) is c_int8", "isinstance(c_int8(x), c_int8)",
    "c_int8(x) == c_int8(x)", "c_int8(x) == 3", "c_int8(x).nothing",
    "deleted(c_int8(x))",
    "c_int32(x * x).value % 7", "bytes(c_uint16(x))", "len({c_int8(x)})", "[c_int8(x)][0].value",
)  # fmt: skip

LOSING = (
    "repr(c_int8(x))", "ctypes.sizeof(c_int16(x))", "copied_in(c_int32(x))", "changed_elsewhere(c_int16(x))",
    "in_a_field(c_int32(x))",
)  # fmt: skip


@pytest.mark.parametrize("source", SNIPPETS + LOSING)
def test_numbers_of_ctypes_behave_as_they_are(source: str) -> None:
    values = (0, 1, -1, 127, 128, -129, 255, 256, 40000, -(2**31), 2**31, 2**63, -(2**63) - 1)
    check(source, {"x": values}, exact=source in SNIPPETS, preamble=PREAMBLE)
