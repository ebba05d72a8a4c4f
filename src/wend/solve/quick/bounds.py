"""The values that comparisons with constants leave to one linear term.

A loop leaves `n > 0, n > 1, n > 2, …` on its path; all that counts of them is `n > 2`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wend.expr.leaves import range_of
from wend.expr.sorts import Sort
from wend.expr.terms import Term, term
from wend.record import Record


class Bounds(Record):
    """An interval without some of its points; None is no bound on that side."""

    low: int | None = None
    high: int | None = None
    excluded: tuple[frozenset[int], ...] = ()
    """Each set at least twice as large as the next, so that adding a point copies few others."""

    @property
    def is_empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low > self.high

    @property
    def is_point(self) -> bool:
        return self.low is not None and self.low == self.high

    @property
    def excluded_count(self) -> int:
        return sum(map(len, self.excluded))

    def allow(self, value: int) -> bool:
        if self.low is not None and value < self.low:
            return False
        if self.high is not None and value > self.high:
            return False
        return not any(value in points for points in self.excluded)

    def within(self, low: int | None, high: int | None) -> Bounds:
        """These bounds cut to low … high, and to the first and last points allowed."""
        if low is None or (self.low is not None and self.low > low):
            low = self.low
        if high is None or (self.high is not None and self.high < high):
            high = self.high
        if self.excluded:
            while low is not None and (high is None or low <= high) and self._excludes(low):
                low += 1
            while high is not None and (low is None or low <= high) and self._excludes(high):
                high -= 1
        return Bounds(low, high, self.excluded)

    def without(self, value: int) -> Bounds:
        """These bounds with one point less."""
        if not self.allow(value):
            return self
        points = frozenset((value,))
        sets = list(self.excluded)
        while sets and len(sets[-1]) < 2 * len(points):
            points |= sets.pop()
        return Bounds(self.low, self.high, (*sets, points)).within(None, None)

    def after(self, op: str, value: int) -> Bounds:
        """What is left when the term is also `op` value; op is le, ge, eq or ne."""
        match op:
            case "le":
                return self.within(None, value)
            case "ge":
                return self.within(value, None)
            case "eq" if self.allow(value):
                return Bounds(value, value)
            case "eq":
                return _NOTHING
            case _:
                return self.without(value)

    def conditions(self, whole: Term) -> Iterator[Term]:
        """The same as terms."""
        if self.is_point:
            yield term("eq", (whole,), self.low, Sort.BOOL)
            return
        if self.low is not None:
            yield term("ge", (whole,), self.low, Sort.BOOL)
        if self.high is not None:
            yield term("le", (whole,), self.high, Sort.BOOL)
        for points in self.excluded:
            for value in sorted(points):
                if self._spans(value):
                    equal = term("eq", (whole,), value, Sort.BOOL)
                    yield term("not", (equal,), None, Sort.BOOL)

    def _excludes(self, value: int) -> bool:
        return any(value in points for points in self.excluded)

    def _spans(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


ANYTHING = Bounds()
_NOTHING = Bounds(1, 0)


def natural_bounds(subject: Term) -> Bounds:
    """What holds of a term whatever a path says: variables have the range that their names tell."""
    if subject.op != "var":
        return ANYTHING
    low, high = range_of(subject)
    return ANYTHING if low is None and high is None else Bounds(low, high)


def comparison(condition: Term) -> tuple[str, Term, int] | None:
    """A condition as (op, linear term, constant) with op le, ge, eq or ne, if it is one."""
    op = condition.op
    if op in ("le", "ge", "eq"):
        return op, condition.args[0], condition.payload
    if op == "not" and condition.args[0].op == "eq":
        return "ne", condition.args[0].args[0], condition.args[0].payload
    return None
