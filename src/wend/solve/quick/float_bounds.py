"""Recognises conditions on floats that contradict each other, without a solver.

Only comparisons of a term with constants count; they make most of the infeasible goals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from wend.expr.floats import LAST, ordinal
from wend.expr.sorts import Sort
from wend.expr.terms import Term


class _Range:
    """The range that is left to a term if it is no nan, and whether it may be nan."""

    __slots__ = ("high", "holes", "is_number", "low", "may_be_number")

    def __init__(self) -> None:
        self.low, self.high = -LAST, LAST
        self.holes: set[int] = set()
        self.is_number = False
        self.may_be_number = True

    @property
    def is_empty(self) -> bool:
        if not self.is_number:
            return False
        while self.low in self.holes:
            self.low += 1
        while self.high in self.holes:
            self.high -= 1
        return not self.may_be_number or self.low > self.high


def contradictory(conditions: Iterable[Term]) -> bool:
    """Whether conditions that all have to hold cannot: a proof, if true."""
    ranges: dict[Term, _Range] = {}
    for condition in conditions:
        wanted = condition.op != "not"
        atom = condition if wanted else condition.args[0]
        if atom.op not in ("flt", "fle", "feq"):
            continue
        a, b = atom.args
        if a is b:
            _itself(ranges.setdefault(a, _Range()), atom.op, wanted)
        elif b.op == "const" and a.sort is Sort.FLOAT and b.sort is Sort.FLOAT:
            _left(ranges.setdefault(a, _Range()), atom.op, b.payload, wanted)
        elif a.op == "const" and a.sort is Sort.FLOAT and b.sort is Sort.FLOAT:
            _right(ranges.setdefault(b, _Range()), atom.op, a.payload, wanted)
    return any(each.is_empty for each in ranges.values())


def _itself(known: _Range, op: str, wanted: bool) -> None:
    """a == a, a <= a: a is a number."""
    if wanted:
        known.is_number = True
    elif op != "flt":
        known.may_be_number = False


def _left(known: _Range, op: str, bound: float, wanted: bool) -> None:
    """a OP bound, or not so."""
    if math.isnan(bound):
        return
    place = ordinal(bound)
    known.is_number = known.is_number or wanted
    if op == "feq":
        if wanted:
            known.low, known.high = max(known.low, place), min(known.high, place)
        else:
            known.holes.add(place)
    elif wanted:
        known.high = min(known.high, place - (op == "flt"))
    else:
        known.low = max(known.low, place + (op == "fle"))


def _right(known: _Range, op: str, bound: float, wanted: bool) -> None:
    """bound OP a, or not so."""
    if op == "feq":
        _left(known, op, bound, wanted)
    elif not math.isnan(bound):
        place = ordinal(bound)
        known.is_number = known.is_number or wanted
        if wanted:
            known.low = max(known.low, place + (op == "flt"))
        else:
            known.high = min(known.high, place - (op == "fle"))
