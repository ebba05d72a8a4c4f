"""Accessors for ctypes classes that know the shadow of memory; put into them in runners only."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from wend.describe.memory.types import (
    DATA,
    SIMPLE,
    Bits,
    anonymous,
    bits_of,
    code_of,
    fields,
    holds_characters,
    is_array,
    is_character,
    is_compound,
    is_plain_value,
    is_pointer,
)
from wend.expr.build import add, eq, ge, integer, ite, lt, mul
from wend.expr.floats import is_exactly
from wend.expr.reads import table
from wend.expr.terms import Term
from wend.run.ctypes_memory import buffer, values
from wend.run.ctypes_memory.octets import (
    octets_in,
    octets_until_zero,
    store_octets,
    terms_in,
    up_to_zero,
)
from wend.run.ctypes_memory.regions import NULL, Location
from wend.run.ctypes_memory.shadow import ShadowMemory, active, constant
from wend.run.ctypes_memory.values import bits_at, number_for, store_at, store_bits, store_plainly
from wend.run.tracked import track
from wend.run.tracked.decisions import decide, decide_between, decide_value
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import int_term, plain, value_of
from wend.run.tracked.octets import octets, view
from wend.run.tracked.text_operators import chained

MOST_ITEMS = 64
"""Arrays up to this length are looked at as a whole where the index depends on the inputs."""

_hooked: set[Any] = set()


def hook(cls: Any) -> None:
    """Gives a class of ctypes, and those inside it, the accessors."""
    if cls in _hooked or not (isinstance(cls, type) and issubclass(cls, DATA)):
        return
    if cls.__module__ == "_ctypes":
        return  # what all of them are below
    if is_compound(cls) and not hasattr(cls, "_fields_"):
        return  # its fields come later
    _hooked.add(cls)
    if hasattr(cls, "_type_") or hasattr(cls, "_fields_"):
        setattr(cls, "__bytes__", _octets)  # noqa: B010 - mypy knows no such attribute
        setattr(cls, "__reduce__", _reduced)  # noqa: B010
        setattr(cls, "__radd__", _behind)  # noqa: B010
    if is_compound(cls):
        for base in cls.__mro__[1:]:
            if "_fields_" in base.__dict__:
                hook(base)
        for name, own, offset, is_bits in (*fields(cls), *anonymous(cls)):
            if name in cls.__dict__ and not isinstance(cls.__dict__[name], MemoryField):
                bits = bits_of(cls, name) if is_bits else None
                setattr(cls, name, MemoryField(cls.__dict__[name], own, offset, is_bits, bits))
            hook(own)
        # Python has to be told that a union's attributes changed: it remembers them.
        cls.__module__ = cls.__module__
    elif is_array(cls) and hasattr(cls, "_type_"):
        _hook_array(cls)
        hook(cls._type_)
    elif is_pointer(cls) and hasattr(cls, "_type_"):
        _hook_pointer(cls)
        hook(cls._type_)
    elif issubclass(cls, SIMPLE) and hasattr(cls, "_type_"):
        if SIMPLE in cls.__bases__:
            _hook_simple(cls)
        for base in cls.__mro__[1:]:
            hook(base)


def value_at(memory: ShadowMemory, place: Location, cls: Any, native: Callable[[], Any]) -> Any:
    """What is at a place; if that is an object, it has accessors, too."""
    found = values.value_at(memory, place, cls, native)
    hook(type(found))
    return found


class MemoryField:
    """A field of a structure."""

    def __init__(
        self, native: Any, cls: Any, offset: int, is_bits: bool, bits: Bits | None
    ) -> None:
        self._native = native
        self._cls = cls
        self._offset = offset
        self._is_bits = is_bits
        self._bits = bits
        """Where they are, if they are followed."""
        self._is_text = is_array(cls) and getattr(cls._type_, "_type_", "") == "u"
        """Whether ctypes shows an array as text."""

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        memory = active() if owner is not None else None
        if memory is None:
            return self if owner is None else self._native.__get__(owner, cls)
        place = memory.place(owner).moved(self._offset)
        if self._bits is not None:
            term = bits_at(memory, place, self._bits, self._cls)
            value = self._native.__get__(owner, cls)
            return value if term is None else track(value, term)
        if self._is_bits:
            memory.leave(place, self._cls, "bit fields")
            return self._native.__get__(owner, cls)
        if holds_characters(self._cls):
            memory.enter(place, self._cls)
            return octets_until_zero(memory, place, ctypes.sizeof(self._cls))
        if self._is_text:
            memory.leave(place, self._cls, "values of c_wchar")
            return self._native.__get__(owner, cls)
        return value_at(memory, place, self._cls, lambda: self._native.__get__(owner, cls))

    def __set__(self, owner: Any, value: Any) -> None:
        memory = active()
        if memory is None:
            self._native.__set__(owner, value)
            return

        def native(given: Any) -> None:
            self._native.__set__(owner, given)

        place = memory.place(owner).moved(self._offset)
        if self._bits is not None:
            store_bits(memory, place, self._bits, self._cls, value, native, owner)
        elif self._is_bits or self._is_text:
            store_plainly(native, value, self._cls)
            memory.forget(place, ctypes.sizeof(self._cls))
        elif holds_characters(self._cls) and isinstance(value, bytes):
            memory.enter(place, self._cls)
            terms, plainly = terms_in(value), value_of(value)
            size = up_to_zero(terms, plainly)
            native(plainly)
            terms = [*terms[:size], None][: ctypes.sizeof(self._cls)]
            store_octets(memory, place, terms, owner)
        else:
            store_at(memory, place, self._cls, value, native, owner)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._native, name)

    def __repr__(self) -> str:
        return repr(self._native)


def _hook_simple(cls: Any) -> None:
    native = cls.value

    def read(self: Any) -> Any:
        memory = active()
        if memory is None:
            return native.__get__(self)
        own = memory.place(self)
        return value_at(memory, own, cls, lambda: native.__get__(self))

    def write(self: Any, value: Any) -> None:
        memory = active()
        if memory is None:
            native.__set__(self, value)
        else:
            store_at(
                memory, memory.place(self), cls, value, lambda x: native.__set__(self, x), self
            )

    def is_true(self: Any) -> bool:
        code, memory = code_of(cls), active()
        if memory is None:
            return tested(self)
        if code is None:
            _lose(self, "is tested")
            return tested(self)
        # ctypes looks at the bytes: -0.0 is true.
        value, term = memory.load(memory.place(self), code, cls)
        if term is None:
            return tested(self)
        if code[0] == "p":
            return not memory.is_null(term, value, "test")
        is_zero = is_exactly(term, 0.0) if code == "f8" else eq(term, NULL)
        return not decide(is_zero, not tested(self), "test")

    def shown(self: Any) -> str:
        _lose(self, "becomes text")
        return written(self)

    written: Callable[[Any], str] = cls.__repr__
    tested: Callable[[Any], bool] = cls.__bool__
    deleted = native.__delete__
    cls.value = property(read, write, deleted)
    cls.__bool__ = is_true
    cls.__repr__ = shown


def _octets(self: Any) -> Any:
    """bytes(…), which ctypes leaves to the buffer protocol."""
    memory = active()
    if memory is None:
        return buffer.read(ctypes.addressof(self), ctypes.sizeof(self))
    return octets_in(memory, self)


def _behind(self: Any, before: Any) -> Any:
    """b"…" + value, which ctypes leaves to the buffer protocol."""
    if type(before) not in (bytes, bytearray) or active() is None:
        return NotImplemented
    return before + _octets(self)


def _reduced(self: Any) -> Any:
    """What `copy` and `pickle` make of a value."""
    _lose(self, "is copied as bytes")
    return DATA.__reduce__(self)


def _lose(self: Any, why: str) -> None:
    """What is in a value goes on without its terms."""
    memory = active()
    if memory is not None:
        memory.give_away(self, why)


def _hook_pointer(cls: Any) -> None:
    to = cls._type_
    contents, getitem, setitem, is_true = (
        cls.contents,
        cls.__getitem__,
        cls.__setitem__,
        cls.__bool__,
    )

    def followed(
        memory: ShadowMemory, self: Any, index: Any, kind: str = "null"
    ) -> Location | None:
        """Where the pointer leads to; None for NULL, which ctypes says itself."""
        value, term = memory.load(memory.place(self), "p8", cls)
        if memory.is_null(term, value, kind):
            return None
        size, by = ctypes.sizeof(to), value_of(index)
        offset = value + size * by
        if term is None and type(index) is SymInt:
            decide_value(index._wend_term, by)
        elif term is not None:
            step = int_term(index)
            assert step is not None
            term = memory.settled(add(term, mul(integer(size), step)), offset)
        return Location(memory.base + offset, term)

    def read_contents(self: Any) -> Any:
        memory = active()
        place = None if memory is None else followed(memory, self, 0)
        if memory is None or place is None:
            return contents.__get__(self)
        memory.follow(place, to)
        view = contents.__get__(self)
        memory.note(view, place)
        hook(type(view))
        return view

    def write_contents(self: Any, value: Any) -> None:
        memory = active()
        contents.__set__(self, value)
        if memory is not None:
            own = memory.place(self)
            memory.reach(own, cls)
            memory.put(own, "p8", memory.place(value).term, cls, self)

    def read_item(self: Any, index: Any) -> Any:
        memory = active()
        if memory is None or not _is_index(index):
            if memory is not None and type(index) is slice:
                return _slice(self, index, getitem, to)
            return getitem(self, plain(index))
        place = followed(memory, self, index)
        given = value_of(index)
        if place is None or not -(2**63) <= given < 2**63:
            return getitem(self, given)
        memory.follow(place, to)
        return value_at(memory, place, to, lambda: getitem(self, given))

    def write_item(self: Any, index: Any, value: Any) -> None:
        memory = active()
        if memory is None or not _is_index(index):
            setitem(self, plain(index), plain(value))
            return
        place = followed(memory, self, index)
        given = value_of(index)
        if place is None or not -(2**63) <= given < 2**63:
            setitem(self, given, plain(value))
            return
        memory.follow(place, to)
        store_at(memory, place, to, value, lambda x: setitem(self, given, x), self)

    def is_not_null(self: Any) -> bool:
        memory = active()
        if memory is None:
            return bool(is_true(self))
        value, term = memory.load(memory.place(self), "p8", cls)
        return not memory.is_null(term, value, "test")

    cls.contents = property(read_contents, write_contents)
    cls.__getitem__ = read_item
    cls.__setitem__ = write_item
    cls.__bool__ = is_not_null


def _hook_array(cls: Any) -> None:
    of, count = cls._type_, cls._length_
    size = ctypes.sizeof(of)
    getitem, setitem = cls.__getitem__, cls.__setitem__

    def element(memory: ShadowMemory, self: Any, at: int) -> Location:
        return memory.place(self).moved(at * size)

    def index_of(index: Any) -> tuple[Term, int] | None:
        """An index that depends on the inputs, from 0 on; None if it is none of the array's."""
        term, value = index._wend_term, index._wend_value
        if decide(lt(term, NULL), value < 0, "index"):
            term, value = add(term, integer(count)), value + count
        low = decide(ge(term, NULL), value >= 0, "index")
        if low and decide(lt(term, integer(count)), value < count, "index"):
            return term, value
        return None

    def read_item(self: Any, index: Any) -> Any:
        memory = active()
        if memory is None or not _is_index(index):
            if memory is not None and type(index) is slice:
                return _slice(self, index, getitem, of)
            return getitem(self, plain(index))
        given = value_of(index)
        if type(index) is SymInt:
            found = index_of(index)
            if found is not None:
                code = code_of(of)
                is_number = code is not None and code[0] in "iuf" and is_plain_number(of)
                if is_number and count <= MOST_ITEMS and code is not None:
                    return _any_of(memory, self, code, found)
                decide_between(*found, 0, count, "index")
        if not -count <= given < count:
            return getitem(self, given)
        place = element(memory, self, given % count)
        return value_at(memory, place, of, lambda: getitem(self, given))

    def _any_of(memory: ShadowMemory, self: Any, code: str, found: tuple[Term, int]) -> Any:
        terms = []
        for at in range(count):
            value, term = memory.load(element(memory, self, at), code, of)
            terms.append(constant(value) if term is None else term)
        return track(getitem(self, found[1]), table(found[0], range(count), terms))

    def write_item(self: Any, index: Any, value: Any) -> None:
        memory = active()
        if memory is None or not _is_index(index):
            if memory is not None and type(index) is slice and hasattr(type(value), "__len__"):
                places, items = range(*index.indices(count)), [*value]
                if len(places) == len(items):
                    for at, each in zip(places, items, strict=True):
                        self[at] = each
                    return
            setitem(self, plain(index), plain(value))
            return
        given = value_of(index)
        if type(index) is SymInt and (found := index_of(index)) is not None:
            code = code_of(of)
            if (
                code is not None
                and code[0] in "iuf"
                and not is_character(of)
                and (count <= MOST_ITEMS)
            ):
                _write_any(memory, self, code, found, value)
                return
            decide_between(*found, 0, count, "index")
        if not -count <= given < count:
            setitem(self, given, plain(value))
            return
        place = element(memory, self, given % count)
        store_at(memory, place, of, value, lambda x: setitem(self, given, x), self)

    def _write_any(
        memory: ShadowMemory, self: Any, code: str, found: tuple[Term, int], value: Any
    ) -> None:
        index, at = found
        before = [memory.load(element(memory, self, each), code, of) for each in range(count)]
        given, term = number_for(memory, code, value)
        setitem(self, at, given)
        stored = constant(getitem(self, at)) if term is None else term
        for each, (old, known) in enumerate(before):
            other = constant(old) if known is None else known
            chosen = ite(eq(index, integer(each)), stored, other)
            memory.put(element(memory, self, each), code, chosen, of, self)

    cls.__getitem__ = read_item
    cls.__setitem__ = write_item
    for name in ("value", "raw"):
        if hasattr(cls, name):
            setattr(cls, name, _text_of(getattr(cls, name), cls, name))


def _text_of(native: Any, cls: Any, name: str) -> property:
    """The characters of an array: all of them (`raw`), or those before a NUL (`value`)."""

    def read(self: Any) -> Any:
        memory = active()
        if memory is None:
            return native.__get__(self)
        place = memory.place(self)
        if not is_character(cls._type_):
            memory.leave(place, cls, f"values of {cls._type_.__name__}")
            return native.__get__(self)
        memory.enter(place, cls)
        if name == "raw":
            return octets_in(memory, self)
        return octets_until_zero(memory, place, ctypes.sizeof(self))

    def write(self: Any, value: Any) -> None:
        memory = active()
        if memory is None:
            native.__set__(self, value)
        elif is_character(cls._type_) and isinstance(value, bytes | bytearray):
            place = memory.place(self)
            memory.enter(place, cls)
            terms = terms_in(value)
            native.__set__(self, plain(value))
            is_ended = name == "value" and len(terms) < ctypes.sizeof(self)
            store_octets(memory, place, [*terms, None] if is_ended else terms, self)
        else:
            store_plainly(lambda given: native.__set__(self, given), value, cls)
            memory.forget(memory.place(self), ctypes.sizeof(self))

    return property(read, write, native.__delete__)


def is_plain_number(cls: Any) -> bool:
    return is_plain_value(cls) and not is_character(cls)


def _is_index(index: Any) -> bool:
    return type(index) is int or type(index) is SymInt


def _slice(self: Any, index: slice, native: Any, of: Any) -> Any:
    """Items one by one."""
    if isinstance(self, ctypes.Array):
        places = range(*index.indices(len(self)))
    elif index.stop is None or (index.start is None and (index.step or 1) < 0):
        return native(self, index)  # raises what ctypes raises
    else:
        places = range(index.start or 0, int(index.stop), index.step or 1)
    items = [self[at] for at in places]
    kind = of._type_ if is_plain_value(of) else ""
    if kind == "c":
        return octets(chained([view(each) for each in items]))
    return "".join(items) if kind == "u" else items
