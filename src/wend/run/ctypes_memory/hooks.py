"""Accessors that the classes of ctypes get in runners, so that the shadow of memory is asked.

    p.contents, p[1], node.value, bool(p), bytes(node)

Outside of runs, and in replays, ctypes does what it always does.
"""

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
from wend.run.ctypes_memory.values import Destination, bits_at, number_for
from wend.run.tracked import track
from wend.run.tracked.decisions import decide, decide_between, decide_value
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import int_of, plain, value_of
from wend.run.tracked.octets import octets, view
from wend.run.tracked.text_operators import chained

MOST_ITEMS = 64
"""The most items of an array that is read and written as a whole where the index depends on the
inputs. In a longer array the index is decided."""

_hooked: set[Any] = set()


def hook(cls: Any) -> None:
    """Gives a class of ctypes, and the classes inside it, the accessors."""
    if cls in _hooked or not (isinstance(cls, type) and issubclass(cls, DATA)):
        return
    if cls.__module__ == "_ctypes":
        return  # a base class of ctypes itself
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
            if name in cls.__dict__ and not isinstance(cls.__dict__[name], InMemory):
                bits = bits_of(cls, name) if is_bits else None
                setattr(cls, name, InMemory(cls.__dict__[name], own, offset, is_bits, bits))
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
    """The value at a place. An object of ctypes gets accessors, too."""
    found = values.value_at(memory, place, cls, native)
    hook(type(found))
    return found


class InMemory:
    """An attribute of a ctypes object whose value lies in memory: a field, `value` or `raw`."""

    def __init__(
        self,
        native: Any,
        cls: Any,
        offset: int = 0,
        is_bits: bool = False,
        bits: Bits | None = None,
        array: str = "",
    ) -> None:
        """`array`: the name of the attribute, `value` or `raw`, where it stands for an array of
        characters as a whole."""
        self._native = native
        self._cls = cls
        self._offset = offset
        self._is_bits = is_bits
        self._bits = bits
        """The place of a bit field in its number; None for a bit field that is not followed."""
        self._array = array
        self._has_characters = holds_characters(cls)
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
        if self._is_bits or self._is_text:
            memory.leave(place, self._cls, "bit fields" if self._is_bits else "values of c_wchar")
            return self._native.__get__(owner, cls)
        if self._has_characters:
            memory.enter(place, self._cls)
            if self._array == "raw":
                return octets_in(memory, owner)
            return octets_until_zero(memory, place, ctypes.sizeof(self._cls))
        return value_at(memory, place, self._cls, lambda: self._native.__get__(owner, cls))

    def __set__(self, owner: Any, value: Any) -> None:
        memory = active()
        if memory is None:
            self._native.__set__(owner, value)
            return

        def native(given: Any) -> None:
            self._native.__set__(owner, given)

        place = memory.place(owner).moved(self._offset)
        to = Destination(memory, place, self._cls, native, owner)
        is_octets = isinstance(value, bytes) or (self._array and isinstance(value, bytearray))
        if self._bits is not None:
            to.store_bits(self._bits, value)
        elif self._has_characters and is_octets:
            memory.enter(place, self._cls)
            terms = terms_in(value)
            native(plain(value))
            if not self._array:
                terms = terms[: up_to_zero(terms, plain(value))]
            if self._array != "raw":
                terms = [*terms, None]
            store_octets(memory, place, terms[: ctypes.sizeof(self._cls)], owner)
        elif self._is_bits or self._is_text or self._array:
            to.store_plainly(value)
        else:
            to.store(value)

    def __delete__(self, owner: Any) -> None:
        self._native.__delete__(owner)  # raises what ctypes raises

    def __getattr__(self, name: str) -> Any:
        return getattr(self._native, name)

    def __repr__(self) -> str:
        return repr(self._native)


# Simple values and pointers


def _truth(cls: Any, native: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """The `__bool__` of numbers and pointers."""
    code = code_of(cls)

    def is_true(self: Any) -> bool:
        memory = active()
        if memory is None:
            return native(self)
        if code is None:
            _lose(self, "is tested")
            return native(self)
        # ctypes looks at the bytes: -0.0 is true.
        value, term = memory.load(memory.place(self), code, cls)
        if term is None:
            return native(self)
        if code[0] == "p":
            return not memory.is_null(term, value, "test")
        is_zero = is_exactly(term, 0.0) if code == "f8" else eq(term, NULL)
        return not decide(is_zero, not native(self), "test")

    return is_true


def _shown(native: Callable[[Any], str]) -> Callable[[Any], str]:
    def shown(self: Any) -> str:
        _lose(self, "becomes text")
        return native(self)

    return shown


def _octets(self: Any) -> Any:
    """bytes(value), which ctypes leaves to the buffer protocol."""
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
    """The `__reduce__` that `copy` and `pickle` call."""
    _lose(self, "is copied as bytes")
    return DATA.__reduce__(self)


def _lose(self: Any, why: str) -> None:
    """Notes that the contents of a value go on without their terms."""
    memory = active()
    if memory is not None:
        memory.give_away(self, why)


def _hook_simple(cls: Any) -> None:
    cls.value = InMemory(cls.value, cls)
    cls.__bool__ = _truth(cls, cls.__bool__)
    cls.__repr__ = _shown(cls.__repr__)


def _hook_pointer(cls: Any) -> None:
    to, size, contents = cls._type_, ctypes.sizeof(cls._type_), cls.contents

    def locate(memory: ShadowMemory, self: Any, index: Any, is_read: bool) -> Location | None:
        value, term = memory.load(memory.place(self), "p8", cls)
        if memory.is_null(term, value, "null"):
            return None
        by = value_of(index)
        offset = value + size * by
        if term is None and type(index) is SymInt:
            decide_value(index._wend_term, by)
        elif term is not None:
            term = memory.settled(add(term, mul(integer(size), int_of(index)[0])), offset)
        if not -(2**63) <= by < 2**63:
            return None
        place = Location(memory.base + offset, term)
        memory.follow(place, to)
        return place

    def read_contents(self: Any) -> Any:
        memory = active()
        place = None if memory is None else locate(memory, self, 0, True)
        view = contents.__get__(self)
        if memory is not None and place is not None:
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

    cls.contents = property(read_contents, write_contents)
    cls.__bool__ = _truth(cls, cls.__bool__)
    _hook_items(cls, locate)


# Items of arrays, and items behind pointers

Found = tuple[Term, int]
"""An index that depends on the inputs, counted from 0: its term and its value."""


def _hook_array(cls: Any) -> None:
    of, count = cls._type_, cls._length_
    code = code_of(of)
    has_numbers = code is not None and code[0] in "iuf" and not is_character(of)

    def locate(
        memory: ShadowMemory, self: Any, index: Any, is_read: bool
    ) -> Location | Found | None:
        given = value_of(index)
        found = _inside(index, count) if type(index) is SymInt else None
        if found is not None:
            if has_numbers and count <= MOST_ITEMS and (is_plain_value(of) or not is_read):
                return found
            decide_between(*found, 0, count, "index")
        return _element(memory, self, given % count) if -count <= given < count else None

    _hook_items(cls, locate)
    for name in ("value", "raw"):
        if hasattr(cls, name):
            setattr(cls, name, InMemory(getattr(cls, name), cls, array=name))


def _inside(index: SymInt, count: int) -> Found | None:
    """An index counted from 0, after it was decided that it is inside of an array; else None."""
    term, value = index._wend_term, index._wend_value
    if decide(lt(term, NULL), value < 0, "index"):
        term, value = add(term, integer(count)), value + count
    low = decide(ge(term, NULL), value >= 0, "index")
    if low and decide(lt(term, integer(count)), value < count, "index"):
        return term, value
    return None


def _element(memory: ShadowMemory, array: Any, at: int) -> Location:
    return memory.place(array).moved(at * ctypes.sizeof(array._type_))


def _hook_items(cls: Any, locate: Callable[..., Any]) -> None:
    """Gives a class accessors for items. `locate` returns the place of an item, a pair for any item
    of an array, or None where ctypes raises."""
    of, getitem, setitem = cls._type_, cls.__getitem__, cls.__setitem__

    def read_item(self: Any, index: Any) -> Any:
        memory = active()
        if memory is not None and type(index) is slice:
            return _slice(self, index, getitem)
        if memory is None or type(index) not in _INDICES:
            return getitem(self, plain(index))
        given = value_of(index)
        found = locate(memory, self, index, True)
        if found is None:
            return getitem(self, given)
        if type(found) is tuple:
            terms = [term for _, term in _numbers(memory, self)]
            return track(getitem(self, found[1]), table(found[0], range(len(self)), terms))
        return value_at(memory, found, of, lambda: getitem(self, given))

    def write_item(self: Any, index: Any, value: Any) -> None:
        memory = active()
        if memory is not None and type(index) is slice and _stored_slice(self, index, value):
            return
        if memory is None or type(index) not in _INDICES:
            setitem(self, plain(index), plain(value))
            return
        given = value_of(index)
        found = locate(memory, self, index, False)
        if found is None:
            setitem(self, given, plain(value))
        elif type(found) is tuple:
            _store_any(memory, self, found, value, setitem, getitem)
        else:
            Destination(memory, found, of, lambda x: setitem(self, given, x), self).store(value)

    cls.__getitem__ = read_item
    cls.__setitem__ = write_item


_INDICES = (int, SymInt)


def _numbers(memory: ShadowMemory, array: Any) -> list[tuple[Location, Term]]:
    """The places and the terms of the numbers in an array."""
    of = array._type_
    found = []
    for at in range(len(array)):
        place = _element(memory, array, at)
        value, term = memory.load(place, code_of(of) or "", of)
        found.append((place, constant(value) if term is None else term))
    return found


def _store_any(
    memory: ShadowMemory, array: Any, found: Found, value: Any, setitem: Any, getitem: Any
) -> None:
    """Stores a number at an index that depends on the inputs: each item gets both alternatives."""
    index, at = found
    of = array._type_
    code = code_of(of) or ""
    before = _numbers(memory, array)
    given, term = number_for(memory, code, value)
    setitem(array, at, given)
    stored = constant(getitem(array, at)) if term is None else term
    for each, (place, known) in enumerate(before):
        chosen = ite(eq(index, integer(each)), stored, known)
        memory.put(place, code, chosen, of, array)


def _slice(self: Any, index: slice, native: Any) -> Any:
    """The items of a slice, read one by one."""
    if isinstance(self, ctypes.Array):
        places = range(*index.indices(len(self)))
    elif index.stop is None or (index.start is None and (index.step or 1) < 0):
        return native(self, index)  # raises what ctypes raises
    else:
        places = range(index.start or 0, int(index.stop), index.step or 1)
    items = [self[at] for at in places]
    kind = self._type_._type_ if is_plain_value(self._type_) else ""
    if kind == "c":
        return octets(chained([view(each) for each in items]))
    return "".join(items) if kind == "u" else items


def _stored_slice(self: Any, index: slice, value: Any) -> bool:
    """Stores the items of a slice of an array one by one. False if ctypes is to raise."""
    if not isinstance(self, ctypes.Array) or not hasattr(type(value), "__len__"):
        return False
    places, items = range(*index.indices(len(self))), [*value]
    if len(places) != len(items):
        return False
    for at, each in zip(places, items, strict=True):
        self[at] = each
    return True
