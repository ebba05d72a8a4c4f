"""Memory as bytes: `bytes(x)`, `memmove`, `memset`, `string_at`, `from_buffer_copy`, and so on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from wend.describe.memory.types import DATA, code_of, is_array, is_pointer
from wend.expr.build import add, eq, integer, mod
from wend.expr.terms import Term
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
"""The most bytes that a function of ctypes reads or writes with their terms."""


def octets_in(memory: ShadowMemory, thing: Any) -> Any:
    """The bytes of a ctypes object, tracked if they depend on the inputs."""
    cls, size = type(thing), ctypes.sizeof(thing)
    place = memory.place(thing)
    memory.reach(place, cls)
    memory.prepare(place, cls)
    return _shown(memory, place, size)


def _shown(memory: ShadowMemory, place: Location, size: int) -> Any:
    codes = [as_code(each) for each in memory.octets(place, size)]
    return octets(text(buffer.read(place.address, size).decode(LATIN), codes))


def octets_until_zero(memory: ShadowMemory, place: Location, most: int | None = None) -> Any:
    """The bytes from a place on, up to the first 0. The place of the 0 is decided."""
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
    """Notes the bytes that were just stored at a place that was reached before."""
    for at, term in enumerate(terms):
        memory.put(place.moved(at), "u1", term, ctypes.c_ubyte, owner)


def put_octets(thing: Any, start: int, value: Any) -> None:
    """Notes the bytes that native code just wrote into a ctypes object."""
    memory = active()
    if memory is not None:
        store_octets(memory, memory.place(thing).moved(start), terms_in(value), thing)


def terms_in(value: Any) -> list[Term | None]:
    """The term of each byte, None for a constant byte. The number of bytes is decided."""
    shown = view(value)
    settle(shown)
    return [None if type(code) is int else as_term(code) for code in codes_of(shown)]


def up_to_zero(terms: list[Term | None], value: bytes) -> int:
    """The number of bytes before the first 0, which is decided."""
    for at, (term, number) in enumerate(zip(terms, value, strict=True)):
        if term is None:
            if number == 0:
                return at
        elif decide(eq(term, NULL), number == 0, "value"):
            return at
    return len(terms)


# Functions of ctypes


def _place_of(memory: ShadowMemory, thing: Any) -> Location | None:
    """The place that an argument of a function points to. None for arguments of other kinds."""
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
    """A number of bytes, which is decided. None for an argument that is no int."""
    if type(size) is SymInt:
        return decide_value(size._wend_term, size._wend_value)
    return size if type(size) is int else None


def _target(thing: Any) -> Any:
    """The class of the value that an argument points to, or None if its type does not tell."""
    cls = type(thing)
    if cls.__name__ == "CArgObject":
        return type(thing._obj)
    if is_array(cls):
        return cls
    return cls._type_ if is_pointer(cls) else None


def _prepare(memory: ShadowMemory, place: Location, size: int, cls: Any) -> None:
    """Looks at the whole values of a class that lie in some bytes."""
    step = 0 if cls is None else ctypes.sizeof(cls)
    if size < step and not memory.is_met(place, step):
        return
    for at in range(0, max(size, step) - step + 1, step) if step else ():
        memory.prepare(place.moved(at), cls)


Parts = list[tuple[int, str, Term | None]]
"""The numbers in some bytes: the offset, the code and the term of each."""


def move(native: Any, opaque: Callable[..., Any]) -> Callable[..., Any]:
    """ctypes.memmove"""

    def moved(memory: ShadowMemory, source: Any, size: int) -> Parts | None:
        if type(source) in OCTETS or type(source) is bytes:
            terms = [*terms_in(source), None]
            if size > len(terms):
                return None  # bytes behind the end of the source
            return [(at, "u1", each) for at, each in enumerate(terms[:size])]
        origin = _place_of(memory, source)
        if origin is None:
            return None
        memory.follow_bytes(origin, size)
        _prepare(memory, origin, size, _target(source))
        return memory.parts(origin, size)

    return _writing(native, opaque, moved)


def fill(native: Any, opaque: Callable[..., Any]) -> Callable[..., Any]:
    """ctypes.memset"""

    def filled(memory: ShadowMemory, value: Any, size: int) -> Parts | None:
        number = int_term(value)
        if number is None:
            return None
        octet = mod(number, integer(256))
        term = None if octet.op == "const" else octet
        return [(at, "u1", term) for at in range(size)]

    return _writing(native, opaque, filled)


def _writing(
    native: Any,
    opaque: Callable[..., Any],
    parts_of: Callable[[ShadowMemory, Any, int], Parts | None],
) -> Callable[..., Any]:
    """A function that writes bytes to a place: `native(place, contents, size)`. `parts_of` gives
    the terms of the contents, or None where the call is opaque."""

    def called(*args: Any) -> Any:
        memory = active()
        if memory is None:
            return native(*args)
        size = _size_of(args[2]) if len(args) == 3 else None
        if size is None or not 0 <= size <= MOST_BYTES:
            return opaque(*args)
        if not size:
            return native(plain(args[0]), plain(args[1]), 0)
        to = _place_of(memory, args[0])
        parts = None if to is None else parts_of(memory, args[1], size)
        if to is None or parts is None:
            return opaque(*args)
        memory.follow_bytes(to, size)
        target = _target(args[0])
        if target is not None and size < ctypes.sizeof(target):
            _prepare(memory, to, size, target)  # the rest of the value stays
        native(to.address, plain(args[1]), size)
        for at, code, term in parts:
            memory.put(to.moved(at), code, term, ctypes.c_ubyte, args[0])
        if to.term is None:
            return to.address
        return track(to.address, add(to.term, integer(memory.base)))

    return called


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
    if count:
        memory.follow_bytes(place, count)
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
        recorder.current.note_here("opaque-call", says, name=method.__qualname__)
        if type(source) is not SymByteArray:
            return method(source, start)
        terms = terms_in(source)
        hold(source, "")
        made = method(source, start)
        own = terms[start : start + ctypes.sizeof(owner)]
        store_octets(memory, memory.place(made), own, made)
        return made

    return from_buffer
