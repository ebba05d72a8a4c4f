"""Conditions on remainders, as the set of residues that they leave to one variable.

`x % 4 == 0` and `x % 100 != 0` leave 24 of 100 residues: a set of bits, cut by one `&` a
condition. Solvers are slow at that: they look for a quotient for each remainder.
"""

from __future__ import annotations

import math

from wend.expr.terms import Term
from wend.record import Record
from wend.solve.quick.bounds import Bounds
from wend.solve.quick.windows import Value, Window, coefficient_of

LONGEST_PERIOD = 1 << 14


class Residues(Record):
    """The residues allowed modulo `period`; bit r of `mask` stands for residue r."""

    period: int = 1
    mask: int = 1

    @property
    def are_all(self) -> bool:
        return self.mask == (1 << self.period) - 1

    def cut(self, period: int, mask: int) -> Residues:
        """What is left of these by other residues; these, if that would take too long."""
        whole = math.lcm(self.period, period)
        if whole > LONGEST_PERIOD:
            return self
        left = _repeated(self.mask, self.period, whole) & _repeated(mask, period, whole)
        return Residues(whole, left)

    def nearest(self, window: Window, home: int) -> int | None:
        """The value of the window with an allowed residue that is nearest to home."""
        start = Window(window.low, window.high).nearest(home)
        if start is None or not self.mask:
            return None
        residue = start % self.period
        above = self.mask >> residue << residue
        up = _lowest(above) if above else _lowest(self.mask) + self.period
        below = self.mask & ((2 << residue) - 1)
        down = below.bit_length() - 1 if below else self.mask.bit_length() - 1 - self.period
        found = [start + up - residue, start + down - residue]
        inside = [value for value in found if window.spans(value)]
        return min(inside, key=lambda value: abs(value - home), default=None)


ALL = Residues()


def residues_of(
    variable: Term, subject: Term, bounds: Bounds, value: Value, beside: Residues
) -> tuple[int, int] | None:
    """(period, mask) that bounds of a remainder leave to a variable, the others as they are.

    None where it is no remainder, or none that could cut those beside it.
    """
    if subject.op != "mod" or subject.args[1].op != "const":
        return None
    inner, divisor = subject.args[0], subject.args[1].payload
    if divisor <= 0 or math.lcm(beside.period, divisor) > LONGEST_PERIOD:
        return None
    factor = coefficient_of(variable, inner)
    if factor is None:
        return None
    rest = value(inner) - factor * value(variable)
    allowed = _allowed(bounds, divisor)
    if factor % divisor == 1:
        # The residues are the allowed remainders, turned by the rest.
        rest %= divisor
        return divisor, (allowed >> rest) | (allowed & ((1 << rest) - 1)) << (divisor - rest)
    mask = 0
    for residue in range(divisor):
        if allowed >> (factor * residue + rest) % divisor & 1:
            mask |= 1 << residue
    return divisor, mask


def _allowed(bounds: Bounds, divisor: int) -> int:
    """The remainders within bounds, as bits."""
    low = max(bounds.low or 0, 0)
    high = divisor - 1 if bounds.high is None else min(bounds.high, divisor - 1)
    if low > high:
        return 0
    mask = (1 << high + 1) - (1 << low)
    for points in bounds.excluded:
        for point in points:
            if low <= point <= high:
                mask &= ~(1 << point)
    return mask


def _repeated(mask: int, period: int, whole: int) -> int:
    if period == whole:
        return mask
    return mask * (((1 << whole) - 1) // ((1 << period) - 1))


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
