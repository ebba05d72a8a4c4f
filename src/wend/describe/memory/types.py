"""What ctypes classes are made of: codes of numbers, fields, and which class is inside which."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from wend.inputs.memory import FORMATS
from wend.record import Record

POINTERS: Any = ctypes._Pointer
SIMPLE: Any = ctypes._SimpleCData
DATA: Any = SIMPLE.__mro__[1]
"""What all of them are below."""

_SIGNED = "bhilq"
_UNSIGNED = "BHILQ"
_NATIVE_ORDER = f"__ctype_{sys.byteorder[0]}e__"


class Leaf:
    """A number inside of a value."""

    __slots__ = ("cls", "code", "label", "offset")

    def __init__(self, offset: int, code: str | None, cls: Any, label: str) -> None:
        self.offset = offset
        self.code = code
        self.cls = cls
        self.label = label


def is_compound(cls: Any) -> bool:
    return issubclass(cls, (ctypes.Structure, ctypes.Union))


def is_array(cls: Any) -> bool:
    return issubclass(cls, ctypes.Array)


def is_pointer(cls: Any) -> bool:
    return issubclass(cls, POINTERS)


def code_of(cls: Any) -> str | None:
    """The code of a class whose values are single numbers, or characters; None for others, and for
    numbers that are followed by nobody, or byte by byte: single floats, swapped bytes."""
    return _code_of(cls)


@cache
def _code_of(cls: Any) -> str | None:
    if is_pointer(cls):
        return "p8" if ctypes.sizeof(cls) == 8 else None
    return None if not issubclass(cls, SIMPLE) or is_swapped(cls) else _code_by_letter(cls)


def _code_by_letter(cls: Any) -> str | None:
    letter, size = cls._type_, ctypes.sizeof(cls)
    if letter in _SIGNED:
        code = f"i{size}"
    elif letter in _UNSIGNED:
        code = f"u{size}"
    else:
        code = {"d": "f8", "?": "b1", "c": "u1", "P": f"p{size}"}.get(letter, "")
    return code if code in FORMATS else None


def native_order(cls: Any) -> Any:
    """The class of the same numbers in the machine's order of bytes."""
    return vars(cls).get(_NATIVE_ORDER, cls)


def is_swapped(cls: Any) -> bool:
    """Whether a number lies in memory in the other order of bytes than the machine's."""
    return issubclass(cls, SIMPLE) and native_order(cls) is not cls


@cache
def swapped_code(cls: Any) -> str | None:
    """The code of a number whose bytes are swapped; None for others."""
    return _code_by_letter(cls) if is_swapped(cls) else None


def is_character(cls: Any) -> bool:
    """Whether what is in memory is shown as bytes of the length 1."""
    return issubclass(cls, SIMPLE) and getattr(cls, "_type_", "") == "c"


def holds_characters(cls: Any) -> bool:
    """Whether a class is an array of characters: as a field it is shown as bytes up to a NUL."""
    return is_array(cls) and is_character(cls._type_)


class Bits(Record):
    """Where a bit field is: in a number, from a bit on, so many."""

    code: str
    low: int
    width: int
    is_signed: bool


@cache
def bits_of(cls: Any, name: str) -> Bits | None:
    """Where the bit field of a structure is; None for those that are followed by nobody."""
    known = (*fields(cls), *anonymous(cls))
    own, offset = next((own, at) for each, own, at, _ in known if each == name)
    code, size = code_of(own), ctypes.sizeof(own)
    if code is None or code[0] not in "iu" or offset + size > ctypes.sizeof(cls):
        return None
    packed = getattr(cls, name).size
    low, width = packed & 0xFFFF, packed >> 16
    if low + width > 8 * size:
        return None  # numbers of several sizes in one: ctypes itself gets these wrong
    return Bits(f"u{size}", low, width, code[0] == "i")


def is_plain_value(cls: Any) -> bool:
    """Whether ctypes shows what is in a field as a Python value, and not as an object."""
    return bool(cls.__bases__ == (SIMPLE,))


def pointee(cls: Any) -> Any:
    """What a class of pointers points to; None for anything."""
    return cls._type_ if is_pointer(cls) else None


@cache
def fields(cls: Any) -> tuple[tuple[str, Any, int, bool], ...]:
    """Name, class and offset of each field, those of bases first; and whether it is some bits."""
    found = []
    for base in reversed(cls.__mro__):
        for name, own, *bits in base.__dict__.get("_fields_", ()):
            found.append((name, own, getattr(cls, name).offset, bool(bits)))
    return tuple(found)


def anonymous(cls: Any) -> Iterator[tuple[str, Any, int, bool]]:
    """The same of what is in fields without a name: `_anonymous_`."""
    for name in getattr(cls, "_anonymous_", ()):
        own, start = next((own, at) for each, own, at, _ in fields(cls) if each == name)
        for inner, of, offset, is_bits in (*fields(own), *anonymous(own)):
            yield inner, of, start + offset, is_bits


def leaves(cls: Any) -> tuple[Leaf, ...]:
    """The numbers of a value in the order of their places, with what people call them."""
    return _all_leaves(cls)


@cache
def _all_leaves(cls: Any) -> tuple[Leaf, ...]:
    return tuple(_leaves(cls, 0, ""))


def _leaves(cls: Any, offset: int, label: str) -> Iterator[Leaf]:
    if is_compound(cls):
        for name, own, at, is_bits in fields(cls):
            inner = f"{label}.{name}" if label else name
            if is_bits:
                known = bits_of(cls, name)
                yield Leaf(offset + at, known.code if known else None, own, inner)
            else:
                yield from _leaves(own, offset + at, inner)
    elif is_array(cls):
        for at in range(cls._length_):
            inner = f"{label}[{at}]"
            yield from _leaves(cls._type_, offset + at * ctypes.sizeof(cls._type_), inner)
    elif swapped_code(cls) is not None:
        for at in range(ctypes.sizeof(cls)):
            yield Leaf(offset + at, "u1", ctypes.c_ubyte, f"{label}[{at}]")
    else:
        yield Leaf(offset, code_of(cls), cls, label)


@cache
def level(cls: Any) -> int:
    """How deep a class nests others: only one of a higher level holds one of a lower. [002] §6"""
    if is_compound(cls):
        return 1 + max([level(own) for _, own, _, _ in fields(cls)], default=0)
    return 1 + level(cls._type_) if is_array(cls) else 0


@cache
def positions(outer: Any, inner: Any) -> tuple[int, ...]:
    """Where values of a class are inside of those of another; at 0 if it is the same."""
    if outer is inner:
        return (0,)
    if level(outer) <= level(inner):
        return ()
    found: set[int] = set()
    if is_array(outer):
        size = ctypes.sizeof(outer._type_)
        for at in range(outer._length_):
            found.update([at * size + each for each in positions(outer._type_, inner)])
    else:
        for _, own, at, is_bits in fields(outer):
            if not is_bits:
                found.update([at + each for each in positions(own, inner)])
    return tuple(sorted(found))
