"""Weakens a question about pointers: instead of not overlapping they need only differ. [002] §7.1

"Two pointers do not overlap" is a choice of two inequalities, one choice for each pair of pointers.
The question without these is answered soon. Unsat then holds for the full question, too. A model is
corrected by putting pointers far apart, except where their distance is asked for. Only if that
fails, the full question is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.expr.build import boolean, conjunction, conjuncts, disjunction, integer, ne
from wend.expr.leaves import is_address, value_in
from wend.expr.terms import Term
from wend.expr.variables import END_OF_ADDRESSES, FIRST_ADDRESS
from wend.solve.slice import Slice

STEP = 512
"""The distance at which pointers are put."""

DEEPEST = 4
"""Nested choices in which overlaps are looked for; the axioms nest no deeper."""


def weakened(part: Slice) -> Slice | None:
    """The slice without conditions on overlaps; None if it has none."""
    conditions = tuple([_weaker(each) for each in part.conditions])
    goal = _weaker(part.goal)
    if goal is part.goal and all(map(_is_same, conditions, part.conditions)):
        return None
    return Slice(conditions, goal, part.variables, part.frontier)


def _is_same(one: Term, other: Term) -> bool:
    return one is other


def _weaker(condition: Term, depth: int = DEEPEST) -> Term:
    if condition.op not in ("and", "or") or not depth:
        return condition  # it stays as it is
    if condition.op == "or" and (gap := _gap(condition)) is not None:
        distance, low, high = gap
        return ne(distance, integer(0)) if low < 0 < high else boolean(True)
    parts = [_weaker(each, depth - 1) for each in condition.args]
    if all(map(_is_same, parts, condition.args)):
        return condition
    return conjunction(parts) if condition.op == "and" else disjunction(parts)


def _gap(condition: Term) -> tuple[Term, int, int] | None:
    """The difference of two variables, and the bounds that it is not between; or None."""
    bounds = {each.op: each for each in condition.args}
    if len(condition.args) != 2 or bounds.keys() != {"le", "ge"}:
        return None
    distance = bounds["le"].args[0]
    if bounds["ge"].args[0] is not distance or distance.op != "linear":
        return None
    if bounds["le"].payload >= bounds["ge"].payload or not _is_distance(distance):
        return None
    return distance, bounds["le"].payload, bounds["ge"].payload


def _is_distance(term: Term) -> bool:
    """Whether a sum is the difference of two pointers."""
    return (
        term.op == "linear"
        and sorted(term.payload[0]) == [-1, 1]
        and all(is_address(each) for each in term.args)
    )


def spread(part: Slice, model: Mapping[str, Any], parent: Mapping[str, Any]) -> dict[str, Any]:
    """The model with pointers far apart, except those whose distance is asked for."""
    values = {**parent, **model}
    groups: dict[Term, list[Term]] = {}
    for variable in part.variables:
        if is_address(variable) and value_in(values, variable):
            groups[variable] = [variable]
    for condition in part.parts:
        for each in conjuncts(condition):
            if each.op == "eq" and _is_distance(each.args[0]):
                one, other = (groups.get(variable) for variable in each.args[0].args)
                if one is not None and other is not None and one is not other:
                    one.extend(other)
                    groups.update(dict.fromkeys(other, one))
    moved = dict(model)
    distinct = {id(group): group for group in groups.values()}
    for at, group in enumerate(distinct.values()):
        first = min(value_in(values, variable) for variable in group)
        start = FIRST_ADDRESS + at * STEP + first % 16
        for variable in group:
            moved[variable.payload.text] = start + value_in(values, variable) - first
    return moved if len(distinct) * STEP <= END_OF_ADDRESSES - FIRST_ADDRESS else dict(model)
