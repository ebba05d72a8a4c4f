"""Layouts of ctypes classes, for processes that do not know these."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

from wend.describe.memory.types import (
    bits_of,
    code_of,
    fields,
    is_array,
    is_character,
    is_compound,
    is_pointer,
    is_swapped,
    native_order,
)
from wend.inputs.domain import Layout, Maker
from wend.record import replace

Naming = Callable[[Any], Maker | None]


class NoName(Exception):
    """No test could name a class."""


def layouts(cls: Any, naming: Naming) -> tuple[Layout, ...]:
    """The layout of a class, and of all that are in it or that pointers in it lead to."""
    found: dict[Any, int] = {}
    made: list[Layout] = []

    def number(each: Any) -> int:
        if each in found:
            return found[each]
        at = found[each] = len(made)
        size = ctypes.sizeof(each)
        maker = source(each, naming)
        if is_compound(each):
            made.append(Layout(maker, "struct", size))
            own = [
                (name, offset, some_bits(each, name, inner) if is_bits else number(inner))
                for name, inner, offset, is_bits in fields(each)
            ]
            made[at] = replace(made[at], fields=tuple(own))
        elif is_array(each):
            made.append(Layout(maker, "array", size, count=each._length_))
            made[at] = replace(made[at], of=number(each._type_))
        elif is_pointer(each):
            made.append(Layout(maker, "pointer", size, code_of(each) or ""))
            made[at] = replace(made[at], of=number(each._type_))
        else:
            code = "c1" if is_character(each) else code_of(each) or ""
            made.append(Layout(maker, "number", size, code))
        return at

    def some_bits(of: Any, name: str, each: Any) -> int:
        known = bits_of(of, name)
        told = (known.low, known.width) if known is not None else (0, 0)
        code = "" if known is None else known.code
        # A class may be there with other bits, so the maker tells them apart.
        maker = Maker(f"{source(each, naming).source}:{told[0]}:{told[1]}")
        made.append(Layout(maker, "bits", ctypes.sizeof(each), code, bits=told))
        return len(made) - 1

    number(cls)
    return tuple(made)


def tools(naming: Naming) -> tuple[tuple[str, Maker], ...]:
    """The functions of ctypes that tests may need."""
    names = ("POINTER", "pointer", "cast", "addressof", "c_void_p", "create_string_buffer")
    return tuple([(name, _named(getattr(ctypes, name), naming)) for name in names])


def source(cls: Any, naming: Naming) -> Maker:
    """How a class is written."""
    if is_pointer(cls):
        outer, of = _named(ctypes.POINTER, naming), source(cls._type_, naming)
        return Maker(f"{outer.source}({of.source})", (*outer.imports, *of.imports))
    if is_array(cls) and naming(cls) is None:
        inner = source(cls._type_, naming)
        return Maker(f"{inner.source} * {cls._length_}", inner.imports)
    if is_swapped(cls):
        outer = source(native_order(cls), naming)
        order = "b" if sys.byteorder == "little" else "l"
        return Maker(f"{outer.source}.__ctype_{order}e__", outer.imports)
    return _named(cls, naming)


def _named(thing: Any, naming: Naming) -> Maker:
    made = naming(thing)
    if made is None:
        raise NoName(f"no test could import {thing.__qualname__}")
    return made
