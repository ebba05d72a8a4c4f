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
from wend.solve.quick.residues import ALL, LONGEST_PERIOD, residues_of
from wend.solve.slice import Knowledge

DEEPEST = 6
"""Levels of a term down to which its range is computed."""

LARGEST_TABLE = 256
"""Constants in a table whose range is computed."""

MOST_REMAINDERS = 64
"""Conditions on a variable, the newest ones, that are searched for remainders."""


def refuted(known: Knowledge, goal: Term) -> bool:
    """Whether the goal contradicts what is known: a proof, if true."""
    compared = comparison(goal)
    if compared is not None:
        op, whole, value = compared
        if known.bounds_of(whole).after(op, value).is_empty:
            return True
        if _range(known, whole, DEEPEST).after(op, value).is_empty:
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


def _range(known: Knowledge, node: Term, depth: int) -> Bounds:
    """An interval that holds the term's value."""
    if node.op == "const":
        return Bounds(node.payload, node.payload)
    own = known.bounds_of(node)
    if not depth:
        return own
    match node.op:
        case "linear":
            return _sum(known, node, depth).within(own.low, own.high)
        case "mod" if node.args[1].op == "const" and node.args[1].payload > 0:
            return own.within(0, node.args[1].payload - 1)
        case "bitand" if node.args[1].op == "const" and node.args[1].payload >= 0:
            return own.within(0, node.args[1].payload)
        case "bit_count":
            return own.within(0, None)
        case "ite":
            return own.within(*_least_and_most(node))
        case "mul" if node.args[0] is node.args[1]:
            return own.within(0, None)
        case "mul" if node.args[0].op == "const" and node.args[0].payload == 1:
            inner = _range(known, node.args[1], depth)  # a long sum in a longer one
            return own.within(inner.low, inner.high)
        case _:
            return own


@lru_cache(maxsize=1 << 12)
def _least_and_most(choice: Term) -> tuple[int | None, int | None]:
    """The least and greatest of the constants between which a table chooses."""
    found: list[int] = []
    waiting = [choice]
    while waiting:
        for arm in waiting.pop().args[1:]:
            if arm.op == "ite":
                waiting.append(arm)
            elif arm.op == "const" and len(found) < LARGEST_TABLE:
                found.append(arm.payload)
            else:
                return None, None
    return min(found), max(found)


def _sum(known: Knowledge, node: Term, depth: int) -> Bounds:
    coefficients, constant = node.payload
    low: int | None = constant
    high: int | None = constant
    for coefficient, atom in zip(coefficients, node.args, strict=True):
        bounds = _range(known, atom, depth - 1)
        least, most = bounds.low, bounds.high
        if coefficient < 0:
            least, most = most, least
        low = None if low is None or least is None else low + coefficient * least
        high = None if high is None or most is None else high + coefficient * most
        if low is None and high is None:
            return ANYTHING
    return Bounds(low, high)
