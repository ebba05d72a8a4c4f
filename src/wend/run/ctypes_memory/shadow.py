"""The shadow of memory: terms of what is stored in it, by address. [002]"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable, Sequence
from typing import Any

from wend.describe.class_kinds import is_ctypes
from wend.describe.memory.types import leaves
from wend.expr.build import (
    add,
    floating,
    floordiv,
    integer,
    mod,
    mul,
    ne,
    sub,
    variable,
)
from wend.expr.leaves import range_of
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import address_of
from wend.inputs.memory import (
    FORMATS,
    LOW,
    Place,
    bounds_of,
    cell_of,
    cell_path,
    octets,
    size_of,
)
from wend.record import Record
from wend.run import recorder
from wend.run.ctypes_memory import buffer
from wend.run.ctypes_memory.regions import NULL, Location, Locations, parts
from wend.run.tracked.decisions import decide


class StoredNumber(Record):
    """A number that was stored, or found, in one place."""

    code: str
    term: Term
    value: Any
    owner: Any
    """Kept, so that no other object gets its address."""


class ShadowMemory(Locations):
    """The memory of one run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, Any] = {}
        """The cells of the inputs that the run read, in this order, with their values."""
        self._cells: dict[int, StoredNumber] = {}

    def load(self, place: Location, code: str, cls: Any) -> tuple[Any, Term | None]:
        """The number at a place, and its term; None for a number that depends on no input."""
        self.reach(place, cls)
        address, size = place.address, size_of(code)
        value = self._now(address, code)
        cell = self._cells.get(address)
        if cell is not None and size_of(cell.code) == size:
            if self._now(address, cell.code) == cell.value or cell.value != cell.value:
                return value, self._converted(cell, code, value)
            del self._cells[address]  # code that wend does not see wrote there
            if not self.is_inside(address, size):
                return value, None
            self._cells[address] = StoredNumber(code, constant(value), value, None)
            return value, None
        if self._touching(address, size):
            return value, self._composed(place, code, value)
        if self.is_inside(address, size):
            return self._initial(place, code, value, cls)
        return value, None

    def put(self, place: Location, code: str, term: Term | None, cls: Any, owner: Any) -> None:
        """Notes what was just stored at a place that was reached."""
        address, size = place.address, size_of(code)
        touching = self._touching(address, size)
        if not touching and self.is_inside(address, size):
            self._claim(place, code)
        for at, cell in touching:
            if at != address or size_of(cell.code) != size:
                self._split(at, cell)
        for at in range(address, address + size):
            self._cells.pop(at, None)
        if term is None or term.op == "const":
            if not self.is_inside(address, size):
                return
            term = constant(self._now(address, code))
        self._cells[address] = StoredNumber(code, term, self._now(address, code), owner)

    def forget(self, place: Location, size: int) -> None:
        """Notes that bytes without terms were stored."""
        for at in range(size):
            if self.is_inside(place.address + at, 1) or self._touching(place.address + at, 1):
                self.put(place.moved(at), "u1", None, ctypes.c_ubyte, None)

    def octets(self, place: Location, size: int) -> list[Term]:
        """The terms of the bytes at a place that was reached."""
        return [self._byte(place.moved(at)) for at in range(size)]

    def prepare(self, place: Location, cls: Any) -> None:
        """Reads the numbers of a value that were not read before. Otherwise its bytes would become
        variables of their own."""
        for leaf in leaves(cls):
            own = place.moved(leaf.offset)
            if leaf.code is not None and not self._touching(own.address, size_of(leaf.code)):
                self.load(own, leaf.code, leaf.cls)

    def parts(self, place: Location, size: int) -> list[tuple[int, str, Term | None]]:
        """The whole numbers at a place that was reached, and the bytes between them."""
        found: list[tuple[int, str, Term | None]] = []
        at = 0
        while at < size:
            own = place.moved(at)
            cell = self._cells.get(own.address)
            code = "u1"
            if cell is not None and at + size_of(cell.code) <= size:
                code = cell.code
            found.append((at, code, self.load(own, code, ctypes.c_ubyte)[1]))
            at += size_of(code)
        return found

    def leave(self, place: Location, cls: Any, what: str) -> None:
        """Notes that a value is read that keeps no terms."""
        size = ctypes.sizeof(cls)
        if size and self.is_inside(place.address, 1):
            says = f"{what} in memory are not explored, they stay as they are"
            recorder.current.note_here("held-constant", says, name=what)
        for _, cell in self._touching(place.address, size):
            if cell.term.op != "const":
                says = f"a number in memory is read as one of the {what}"
                recorder.current.lose(cell.term, cell.value, says)

    def give_away(self, thing: Any, why: str) -> None:
        """Notes that the numbers in a value go on without their terms."""
        place = self.place(thing)
        for leaf in leaves(type(thing)):
            if leaf.code is None:
                self.leave(place.moved(leaf.offset), leaf.cls, f"values of {leaf.cls.__name__}")
            else:
                value, term = self.load(place.moved(leaf.offset), leaf.code, leaf.cls)
                if term is not None and term.op != "const":
                    says = f"the {type(thing).__name__} {why}: what depends on it is not explored"
                    recorder.current.lose(term, value, says)

    def give(self, values: Iterable[Any]) -> None:
        """Notes that native code may read the bytes of arguments that lie in memory."""
        for each in values:
            cls = type(each)
            if cls in (list, tuple):
                self.give(each)
            elif cls.__name__ == "CArgObject":
                self.give((each._obj,))
            elif is_ctypes(cls):
                self.give_away(each, "is read by native code")

    @property
    def is_followed(self) -> bool:
        """Whether anything in memory has a term."""
        return bool(self._cells)

    def hold_all(self) -> None:
        """Pins all numbers that depend on inputs, since native code may have read any of them."""
        for cell in self._cells.values():
            if cell.term.op != "const":
                recorder.current.pin(cell.term, cell.value)

    def overwritten(self, before: bytes) -> None:
        """Notes the bytes of the buffer that native code changed. They are constants now."""
        after = buffer.all_of_it()
        for at, (old, new) in enumerate(zip(before, after, strict=True)) if after != before else ():
            address = self.base + LOW + at
            if old != new and not self._touching(address, 1):
                self._cells[address] = StoredNumber("u1", integer(new), new, None)

    def _now(self, address: int, code: str) -> Any:
        value = struct.unpack(f"={FORMATS[code]}", buffer.read(address, size_of(code)))[0]
        return value - self.base if code[0] == "p" and value else value

    def _touching(self, address: int, size: int) -> list[tuple[int, StoredNumber]]:
        """The cells that share bytes with a place, by address."""
        if not self._cells:
            return []
        return [
            (at, cell)
            for at in range(address - 7, address + size)
            if (cell := self._cells.get(at)) is not None and at + size_of(cell.code) > address
        ]

    def _initial(self, place: Location, code: str, value: Any, cls: Any) -> tuple[Any, Term]:
        """A number of the inputs, which becomes a variable."""
        where = self._named(place)
        path = cell_path(where, code, self._label(where, code))
        cell = cell_of(path, code)
        bounds = bounds_of(code)
        if bounds is not None and not bounds[0] <= value <= bounds[1]:
            # It is left from inputs of another layout. Nobody has read it, so it may become 0.
            value = 0
            buffer.write(place.address, octets(code, value, self.base))
        self.found[cell.text] = value
        if code[0] == "p":
            to = getattr(cls, "_type_", None)
            term = self.pointer(path, to if isinstance(to, type) else None, value, may_be_null=True)
        else:
            term = variable(cell, Sort.FLOAT if code == "f8" else Sort.INT)
        self._cells[place.address] = StoredNumber(code, term, value, None)
        return value, term

    def _claim(self, place: Location, code: str) -> None:
        """Notes a place that is written before it is read, if the pointer's type does not include
        it: tests have to make room for it."""
        where = self._named(place)
        typed = self._typed.get(variable(address_of(where.pointer), Sort.INT))
        if typed is None or where.terms or not 0 <= where.offset < typed.size:
            cell = cell_of(cell_path(where, code, self._label(where, code)), code)
            self.found.setdefault(cell.text, 0.0 if code == "f8" else 0)

    def _named(self, place: Location) -> Place:
        """The place, named by the pointer that leads to it."""
        term = integer(place.address - self.base) if place.term is None else place.term
        atoms, coefficients, constant = parts(term)
        pointer, terms = "", []
        for atom, by in zip(atoms, coefficients, strict=True):
            if atom.op != "var":
                raise AssertionError("settled before")
            if by == 1 and not pointer and atom in self._typed:
                pointer = self._typed[atom].path
            else:
                terms.append((by, atom.payload.text))
        return Place(pointer, constant, tuple(terms))

    def _label(self, where: Place, code: str) -> str:
        """The name of a place for people: `next`, `[2]`."""
        typed = self._typed.get(variable(address_of(where.pointer), Sort.INT))
        if where.terms or typed is None or not typed.size:
            return ""
        at, rest = divmod(where.offset, typed.size)
        for leaf in leaves(typed.cls):
            if leaf.offset == rest and leaf.code == code:
                return f"[{at}]{'.' if leaf.label else ''}{leaf.label}" if at else leaf.label
        return ""

    # Numbers that are read as another kind

    def _converted(self, cell: StoredNumber, code: str, value: Any) -> Term | None:
        if cell.code == code:
            return cell.term
        if "f8" in (cell.code, code):
            says = "the bytes of a float are read as a number"
            recorder.current.lose(cell.term, cell.value, says)
            return None
        return self._shown_as(self._number(cell), code, value)

    def _number(self, cell: StoredNumber) -> Term:
        """The content of a cell as an int; for a pointer its address."""
        if cell.code[0] != "p":
            return cell.term
        if self.is_null(cell.term, cell.value, "null"):
            return NULL
        return add(cell.term, integer(self.base))

    def _shown_as(self, number: Term, code: str, value: Any) -> Term | None:
        """An int, read as the content of a cell of another kind."""
        if code[0] == "p":
            return self.as_pointer(number, value)
        if code == "f8":
            recorder.current.lose(number, value, "a number is read as the bytes of a float")
            return None
        return wrapped(number, code)

    def as_pointer(self, address: Term, offset: int) -> Term:
        """An address as a pointer. Whether it is NULL is decided."""
        if address.op == "const":
            return integer(offset)
        if not decide(ne(address, NULL), offset != 0, "null"):
            return NULL
        term = sub(address, integer(self.base))
        self._is_null[term] = False
        return term

    def _composed(self, place: Location, code: str, value: Any) -> Term | None:
        """A number that is put together of bytes of several cells."""
        octet_terms = [self._byte(place.moved(at)) for at in range(size_of(code))]
        if code == "f8":
            for at, each in enumerate(octet_terms):
                now = self._now(place.address + at, "u1")
                recorder.current.lose(each, now, "bytes in memory are read as a float")
            return None
        return self._shown_as(joined(octet_terms), code, value)

    def _byte(self, place: Location) -> Term:
        touching = self._touching(place.address, 1)
        if not touching:
            now = self._now(place.address, "u1")
            if self.is_inside(place.address, 1):
                return self._initial(place, "u1", now, ctypes.c_ubyte)[1]
            return integer(now)
        at, cell = touching[-1]
        return self._byte_of(cell, place.address - at)

    def _byte_of(self, cell: StoredNumber, at: int) -> Term:
        if cell.code == "f8":
            recorder.current.lose(cell.term, cell.value, "a byte of a float is read")
            return integer(octets("f8", cell.value, 0)[at])
        return cell.term if cell.code == "u1" else octet_of(self._number(cell), at)

    def _split(self, address: int, cell: StoredNumber) -> None:
        """Replaces a number by its bytes, because some of them are about to change."""
        each = [self._byte_of(cell, at) for at in range(size_of(cell.code))]
        before = octets(cell.code, cell.value, self.base)
        del self._cells[address]
        for at, term in enumerate(each):
            self._cells[address + at] = StoredNumber("u1", term, before[at], cell.owner)


def octet_of(number: Term, at: int) -> Term:
    """The byte of an int at a place, counted from the lowest."""
    return mod(floordiv(number, integer(256**at)), integer(256))


def joined(each: Sequence[Term]) -> Term:
    """The int of some bytes, the lowest first. It may differ by a multiple of its range."""
    if len(each) > 1 and each[1].op == "mod" and each[1].args[0].op == "floordiv":
        number = each[1].args[0].args[0]
        if all(term is octet_of(number, at) for at, term in enumerate(each)):
            return number  # all bytes of one number
    total = NULL
    for at, term in enumerate(each):
        total = add(total, mul(term, integer(256**at)))
    return total


def wrapped(number: Term, code: str) -> Term:
    """An int, wrapped around as memory of this kind wraps it."""
    bounds = bounds_of(code)
    assert bounds is not None
    low, high = bounds
    if number.op == "const" or number.op == "var":
        own = range_of(number) if number.op == "var" else (number.payload, number.payload)
        if own[0] is not None and own[1] is not None and low <= own[0] and own[1] <= high:
            return number
    count = high - low + 1
    if low == 0:
        return mod(number, integer(count))
    return sub(mod(add(number, integer(-low)), integer(count)), integer(-low))


def constant(value: Any) -> Term:
    return floating(value) if type(value) is float else integer(value)


def active() -> ShadowMemory | None:
    """The memory of the run under way; None while nothing is recorded."""
    current = recorder.current
    if current.quiet:
        return None
    if current.memory is None:
        current.memory = ShadowMemory()
    return current.memory  # type: ignore[no-any-return]
