"""Raw memory as inputs: the paths of cells of the buffer, and what the buffer holds at the start.

A pointer of the inputs is a variable: an offset in one buffer, or 0 for NULL. A *cell* is a number
in the buffer. Its path begins with the pointer that leads to it, because the cell moves with the
pointer, and says where the cell is and of which kind:

    p->next@p8:8                     eight bytes at p + 8, a pointer
    p->next@p8:8->value@i4:0         four bytes where this pointer points to, a signed int
    a->@i4:0+4*{i}                   four bytes at a + 4 * i

The variable of a pointer is an address, that of an int is bounded by the size of its cell, and that
of a float is the path alone.
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
"""The kinds of cells, by their codes, as formats of `struct`: ints, doubles, truth values and
pointers."""


class Place(Record):
    """The place of a cell: a pointer, an offset in bytes, and multiples of variables."""

    pointer: str
    """The path of the pointer; "" if the offset counts from the start of the buffer."""
    offset: int
    terms: tuple[tuple[int, str], ...] = ()


def lies_in_memory(domain: Domain) -> bool:
    """Whether values of a domain may lie in raw memory, or may have a part that does."""
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
    """The offset of a value in the simplest inputs. Items of a list have different offsets."""
    at = domain.at - sum(places_in(path)) * (-(-max(domain.layouts[0].size, 1) // 64) * 64)
    return max(LOW, at)


def size_of(code: str) -> int:
    return int(code[1:])


def bounds_of(code: str) -> tuple[int, int] | None:
    """The least and the greatest value of a cell; None for a float."""
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
    """The place and the code of a cell, taken from its path."""
    pointer, _, own = path.rpartition("->") if path.endswith(tuple("0123456789")) else _cut(path)
    _, _, told = own.rpartition("@") if "{" not in own else own.partition("@")
    code, _, at = told.partition(":")
    offset, *terms = at.split("+", 1)
    return Place(pointer, int(offset), tuple(_terms(terms[0]) if terms else ())), code


def _cut(path: str) -> tuple[str, str, str]:
    """A path whose last cell has variables in braces, cut at the last arrow outside of braces."""
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
    """The offset of a place in the buffer; None for NULL and for a place outside of the buffer."""
    offset = place.offset
    if place.pointer:
        start = values.get(address_of(place.pointer).text, 0)
        if not start:
            return None
        offset += start
    offset += sum([by * values.get(name, 0) for by, name in place.terms])
    return offset if LOW <= offset < HIGH else None


def cells(values: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    """The cells that have an effect, each as offset, code and text of its variable. Of cells that
    overlap, the first has an effect."""
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
    """The bytes of a value in memory. The buffer begins at the address `base`."""
    if code[0] == "p" and value:
        value += base
    return struct.pack(f"={FORMATS[code]}", value)
