"""What is at a place of memory as ctypes shows it, and what it stores there, with terms."""

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
    """What is at a place as ctypes shows it: a value, or an object that is a view of it."""
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
    """The number at a place, be its bytes swapped, and its term."""
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
    """The code of a number whose bytes are swapped, and are followed one by one."""
    code = swapped_code(cls)
    return None if code is None or code == "f8" else code


def bits_at(memory: ShadowMemory, place: Location, bits: Bits, cls: Any) -> Term | None:
    """What is in a bit field."""
    term = memory.load(place, bits.code, cls)[1]
    if term is None:
        return None
    own = mod(floordiv(term, integer(1 << bits.low)), integer(1 << bits.width))
    if not bits.is_signed:
        return own
    half = integer(1 << bits.width - 1)
    return sub(mod(add(own, half), integer(1 << bits.width)), half)


def store_bits(
    memory: ShadowMemory,
    place: Location,
    bits: Bits,
    cls: Any,
    value: Any,
    native: Callable[[Any], Any],
    owner: Any,
) -> None:
    """Stores some bits of a number; the others stay as they are."""
    before, term = memory.load(place, bits.code, cls)
    given, put = number_for(memory, bits.code, value)
    native(given)
    if term is None and put is None:
        memory.put(place, bits.code, None, cls, owner)
        return
    kept = integer(before) if term is None else term
    size, low = integer(1 << bits.width), integer(1 << bits.low)
    own = mod(floordiv(kept, low), size)
    stored = mod(integer(int(given)) if put is None else put, size)
    memory.put(place, bits.code, add(kept, mul(sub(stored, own), low)), cls, owner)


def store_at(
    memory: ShadowMemory,
    place: Location,
    cls: Any,
    value: Any,
    native: Callable[[Any], Any],
    owner: Any,
) -> None:
    """Stores a value as ctypes does, and its term."""
    code = code_of(cls)
    if is_compound(cls) or is_array(cls):
        memory.enter(place, cls)
        _copy(memory, place, cls, value, native, owner)
    elif (swapped := _swapped(cls)) is not None:
        memory.reach(place, cls)
        given, term = number_for(memory, swapped, value)
        native(given)
        for at in range(size_of(swapped)):
            octet = None if term is None else octet_of(term, size_of(swapped) - 1 - at)
            memory.put(place.moved(at), "u1", octet, ctypes.c_ubyte, owner)
    elif is_character(cls):
        memory.reach(place, cls)
        given, term = _character(memory, value)
        native(given)
        memory.put(place, "u1", term, cls, owner)
    elif code is None:
        memory.reach(place, cls)
        store_plainly(native, value, cls)
        memory.forget(place, ctypes.sizeof(cls))
    else:
        memory.reach(place, cls)
        given, term = number_for(memory, code, value)
        native(given)
        memory.put(place, code, term, cls, owner)


def _character(memory: ShadowMemory, value: Any) -> tuple[Any, Term | None]:
    """What ctypes is given for a character: bytes, or a number; and the term of what it stores."""
    if type(value) in OCTETS:
        codes = settled_codes(view(value))
        return value_of(value), as_term(codes[0]) if len(codes) == 1 else None
    if type(value) is not SymInt and type(value) is not SymBool:
        return number_for(memory, "u1", value)
    term, number = int_of(value)
    return number, term if decide_inside(term, number, 0, 256, "value") else None


def store_plainly(native: Callable[[Any], Any], value: Any, cls: Any) -> None:
    """Stores what goes on without its term."""
    if mentions_tracked((value,)):
        call_plainly(native, (value,), {}, name=cls.__name__)
    else:
        native(value)


def _copy(
    memory: ShadowMemory,
    place: Location,
    cls: Any,
    value: Any,
    native: Callable[[Any], Any],
    owner: Any,
) -> None:
    """A whole value is copied, number by number."""
    if type(value) is tuple:
        value = cls(*value)
    if not isinstance(value, cls):
        native(value)  # raises what ctypes raises, or does what only it knows
        memory.forget(place, ctypes.sizeof(cls))
        return
    source = memory.place(value)
    terms = [
        None
        if leaf.code is None
        else memory.load(source.moved(leaf.offset), leaf.code, leaf.cls)[1]
        for leaf in leaves(cls)
    ]
    for leaf in leaves(cls):
        memory.reach(place.moved(leaf.offset), leaf.cls)
    native(value)
    for leaf, term in zip(leaves(cls), terms, strict=True):
        if leaf.code is None:
            memory.forget(place.moved(leaf.offset), ctypes.sizeof(leaf.cls))
        else:
            memory.put(place.moved(leaf.offset), leaf.code, term, leaf.cls, owner)


def number_for(memory: ShadowMemory, code: str, value: Any) -> tuple[Any, Term | None]:
    """What ctypes is given for a number, and the term of what it stores."""
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
            return given, term if term.sort is Sort.FLOAT else to_float(
                as_int(term) if term.sort is Sort.BOOL else term
            )
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
    """Where something points to, as an offset: a pointer, an array, an address."""
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
    """An int as a pointer; one that is not made of pointers of the inputs leads nowhere."""
    if any(map(is_address, number.variables)):
        return memory.as_pointer(number, offset)
    value = offset + memory.base if offset else 0
    recorder.current.lose(number, value, "an address is a number that is no pointer of the inputs")
    return None
