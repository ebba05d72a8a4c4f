"""Lengths that classes written in Python tell by `__len__`.

`len(basket)` calls `__len__` itself and returns its result with its term. Where C code asks, in
`list(basket)`, say, a tracked length is settled (`probes.result`). C code also asks for the length
where it asks for the truth, so classes without a `__bool__` get one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, TypeVar

from wend.expr import build
from wend.run.tracked import SymInt
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import own_method, value_of

NAMES = ("__len__", "__length_hint__")
_MOST = sys.maxsize

_Function = TypeVar("_Function", bound=Callable[..., Any])

TAKERS: set[CodeType] = set()
"""Code of wend that calls `__len__` and takes tracked lengths."""


def takes_tracked_lengths(function: _Function) -> _Function:
    """Marks a function that calls `__len__` itself, without C code in between."""
    TAKERS.add(function.__code__)
    return function


def tells_length(cls: type) -> bool:
    """Whether code of a Python class tells the length of its objects."""
    return type(own_method(cls, "__len__")) is FunctionType


def tell_truth_by_length(cls: type) -> None:
    """Gives a class with a `__len__` and no `__bool__` the `__bool__` that Python uses for it."""
    if tells_length(cls) and not any("__bool__" in base.__dict__ for base in cls.__mro__):
        type.__setattr__(cls, "__bool__", _is_not_empty)


@takes_tracked_lengths
def length_told(value: Any) -> Any:
    """len(value), of any object whose class tells it."""
    return _checked(own_method(type(value), "__len__")(value))


@takes_tracked_lengths
def _is_not_empty(self: Any) -> bool:
    return bool(_checked(type(self).__len__(self)))


def _checked(length: Any) -> Any:
    """A length, or the exception that `len` raises for it."""
    if type(length) is SymInt:
        term, value = length._wend_term, value_of(length)
        is_positive = decide(build.ge(term, build.integer(0)), value >= 0, "value")
        most = build.le(term, build.integer(_MOST))
        if is_positive and decide(most, value <= _MOST, "value"):
            return length
        length = value
    return len(_Measured(length))


class _Measured:
    """An object whose `__len__` returns what it was made with."""

    __slots__ = ("_length",)

    def __init__(self, length: Any) -> None:
        self._length = length

    def __len__(self) -> Any:
        return self._length
