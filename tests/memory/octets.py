"""Values of ctypes that are read in other ways than by their fields."""

from __future__ import annotations

import copy
import struct
from ctypes import (
    POINTER,
    Structure,
    c_char,
    c_double,
    c_float,
    c_int32,
    c_uint8,
    cast,
    pointer,
    resize,
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
