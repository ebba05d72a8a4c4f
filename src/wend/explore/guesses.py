"""Recognises guessed types that were wrong, so that no more time is spent on them."""

from __future__ import annotations

from wend.expr.variables import Kind, named
from wend.inputs.inputs import Inputs
from wend.inputs.target import Target
from wend.path.outcome import Outcome, Raised
from wend.path.path import Path
from wend.path.site import INPUTS
from wend.path.tree import Goal

MOST_FAILURES = 12
"""Runs that end in a TypeError before a combination of types is given up."""

Chosen = tuple[tuple[str, int], ...]


class GuessedTypes:
    """Counts for each combination of guessed types whether runs ended in a TypeError."""

    def __init__(self, target: Target) -> None:
        self._guessed = any(parameter.guessed for parameter in target.parameters)
        self._failures: dict[Chosen, int] = {}
        self._fine: set[Chosen] = set()

    def explains(self, outcome: Outcome) -> bool:
        """Whether a wrong guess of a type may be the only cause of this outcome."""
        return (
            self._guessed
            and isinstance(outcome, Raised)
            and outcome.type in ("TypeError", "AttributeError")
            and not outcome.explicit
        )

    def saw(self, path: Path) -> None:
        """Learns from a run."""
        if not self._guessed:
            return
        chosen = _chosen(path.inputs)
        if self.explains(path.outcome):
            self._failures[chosen] = self._failures.get(chosen, 0) + 1
        else:
            self._fine.add(chosen)

    def is_hopeless(self, goal: Goal) -> bool:
        """Whether a goal needs a combination of types that only led to TypeErrors."""
        if not self._failures or goal.node.site.kind in INPUTS:
            return False
        chosen = _chosen(goal.node.path.inputs)
        return self._failures.get(chosen, 0) >= MOST_FAILURES and chosen not in self._fine


def _chosen(inputs: Inputs) -> Chosen:
    return tuple([item for item in inputs.items() if named(item[0]).kind is Kind.CHOICE])
