"""Operators of tracked bytes, and what changes a bytearray."""

from __future__ import annotations

import contextlib
import operator
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from wend.run.calls.opaque import guarded
from wend.run.models.containers import list_delitem, list_insert, list_pop
from wend.run.models.octets.octets_common import (
    METHODS,
    NATIVE_WHERE_BARE,
    as_part_or_byte,
    concerns,
    install,
    settled_count,
    shown_as,
)
from wend.run.models.text.text_common import Refused
from wend.run.operations.subscript import write_item
from wend.run.tracked.lift import (
    OCTETS,
    TRACKED,
    own_method,
    plain,
    track,
    value_of,
)
from wend.run.tracked.octets import (
    LATIN,
    BareByteArray,
    SymByteArray,
    SymBytes,
    adopted,
    array,
    bare,
    byte_at,
    byte_term,
    bytes_in,
    bytes_of,
    has_bytes,
    hold,
    is_bare,
    is_in_memory,
    octets,
    of_memory,
    view,
)
from wend.run.tracked.pieces import Code
from wend.run.tracked.places import fit, settle_slice
from wend.run.tracked.text import as_code, raw, settled_codes, text
from wend.run.tracked.text_operators import COMPARISONS, item, joined, repeated
from wend.run.tracked.text_operators import contains as text_contains


def _native(value: Any) -> type:
    """What a result is when the left operand is this."""
    return bytearray if isinstance(value, bytearray) else bytes


# Operators


def _bare(self: Any, other: Any) -> bool:
    """Whether nothing tracked is concerned."""
    return is_bare(self) and (type(other) in _PLAIN_OPERANDS or is_bare(other))


_PLAIN_OPERANDS = frozenset((int, bytes, bytearray, bool, str, float, type(None)))


def _where_bare(method: Callable[..., Any], original: Any) -> Callable[..., Any]:
    """What a native method that was read of a bare bytearray is, where something is tracked."""

    def either(self: Any, /, *args: Any) -> Any:
        if type(self) in OCTETS:
            return method(self, *args)
        return guarded(original, self, *args)

    return either


def _item(self: Any, key: Any) -> Any:
    if is_bare(self) and not isinstance(key, slice) and type(key) not in TRACKED:
        return bytearray.__getitem__(self, key)
    try:
        found = item(view(self), key)
    except (IndexError, TypeError):
        pass
    else:
        return shown_as(_native(self), found) if isinstance(key, slice) else byte_at(found, 0)
    return plain(self)[plain(key)]  # raises what Python raises, while nothing is handled


def item_of_array(self: Any, key: Any) -> Any:
    """self[key] of a bytearray, bare or not."""
    if (
        type(key) is slice
        and is_bare(self)
        and _PLAIN_OPERANDS.issuperset(map(type, (key.start, key.stop, key.step)))
    ):
        return adopted(bytearray.__getitem__(self, key))
    return _item(self, key)


def contains(self: Any, member: Any) -> Any:
    """member in self, as a truth value that may be tracked."""
    if _bare(self, member):
        return bytearray.__contains__(self, member)
    try:
        part = as_part_or_byte(member)
    except Refused:
        pass
    else:
        return text_contains(view(self), part)
    return plain(member) in plain(self)  # raises what Python raises


def _added(self: Any, other: Any) -> Any:
    if _bare(self, other):
        return bare(bytearray.__add__(self, other))
    if not has_bytes(other):
        cls = type(other)
        if cls not in TRACKED and isinstance(own_method(cls, "__radd__"), FunctionType):
            return NotImplemented
        return plain(self) + plain(other)  # raises what Python raises
    return shown_as(_native(self), joined(view(self), view(other)))


def _added_to(self: Any, other: Any) -> Any:
    if not isinstance(other, bytes | bytearray):
        return NotImplemented
    return shown_as(_native(other), joined(view(other), view(self)))


def _repeated(self: Any, count: Any) -> Any:
    if type(self) is BareByteArray and type(count) is int:
        return bare(bytearray.__mul__(self, count))
    if not hasattr(type(count), "__index__"):
        return plain(self) * plain(count)  # raises what Python raises
    return shown_as(_native(self), repeated(view(self), count))


def _compared(name: str, compare: Callable[[str, str], Any]) -> None:
    native = getattr(bytearray, name)

    def method(self: Any, other: Any) -> Any:
        if _bare(self, other):
            return native(self, other)
        is_like = isinstance(other, bytes | bytearray | memoryview)
        if isinstance(self, bytearray):  # it is compared with all that has bytes
            is_like = has_bytes(other) or is_in_memory(other)
        return compare(view(self), view(other)) if is_like else NotImplemented

    for cls in (SymBytes, BareByteArray):
        install(cls, name, method)


for _name, (_, _compare) in COMPARISONS.items():
    _compared(_name, _compare)

METHODS[bytearray]["__getitem__"] = _where_bare(item_of_array, bytearray.__getitem__)
METHODS[bytearray]["__contains__"] = _where_bare(contains, bytearray.__contains__)
install(SymBytes, "__getitem__", _item)
install(SymByteArray, "__getitem__", item_of_array)
for _tracked in (SymBytes, SymByteArray):
    install(_tracked, "__contains__", lambda self, member: bool(contains(self, member)))
for _cls in (SymBytes, BareByteArray):
    install(_cls, "__add__", lambda self, other: _added(self, other))
    setattr(_cls, "__radd__", lambda self, other: _added_to(self, other))  # noqa: B010
    install(_cls, "__mul__", lambda self, count: _repeated(self, count))
    install(_cls, "__rmul__", lambda self, count: _repeated(self, count))


# What changes a bytearray


def _changing(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers what a method does to a bytearray that holds, or is given, something tracked.

    The model gets the codes, which it may change as the original changes the bytes.
    """
    original = getattr(bytearray, name)
    is_in_place = name in ("__iadd__", "__imul__")

    def register(model: Callable[..., Any]) -> Callable[..., Any]:
        def method(self: Any, /, *args: Any) -> Any:
            if type(self) is BareByteArray and _SOONEST.issuperset(map(type, args)):
                made = original(self, *args)
                return self if is_in_place else made
            is_plain = _PLAIN_OPERANDS.issuperset(map(type, args))
            if not is_plain:
                args = tuple(map(of_memory, args))
            if type(self) is BareByteArray and (is_plain or not concerns(args)):
                made = original(self, *args)
                return self if is_in_place else made
            codes: list[Code] = [*settled_codes(view(self))]
            try:
                with contextlib.suppress(TypeError):
                    return model(self, codes, *args)
                return original(self, *map(plain, args))  # raises what Python raises
            finally:
                hold(self, text(bytes_in(self).decode(LATIN), codes))

        if name in NATIVE_WHERE_BARE:
            install(SymByteArray, name, method)
            METHODS[bytearray][name] = _where_bare(method, original)
            METHODS[BareByteArray][name] = method
        else:
            install(BareByteArray, name, method)
            if not name.startswith("__"):
                METHODS[bytearray][name] = _of_plain(original)
        return model

    return register


_SOONEST = frozenset((int, bytes))


def _of_plain(original: Any) -> Callable[..., Any]:
    """A bytearray that native code made can't hold anything tracked: what is put in is noted."""
    return lambda self, /, *args: original(self, *[_iterated(arg) for arg in args])


def _iterated(arg: Any) -> Any:
    return bytes_in(arg) if type(arg) in OCTETS else arg


@_changing("append")
def _append(self: Any, codes: list[Code], value: Any, /) -> None:
    term, number = byte_term(value, bytearray)
    bytearray.append(self, number)
    codes.append(as_code(term))


@_changing("extend")
def _extend(self: Any, codes: list[Code], values: Any, /) -> None:
    more = view(values) if has_bytes(values) else bytes_of(values, bytearray)
    codes.extend(settled_codes(more))
    bytearray.extend(self, raw(more).encode(LATIN))


@_changing("__iadd__")
def _add_in_place(self: Any, codes: list[Code], values: Any) -> Any:
    if not has_bytes(values):
        raise TypeError
    more = view(values)
    codes.extend(settled_codes(more))
    bytearray.extend(self, raw(more).encode(LATIN))
    return self


@_changing("__imul__")
def _repeat_in_place(self: Any, codes: list[Code], count: Any) -> Any:
    shown = repeated(view(self), count if type(count) in TRACKED else operator.index(count))
    bytearray.__setitem__(self, slice(None), raw(shown).encode(LATIN))
    codes[:] = settled_codes(shown)
    return self


def _through_items(name: str, change: Callable[..., Any]) -> Callable[..., Any]:
    """The model of a method that does to a bytearray what `change` does to the list of its
    bytes."""
    original = getattr(bytearray, name)

    def model(self: Any, codes: list[Code], *args: Any) -> Any:
        shown = text(bytes_in(self).decode(LATIN), codes)
        items = [byte_at(shown, at) for at in range(len(codes))]
        with contextlib.suppress(IndexError, ValueError):
            made = change(items, *args)
            bytearray.__setitem__(self, slice(None), bytes(map(value_of, items)))
            codes[:] = [as_code(byte_term(item)[0]) for item in items]
            return made
        return original(self, *map(plain, args))  # raises what Python raises

    return model


def _byte(value: Any) -> Any:
    """An int, tracked or not, that must be a byte."""
    term, number = byte_term(value, bytearray)
    return track(number, term)


_LIKE_LIST: dict[str, Callable[..., Any]] = {
    "insert": lambda items, at, value: list_insert(items, at, _byte(value)),
    "pop": list_pop,
    "remove": lambda items, value: items.remove(_byte(value)),
    "reverse": list.reverse,
    "clear": list.clear,
    "__delitem__": list_delitem,
}
for _name, _change in _LIKE_LIST.items():
    _changing(_name)(_through_items(_name, _change))


if sys.version_info >= (3, 14):

    @_changing("resize")
    def _resize(self: Any, codes: list[Code], size: Any, /) -> None:
        size = settled_count(size)
        bytearray.resize(self, size)
        codes[size:] = [0] * (size - len(codes))


if sys.version_info >= (3, 15):

    @_changing("take_bytes")
    def _take_bytes(self: Any, codes: list[Code], count: Any = None, /) -> Any:
        if type(count) in TRACKED and not 0 <= count <= len(codes):
            fit(count)
        elif type(count) in TRACKED:
            count = settled_count(count)
        taken = bytearray.take_bytes(self, plain(count))
        made = octets(text(taken.decode(LATIN), codes[: len(taken)]))
        del codes[: len(taken)]
        return made


@_changing("__setitem__")
def _write(self: Any, codes: list[Code], key: Any, value: Any) -> None:
    if isinstance(key, slice):
        key = settle_slice(len(codes), key)
        if not has_bytes(value):
            value = octets(bytes_of(_several(value), bytearray))
        put = settled_codes(view(value))
        bytearray.__setitem__(self, key, bytes_in(value))
        codes[key] = put
    elif type(key) not in TRACKED:
        term, number = byte_term(value, bytearray)
        bytearray.__setitem__(self, key, number)
        codes[operator.index(key)] = as_code(term)
    else:
        _write_somewhere(self, codes, key, value)


def _several(value: Any) -> Any:
    if hasattr(type(value), "__index__") or isinstance(value, str):
        raise TypeError
    return value


_write_somewhere = _through_items(
    "__setitem__", lambda items, key, value: write_item(items, key, _byte(value))
)


install(BareByteArray, "copy", lambda self: array(view(self)))
setattr(BareByteArray, "__copy__", lambda self: array(view(self)))  # noqa: B010
setattr(BareByteArray, "__deepcopy__", lambda self, memo: array(view(self)))  # noqa: B010
