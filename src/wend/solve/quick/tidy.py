"""Makes models tidy: variables that need not change get the parent's values back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wend.expr.evaluate import holds
from wend.expr.terms import Term
from wend.solve.answer import Model
from wend.solve.quick.float_values import differ, simpler

MOST_CONDITIONS = 256
"""In longer slices each trial would cost more than a tidy model is worth."""

MOST_VARIABLES = 32


def tidied(
    model: Model, conditions: tuple[Term, ...], parent: Mapping[str, Any]
) -> dict[str, int | bool | float]:
    """The model with values of the parent, or small ones, where the conditions allow it."""
    best = dict(model)
    if len(conditions) > MOST_CONDITIONS or any(each.is_wide for each in conditions):
        return best
    using: dict[str, list[Term]] = {}
    for condition in conditions:
        for variable in condition.variables:
            using.setdefault(variable.payload.text, []).append(condition)
    for name in list(best)[:MOST_VARIABLES]:
        value = best[name]
        for better in _simpler(value, parent[name]):
            if holds(using.get(name, ()), {**parent, **best, name: better}):
                best[name] = better
                break
    return {name: value for name, value in best.items() if differ(value, parent[name])}


def _simpler(value: int | bool | float, before: Any) -> Iterable[Any]:
    if not differ(value, before):
        return ()
    if isinstance(value, float):
        return (before, *simpler(value))
    if isinstance(value, bool) or abs(value) <= 1000 or abs(value) <= abs(before):
        return (before,)
    return (before, 0, 1, -1, 10, -10, 100, -100)
