"""Locations of memory: which one an access means, where that depends on the inputs. [002] §5, §6

A *region* is a location that the run met before: a whole value of a type (map per type), or a
single number (map per primitive type). Each new location is compared with the known regions by
decisions, so that equal pointers and different pointers are both explored. Cases that the types
rule out are assumed not to happen (`axioms`). Without axioms these cases are decided, too.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, NoReturn

from wend.describe.memory.types import code_of, positions
from wend.expr.build import (
    add,
    conjunction,
    disjunction,
    eq,
    ge,
    integer,
    le,
    ne,
    sub,
    variable,
)
from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import address_of
from wend.inputs.memory import HIGH, LOW
from wend.messages.options import MemoryOptions
from wend.path.outcome import WILD
from wend.record import Record
from wend.run import recorder
from wend.run.ctypes_memory import buffer
from wend.run.ctypes_memory.axioms import embeddings, overlap, related, within
from wend.run.tracked.decisions import decide, decide_between, decide_value

options = MemoryOptions()
"""The options of this process for memory."""

NULL = integer(0)


class Location(Record):
    """An address, and its offset in the buffer as a term; None if the offset is constant."""

    address: int
    term: Term | None

    def moved(self, by: int) -> Location:
        term = None if self.term is None else add(self.term, integer(by))
        return Location(self.address + by, term)


class MetLocation(Record):
    """A location that was met before."""

    address: int
    term: Term
    cls: Any
    size: int
    is_typed: bool
    """Whether the location belongs to a pointer of which the axioms speak."""


class Typed:
    """A pointer of the inputs, with the type of what it points to."""

    def __init__(self, path: str, term: Term, cls: Any) -> None:
        self.path = path
        self.term = term
        self.cls = cls
        self.size: int = 0 if cls is None else ctypes.sizeof(cls)
        self.is_alias = False
        """Whether it is known to point where another one points. The axioms about that other one
        are enough."""


class Locations:
    """The locations that one run met."""

    def __init__(self) -> None:
        self.base = buffer.base()
        self._values: dict[str, Any] = {}
        """The values of the pointers, by the names of their variables."""
        self._views: dict[int, tuple[Any, Term]] = {}
        """Objects whose address depends on the inputs, by identity."""
        self._regions: list[MetLocation] = []
        self._met: dict[Term, list[tuple[int, int]]] = {}
        """The bytes that were reached, as intervals behind the variable part of their offset."""
        self._typed: dict[Term, Typed] = {}
        self._is_null: dict[Term, bool] = {}
        self._checked: set[tuple[int, int]] = set()

    def place(self, thing: Any) -> Location:
        """The location of a ctypes object."""
        known = self._views.get(id(thing))
        return Location(ctypes.addressof(thing), None if known is None else known[1])

    def note(self, view: Any, place: Location) -> None:
        """Notes that an object is at a place that may depend on the inputs."""
        if place.term is not None and place.term.op != "const":
            self._views[id(view)] = view, place.term

    def pointer(self, path: str, cls: Any, value: int, *, may_be_null: bool) -> Term:
        """The term of a pointer of the inputs. The axioms about it are assumed."""
        address = address_of(path)
        term = variable(address, Sort.INT)
        self._values[address.text] = value
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

    def is_inside(self, address: int, size: int) -> bool:
        return LOW <= address - self.base <= HIGH - size

    def reach(self, place: Location, cls: Any) -> None:
        """Decides whether a place lies in the buffer, and which of the known regions it meets."""
        size = ctypes.sizeof(cls)
        inside = self.is_inside(place.address, size)
        if place.term is None:
            if not inside:
                return
            term = integer(place.address - self.base)
        else:
            term = place.term
        base, at = split(term)
        if self._is_met(base, at, size):
            return
        typed = self._typed.get(base)
        is_within = typed is not None and 0 <= at <= typed.size - size
        is_typed = typed is not None and is_within and at in positions(typed.cls, cls)
        if typed is not None and is_within and not is_typed and options.representation == "type":
            # The place is read as another type than its own: first decide which value it is in.
            self.reach(place.moved(-at), typed.cls)
            return
        if not is_within:
            # Of pointers of the inputs the axioms say this already.
            enough = decide(ge(term, integer(LOW)), place.address - self.base >= LOW, "bounds")
            if not (enough and decide(le(term, integer(HIGH - size)), inside, "bounds")):
                wild()
        self._compare(place, term, cls, size, is_typed)
        self._met.setdefault(base, []).append((at, at + size))

    def is_met(self, place: Location, size: int) -> bool:
        """Whether the run reached these bytes before."""
        term = integer(place.address - self.base) if place.term is None else place.term
        return self._is_met(*split(term), size)

    def _is_met(self, base: Term, at: int, size: int) -> bool:
        return any(low <= at and at + size <= high for low, high in self._met.get(base, ()))

    def enter(self, place: Location, cls: Any) -> None:
        """Notes that the run looks into a whole value."""
        if options.representation == "type":
            self.reach(place, cls)

    def follow(self, place: Location, cls: Any) -> None:
        """Notes that a pointer is followed to a whole value."""
        if not self._is_elsewhere(place, ctypes.sizeof(cls)):
            self.enter(place, cls)

    def follow_bytes(self, place: Location, size: int) -> None:
        """Notes that bytes are read or written, whatever lies in them."""
        if not self._is_elsewhere(place, size):
            self.reach(place, ctypes.c_ubyte * size)

    def _is_elsewhere(self, place: Location, size: int) -> bool:
        """Whether a constant place is outside of the buffer. The run ends if it can't be read."""
        is_fixed = place.term is None or place.term.op == "const"
        if not is_fixed or self.is_inside(place.address, size):
            return False
        if (place.address, size) not in self._checked:
            if not buffer.is_mapped(place.address, size):
                wild()
            self._checked.add((place.address, size))
        return True

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
                return  # the new place lies in a known region
        self._regions.append(MetLocation(place.address, term, cls, size, is_typed))

    def _note_alias(self, term: Term, known: Term, distance: int) -> None:
        """Notes that a pointer points to, or into, the value of another pointer."""
        (base, at), (other, start) = split(term), split(known)
        one, typed = self._typed.get(base), self._typed.get(other)
        if one is not None and typed is not None and None not in (one.cls, typed.cls):
            inside = start + distance - at
            one.is_alias = inside in embeddings(one.cls, typed.cls) and inside >= 0

    def _is_at(self, distance: Term, value: int, cls: Any, region: MetLocation) -> bool:
        """Whether a place and a region lie as their types allow one inside the other."""
        return any(
            decide(eq(distance, integer(at)), value == at, "alias")
            for at in _offsets(cls, region.cls)
        )

    def _overlaps(self, distance: Term, value: int, cls: Any, region: MetLocation) -> bool:
        """Whether a place shares bytes with a region in another way. The distance is decided."""
        low, high = overlap(ctypes.sizeof(cls), region.size)
        if not _may_be_between(distance, low, high, _offsets(cls, region.cls)):
            return False
        condition = conjunction((ge(distance, integer(low)), le(distance, integer(high))))
        if not decide(condition, low <= value <= high, "overlap"):
            return False
        decide_between(distance, value, low, high + 1, "overlap")
        return True

    def settled(self, term: Term, value: int) -> Term:
        """A sum of variables. The value of a sum with other terms is decided."""
        atoms = parts(term)[0]
        if all(atom.op == "var" for atom in atoms):
            return term
        decide_value(term, value)
        return integer(value)


def _offsets(cls: Any, other: Any) -> tuple[int, ...]:
    """The distances at which one type may be inside the other."""
    if options.representation == "type":
        return embeddings(cls, other)
    code = code_of(cls)
    return (0,) if cls is other or (code is not None and code == code_of(other)) else ()


def _may_be_between(distance: Term, low: int, high: int, but: tuple[int, ...]) -> bool:
    """Whether a sum can lie between bounds, judged by the common divisor of its coefficients."""
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
    """The variable part and the constant of a sum."""
    constant = parts(term)[2]
    return sub(term, integer(constant)), constant


def wild() -> NoReturn:
    """Ends the run before it touches what it must not."""
    file, line = recorder.current.place()
    recorder.current.end(recorder.RunCrashed(f"{WILD} at {file}:{line}"))
