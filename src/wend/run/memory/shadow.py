"""The shadow of memory: terms of what is stored, and the questions which location is meant. [002]

Where a location depends on the inputs, it may be one that was met before. A *region* is a location
that was met: a whole value of a type (map per type), or a single number (map per primitive type).
Each new one is compared with those before it, by decisions like any other, so that pointers that
are equal and pointers that are not are both explored. What the types rule out is assumed
(`axioms`); without that it is asked, too.
"""

from __future__ import annotations

import ctypes
import math
import struct
from typing import Any, NoReturn

from wend.expr.build import (
    add,
    conjunction,
    disjunction,
    eq,
    floating,
    floordiv,
    ge,
    integer,
    le,
    mod,
    mul,
    ne,
    sub,
    variable,
)
from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import address_name, range_of
from wend.inputs.memory import (
    FORMATS,
    HIGH,
    LOW,
    Place,
    bounds_of,
    cell_name,
    cell_path,
    octets,
    size_of,
)
from wend.path.outcome import WILD
from wend.path.reason import Reason
from wend.record import Record
from wend.run import recorder
from wend.run.memory import buffer
from wend.run.memory.axioms import embeddings, overlap, related, within
from wend.run.memory.types import code_of, leaves
from wend.run.options import MemoryOptions
from wend.run.tracked.decisions import decide, decide_between, decide_value

options = MemoryOptions()
"""How memory is looked at in this process."""

NULL = integer(0)


class Location(Record):
    """An address; its offset in the buffer as a term, None where it depends on no input."""

    address: int
    term: Term | None

    def moved(self, by: int) -> Location:
        term = None if self.term is None else add(self.term, integer(by))
        return Location(self.address + by, term)


class Cell:
    """What was stored, or found, in one place."""

    __slots__ = ("code", "owner", "term", "value")

    def __init__(self, code: str, term: Term, value: Any, owner: Any) -> None:
        self.code = code
        self.term = term
        self.value = value
        self.owner = owner
        """Kept, so that nothing else comes to be at its address."""


class Region:
    """A location that was met, of a type."""

    __slots__ = ("address", "cls", "is_typed", "size", "term")

    def __init__(self, place: Location, term: Term, cls: Any, is_typed: bool) -> None:
        self.address = place.address
        self.term = term
        self.cls = cls
        self.size: int = ctypes.sizeof(cls)
        self.is_typed = is_typed
        """Whether it belongs to a pointer of which the axioms speak."""


class Typed:
    """A pointer of the inputs, with the type of what it points to."""

    __slots__ = ("cls", "is_alias", "path", "size", "term")

    def __init__(self, path: str, term: Term, cls: Any) -> None:
        self.path = path
        self.term = term
        self.cls = cls
        self.size: int = 0 if cls is None else ctypes.sizeof(cls)
        self.is_alias = False
        """Whether it is known to be where another one is: what is said of that is enough."""


class Memory:
    """The memory of one run."""

    def __init__(self) -> None:
        self.base = buffer.base()
        self.found: dict[str, Any] = {}
        """The cells of the inputs that were looked at, in this order, with what was in them."""
        self._values: dict[str, Any] = {}
        """Of the pointers."""
        self._cells: dict[int, Cell] = {}
        self._views: dict[int, tuple[Any, Term]] = {}
        """Objects whose address depends on the inputs, by identity."""
        self._regions: list[Region] = []
        self._met: dict[Term, list[tuple[int, int]]] = {}
        """Regions by what varies in their offset: from where to where."""
        self._typed: dict[Term, Typed] = {}
        self._is_null: dict[Term, bool] = {}
        self._checked: set[tuple[int, int]] = set()

    # Objects

    def place(self, thing: Any) -> Location:
        """Where an object of ctypes is."""
        known = self._views.get(id(thing))
        return Location(ctypes.addressof(thing), None if known is None else known[1])

    def note(self, view: Any, place: Location) -> None:
        """An object is at a place that may depend on the inputs."""
        if place.term is not None and place.term.op != "const":
            self._views[id(view)] = view, place.term

    def pointer(self, path: str, cls: Any, value: int, *, may_be_null: bool) -> Term:
        """A pointer of the inputs: its term. What its type says of it is assumed."""
        name = address_name(path)
        term = variable(name, Sort.INT)
        self._values[name] = value
        if term in self._typed:
            return term
        self._typed[term] = met = Typed(path, term, cls)
        aligned = options.alignment
        conditions = [ge(term, integer(LOW)) if cls is None else within(term, cls, aligned)]
        if options.axioms and cls is not None:
            for other in self._typed.values():
                if other is not met and other.cls is not None and not other.is_alias:
                    both = related(term, cls, other.term, other.cls, aligned)
                    match self._is_null.get(other.term):
                        case None:
                            conditions.append(disjunction((eq(other.term, NULL), both)))
                        case False:
                            conditions.append(both)
        axiom = conjunction(conditions)
        if may_be_null:
            axiom = disjunction((eq(term, NULL), axiom))
        else:
            self._is_null[term] = False
        if not decide(axiom, holds((axiom,), self._values), "axiom"):
            recorder.current.end(recorder.RunDropped())
        return term

    def is_null(self, term: Term | None, value: int, kind: str) -> bool:
        """Whether a pointer is NULL: a decision where it depends on the inputs."""
        if term is None or term.op == "const":
            return value == 0
        known = self._is_null.get(term)
        if known is None:
            known = not decide(ne(term, NULL), value != 0, kind)
            self._is_null[term] = known
        return known

    # Numbers

    def load(self, place: Location, code: str, cls: Any) -> tuple[Any, Term | None]:
        """The number at a place, and its term; None where it depends on no input."""
        self.reach(place, cls)
        address, size = place.address, size_of(code)
        value = self._now(address, code)
        cell = self._cells.get(address)
        if cell is not None and size_of(cell.code) == size:
            if self._now(address, cell.code) == cell.value or cell.value != cell.value:
                return value, self._converted(cell, code, value)
            del self._cells[address]  # somebody else wrote there
            if not self.is_inside(address, size):
                return value, None
            self._cells[address] = Cell(code, constant(value), value, None)
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
        self._cells[address] = Cell(code, term, self._now(address, code), owner)

    def forget(self, place: Location, size: int) -> None:
        """Something that nobody follows was stored."""
        for at in range(size):
            if self.is_inside(place.address + at, 1) or self._touching(place.address + at, 1):
                self.put(place.moved(at), "u1", None, ctypes.c_ubyte, None)

    def unfollowed(self, what: str) -> None:
        """Says that what is read is taken as it is."""
        recorder.current.note(
            Reason(
                "held-constant",
                f"{what} in memory are not explored, they stay as they are",
                "",
                what,
                *recorder.current.place(),
            )
        )

    def hold_all(self) -> None:
        """Native code may have read anything: what is known to depend on inputs is pinned."""
        for cell in self._cells.values():
            if cell.term.op != "const":
                recorder.current.pin(cell.term, cell.value)

    def _now(self, address: int, code: str) -> Any:
        value = struct.unpack(f"={FORMATS[code]}", buffer.read(address, size_of(code)))[0]
        return value - self.base if code[0] == "p" and value else value

    def is_inside(self, address: int, size: int) -> bool:
        return LOW <= address - self.base <= HIGH - size

    def _touching(self, address: int, size: int) -> list[tuple[int, Cell]]:
        """The cells that have bytes in common with a place."""
        if not self._cells:
            return []
        return [
            (at, cell)
            for at in range(address - 7, address + size)
            if (cell := self._cells.get(at)) is not None and at + size_of(cell.code) > address
        ]

    def _initial(self, place: Location, code: str, value: Any, cls: Any) -> tuple[Any, Term]:
        """A number of the inputs: a variable."""
        where = self._named(place)
        path = cell_path(where, code, self._label(where, code))
        name = cell_name(path, code)
        bounds = bounds_of(code)
        if bounds is not None and not bounds[0] <= value <= bounds[1]:
            # Left of inputs that lay otherwise; nobody looked at it yet, so it may be anything.
            value = 0
            buffer.write(place.address, octets(code, value, self.base))
        self.found[name] = value
        if code[0] == "p":
            to = getattr(cls, "_type_", None)
            term = self.pointer(path, to if isinstance(to, type) else None, value, may_be_null=True)
        else:
            term = variable(name, Sort.FLOAT if code == "f8" else Sort.INT)
        self._cells[place.address] = Cell(code, term, value, None)
        return value, term

    def _claim(self, place: Location, code: str) -> None:
        """Notes a place that is written first, where a pointer's type does not say that it is
        there: what is made of the inputs has to have room for it."""
        where = self._named(place)
        typed = self._typed.get(variable(address_name(where.pointer), Sort.INT))
        if typed is None or where.terms or not 0 <= where.offset < typed.size:
            name = cell_name(cell_path(where, code, self._label(where, code)), code)
            self.found.setdefault(name, 0.0 if code == "f8" else 0)

    def _named(self, place: Location) -> Place:
        """The place by the pointer that leads to it."""
        term = integer(place.address - self.base) if place.term is None else place.term
        atoms, coefficients, constant = parts(term)
        pointer, terms = "", []
        for atom, by in zip(atoms, coefficients, strict=True):
            if atom.op != "var":
                raise AssertionError("settled before")
            if by == 1 and not pointer and atom in self._typed:
                pointer = self._typed[atom].path
            else:
                terms.append((by, str(atom.payload)))
        return Place(pointer, constant, tuple(terms))

    def _label(self, where: Place, code: str) -> str:
        """What people call a place: `next`, `[2]`."""
        typed = self._typed.get(variable(address_name(where.pointer), Sort.INT))
        if where.terms or typed is None or not typed.size:
            return ""
        at, rest = divmod(where.offset, typed.size)
        for leaf in leaves(typed.cls):
            if leaf.offset == rest and leaf.code == code:
                return f"[{at}]{'.' if leaf.label else ''}{leaf.label}" if at else leaf.label
        return ""

    # One number seen as another

    def _converted(self, cell: Cell, code: str, value: Any) -> Term | None:
        if cell.code == code:
            return cell.term
        if "f8" in (cell.code, code):
            recorder.current.lose(
                cell.term, cell.value, "the bytes of a float are read as a number"
            )
            return None
        return self._shown_as(self._number(cell), code, value)

    def _number(self, cell: Cell) -> Term:
        """What is in a cell as an int: of a pointer the address."""
        if cell.code[0] != "p":
            return cell.term
        if self.is_null(cell.term, cell.value, "null"):
            return NULL
        return add(cell.term, integer(self.base))

    def _shown_as(self, number: Term, code: str, value: Any) -> Term | None:
        """An int as what is in a cell of some kind."""
        if code[0] == "p":
            return self.as_pointer(number, value)
        if code == "f8":
            recorder.current.lose(number, value, "a number is read as the bytes of a float")
            return None
        return wrapped(number, code)

    def as_pointer(self, address: Term, offset: int) -> Term:
        """An address as a pointer; NULL is decided."""
        if address.op == "const":
            return integer(offset)
        if not decide(ne(address, NULL), offset != 0, "null"):
            return NULL
        term = sub(address, integer(self.base))
        self._is_null[term] = False
        return term

    def _composed(self, place: Location, code: str, value: Any) -> Term | None:
        """A number of bytes that belong to others."""
        octet_terms = [self._byte(place.moved(at)) for at in range(size_of(code))]
        if code == "f8":
            for at, each in enumerate(octet_terms):
                now = self._now(place.address + at, "u1")
                recorder.current.lose(each, now, "bytes in memory are read as a float")
            return None
        total = NULL
        for at, each in enumerate(octet_terms):
            total = add(total, mul(each, integer(256**at)))
        return self._shown_as(total, code, value)

    def _byte(self, place: Location) -> Term:
        touching = self._touching(place.address, 1)
        if not touching:
            now = self._now(place.address, "u1")
            if self.is_inside(place.address, 1):
                return self._initial(place, "u1", now, ctypes.c_ubyte)[1]
            return integer(now)
        at, cell = touching[-1]
        return self._byte_of(cell, place.address - at)

    def _byte_of(self, cell: Cell, at: int) -> Term:
        if cell.code == "f8":
            recorder.current.lose(cell.term, cell.value, "a byte of a float is read")
            return integer(octets("f8", cell.value, 0)[at])
        number = self._number(cell)
        return mod(floordiv(number, integer(256**at)), integer(256))

    def _split(self, address: int, cell: Cell) -> None:
        """Bytes in place of a number: some of them are about to change."""
        each = [self._byte_of(cell, at) for at in range(size_of(cell.code))]
        before = octets(cell.code, cell.value, self.base)
        del self._cells[address]
        for at, term in enumerate(each):
            self._cells[address + at] = Cell("u1", term, before[at], cell.owner)

    # Which location it is

    def reach(self, place: Location, cls: Any) -> None:
        """Makes sure that a place may be used, and that it is known which one it is."""
        size = ctypes.sizeof(cls)
        inside = self.is_inside(place.address, size)
        if place.term is None:
            if not inside:
                return
            term = integer(place.address - self.base)
        else:
            term = place.term
        base, at = split(term)
        for low, high in self._met.get(base, ()):
            if low <= at and at + size <= high:
                return
        typed = self._typed.get(base)
        is_typed = typed is not None and 0 <= at <= typed.size - size
        if not is_typed:
            # The axioms say so of pointers of the inputs.
            enough = decide(ge(term, integer(LOW)), place.address - self.base >= LOW, "bounds")
            if not (enough and decide(le(term, integer(HIGH - size)), inside, "bounds")):
                wild()
        self._compare(place, term, cls, size, is_typed)
        self._met.setdefault(base, []).append((at, at + size))

    def enter(self, place: Location, cls: Any) -> None:
        """A whole value is looked into."""
        if options.representation == "type":
            self.reach(place, cls)

    def follow(self, place: Location, cls: Any) -> None:
        """A pointer is followed to a whole value."""
        size = ctypes.sizeof(cls)
        is_fixed = place.term is None or place.term.op == "const"
        if is_fixed and not self.is_inside(place.address, size):
            self._check(place.address, size)
        else:
            self.enter(place, cls)

    def _compare(self, place: Location, term: Term, cls: Any, size: int, is_typed: bool) -> None:
        for region in self._regions:
            distance = sub(term, region.term)
            if distance.op == "const":
                continue
            value = place.address - region.address
            is_assumed = options.axioms and is_typed and region.is_typed
            is_related = self._is_at(distance, value, cls, region) or (
                not is_assumed and self._overlaps(distance, value, cls, region)
            )
            if is_related and 0 <= value <= region.size - size:
                self._note_alias(term, region.term, value)
                return  # all of it is known
        self._regions.append(Region(place, term, cls, is_typed))

    def _note_alias(self, term: Term, known: Term, distance: int) -> None:
        """One pointer is another one, or inside of what it points to."""
        (base, at), (other, start) = split(term), split(known)
        one, typed = self._typed.get(base), self._typed.get(other)
        if one is not None and typed is not None and None not in (one.cls, typed.cls):
            inside = start + distance - at
            one.is_alias = inside in embeddings(one.cls, typed.cls) and inside >= 0

    def _is_at(self, distance: Term, value: int, cls: Any, region: Region) -> bool:
        """Whether a place is where its type may be in a region, or the region in it."""
        return any(
            decide(eq(distance, integer(at)), value == at, "alias")
            for at in _offsets(cls, region.cls)
        )

    def _overlaps(self, distance: Term, value: int, cls: Any, region: Region) -> bool:
        """Whether it has something in common with a region in another way; then, which."""
        low, high = overlap(ctypes.sizeof(cls), region.size)
        if not _may_be_between(distance, low, high, _offsets(cls, region.cls)):
            return False
        condition = conjunction((ge(distance, integer(low)), le(distance, integer(high))))
        if not decide(condition, low <= value <= high, "overlap"):
            return False
        decide_between(distance, value, low, high + 1, "overlap")
        return True

    def _check(self, address: int, size: int) -> None:
        """Memory that is not the buffer's has to be there."""
        if (address, size) not in self._checked:
            if not buffer.is_mapped(address, size):
                wild()
            self._checked.add((address, size))

    def settled(self, term: Term, value: int) -> Term:
        """A sum with nothing in it but variables: what else there is, is decided."""
        atoms = parts(term)[0]
        if all(atom.op == "var" for atom in atoms):
            return term
        decide_value(term, value)
        return integer(value)


def _offsets(cls: Any, other: Any) -> tuple[int, ...]:
    """Where the one may be inside the other by their types."""
    if options.representation == "type":
        return embeddings(cls, other)
    code = code_of(cls)
    return (0,) if cls is other or (code is not None and code == code_of(other)) else ()


def _may_be_between(distance: Term, low: int, high: int, but: tuple[int, ...]) -> bool:
    """Whether a sum may come to lie between bounds, by what its coefficients have in common."""
    _, coefficients, constant = parts(distance)
    common = math.gcd(*coefficients)
    return any((each - constant) % common == 0 for each in range(low, high + 1) if each not in but)


def parts(term: Term) -> tuple[tuple[Term, ...], tuple[int, ...], int]:
    """The atoms of a sum, their coefficients, and the constant."""
    if term.op == "linear":
        coefficients, constant = term.payload
        return term.args, coefficients, constant
    return ((), (), term.payload) if term.op == "const" else ((term,), (1,), 0)


def split(term: Term) -> tuple[Term, int]:
    """What varies in a sum, and what does not."""
    constant = parts(term)[2]
    return sub(term, integer(constant)), constant


def wrapped(number: Term, code: str) -> Term:
    """What is left of an int in so many bytes."""
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


def wild() -> NoReturn:
    """Ends the run before it touches what it must not."""
    file, line = recorder.current.place()
    recorder.current.end(recorder.RunCrashed(f"{WILD} at {file}:{line}"))


def constant(value: Any) -> Term:
    return floating(value) if type(value) is float else integer(value)


def active() -> Memory | None:
    """The memory of the run under way; None while nothing is recorded."""
    current = recorder.current
    if current.quiet:
        return None
    if current.memory is None:
        current.memory = Memory()
    return current.memory  # type: ignore[no-any-return]
