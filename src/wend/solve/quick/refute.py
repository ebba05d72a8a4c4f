"""Refutes goals by the bounds of their terms, without a solver."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from wend.expr.build import integer, mod, negate
from wend.expr.evaluate import evaluate
from wend.expr.terms import Term
from wend.solve.quick.bounds import ANYTHING, Bounds, comparison
from wend.solve.quick.ranges import Ranges
from wend.solve.quick.residues import ALL, LONGEST_PERIOD, residues_of
from wend.solve.slice import Knowledge

DEEPEST = 6
"""Levels of a term down to which its range is computed."""

MOST_REMAINDERS = 64
"""Conditions on a variable, the newest ones, that are searched for remainders."""


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
        return whole.op == "mod" and _no_residue(known, whole, ANYTHING.after(op, value))
    match goal.op:
        case "const":
            return not goal.payload
        case "and":
            return any(refuted(known, part) for part in goal.args if part.op not in _DEEP)
        case "or":
            return all(part.op not in _DEEP and refuted(known, part) for part in goal.args)
        case _:
            return known.has(negate(goal))


def _no_residue(known: Knowledge, goal: Term, bounds: Bounds) -> bool:
    """Whether the remainders known of the goal's only variable leave it no residue."""
    if len(goal.variables) != 1:
        return False
    (variable,) = goal.variables
    left = ALL
    for subject, allowed in ((goal, bounds), *_remainders(known, variable, goal)):
        # No other variable is involved, so its value, taken as 0, is no assumption.
        found = residues_of(variable, subject, allowed, _at_zero, left)
        if found is not None:
            left = left.cut(*found)
        if not left.mask:
            return True
    return False


def _remainders(known: Knowledge, variable: Term, goal: Term) -> Iterator[tuple[Term, Bounds]]:
    """The known bounds of remainders, first those by divisors of the goal's divisor."""
    inner, divisor = goal.args
    for smaller in _divisors(divisor.payload) if divisor.op == "const" else ():
        subject = mod(inner, integer(smaller))
        if known.has(subject):
            yield subject, known.bounds_of(subject)
    for subject in islice(known.subjects_using(variable), MOST_REMAINDERS):
        if subject.op == "mod" and len(subject.variables) == 1:
            yield subject, known.bounds_of(subject)


@lru_cache(maxsize=1 << 12)
def _divisors(number: int) -> tuple[int, ...]:
    """The proper divisors of a number, if it is not too large."""
    if not 0 < number <= LONGEST_PERIOD:
        return ()
    small = [each for each in range(2, math.isqrt(number) + 1) if number % each == 0]
    return tuple(sorted({*small, *[number // each for each in small]}))


def _at_zero(node: Term) -> int:
    value: int = evaluate(node, _ZERO)
    return value


class _Zero(dict[str, int]):
    def __missing__(self, name: str) -> int:
        return 0


_ZERO = _Zero()

_DEEP = ("and", "or")
"""Conjunctions in disjunctions in conjunctions are left to the solver."""
