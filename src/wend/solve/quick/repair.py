"""Repair: inverts the flipped condition for one variable, and keeps all others.

The parent satisfies the prefix, so after a change of one variable only the conditions that use it
are checked again, by evaluation. That takes microseconds, however long the path is.

`s[0] == 'a' and s[1] == 'b'` takes two changes. Its parts are repaired one after the other, so that
the prefix holds after each step.
"""

from __future__ import annotations

from collections import ChainMap, deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from wend.expr.build import conjuncts
from wend.expr.evaluate import Undefined, Values, holds
from wend.expr.leaves import range_of, text_of, value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.quick.bounds import ANYTHING, Bounds, comparison
from wend.solve.quick.float_values import candidates as floats_for
from wend.solve.quick.windows import Window, coefficient_of, comparisons_in, windows
from wend.solve.slice import Knowledge

MOST_VARIABLES = 12
MOST_WAYS = 16
"""Alternatives of a goal that are tried."""
MOST_CANDIDATES = 16
"""Values that are tried for each variable."""
MOST_FLOATS = 80
MOST_WINDOWS = 12
"""Windows that are looked at for each variable."""
MOST_HOLES = 256
"""Excluded points that are passed to find a value beside them."""
MOST_LOOKED_AT = 64
"""Terms of a goal over many variables that are searched for variables."""


def repair(known: Knowledge, goal: Term, parent: Mapping[str, Any]) -> dict[str, Any] | None:
    """A new value for one variable of the goal, or None."""
    values = Values.under(parent)
    for variable in _least_used(known, goal):
        try:
            single = _Single(known, goal, variable, values)
        except Undefined:
            return None
        most = MOST_FLOATS if variable.sort is Sort.FLOAT else MOST_CANDIDATES
        for candidate in islice(single.candidates(), most):
            if single.accepts(candidate):
                return {variable.payload.text: candidate}
    return None


def repair_in_steps(
    known: Knowledge, goal: Term, parent: Mapping[str, Any]
) -> dict[str, Any] | None:
    """New values for several variables of the goal, or None: one repair for each condition.

    Of a disjunction, one alternative after the other is tried.
    """
    if goal.op not in ("and", "or"):
        return None
    for way in islice(goal.args if goal.op == "or" else (goal,), MOST_WAYS):
        changed: dict[str, Any] = {}
        present: Mapping[str, Any] = ChainMap(changed, parent)  # type: ignore[arg-type]
        for part in conjuncts(way):
            found = {} if holds((part,), present) else repair(known, part, present)
            if found is None:
                break
            changed.update(found)
        else:
            if holds(conjuncts(way), present):  # a later step may undo what an earlier one did
                return changed
    return None


def _least_used(known: Knowledge, goal: Term) -> list[Term]:
    """The goal's variables, those with few other conditions first."""
    most = 4 if goal.is_wide else 32

    def uses(variable: Term) -> tuple[int, str]:
        count = sum(1 for _ in islice(known.subjects_using(variable), most))
        return count, variable.payload.text

    return sorted(_nearest(goal), key=uses)[:MOST_VARIABLES]


def _nearest(goal: Term) -> Iterable[Term]:
    """The goal's variables; of a goal over thousands of them those of its outermost terms.

    In a sum that grew in a loop these are the last, of which the path says least.
    """
    if not goal.is_wide:
        return goal.variables
    found: dict[Term, None] = {}
    waiting = deque([goal])
    for _ in range(MOST_LOOKED_AT):
        if not waiting or len(found) >= 2 * MOST_VARIABLES:
            break
        for arg in waiting.popleft().args:
            if arg.is_wide:
                waiting.append(arg)
            else:
                found.update(dict.fromkeys(sorted(arg.variables, key=text_of)))
    return islice(found, 2 * MOST_VARIABLES)


class _Single:
    """The problem in one variable, with all others fixed."""

    def __init__(self, known: Knowledge, goal: Term, variable: Term, values: Values) -> None:
        self._goal = goal
        self._variable = variable
        self._value = values.of
        """The present value of a term."""
        self._values = values
        self._present = value_in(values, variable)
        self._low, self._high = range_of(variable)
        self._holes: list[tuple[int, int, Bounds]] = []
        """(present value, coefficient, bounds) of the linear terms with points left out."""
        self._others: list[tuple[Term, Bounds]] = []
        """Terms that use the variable in a non-linear way, and so have to be evaluated."""
        for subject in known.subjects_using(variable):
            self._add(subject, known.bounds_of(subject))
        for part in conjuncts(goal):
            compared = comparison(part)
            if compared is not None and variable in part.variables:
                op, whole, bound = compared
                self._add(whole, ANYTHING.after(op, bound))

    def _add(self, subject: Term, bounds: Bounds) -> None:
        factor = coefficient_of(self._variable, subject) if subject.sort is Sort.INT else None
        if factor is None:
            self._others.append((subject, bounds))
            return
        present = self._value(subject)
        low = None if bounds.low is None else bounds.low - present
        high = None if bounds.high is None else bounds.high - present
        if factor < 0:
            low, high = high, low
        if low is not None:
            low = self._present - (-low // factor)
            self._low = low if self._low is None else max(self._low, low)
        if high is not None:
            high = self._present + high // factor
            self._high = high if self._high is None else min(self._high, high)
        if bounds.excluded:
            self._holes.append((present, factor, bounds))

    def candidates(self) -> Iterator[Any]:
        """Values worth a try, the smallest changes first."""
        if self._variable.sort is Sort.BOOL:
            yield not self._present
            return
        if self._variable.sort is Sort.FLOAT:
            yield from floats_for((self._goal, *[subject for subject, _ in self._others[:4]]))
            return
        try:
            found = list(islice(self._windows(), MOST_WINDOWS))
        except Undefined:
            return
        tried: set[int] = set()
        for proposals in (self._near, self._beside):
            for value in proposals(found):
                if value is not None and value not in tried:
                    tried.add(value)
                    yield value

    def accepts(self, candidate: Any) -> bool:
        """Whether the goal and the prefix hold with this value."""
        if self._variable.sort is Sort.INT:
            change = candidate - self._present
            for present, factor, bounds in self._holes:
                if not bounds.allow(present + factor * change):
                    return False
            if not self._within(candidate):
                return False
        changed = self._values.with_changed({self._variable: candidate})
        try:
            if not changed.of(self._goal):
                return False
            for subject, bounds in self._others:
                value = changed.of(subject)
                if not (bounds.allow(value) if subject.sort is Sort.INT else value):
                    return False
        except Undefined:
            return False
        return True

    def _within(self, candidate: int) -> bool:
        return (self._low is None or candidate >= self._low) and (
            self._high is None or candidate <= self._high
        )

    def _windows(self) -> Iterator[Window]:
        for op, whole, bound in comparisons_in(self._goal, self._variable):
            for window in windows(op, whole, bound, self._variable, self._value):
                yield window.cut(self._low, self._high)

    def _near(self, found: list[Window]) -> Iterator[int | None]:
        # A huge present value comes from some solver, and need not be kept.
        home = self._present if abs(self._present) <= 1000 else 0
        for window in sorted(found, key=lambda w: _distance(w.nearest(home), home)):
            yield window.nearest(home)
            yield self._nearest_free(window, home)
            yield window.nearest(0)

    def _nearest_free(self, window: Window, home: int) -> int | None:
        """The value of a window nearest to home that no point left out forbids."""
        nearest = window.nearest(home)
        if nearest is None or len(self._holes) > MOST_HOLES:
            return None
        taken = self._taken()
        for away in range(len(taken) + 1):
            for value in (nearest + away * window.step, nearest - away * window.step):
                if value not in taken and window.spans(value):
                    return value
        return None

    def _taken(self) -> set[int]:
        """The values of the variable at which a linear term is at a point left out."""
        taken: set[int] = set()
        for present, factor, bounds in self._holes:
            for points in bounds.excluded if bounds.excluded_count <= MOST_HOLES else ():
                for point in points:
                    change, rest = divmod(point - present, factor)
                    if not rest:
                        taken.add(self._present + change)
        return taken

    def _beside(self, found: list[Window]) -> Iterator[int | None]:
        """Around the nearest, for the points left out and what is not linear."""
        for window in found:
            nearest = window.nearest(self._present)
            if nearest is None:
                continue
            for away in (1, -1, 2, -2, 3, -3):
                yield window.nearest(nearest + away * window.step)
            if window.step > 1:
                yield window.nearest(window.step)


def _distance(value: int | None, home: int) -> tuple[bool, int]:
    return value is None, abs((value or 0) - home)
