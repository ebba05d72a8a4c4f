"""The values that conditions leave to a single variable, as intervals.

Most conditions on text are about one character.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from itertools import islice

from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.quick.bounds import Bounds, comparison, natural_bounds
from wend.solve.slice import Knowledge

Intervals = tuple[tuple[float, float], ...]
"""Low and high, ascending, with gaps between them; infinite where there is no bound."""

ALL: Intervals = ((-math.inf, math.inf),)
DEEPEST = 8
"""Levels down to which a condition is read."""
MOST_SUBJECTS = 64
"""Conditions on a variable that count, the newest ones."""
MOST_EXCLUDED = 64
"""Excluded points of a variable that are taken into account."""


def contradicted(known: Knowledge, goal: Term) -> bool:
    """Whether what is known of the goal's only variable leaves it no value: a proof, if true."""
    if len(goal.variables) != 1:
        return False
    (variable,) = goal.variables
    values = values_of(goal) if variable.sort is Sort.INT else None
    return values is not None and not values_left(known, variable, values)


def values_left(known: Knowledge, variable: Term, values: Intervals) -> Intervals:
    """The values that known conditions on the variable alone allow."""
    left = _meet(values, _within(natural_bounds(variable)))
    for subject in islice(known.subjects_using(variable), MOST_SUBJECTS):
        if not left:
            break
        if subject is variable:
            left = _meet(left, _within(known.bounds_of(subject)))
        elif subject.sort is Sort.BOOL and len(subject.variables) == 1:
            allowed = values_of(subject)
            left = left if allowed is None else _meet(left, allowed)
    return left


@functools.lru_cache(maxsize=1 << 14)
def values_of(condition: Term, depth: int = DEEPEST) -> Intervals | None:
    """The values of its only variable for which a condition holds; None if it compares anything
    else than the variable itself, such as a sum."""
    compared = comparison(condition)
    if compared is not None:
        op, whole, value = compared
        return _COMPARED[op](value) if whole.op == "var" else None
    if not depth:
        return None
    match condition.op:
        case "among" if condition.args[0].op == "var":
            return condition.payload  # type: ignore[no-any-return]
        case "not":
            inner = values_of(condition.args[0], depth - 1)
            return None if inner is None else _others(inner)
        case "and" | "or":
            parts = [values_of(part, depth - 1) for part in condition.args]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            if condition.op == "and":
                return _all_of(known)
            return _any_of(known)
        case _:
            return None


_COMPARED: dict[str, Callable[[int], Intervals]] = {
    "le": lambda value: ((-math.inf, value),),
    "ge": lambda value: ((value, math.inf),),
    "eq": lambda value: ((value, value),),
    "ne": lambda value: ((-math.inf, value - 1), (value + 1, math.inf)),
}


def _within(bounds: Bounds) -> Intervals:
    low = -math.inf if bounds.low is None else bounds.low
    high = math.inf if bounds.high is None else bounds.high
    left: Intervals = ((low, high),) if low <= high else ()
    if left and bounds.excluded_count <= MOST_EXCLUDED:
        points = sorted({point for points in bounds.excluded for point in points})
        left = _meet(left, _all_of(_COMPARED["ne"](point) for point in points))
    return left


def _any_of(parts: Iterable[Intervals]) -> Intervals:
    return _others(_all_of(map(_others, parts)))


def _all_of(parts: Iterable[Intervals]) -> Intervals:
    return functools.reduce(_meet, parts, ALL)


def _meet(a: Intervals, b: Intervals) -> Intervals:
    """The values in both."""
    found = []
    i = j = 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            found.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(found)


def _others(given: Intervals) -> Intervals:
    """The values not in it."""
    found = []
    start = -math.inf
    for low, high in given:
        if start < low:
            found.append((start, low - 1))
        start = high + 1
    if start < math.inf:
        found.append((start, math.inf))
    return tuple(found)
