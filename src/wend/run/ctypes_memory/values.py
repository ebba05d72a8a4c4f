"""Values in memory, read and stored as ctypes does, with their terms."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

from wend.describe.memory.types import (
    DATA,
    Bits,
    code_of,
    is_array,
    is_character,
    is_compound,
    is_plain_value,
    leaves,
    swapped_code,
)
from wend.expr.build import (
    add,
    as_int,
    floordiv,
    integer,
    mod,
    mul,
    ne,
    sub,
    truth,
)
from wend.expr.floats import to_float
from wend.expr.leaves import is_address
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.inputs.memory import size_of
from wend.record import Record
from wend.run import recorder
from wend.run.calls.opaque import call_plainly, mentions_tracked
from wend.run.ctypes_memory import buffer
from wend.run.ctypes_memory.regions import NULL, Location
from wend.run.ctypes_memory.shadow import ShadowMemory, joined, octet_of, wrapped
from wend.run.tracked import track
from wend.run.tracked.boolean import SymBool
from wend.run.tracked.decisions import decide_inside
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import OCTETS, int_of, int_term, term_of, value_of
from wend.run.tracked.number import as_float
from wend.run.tracked.octets import octets, view
from wend.run.tracked.text import as_code, as_term, settled_codes, text


def value_at(memory: ShadowMemory, place: Location, cls: Any, native: Callable[[], Any]) -> Any:
    """The value at a place as ctypes shows it, or an object of ctypes that shows the place."""
    if not is_plain_value(cls):
        memory.enter(place, cls)
        view = native()
        memory.note(view, place)
        return view
    code = code_of(cls) or _swapped(cls)
    if code is None:
        memory.reach(place, cls)
        memory.leave(place, cls, f"values of {cls.__name__}")
        return native()
    value, term = number_at(memory, place, cls)
    if term is None:
        return native()
    if is_character(cls):
        return octets(text(chr(value), (as_code(term),)))
    if code[0] == "p":
        if memory.is_null(term, value, "null"):
            return None
        return track(native(), add(term, integer(memory.base)))
    return track(native(), ne(term, NULL) if code == "b1" else term)


def number_at(memory: ShadowMemory, place: Location, cls: Any) -> tuple[Any, Term | None]:
    """The number at a place, and its term. Its bytes may be in the other order."""
    code = code_of(cls)
    if code is not None:
        return memory.load(place, code, cls)
    code = swapped_code(cls)
    assert code is not None
    memory.reach(place, cls)
    terms = memory.octets(place, size_of(code))
    if all(each.op == "const" for each in terms):
        return None, None
    return None, wrapped(joined(terms[::-1]), code)


def _swapped(cls: Any) -> str | None:
    """The code of a number whose bytes are in the other order and are followed one by one."""
    code = swapped_code(cls)
    return None if code is None or code == "f8" else code


def bits_at(memory: ShadowMemory, place: Location, bits: Bits, cls: Any) -> Term | None:
    """The term of a bit field."""
    term = memory.load(place, bits.code, cls)[1]
    if term is None:
        return None
    own = mod(floordiv(term, integer(1 << bits.low)), integer(1 << bits.width))
    if not bits.is_signed:
        return own
    half = integer(1 << bits.width - 1)
    return sub(mod(add(own, half), integer(1 << bits.width)), half)


class Destination(Record):
    """A place of memory where a value is about to be stored."""

    memory: ShadowMemory
    place: Location
    cls: Any
    """The class of what lies there."""
    native: Callable[[Any], None]
    """Stores a value as ctypes does."""
    owner: Any
    """The object that the memory belongs to."""

    def put(self, code: str, term: Term | None, at: int = 0, cls: Any = None) -> None:
        """Notes the number that was just stored, `at` bytes behind the place."""
        self.memory.put(self.place.moved(at), code, term, cls or self.cls, self.owner)

    def forget(self, at: int = 0, cls: Any = None) -> None:
        """Notes that a value without terms was just stored, `at` bytes behind the place."""
        self.memory.forget(self.place.moved(at), ctypes.sizeof(cls or self.cls))

    def store_plainly(self, value: Any) -> None:
        """Stores a value that goes on without its term."""
        if mentions_tracked((value,)):
            call_plainly(self.native, (value,), {}, name=self.cls.__name__)
        else:
            self.native(value)
        self.forget()

    def store_number(self, code: str, value: Any) -> None:
        given, term = number_for(self.memory, code, value)
        self.native(given)
        self.put(code, term)

    def store_bits(self, bits: Bits, value: Any) -> None:
        """Stores some bits of a number. The others stay as they are."""
        before, term = self.memory.load(self.place, bits.code, self.cls)
        given, new = number_for(self.memory, bits.code, value)
        self.native(given)
        if term is None and new is None:
            self.put(bits.code, None)
            return
        kept = integer(before) if term is None else term
        size, low = integer(1 << bits.width), integer(1 << bits.low)
        own = mod(floordiv(kept, low), size)
        stored = mod(integer(int(given)) if new is None else new, size)
        self.put(bits.code, add(kept, mul(sub(stored, own), low)))

    def store(self, value: Any) -> None:
        """Stores a value as ctypes does, and its term."""
        if is_compound(self.cls) or is_array(self.cls):
            self.memory.enter(self.place, self.cls)
            self._store_numbers(value)
            return
        self.memory.reach(self.place, self.cls)
        code = code_of(self.cls)
        if (swapped := _swapped(self.cls)) is not None:
            given, term = number_for(self.memory, swapped, value)
            self.native(given)
            for at in range(size_of(swapped)):
                octet = None if term is None else octet_of(term, size_of(swapped) - 1 - at)
                self.put("u1", octet, at, ctypes.c_ubyte)
        elif is_character(self.cls):
            given, term = _character(self.memory, value)
            self.native(given)
            self.put("u1", term)
        elif code is None:
            self.store_plainly(value)
        else:
            self.store_number(code, value)

    def _store_numbers(self, value: Any) -> None:
        """Copies a whole value, number by number."""
        if type(value) is tuple:
            value = self.cls(*value)
        if not isinstance(value, self.cls):
            self.native(value)  # raises what ctypes raises, or does what only ctypes knows
            self.forget()
            return
        source = self.memory.place(value)
        terms = [
            None
            if leaf.code is None
            else self.memory.load(source.moved(leaf.offset), leaf.code, leaf.cls)[1]
            for leaf in leaves(self.cls)
        ]
        for leaf in leaves(self.cls):
            self.memory.reach(self.place.moved(leaf.offset), leaf.cls)
        self.native(value)
        for leaf, term in zip(leaves(self.cls), terms, strict=True):
            if leaf.code is None:
                self.forget(leaf.offset, leaf.cls)
            else:
                self.put(leaf.code, term, leaf.offset, leaf.cls)


def _character(memory: ShadowMemory, value: Any) -> tuple[Any, Term | None]:
    """The bytes or number that ctypes is given for a character, and the term of what it stores."""
    if type(value) in OCTETS:
        codes = settled_codes(view(value))
        return value_of(value), as_term(codes[0]) if len(codes) == 1 else None
    if type(value) is not SymInt and type(value) is not SymBool:
        return number_for(memory, "u1", value)
    term, number = int_of(value)
    return number, term if decide_inside(term, number, 0, 256, "value") else None


def number_for(memory: ShadowMemory, code: str, value: Any) -> tuple[Any, Term | None]:
    """The value that ctypes is given for a number, and the term of what it stores."""
    if issubclass(type(value), DATA):
        if code[0] == "p":
            return value, pointer_of(memory, value)[1]
        own = code_of(type(value)) or _swapped(type(value))
        place = memory.place(value)
        return value, None if own is None else number_at(memory, place, type(value))[1]
    term = term_of(value)
    if term is None or term.op == "const":
        return value, None
    given = value_of(value)
    match code[0]:
        case "f":
            if type(value) is SymInt:
                term = term_of(as_float(value))  # which may be too large for one
                assert term is not None
            whole = as_int(term) if term.sort is Sort.BOOL else term
            return given, term if term.sort is Sort.FLOAT else to_float(whole)
        case "b":
            return given, as_int(truth(term))
        case "p":
            number = int_term(value)
            if number is None:
                return given, None
            offset = given - memory.base if given else 0
            return given, _address(memory, wrapped(number, "u8"), offset)
        case _:
            number = int_term(value)
            return given, None if number is None else wrapped(number, code)


def pointer_of(memory: ShadowMemory, thing: Any) -> tuple[int, Term | None]:
    """The offset, and its term, that a pointer, an array or an address points to."""
    cls = type(thing)
    if thing is None:
        return 0, None
    if issubclass(cls, DATA):
        code = code_of(cls)
        if code is not None and code[0] == "p":
            return memory.load(memory.place(thing), code, cls)
        place = memory.place(thing)
        return place.address - memory.base, place.term
    if cls.__name__ == "CArgObject":
        place = memory.place(thing._obj)
        made = buffer.cast(thing, ctypes.c_void_p)
        address = int.from_bytes(buffer.read(ctypes.addressof(made), 8), sys.byteorder)
        return address - memory.base, place.moved(address - place.address).term
    number = int_term(thing)
    if number is None or number.op == "const":
        return 0, None
    value = value_of(thing)
    offset = value - memory.base if value else 0
    return offset, _address(memory, number, offset)


def _address(memory: ShadowMemory, number: Term, offset: int) -> Term | None:
    """The term of an int as a pointer. An int that is not made of pointers of the inputs loses its
    term."""
    if any(map(is_address, number.variables)):
        return memory.as_pointer(number, offset)
    value = offset + memory.base if offset else 0
    recorder.current.lose(number, value, "an address is a number that is no pointer of the inputs")
    return None
