"""Whether native code makes the text of a value that we would make: `str(x)`, `repr(x)`, `f"{x}"`.

It goes by the methods of the value, as our models do (`spelling`), and takes tracked text that a
method written in Python returns for an answer. It only reads itself what containers, errors and
dataclasses hold: these are looked into.
"""

from __future__ import annotations

import gc
import operator
from collections.abc import Callable, Iterable
from types import FunctionType, MemberDescriptorType
from typing import Any

from wend.run.kinds import NAMED, STATE
from wend.run.lasting import LOOKUPS, is_lasting
from wend.run.models.spelling import PLAIN, SHOWN, admit_shown, fields_shown
from wend.run.tracked.lift import own_method

_HOLDERS: set[type] = {list, tuple, dict, set, frozenset}
"""Containers, and errors whose methods are native."""
_DEPTH = 3
_errors: set[type] = set()
"""Classes of errors whose text is made of what they were given."""


def is_shown(value: Any) -> bool:
    """Whether native code makes the text of a value that is not of a kind which is known for it."""
    cls = type(value)
    if cls in _errors:
        for given in value.args:
            if type(given) is not str:
                return _are_plain(value.args, _DEPTH)
        return True
    if cls is tuple or cls is list:
        return PLAIN.issuperset(map(type, value)) or _are_plain(value, _DEPTH)
    if cls in _HOLDERS:
        return holds_plainly(value)
    if cls in _fields:
        return STATE.is_plain and _are_plain(_fields[cls](value), _DEPTH)
    return STATE.is_plain and _learn(value, cls)


def holds_plainly(value: Any) -> bool:
    """Whether it is a container of plain values, or of containers of such, or a native error."""
    return type(value) in _HOLDERS and _holds_plainly(value, _DEPTH)


def _holds_plainly(holder: Any, depth: int) -> bool:
    cls = type(holder)
    if cls is list or cls is tuple:
        return _are_plain(holder, depth)
    if cls in _errors:
        return _are_plain(holder.args, depth)
    if not STATE.is_plain:
        return False
    if cls is not dict:
        return _are_plain(holder, depth)
    # The garbage collector has no eye on dicts of plain values.
    return not gc.is_tracked(holder) or (
        _are_plain(holder, depth) and _are_plain(holder.values(), depth)
    )


def _are_plain(items: Any, depth: int) -> bool:
    if PLAIN.issuperset(map(type, items)):
        return True
    for item in items:
        cls = type(item)
        if cls not in PLAIN and not (cls in _HOLDERS and depth and _holds_plainly(item, depth - 1)):
            return False
    return True


def _learn(value: Any, cls: type) -> bool:
    if issubclass(cls, BaseException):
        if (
            issubclass(cls, UnicodeError)
            or own_method(cls, "args") is not BaseException.__dict__["args"]
            or fields_shown(cls) is not None
        ):
            return False
        if is_lasting(cls):
            _errors.add(cls)
            if not any(type(own_method(cls, name)) is FunctionType for name in _SHOWING):
                _HOLDERS.add(cls)
        return _are_plain(value.args, _DEPTH)
    if admit_shown(cls):
        return True
    names = fields_shown(cls)
    if names and is_lasting(cls) and _are_stored(cls, names):
        _fields[cls] = _values_of(names)
    return False


_SHOWING = ("__format__", "__repr__", "__str__")


def _are_stored(cls: type, names: list[str]) -> bool:
    """Whether no code of others runs where fields are read."""
    return (
        all(
            type(held) is MemberDescriptorType or not hasattr(type(held), "__get__")
            for held in (own_method(cls, name) for name in names)
        )
        and own_method(cls, "__getattribute__") in LOOKUPS
        and own_method(cls, "__getattr__") is None
    )


def _values_of(names: list[str]) -> Callable[[Any], Iterable[Any]]:
    def values(value: Any) -> Iterable[Any]:
        try:
            return read(value)
        except AttributeError:
            return _UNKNOWN

    read = operator.attrgetter(names[0], *names)  # the first one twice, so that there are several
    return values


_UNKNOWN = (object(),)
"""As good as tracked values."""
_fields: dict[type, Callable[[Any], Iterable[Any]]] = {}
"""Classes with the `__repr__` that `dataclass` made, and how the fields are read which it shows."""

NAMED["shown"] = SHOWN
