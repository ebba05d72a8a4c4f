"""Answers goals on single variables, by the intervals that conditions leave to each of them.

Most conditions on text are about one character, or about some characters each on its own. Such
goals need no solver.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from wend.expr.build import conjuncts
from wend.expr.evaluate import Undefined, Values
from wend.expr.leaves import value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import Kind
from wend.solve.quick.bounds import Bounds, comparison, natural_bounds
from wend.solve.slice import Knowledge

Intervals = tuple[tuple[float, float], ...]
"""Low and high, ascending, with gaps between them; infinite where there is no bound."""

ALL: Intervals = ((-math.inf, math.inf),)
DEEPEST = 8
"""Levels down to which a condition is read."""
MOST_SUBJECTS = 64
"""Conditions on a variable that count, the newest ones."""
MOST_PARTS = 16
"""Alternatives that are looked at one by one."""
MOST_FOLLOWED = 4
"""Changes that may follow from one another."""
LONGEST_TABLE = 64
"""Entries of a table that are looked at."""
MOST_EXCLUDED = 64
"""Excluded points of a variable that are taken into account."""


def contradicted(known: Knowledge, goal: Term) -> bool:
    """Whether what is known of the goal's only variable leaves it no value: a proof, if true."""
    if len(goal.variables) != 1:
        return False
    (variable,) = goal.variables
    values = _values_of_int(goal)
    return values is not None and not values_left(known, variable, values)


def contradicted_by_all(known: Knowledge, goal: Term) -> bool:
    """Whether what is known leaves one of the goal's variables no value: a proof, if true.

    Looks harder than `contradicted`: at each of several variables, and at alternatives of which
    all but those on the variable are contradicted.
    """
    if goal.op == "or" and len(goal.variables) > 1:
        return all(contradicted_by_all(known, part) for part in goal.args)
    wanted = _wanted(part for part in conjuncts(goal) if _values_of_int(part) is not None)
    return any(
        not values_left(known, variable, _implied(known, variable, values))
        for variable, values in (wanted or {}).items()
    )


def _implied(known: Knowledge, variable: Term, values: Intervals) -> Intervals:
    """The values that a disjunction leaves, if its alternatives on other variables are
    impossible."""
    for subject in islice(known.subjects_using(variable), MOST_SUBJECTS):
        if subject.op == "or" and len(subject.variables) > 1 and len(subject.args) <= MOST_PARTS:
            own = [part for part in subject.args if variable in part.variables]
            others = [part for part in subject.args if variable not in part.variables]
            allowed = [_values_of_int(part) for part in own]
            known_parts = [part for part in allowed if part is not None]
            if len(known_parts) == len(own) and all(contradicted(known, each) for each in others):
                values = _meet(values, _any_of(known_parts))
    return values


def chosen(known: Knowledge, goal: Term, parent: Mapping[str, Any]) -> dict[str, Any] | None:
    """Values for a goal whose conditions are about one variable each, or None."""
    wanted = _wanted(conjuncts(goal))
    if wanted is None:
        return None
    parent = Values.under(parent)
    changed: dict[Term, Any] = {}
    for variable, values in wanted.items():
        if not _change(known, variable, values, parent, changed):
            return None
    for _ in range(MOST_FOLLOWED):
        broken = broken_by(known, wanted, parent, changed)
        if broken is None:
            return {variable.payload.text: value for variable, value in changed.items()}
        # `a or b` held by its a: now it may hold by its b, if that is on another variable.
        ways = _wanted_each(broken.args) if broken.op == "or" else {}
        for variable, values in ways.items():
            if variable not in wanted and _change(known, variable, values, parent, changed):
                wanted[variable] = values
                break
        else:
            return None
    return None


def chosen_of_several(
    known: Knowledge, goal: Term, parent: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Values for one of the alternatives of a goal, or None."""
    for part in islice(goal.args if goal.op == "or" else (goal,), MOST_PARTS):
        changed = chosen(known, part, parent)
        if changed is not None:
            return changed
    return None


def _wanted(parts: Iterable[Term]) -> dict[Term, Intervals] | None:
    """The intervals that these conditions leave to each variable; None if one has several
    variables."""
    wanted: dict[Term, Intervals] = {}
    for part in parts:
        values = _values_of_int(part)
        if values is None:
            return None
        (variable,) = part.variables
        wanted[variable] = _meet(wanted.get(variable, ALL), values)
    return wanted


def _wanted_each(parts: Iterable[Term]) -> dict[Term, Intervals]:
    """By variable the intervals that some of these conditions leave, if it has that variable
    alone."""
    found = [(part, _values_of_int(part)) for part in parts]
    return {next(iter(part.variables)): values for part, values in found if values is not None}


def _change(
    known: Knowledge,
    variable: Term,
    values: Intervals,
    parent: Mapping[str, Any],
    changed: dict[Term, Any],
) -> bool:
    """Changes a variable to the nearest value that is left to it; returns whether there is one."""
    present = value_in(parent, variable)
    nearest = nearest_of(values_left(known, variable, values), present, variable)
    if nearest is not None and nearest != present:
        changed[variable] = nearest
    return nearest is not None


def broken_by(
    known: Knowledge, variables: Iterable[Term], parent: Values, changed: Mapping[Term, Any]
) -> Term | None:
    """A known condition on these variables that a change breaks, or None."""
    values = parent.with_changed(changed)
    for variable in variables:
        for subject in known.subjects_using(variable):
            try:
                value = values.of(subject)
            except Undefined:
                return subject
            is_number = subject.sort is not Sort.BOOL
            if not (known.bounds_of(subject).allow(value) if is_number else value):
                return subject
    return None


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
        elif subject.op == "ite" and len(subject.variables) == 1:
            for condition in known.conditions_on(subject):
                allowed = values_of(condition)
                left = left if allowed is None else _meet(left, allowed)
    return left


def _values_of_int(condition: Term) -> Intervals | None:
    """`values_of` for a condition with one variable, an int; else None."""
    if len(condition.variables) != 1 or next(iter(condition.variables)).sort is not Sort.INT:
        return None
    return values_of(condition)


def nearest_of(
    left: Intervals,
    present: int,
    variable: Term,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> int | None:
    """The value nearest to the present one; for a character preferably a readable one."""
    left = _meet(left, (within,)) if within[0] <= within[1] else ()
    if any(low <= present <= high for low, high in left):
        return present
    if variable.payload.kind is Kind.CHARACTER:
        left = _meet(left, _READABLE) or left
    ends = [int(end) for pair in left for end in pair if abs(end) < math.inf]
    return min(ends, key=lambda end: abs(end - present), default=None)


_READABLE: Intervals = ((32, 126),)


@functools.lru_cache(maxsize=1 << 14)
def values_of(condition: Term, depth: int = DEEPEST) -> Intervals | None:
    """The values of its only variable for which a condition holds; None if it compares anything
    else than the variable itself, such as a sum."""
    compared = comparison(condition)
    if compared is not None:
        op, whole, value = compared
        return _chosen_values(op, value, whole, LONGEST_TABLE)
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


def _chosen_values(op: str, value: int, whole: Term, depth: int) -> Intervals | None:
    """The values for which a variable, or what a table has for it, is `op` value."""
    if whole.op == "var":
        return _COMPARED[op](value)
    if whole.op == "const":
        return _meet(((whole.payload, whole.payload),), _COMPARED[op](value)) and ALL
    if whole.op != "ite" or not depth:
        return None
    condition = values_of(whole.args[0], DEEPEST)
    arms = [_chosen_values(op, value, arm, depth - 1) for arm in whole.args[1:]]
    if condition is None or arms[0] is None or arms[1] is None:
        return None
    return _any_of((_meet(condition, arms[0]), _meet(_others(condition), arms[1])))


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
