"""Whether native code makes the text of a value that we would make: `str(x)`, `repr(x)`, `f"{x}"`.

It goes by the methods of the value, as our models do (`spelling`), and takes tracked text that a
method written in Python returns for an answer. It only reads itself what containers, errors and
dataclasses hold: these are looked into.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from types import FunctionType, MemberDescriptorType
from typing import Any

from wend.run.holding import are_plain, holds_plainly
from wend.run.kinds import NAMED, STATE
from wend.run.lasting import LOOKUPS, is_lasting
from wend.run.models.spelling import SHOWN, admit_shown, fields_shown
from wend.run.tracked.lift import own_method

_errors: set[type] = set()
"""Classes of errors whose text is made of what they were given."""
_native_errors: set[type] = set()
"""Those of them that have no method of their own for it."""


def is_shown(value: Any) -> bool:
    """Whether native code makes the text of a value that is not of a kind which is known for it."""
    cls = type(value)
    if cls in _errors:
        for given in value.args:
            if type(given) is not str:
                return are_plain(value.args)
        return True
    if cls is tuple or cls is list:
        return are_plain(value)
    if cls is dict or cls is set or cls is frozenset:
        return holds_plainly(value)
    if cls in _fields:
        return STATE.is_plain and are_plain(_fields[cls](value))
    return STATE.is_plain and _learn(value, cls)


def is_shown_natively(value: Any) -> bool:
    """Likewise, and no method written in Python is asked."""
    if type(value) in _native_errors:
        return are_plain(value.args)
    return holds_plainly(value)


def _learn(value: Any, cls: type) -> bool:
    if issubclass(cls, BaseException):
        if (
            issubclass(cls, UnicodeError | OSError | ImportError | SyntaxError)
            or own_method(cls, "args") is not BaseException.__dict__["args"]
            or fields_shown(cls) is not None
        ):
            return False
        if is_lasting(cls):
            _errors.add(cls)
            if not any(type(own_method(cls, name)) is FunctionType for name in _SHOWING):
                _native_errors.add(cls)
        return are_plain(value.args)
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
