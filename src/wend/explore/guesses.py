"""Guessed types that were wrong: what is explored of them comes to nothing."""

from __future__ import annotations

from wend.expr.variables import Kind, named
from wend.inputs.inputs import Inputs
from wend.inputs.target import Target
from wend.path.outcome import Outcome, Raised
from wend.path.path import Path
from wend.path.site import INPUTS
from wend.path.tree import Goal

MOST_FAILURES = 12
"""Runs of one combination of types that end in a TypeError before it is given up."""

Chosen = tuple[tuple[str, int], ...]


class GuessedTypes:
    """Which combinations of guessed types led to anything but a TypeError."""

    def __init__(self, target: Target) -> None:
        self._guessed = any(parameter.guessed for parameter in target.parameters)
        self._failures: dict[Chosen, int] = {}
        self._fine: set[Chosen] = set()

    def explains(self, outcome: Outcome) -> bool:
        """Whether a type that was guessed may be all that is wrong."""
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
        """Whether a goal belongs to types that never worked, and does not choose others."""
        if not self._failures or goal.node.site.kind in INPUTS:
            return False
        chosen = _chosen(goal.node.path.inputs)
        return self._failures.get(chosen, 0) >= MOST_FAILURES and chosen not in self._fine


def _chosen(inputs: Inputs) -> Chosen:
    return tuple([item for item in inputs.items() if named(item[0]).kind is Kind.CHOICE])
