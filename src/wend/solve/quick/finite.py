"""Tries all values of the variables of a slice, if few are left; if none fits, that is a proof.

Few values are left to characters that were found in a table, to choices between alternatives, to
digits: two characters of seven letters each are 49 pairs. A solver would have to take the tables
apart first.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from wend.expr.evaluate import Undefined, evaluate
from wend.expr.leaves import value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.record import Record
from wend.solve.quick.intervals import ALL, values_left
from wend.solve.slice import Knowledge, Slice

MOST_VALUES = 64
"""Values that one variable may have left."""
MOST_OF_ONE = 512
"""Values that the variable may have left if it is the only one."""
MOST_VARIABLES = 8
MOST_TRIES = 3000
"""Values that are tried in all; then a solver is asked."""


class Tried(Record):
    """The result when all values were tried: the first model, or None if there is none."""

    model: dict[str, Any] | None


def tried(known: Knowledge, part: Slice, parent: Mapping[str, Any]) -> Tried | None:
    """The result of trying all values of a whole slice; None if they are too many."""
    if len(part.variables) > MOST_VARIABLES or any(each.is_opaque for each in part.parts):
        return None  # what an opaque function was not yet seen to return is no proof of anything
    values: dict[Term, list[int]] = {}
    most = MOST_VALUES if len(part.variables) > 1 else MOST_OF_ONE
    for variable in part.variables:
        left = _few_values(known, variable, value_in(parent, variable), most)
        if left is None:
            return None
        values[variable] = left
    if not all(_is_true(each, {}) for each in part.parts if not each.variables):
        return Tried(None)
    search = _Search(part.parts, values)
    if not search.fits(0):
        return None if search.tries_left < 0 else Tried(None)
    return Tried({each.payload.text: value for each, value in search.chosen.items()})


def _few_values(known: Knowledge, variable: Term, present: Any, most: int) -> list[int] | None:
    """The values left to a variable, the present one first."""
    if variable.sort is not Sort.INT:
        return None
    intervals = values_left(known, variable, ALL)
    # Comparing is for ints of any size; what is subtracted from infinity must be a float.
    if any(math.inf in (-low, high) for low, high in intervals):
        return None
    if sum(int(high) - int(low) + 1 for low, high in intervals) > most:
        return None
    found = [value for low, high in intervals for value in range(int(low), int(high) + 1)]
    return sorted(found, key=lambda value: (value != present, abs(value - present), value))


class _Search:
    """Chooses one variable after the other; checks a condition when all its variables are
    chosen."""

    def __init__(self, conditions: Sequence[Term], values: Mapping[Term, list[int]]) -> None:
        self._values = values
        self._order = sorted(values, key=lambda each: (len(values[each]), each.payload.text))
        self.chosen: dict[Term, int] = {}
        self.tries_left = MOST_TRIES
        place = {variable: at for at, variable in enumerate(self._order)}
        self._asked: list[list[Term]] = [[] for _ in self._order]
        for condition in conditions:
            if condition.variables:
                self._asked[max(place[each] for each in condition.variables)].append(condition)
        self._alone = _alone(conditions)
        self._rows: dict[tuple[Term, int], dict[Term, Any]] = {}
        """By variable and value, the values of the terms that use no other variable."""

    def fits(self, at: int, known: Mapping[Term, Any] = MappingProxyType({})) -> bool:
        """Whether the variables from here on have values that fit those chosen before."""
        if at == len(self._order):
            return True
        variable = self._order[at]
        for value in self._values[variable]:
            self.tries_left -= 1
            if self.tries_left < 0:
                break
            memo = {**known, **self._row(variable, value)}
            if all(_is_true(condition, memo) for condition in self._asked[at]):
                self.chosen[variable] = value
                if self.fits(at + 1, memo):
                    return True
        return False

    def _row(self, variable: Term, value: int) -> dict[Term, Any]:
        row = self._rows.get((variable, value))
        if row is None:
            memo: dict[Term, Any] = {variable: value}
            row = self._rows[variable, value] = {variable: value}
            for term in self._alone.get(variable, ()):
                with contextlib.suppress(Undefined):
                    row[term] = evaluate(term, {}, memo)
        return row


def _alone(conditions: Iterable[Term]) -> dict[Term, list[Term]]:
    """By variable, the largest terms that use it and no other."""
    found: dict[Term, list[Term]] = {}
    seen: set[Term] = set()
    stack = [*conditions]
    while stack:
        node = stack.pop()
        if node in seen or not node.args:
            continue
        seen.add(node)
        if len(node.variables) == 1:
            found.setdefault(next(iter(node.variables)), []).append(node)
        else:
            stack.extend(node.args)
    return found


def _is_true(condition: Term, memo: dict[Term, Any]) -> bool:
    try:
        return bool(evaluate(condition, {}, memo))
    except Undefined:
        return False
