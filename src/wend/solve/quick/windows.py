"""Inverts a term for one variable: the values of the variable that bring the term into an interval.

The other variables keep their present values. The results are proposals near the present value. For
a term that is not linear they may be wrong or incomplete, so the caller checks them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from wend.expr.terms import Term
from wend.record import Record
from wend.solve.quick.bounds import comparison

DEEPEST = 24
"""Levels of a term down to which it is inverted."""

MOST_STEPS = 200
"""Steps of one inversion; nested choices have exponentially many."""

MOST_INTERVALS = 6
"""The first intervals of a class of characters are those that people can read."""

Value = Callable[[Term], int]
"""The present value of an Int term; raises Undefined."""


class Window(Record):
    """The values from low to high (None: no end) that leave `residue` when divided by `step`."""

    low: int | None
    high: int | None
    step: int = 1
    residue: int = 0

    def cut(self, low: int | None, high: int | None) -> Window:
        """The part between low and high."""
        if low is None or (self.low is not None and self.low > low):
            low = self.low
        if high is None or (self.high is not None and self.high < high):
            high = self.high
        return Window(low, high, self.step, self.residue)

    def nearest(self, value: int) -> int | None:
        """The value of the window nearest to this one."""
        if self.low is not None and value < self.low:
            value = self.low
        if self.high is not None and value > self.high:
            value = self.high
        above = value + (self.residue - value) % self.step
        below = above - self.step if above != value else above
        for found in (below, above) if value - below <= above - value else (above, below):
            if self.spans(found):
                return found
        return None

    def spans(self, value: int) -> bool:
        """Whether the value lies between the ends."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def comparisons_in(
    condition: Term, variable: Term, wanted: bool = True
) -> Iterator[tuple[str, Term, int]]:
    """The comparisons of a variable that can make a condition true.

    They are seen through and, or, not and choices.
    """
    waiting = [(condition, wanted)]
    for _ in range(DEEPEST):
        if not waiting:
            return
        node, wanted = waiting.pop()
        if variable not in node.variables:
            continue
        compared = comparison(node)
        if compared is not None:
            op, whole, value = compared
            yield (op, whole, value) if wanted else _NEGATED[op](whole, value)
        elif node.op == "among":
            for low, high in node.payload[:MOST_INTERVALS]:
                if wanted:
                    yield "ge", node.args[0], low
                    yield "le", node.args[0], high
                else:
                    yield "le", node.args[0], low - 1
                    yield "ge", node.args[0], high + 1
        elif node.op == "not":
            waiting.append((node.args[0], not wanted))
        elif node.op in ("and", "or"):
            using = [(arg, wanted) for arg in node.args if variable in arg.variables]
            waiting.extend(reversed(using[:DEEPEST]))
        elif node.op == "ite":
            condition, then, otherwise = node.args
            waiting += [(otherwise, wanted), (then, wanted), (condition, False), (condition, True)]


_NEGATED: dict[str, Callable[[Term, int], tuple[str, Term, int]]] = {
    "le": lambda whole, value: ("ge", whole, value + 1),
    "ge": lambda whole, value: ("le", whole, value - 1),
    "eq": lambda whole, value: ("ne", whole, value),
    "ne": lambda whole, value: ("eq", whole, value),
}


def windows(op: str, whole: Term, bound: int, variable: Term, value: Value) -> Iterator[Window]:
    """The windows of the variable in which `whole op bound` may be true."""
    return _Inversion(variable, value).compared(op, whole, bound, DEEPEST)


def coefficient_of(variable: Term, whole: Term) -> int | None:
    """The coefficient of a variable in a linear term; None if the term uses it in another way."""
    if whole is variable:
        return 1
    if whole.op != "linear":
        return None if variable in whole.variables else 0
    found: int | None = 0
    for coefficient, atom in zip(whole.payload[0], whole.args, strict=True):
        if atom is variable:
            found = coefficient
        elif variable in atom.variables:
            return None
    return found


class _Inversion:
    def __init__(self, variable: Term, value: Value) -> None:
        self.variable = variable
        self.value = value
        self.steps_left = MOST_STEPS

    def compared(self, op: str, whole: Term, bound: int, depth: int) -> Iterator[Window]:
        match op:
            case "le":
                yield from self.of(whole, None, bound, depth)
            case "ge":
                yield from self.of(whole, bound, None, depth)
            case "eq":
                yield from self.of(whole, bound, bound, depth)
            case _:
                yield from self.of(whole, None, bound - 1, depth)
                yield from self.of(whole, bound + 1, None, depth)

    def of(self, node: Term, low: int | None, high: int | None, depth: int) -> Iterator[Window]:
        if node is self.variable:
            yield Window(low, high)
            return
        self.steps_left -= 1
        rule = _RULES.get(node.op)
        if rule is not None and depth and self.steps_left > 0 and self.variable in node.variables:
            yield from rule(self, node, low, high, depth - 1)

    def linear(self, node: Term, low: int | None, high: int | None, depth: int) -> Iterator[Window]:
        present = self.value(node)
        for coefficient, atom in zip(node.payload[0], node.args, strict=True):
            if self.variable in atom.variables:
                rest = present - coefficient * self.value(atom)
                yield from self.scaled(atom, coefficient, rest, low, high, depth)

    def scaled(
        self, atom: Term, by: int, rest: int, low: int | None, high: int | None, depth: int
    ) -> Iterator[Window]:
        """by * atom + rest between low and high."""
        if by < 0:
            low, high = high, low
        low = None if low is None else -((rest - low) // by)
        high = None if high is None else (high - rest) // by
        if low is None or high is None or low <= high:
            yield from self.of(atom, low, high, depth)

    def floordiv(
        self, node: Term, low: int | None, high: int | None, depth: int
    ) -> Iterator[Window]:
        a, b = node.args
        if self.variable in b.variables:
            total = self.value(a)
            near = [total // bound for bound in (low, high) if bound]
            yield from self.points(b, (*near, 1, -1, abs(total) + 1, -abs(total) - 1), depth)
        yield from self.divided(a, self.value(b), low, high, depth)

    def divided(
        self, a: Term, by: int, low: int | None, high: int | None, depth: int
    ) -> Iterator[Window]:
        """a // by between low and high."""
        if by > 0:
            least = None if low is None else low * by
            most = None if high is None else high * by + by - 1
            yield from self.of(a, least, most, depth)
        elif by < 0:
            least = None if high is None else by * (high + 1) + 1
            most = None if low is None else by * low
            yield from self.of(a, least, most, depth)

    def mod(self, node: Term, low: int | None, high: int | None, depth: int) -> Iterator[Window]:
        a, b = node.args
        divisor = self.value(b)
        if self.variable in b.variables:
            total = self.value(a)
            near = [total - bound for bound in (low, high) if bound is not None]
            yield from self.points(b, (*near, abs(total) + 1, 1), depth)
            return
        if divisor <= 0:
            return
        low = 0 if low is None else max(low, 0)
        high = divisor - 1 if high is None else min(high, divisor - 1)
        if low > high:
            return
        present = self.value(node)
        factor = coefficient_of(self.variable, a)
        for wanted in dict.fromkeys((min(max(present, low), high), low, high)):
            if factor is None:
                inner = self.value(a)
                point = inner + (wanted - present) % divisor
                yield from self.of(a, point, point, depth)
                yield from self.of(a, point - divisor, point - divisor, depth)
            else:
                yield from self.congruent(factor, wanted - present, divisor)

    def points(self, divisor: Term, values: Iterable[int], depth: int) -> Iterator[Window]:
        """Where a divisor is one of these."""
        for value in dict.fromkeys(values):
            if value:
                yield from self.of(divisor, value, value, depth)

    def congruent(self, factor: int, change: int, divisor: int) -> Iterator[Window]:
        """Where factor * (the variable's change) is `change`, modulo the divisor."""
        common = math.gcd(factor, divisor)
        if change % common == 0:
            step = divisor // common
            moved = change // common * pow(factor // common, -1, step)
            yield Window(None, None, step, (self.value(self.variable) + moved) % step)

    def ite(self, node: Term, low: int | None, high: int | None, depth: int) -> Iterator[Window]:
        condition, then, otherwise = node.args
        yield from self.of(then, low, high, depth)
        yield from self.of(otherwise, low, high, depth)
        for wanted in (True, False):
            for op, whole, bound in comparisons_in(condition, self.variable, wanted):
                yield from self.compared(op, whole, bound, depth)


_RULES: dict[str, Callable[[_Inversion, Term, int | None, int | None, int], Iterator[Window]]] = {
    "linear": _Inversion.linear,
    "floordiv": _Inversion.floordiv,
    "mod": _Inversion.mod,
    "ite": _Inversion.ite,
}
