"""Refutes goals by the bounds of their terms, without a solver."""

from __future__ import annotations

import math
from functools import lru_cache

from wend.expr.build import integer, mod, negate
from wend.expr.terms import Term
from wend.solve.quick.bounds import comparison
from wend.solve.quick.ranges import Ranges
from wend.solve.slice import Knowledge

DEEPEST = 6
"""Levels of a term down to which its range is computed."""

LARGEST_DIVISOR = 1 << 14
"""The largest number whose divisors are looked for."""


def refuted(known: Knowledge, goal: Term) -> bool:
    """Whether the goal contradicts what is known: a proof, if true."""
    compared = comparison(goal)
    if compared is not None:
        op, whole, value = compared
        bounds = known.bounds_of(whole)
        if bounds.after(op, value).is_empty:
            return True
        if whole.op != "var":
            low, high = Ranges(known.bounds_of).of(whole, DEEPEST).ends
            if bounds.within(low, high).after(op, value).is_empty:
                return True
        return op == "eq" and whole.op == "mod" and _is_another_remainder(known, whole, value)
    match goal.op:
        case "const":
            return not goal.payload
        case "and":
            return any(refuted(known, part) for part in goal.args if part.op not in _DEEP)
        case "or":
            return all(part.op not in _DEEP and refuted(known, part) for part in goal.args)
        case _:
            return known.has(negate(goal))


def _is_another_remainder(known: Knowledge, whole: Term, value: int) -> bool:
    """Whether what is known of `n % 4` contradicts `n % 12 == value`, as 4 is a divisor of 12."""
    inner, divisor = whole.args
    return divisor.op == "const" and any(
        known.bounds_of(mod(inner, integer(each))).after("eq", value % each).is_empty
        for each in _divisors(divisor.payload)
    )


@lru_cache(maxsize=1 << 12)
def _divisors(number: int) -> tuple[int, ...]:
    """The proper divisors of a number, if it is not too large."""
    if not 0 < number <= LARGEST_DIVISOR:
        return ()
    small = [each for each in range(2, math.isqrt(number) + 1) if number % each == 0]
    return tuple(sorted({*small, *[number // each for each in small]}))


_DEEP = ("and", "or")
"""Conjunctions in disjunctions in conjunctions are left to the solver."""
