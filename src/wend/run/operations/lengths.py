"""Lengths that a class written in Python tells: C code insists on plain ones, ours does not.

`len(basket)` calls `__len__` itself and gives what that returned, with its term. Where C code asks,
in `list(basket)`, say, a tracked length is settled (`probes.result`). What is true if it is not
empty is asked by C code, too, so classes without a `__bool__` get one.
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
"""Code that takes tracked lengths as they are."""


def takes_tracked_lengths(function: _Function) -> _Function:
    """Marks a function that calls `__len__` itself, with no C code in between."""
    TAKERS.add(function.__code__)
    return function


def tells_length(cls: type) -> bool:
    """Whether code of a Python class says how long its objects are."""
    return type(own_method(cls, "__len__")) is FunctionType


def tell_truth_by_length(cls: type) -> None:
    """Gives a class that tells lengths, and nothing else of truth, the `__bool__` that Python would
    make of them."""
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
    """A length, refused as `len` refuses it."""
    if type(length) is SymInt:
        term, value = length._wend_term, value_of(length)
        if decide(build.ge(term, build.integer(0)), value >= 0, "value") and decide(
            build.le(term, build.integer(_MOST)), value <= _MOST, "value"
        ):
            return length
        length = value
    return len(_Measured(length))


class _Measured:
    """As long as it is told to be."""

    __slots__ = ("_length",)

    def __init__(self, length: Any) -> None:
        self._length = length

    def __len__(self) -> Any:
        return self._length
