"""Memory as bytes: read, written, copied and filled without regard to what lies there."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from wend.describe.memory.types import DATA, code_of, is_array, is_pointer
from wend.expr.build import add, eq, integer, mod
from wend.expr.terms import Term
from wend.path.reason import Reason
from wend.run import recorder
from wend.run.calls.opaque import call_plainly
from wend.run.ctypes_memory import buffer
from wend.run.ctypes_memory.regions import NULL, Location, wild
from wend.run.ctypes_memory.shadow import ShadowMemory, active
from wend.run.ctypes_memory.values import pointer_of
from wend.run.tracked import track
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import OCTETS, int_term, plain, value_of
from wend.run.tracked.octets import LATIN, SymByteArray, hold, is_in_memory, octets, view
from wend.run.tracked.text import as_code, as_term, codes_of, has, raw, settle, text

MOST_BYTES = 1 << 12
"""More are moved without their terms."""


def octets_in(memory: ShadowMemory, thing: Any) -> Any:
    """The bytes of an object of ctypes, tracked where they depend on the inputs."""
    cls, size = type(thing), ctypes.sizeof(thing)
    place = memory.place(thing)
    memory.reach(place, cls)
    memory.prepare(place, cls)
    return _shown(memory, place, size)


def _shown(memory: ShadowMemory, place: Location, size: int) -> Any:
    codes = [as_code(each) for each in memory.octets(place, size)]
    return octets(text(buffer.read(place.address, size).decode(LATIN), codes))


def octets_until_zero(memory: ShadowMemory, place: Location, most: int | None = None) -> Any:
    """The bytes from a place on, up to the first that is 0: where that is, is decided."""
    size = 0
    while size != most:
        own = place.moved(size)
        memory.follow(own, ctypes.c_ubyte)
        (term,) = memory.octets(own, 1)
        if decide(eq(term, NULL), buffer.read(own.address, 1) == b"\0", "value"):
            break
        size += 1
    return _shown(memory, place, size)


def store_octets(
    memory: ShadowMemory, place: Location, terms: Sequence[Term | None], owner: Any
) -> None:
    """Notes what bytes were just stored at a place that was reached."""
    for at, term in enumerate(terms):
        memory.put(place.moved(at), "u1", term, ctypes.c_ubyte, owner)


def put_octets(thing: Any, start: int, value: Any) -> None:
    """Notes bytes that native code just wrote into an object of ctypes."""
    memory = active()
    if memory is not None:
        store_octets(memory, memory.place(thing).moved(start), terms_in(value), thing)


def terms_in(value: Any) -> list[Term | None]:
    """The terms of bytes, which end where they end now; None for those that are fixed."""
    shown = view(value)
    settle(shown)
    return [None if type(code) is int else as_term(code) for code in codes_of(shown)]


def up_to_zero(terms: list[Term | None], value: bytes) -> int:
    """How many bytes come before the first 0: decided."""
    for at, (term, number) in enumerate(zip(terms, value, strict=True)):
        if term is None:
            if number == 0:
                return at
        elif decide(eq(term, NULL), number == 0, "value"):
            return at
    return len(terms)


# Functions of ctypes


def _place_of(memory: ShadowMemory, thing: Any) -> Location | None:
    """Where something points to that a function is given; None where only ctypes knows."""
    cls = type(thing)
    if cls is int:
        return Location(thing, None) if thing >= 0 else None
    is_pointing = cls is SymInt or cls.__name__ == "CArgObject"
    if issubclass(cls, DATA):
        is_pointing = is_pointer(cls) or is_array(cls) or code_of(cls) == "p8"
    if not is_pointing:
        return None
    offset, term = pointer_of(memory, thing)
    if cls is SymInt:
        offset = value_of(thing) - memory.base if value_of(thing) else 0
    if memory.is_null(term, offset, "null"):
        wild()
    return Location(memory.base + offset, term)


def _size_of(size: Any) -> int | None:
    """How many bytes are meant, which is decided; None for what only ctypes knows."""
    if type(size) is SymInt:
        return decide_value(size._wend_term, size._wend_value)
    return size if type(size) is int else None


def _reach(memory: ShadowMemory, place: Location, size: int) -> None:
    if size:
        memory.follow_bytes(place, size)


def _target(thing: Any) -> Any:
    """What is there where something points to, if its type says so."""
    cls = type(thing)
    if cls.__name__ == "CArgObject":
        return type(thing._obj)
    if is_array(cls):
        return cls
    return cls._type_ if is_pointer(cls) else None


def _prepare(memory: ShadowMemory, place: Location, size: int, cls: Any) -> None:
    """Looks at what lies at a place by its type, as far as whole values of it go."""
    step = 0 if cls is None else ctypes.sizeof(cls)
    if size < step and not memory.is_met(place, step):
        return
    for at in range(0, max(size, step) - step + 1, step) if step else ():
        memory.prepare(place.moved(at), cls)


def _prepare_part(memory: ShadowMemory, place: Location, size: int, cls: Any) -> None:
    """The same where only a part of a value is about to be written: the rest of it stays."""
    if cls is not None and size < ctypes.sizeof(cls):
        _prepare(memory, place, size, cls)


def move(native: Any, opaque: Callable[..., Any]) -> Callable[..., Any]:
    """ctypes.memmove"""

    def memmove(*args: Any) -> Any:
        memory = active()
        if memory is None:
            return native(*args)
        size = _size_of(args[2]) if len(args) == 3 else None
        if size is None or not 0 <= size <= MOST_BYTES:
            return opaque(*args)
        if not size:
            return native(plain(args[0]), plain(args[1]), 0)
        to = _place_of(memory, args[0])
        if to is None:
            return opaque(*args)
        parts: list[tuple[int, str, Term | None]]
        if type(args[1]) in OCTETS or type(args[1]) is bytes:
            terms = terms_in(args[1])
            if size > len(terms) + 1:
                return opaque(*args)  # behind its end, where nobody knows what there is
            parts = [(at, "u1", each) for at, each in enumerate([*terms, None][:size])]
        else:
            origin = _place_of(memory, args[1])
            if origin is None:
                return opaque(*args)
            _reach(memory, origin, size)
            _prepare(memory, origin, size, _target(args[1]))
            parts = memory.parts(origin, size)
        _reach(memory, to, size)
        _prepare_part(memory, to, size, _target(args[0]))
        native(to.address, plain(args[1]), size)
        for at, code, term in parts:
            memory.put(to.moved(at), code, term, ctypes.c_ubyte, args[0])
        return _address(memory, to)

    return memmove


def fill(native: Any, opaque: Callable[..., Any]) -> Callable[..., Any]:
    """ctypes.memset"""

    def memset(*args: Any) -> Any:
        memory = active()
        if memory is None:
            return native(*args)
        size = _size_of(args[2]) if len(args) == 3 else None
        number = int_term(args[1]) if len(args) == 3 else None
        if size is None or number is None or not 0 <= size <= MOST_BYTES:
            return opaque(*args)
        if not size:
            return native(plain(args[0]), plain(args[1]), 0)
        to = _place_of(memory, args[0])
        if to is None:
            return opaque(*args)
        _reach(memory, to, size)
        _prepare_part(memory, to, size, _target(args[0]))
        native(to.address, value_of(args[1]), size)
        octet = mod(number, integer(256))
        store_octets(memory, to, [None if octet.op == "const" else octet] * size, args[0])
        return _address(memory, to)

    return memset


def _address(memory: ShadowMemory, place: Location) -> Any:
    """What memmove and memset return."""
    if place.term is None:
        return place.address
    return track(place.address, add(place.term, integer(memory.base)))


def string_at(ptr: Any, size: Any = -1) -> Any:
    """ctypes.string_at"""
    memory = active()
    count = None if memory is None else _size_of(size)
    if memory is None:
        return _STRING_AT(ptr, size)
    place = None if count is None or not -1 <= count <= MOST_BYTES else _place_of(memory, ptr)
    if place is None:
        return call_plainly(_STRING_AT, (ptr, size), {})
    if count == -1:
        return octets_until_zero(memory, place)
    assert count is not None
    _reach(memory, place, count)
    _prepare(memory, place, count, _target(ptr))
    return _shown(memory, place, count)


_STRING_AT = ctypes.string_at


# Objects made of bytes


def string_buffer(init: Any, size: Any = None) -> Any:
    """ctypes.create_string_buffer"""
    memory = active()
    if memory is None or not (type(init) in OCTETS or SymInt in (type(init), type(size))):
        return _STRING_BUFFER(init, size)
    count = _size_of(size) if type(size) is SymInt else size
    if type(init) not in OCTETS:
        given: Any = _size_of(init) if type(init) is SymInt else init
        return _STRING_BUFFER(given, count)
    terms = terms_in(init)
    made = _STRING_BUFFER(plain(init), count)
    terms = [*terms, None][: ctypes.sizeof(made)]
    store_octets(memory, memory.place(made), terms, made)
    return made


_STRING_BUFFER = ctypes.create_string_buffer


def copied_from(method: Any, owner: Any) -> Callable[..., Any]:
    """Node.from_buffer_copy"""

    def from_buffer_copy(source: Any, offset: Any = 0, /) -> Any:
        memory, start = active(), _size_of(offset)
        has_bytes = isinstance(source, bytes | bytearray) or is_in_memory(source)
        if memory is None or start is None or not has_bytes:
            return call_plainly(method, (source, offset), {})
        if start < 0:
            return method(plain(source), start)  # raises what Python raises
        shown = view(source)
        size = ctypes.sizeof(owner)
        if size and not has(shown, start + size - 1):
            settle(shown)  # the message tells how many there are
        codes = codes_of(shown)[start : start + size]
        made = method(raw(shown).encode(LATIN), start)
        terms = [None if type(code) is int else as_term(code) for code in codes]
        store_octets(memory, memory.place(made), terms, made)
        return made

    return from_buffer_copy


def shared_with(method: Any, owner: Any) -> Callable[..., Any]:
    """Node.from_buffer"""

    def from_buffer(source: Any, offset: Any = 0, /) -> Any:
        memory, start = active(), _size_of(offset)
        if memory is None or start is None:
            return call_plainly(method, (source, offset), {})
        if is_in_memory(source):
            made = method(source, start)
            memory.note(made, memory.place(source).moved(start))
            return made
        says = "what is read and written in a buffer that an object of ctypes shares has no terms"
        recorder.current.note(
            Reason("opaque-call", says, "", method.__qualname__, *recorder.current.place())
        )
        if type(source) is not SymByteArray:
            return method(source, start)
        terms = terms_in(source)
        hold(source, "")
        made = method(source, start)
        own = terms[start : start + ctypes.sizeof(owner)]
        store_octets(memory, memory.place(made), own, made)
        return made

    return from_buffer
