"""Goals that the bounds alone contradict, found without a solver."""

from __future__ import annotations

from wend.expr.build import negate
from wend.expr.terms import Term
from wend.solve.bounds import ANYTHING, Bounds, comparison
from wend.solve.slice import Knowledge

DEEPEST = 6
"""How far down a term its range is computed."""


def refuted(known: Knowledge, goal: Term) -> bool:
    """Whether the goal cannot hold where all that is known holds: a proof, if true."""
    compared = comparison(goal)
    if compared is not None:
        op, whole, value = compared
        if known.bounds_of(whole).after(op, value).is_empty:
            return True
        return _range(known, whole, DEEPEST).after(op, value).is_empty
    match goal.op:
        case "const":
            return not goal.payload
        case "and":
            return any(refuted(known, part) for part in goal.args if part.op not in _DEEP)
        case "or":
            return all(part.op not in _DEEP and refuted(known, part) for part in goal.args)
        case _:
            return known.has(negate(goal))


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
        case "mul" if node.args[0] is node.args[1]:
            return own.within(0, None)
        case _:
            return own


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
