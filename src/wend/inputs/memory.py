"""Raw memory as inputs: what the cells of the buffer are called, and what is in it at the start.

A pointer of the inputs is a variable, the offset of what it points to in one buffer, or 0 for
NULL. A *cell* is a number in that buffer. It is named by the pointer that leads to it, since it
moves with it, and its name says all that has to be known to put it there:

    p->next@p8:8                     eight bytes at p + 8, a pointer
    p->next@p8:8->value@i4:0         four bytes at where that points to, a signed int
    a->@i4:0+4*{i}                   four bytes at a + 4 * i

Around it is the range of its values (`from-128to127(…)`), unless it is a float.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any

from wend.expr.variables import (
    END_OF_ADDRESSES,
    FIRST_ADDRESS,
    Variable,
    address_of,
    bounded,
    named,
    value_of,
)
from wend.inputs.domain import Choice, Domain, Entries, Items, Made, Placed, Pointer
from wend.inputs.paths import places_in
from wend.record import Record

LOW, HIGH = FIRST_ADDRESS, END_OF_ADDRESSES
"""The first offset of the buffer, and the first behind it."""

FORMATS = {
    **{f"i{1 << at}": code for at, code in enumerate("bhiq")},
    **{f"u{1 << at}": code for at, code in enumerate("BHIQ")},
    "f8": "d",
    "b1": "B",
    "p8": "Q",
}
"""What may be in a cell, by its code: ints, doubles, truth values, pointers."""


class Place(Record):
    """Where a cell is: at a pointer, so many bytes on, and so many times some variables."""

    pointer: str
    """The path of the pointer; "" for none: then the offset is in the buffer itself."""
    offset: int
    terms: tuple[tuple[int, str], ...] = ()


def lies_in_memory(domain: Domain) -> bool:
    """Whether values of a domain are, or may have in them, what lies in memory."""
    match domain:
        case Pointer() | Placed():
            return True
        case Choice(options):
            return any(map(lies_in_memory, options))
        case Items(_, element):
            return lies_in_memory(element)
        case Entries(key, value):
            return lies_in_memory(key) or lies_in_memory(value)
        case Made(_, parts):
            return any(lies_in_memory(part.domain) for part in parts)
        case _:
            return False


def placed_at(domain: Placed, path: str) -> int:
    """Where a value is in the simplest inputs: each item of a list has its own place."""
    at = domain.at - sum(places_in(path)) * (-(-max(domain.layouts[0].size, 1) // 64) * 64)
    return max(LOW, at)


def size_of(code: str) -> int:
    return int(code[1:])


def bounds_of(code: str) -> tuple[int, int] | None:
    """The least and the greatest value of a cell; None for floats."""
    bits = 8 * size_of(code)
    match code[0]:
        case "i":
            return -(1 << bits - 1), (1 << bits - 1) - 1
        case "u":
            return 0, (1 << bits) - 1
        case "b":
            return 0, 1
        case "p":
            return 0, HIGH - 1
        case _:
            return None


def cell_path(place: Place, code: str, label: str = "") -> str:
    terms = "".join([f"+{by}*{{{name}}}" for by, name in place.terms])
    return f"{place.pointer}->{label}@{code}:{place.offset}{terms}"


def cell_of(path: str, code: str) -> Variable:
    """The variable of the cell at a path."""
    bounds = bounds_of(code)
    if code[0] == "p":
        return address_of(path)
    return value_of(path) if bounds is None else bounded(path, *bounds)


def is_cell(variable: Variable) -> bool:
    """Whether the variable is a number in the buffer."""
    return "->" in variable.path


def place_of(path: str) -> tuple[Place, str]:
    """Where a cell is by its path, and its code."""
    pointer, _, own = path.rpartition("->") if path.endswith(tuple("0123456789")) else _cut(path)
    _, _, told = own.rpartition("@") if "{" not in own else own.partition("@")
    code, _, at = told.partition(":")
    offset, *terms = at.split("+", 1)
    return Place(pointer, int(offset), tuple(_terms(terms[0]) if terms else ())), code


def _cut(path: str) -> tuple[str, str, str]:
    """The pointer and the rest, where names are inside of the rest."""
    depth = 0
    for at in range(len(path) - 1, 0, -1):
        depth += (path[at] == "}") - (path[at] == "{")
        if depth == 0 and path[at - 1 : at + 1] == "->":
            return path[: at - 1], "->", path[at + 1 :]
    raise ValueError(path)


def _terms(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(text):
        begin = text.index("{", at)
        depth, end = 1, begin + 1
        while depth:
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        yield int(text[at:begin].strip("+*")), text[begin + 1 : end - 1]
        at = end


def offset_of(place: Place, values: Mapping[str, Any]) -> int | None:
    """Where a place is in the buffer; None where nothing is: at NULL, or outside."""
    offset = place.offset
    if place.pointer:
        start = values.get(address_of(place.pointer).text, 0)
        if not start:
            return None
        offset += start
    offset += sum([by * values.get(name, 0) for by, name in place.terms])
    return offset if LOW <= offset < HIGH else None


def cells(values: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    """The cells of the inputs that have an effect: offset, code, name; of two at one place the
    first."""
    taken: set[int] = set()
    for name in values:
        variable = named(name)
        if is_cell(variable):
            place, code = place_of(variable.path)
            offset = offset_of(place, values)
            if offset is None:
                continue
            own = range(offset, offset + size_of(code))
            if taken.isdisjoint(own) and own.stop <= HIGH:
                taken.update(own)
                yield offset, code, name


def octets(code: str, value: Any, base: int) -> bytes:
    """A value as it lies in memory; the buffer begins at `base`."""
    if code[0] == "p" and value:
        value += base
    return struct.pack(f"={FORMATS[code]}", value)
