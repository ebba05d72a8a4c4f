"""Answers goals on a sum of ints that are bounded each, such as a number made of digits.

The largest digit comes first. Each digit keeps its value, or takes the nearest one that the digits
after it can make up for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from wend.expr.evaluate import Values
from wend.expr.leaves import value_in
from wend.expr.terms import Term
from wend.solve.quick.bounds import comparison
from wend.solve.quick.intervals import ALL, broken_by, nearest_of, values_left
from wend.solve.slice import Knowledge


def balanced(known: Knowledge, goal: Term, parent: Mapping[str, Any]) -> dict[str, Any] | None:
    """Values for a goal that compares a sum of variables with a constant, or None."""
    compared = comparison(goal)
    if compared is None or compared[0] == "ne" or compared[1].op != "linear":
        return None
    op, whole, value = compared
    if any(variable.op != "var" for variable in whole.args):
        return None
    bounds = known.bounds_of(whole).after(op, value)
    low: float = -math.inf if bounds.low is None else bounds.low
    high: float = math.inf if bounds.high is None else bounds.high
    terms = sorted(zip(whole.payload[0], whole.args, strict=True), key=lambda each: -abs(each[0]))
    left = [values_left(known, variable, ALL) for _, variable in terms]
    if any(not each or math.inf in (-each[0][0], each[-1][1]) for each in left):
        return None
    ends = [
        sorted((int(by * each[0][0]), int(by * each[-1][1])))
        for (by, _), each in zip(terms, left, strict=True)
    ]
    least, most = sum(end[0] for end in ends), sum(end[1] for end in ends)
    changed: dict[Term, Any] = {}
    for (by, variable), each, end in zip(terms, left, ends, strict=True):
        least, most = least - end[0], most - end[1]
        present = value_in(parent, variable)
        found = nearest_of(each, present, variable, _divided(low - most, high - least, by))
        if found is None:
            return None
        if found != present:
            changed[variable] = found
        low, high = low - by * found, high - by * found
    if broken_by(known, whole.args, Values.under(parent), changed) is not None:
        return None
    return {variable.payload.text: value for variable, value in changed.items()}


def _divided(low: float, high: float, by: int) -> tuple[float, float]:
    """The ints that, times `by`, lie between the two."""
    if by < 0:
        low, high, by = -high, -low, -by
    return (
        low if low == -math.inf else -(-int(low) // by),
        high if high == math.inf else int(high) // by,
    )
