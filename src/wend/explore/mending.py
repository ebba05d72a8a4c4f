"""Runs that were dropped, mended: what a predicate refused last is what has to be otherwise.

An object graph grows by a cell whose fields all have to fit before a validity predicate is content,
and each of them is a flip of its own. A search that gives all goals their turns forgets a graph
that is nearly valid among the many that are not. So the latest decisions of a run that was dropped
are flipped at once, the last one first, for a number of tries.
"""

from __future__ import annotations

from collections.abc import Iterable

from wend.explore.strategies import Strategy
from wend.path.outcome import Dropped
from wend.path.path import Path
from wend.path.tree import Goal, Node

TRIES = 24
"""Runs that are spent on mending one."""


class Mending:
    """The goals of the runs that were dropped last."""

    def __init__(self) -> None:
        self._goals: list[Goal] = []
        self._tries = 0

    def begin(self) -> None:
        """A goal was taken from the frontier: what comes of it may be mended."""
        self._goals.clear()
        self._tries = TRIES

    def saw(self, path: Path, new: Iterable[Node]) -> None:
        """Notes a run."""
        if not isinstance(path.outcome, Dropped):
            self._goals.clear()
        elif self._tries:
            goals = [Goal(node, not node.branch.taken) for node in new if not node.branch.is_pin]
            self._goals += goals

    def take(self) -> Goal | None:
        """The next goal to try; None where nothing is worth mending."""
        while self._goals and self._tries:
            goal = self._goals.pop()
            if goal.is_open:
                self._tries -= 1
                return goal
        return None


class ValidFirst:
    """Goals of runs that were not dropped more often than others."""

    def __init__(self, of_valid: Strategy, of_dropped: Strategy) -> None:
        self._parts = (of_valid, of_dropped)
        self._turn = 0

    def add(self, goal: Goal, gain: int) -> None:
        self._parts[isinstance(goal.node.path.outcome, Dropped)].add(goal, gain)

    def take(self) -> Goal | None:
        self._turn += 1
        first = self._turn % 4 == 0
        goal = self._parts[first].take()
        return self._parts[not first].take() if goal is None else goal
