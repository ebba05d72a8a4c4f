"""The exact cache: remembers the answer to each slice.

In the second generation of flips most slices were asked before. Reusing models for other slices,
and unsat cores, were measured and answered almost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.slice import Slice


class Cache:
    """Answers by the set of the slice's terms."""

    def __init__(self) -> None:
        self._answers: dict[frozenset[Any], tuple[Answer, float]] = {}

    def find(self, part: Slice, effort: float) -> Answer | None:
        found = self._answers.get(_key(part))
        if found is None:
            return None
        answer, tried = found
        match answer:
            case Sat():
                return Sat(answer.model, "cache")
            case Unsat():
                return Unsat("cache")
            case Unknown():
                # With more effort another try may succeed.
                return answer if tried >= effort else None

    def remember(
        self, part: Slice, answer: Answer, effort: float, parent: Mapping[str, Any]
    ) -> None:
        if isinstance(answer, Sat):
            # The next query has another parent, so the model must name every variable.
            names = [variable.payload.text for variable in part.variables]
            complete = {name: answer.model.get(name, parent.get(name)) for name in names}
            answer = Sat({n: v for n, v in complete.items() if v is not None}, answer.by)
        self._answers[_key(part)] = answer, effort


def _key(part: Slice) -> frozenset[Any]:
    return frozenset((*part.conditions, part.goal))
