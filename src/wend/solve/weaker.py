"""A weaker question first: pointers that do not overlap are different, and no more. [002] §7.1

That two of them do not overlap is a choice of two inequalities, and there are as many such choices
as there are pairs. Without them a question is soon answered. If the answer is no, that is the
answer; a model may keep to them by chance; only else the whole question is asked.
"""

from __future__ import annotations

from wend.expr.build import boolean, conjunction, disjunction, integer, ne
from wend.expr.terms import Term
from wend.solve.slice import Slice

DEEPEST = 4
"""Overlaps are found in choices of choices, and no deeper: axioms have no more."""


def weakened(part: Slice) -> Slice | None:
    """The slice without overlaps; None where it speaks of none."""
    conditions = tuple([_weaker(each) for each in part.conditions])
    goal = _weaker(part.goal)
    if goal is part.goal and all(map(_is_same, conditions, part.conditions)):
        return None
    return Slice(conditions, goal, part.variables, part.frontier)


def _is_same(one: Term, other: Term) -> bool:
    return one is other


def _weaker(condition: Term, depth: int = DEEPEST) -> Term:
    if condition.op not in ("and", "or") or not depth:
        return condition  # which is as weak as itself
    if condition.op == "or" and (gap := _gap(condition)) is not None:
        distance, low, high = gap
        return ne(distance, integer(0)) if low < 0 < high else boolean(True)
    parts = [_weaker(each, depth - 1) for each in condition.args]
    if all(map(_is_same, parts, condition.args)):
        return condition
    return conjunction(parts) if condition.op == "and" else disjunction(parts)


def _gap(condition: Term) -> tuple[Term, int, int] | None:
    """The difference of two variables, and the bounds between which it is not."""
    bounds = {each.op: each for each in condition.args}
    if len(condition.args) != 2 or bounds.keys() != {"le", "ge"}:
        return None
    distance = bounds["le"].args[0]
    if bounds["ge"].args[0] is not distance or distance.op != "linear":
        return None
    if sorted(distance.payload[0]) != [-1, 1] or bounds["le"].payload >= bounds["ge"].payload:
        return None
    return distance, bounds["le"].payload, bounds["ge"].payload
