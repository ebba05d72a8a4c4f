"""A smaller, plainer value for one variable, found by asking which values fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wend.expr.variables import named
from wend.solve.quick.float_values import differ, simpler

Fits = Callable[[str, Any], bool]
"""Whether the variable of this name may have this value."""


def smaller(name: str, value: Any, fits: Fits, may_try: Callable[[], bool]) -> Any:
    """The smallest and plainest value that was found to fit; `value` itself fits."""
    if isinstance(value, bool):
        return value and not (may_try() and fits(name, False))
    if isinstance(value, float):
        return _shortest(name, value, fits, may_try)
    if named(name).is_character:
        return _plainest(name, value, fits, may_try)
    return _smallest(name, value, fits, may_try)


def _plainest(name: str, value: int, fits: Fits, may_try: Callable[[], bool]) -> int:
    """A character that people can read."""
    for simple in map(ord, "ab0A1 "):
        if simple == value:
            break
        if may_try() and fits(name, simple):
            return simple
    return value


def _shortest(name: str, value: float, fits: Fits, may_try: Callable[[], bool]) -> float:
    """A float with a short source: a whole number, or one of few digits."""
    if not differ(value, 0.0):
        return value
    for simple in (0.0, 1.0, -1.0, 2.0, 0.5, 10.0, -2.0, 100.0, 1000.0):
        if not differ(value, simple):
            return value
        if may_try() and fits(name, simple):
            return simple
    for shorter in simpler(value):
        if may_try() and fits(name, shorter):
            return shorter
    return value


def _smallest(name: str, value: int, fits: Fits, may_try: Callable[[], bool]) -> int:
    for simple in (0, 1, -1, 2):
        if abs(simple) < abs(value) and may_try() and fits(name, simple):
            return simple
    if value < 0 and may_try() and fits(name, -value):
        value = -value
    sign = 1 if value > 0 else -1
    low, high = 1, abs(value)  # high fits, low was tried
    while high - low > 1 and may_try():
        middle = (low + high) // 2
        if fits(name, sign * middle):
            high = middle
        else:
            low = middle
    return sign * high
