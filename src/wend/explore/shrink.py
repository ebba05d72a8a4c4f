"""Smaller, plainer inputs that take the same path, found by evaluating its condition."""

from __future__ import annotations

from typing import Any

from wend.expr.evaluate import holds
from wend.expr.terms import Term
from wend.expr.variables import is_in_range
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.solve.float_values import differ, simpler

MOST_TRIES = 2000
"""Evaluations of one path condition; long conditions get fewer."""


def shrink(path: Path) -> Inputs:
    """The path's inputs, made small one variable at a time; they satisfy the path condition."""
    conditions = list(dict.fromkeys(path.condition))
    tries = max(20, MOST_TRIES // (1 + len(conditions) // 20))
    values: dict[str, Any] = dict(path.inputs)
    if not holds(conditions, values):
        return Inputs.of(values)
    # One variable at a time: conditions that do not speak of it go on holding.
    about: dict[str, list[Term]] = {}
    wide = [condition for condition in conditions if condition.is_wide]
    for condition in conditions:
        if not condition.is_wide:
            for variable in condition.variables:
                about.setdefault(variable.payload, []).append(condition)

    def fits(name: str, value: Any) -> bool:
        nonlocal tries
        tries -= 1
        if type(value) is int and not is_in_range(name, value):
            return False
        before = values.get(name)
        values[name] = value
        does = holds((*about.get(name, ()), *wide), values)
        values[name] = before
        return does

    for name, value in path.inputs.items():
        if isinstance(value, bool):
            if value and tries > 0 and fits(name, False):
                values[name] = False
            continue
        if isinstance(value, float):
            values[name] = _shortest(name, value, fits, lambda: tries > 0)
        elif name.startswith(("ord(", "byte(")):
            values[name] = _plainest(name, value, fits, lambda: tries > 0)
        else:
            values[name] = _smallest(name, value, fits, lambda: tries > 0)
    return Inputs.of(values)


def _plainest(name: str, value: int, fits: Any, may_try: Any) -> int:
    """A character that people can read."""
    for simple in map(ord, "ab0A1 "):
        if simple == value:
            break
        if may_try() and fits(name, simple):
            return simple
    return value


def _shortest(name: str, value: float, fits: Any, may_try: Any) -> float:
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


def _smallest(name: str, value: int, fits: Any, may_try: Any) -> int:
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
