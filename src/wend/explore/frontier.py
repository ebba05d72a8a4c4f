"""The goals still worth trying: those that may show something new before the others."""

from __future__ import annotations

from collections import deque

from wend.explore.strategies import Breadth, LeastTried, SmallFirst, Strategy
from wend.path.tree import Goal

MOST_FRESH_TRIES = 20
"""A side that no run takes after so many tries is left to the strategy: it may be infeasible
everywhere, and there is a new goal for it in every turn of a loop."""


class Frontier:
    """Goals at branch sides that no run has taken yet come first, then the strategy decides.

    Of those, goals that need a solver come after the others. Goals on which it gave up wait for a
    second try with more effort, when all else is done.
    """

    def __init__(self, strategy: Strategy, *, fresh_first: bool = True) -> None:
        self._strategy = strategy
        self._fresh_first = fresh_first
        self._fresh = SmallFirst(lambda: LeastTried(lambda goal: goal.place))
        self._tries: dict[tuple[object, bool], int] = {}
        self._taken: set[tuple[object, bool]] = set()
        self._put_off = SmallFirst(Breadth)
        self._retry: deque[tuple[Goal, int]] = deque()
        self.size = 0

    def saw(self, place: tuple[object, bool]) -> bool:
        """Notes that a side of a site was taken; whether that is new."""
        if place in self._taken:
            return False
        self._taken.add(place)
        return True

    def add(self, goal: Goal, gain: int) -> None:
        self.size += 1
        if self._fresh_first and self._is_fresh(goal):
            self._fresh.add(goal, gain)
        else:
            self._strategy.add(goal, gain)

    def take(self) -> Goal | None:
        """The goal to try next."""
        while (goal := self._fresh.take()) is not None:
            if goal.is_open and self._is_fresh(goal):
                self.size -= 1
                self._tries[goal.place] = self._tries.get(goal.place, 0) + 1
                return goal
            self._strategy.add(goal, 0)
        while (goal := self._put_off.take()) is not None:
            self.size -= 1
            if goal.is_open:
                return goal
        while (found := self._strategy.take()) is not None:
            self.size -= 1
            if found.is_open:
                return found
        return None

    def _is_fresh(self, goal: Goal) -> bool:
        """Whether its side is one that no run has taken, and not one that resists."""
        return goal.place not in self._taken and self._tries.get(goal.place, 0) < MOST_FRESH_TRIES

    def put_off(self, goal: Goal) -> None:
        """Leaves a goal until no easier one is at a side that no run has taken."""
        self.size += 1
        self._put_off.add(goal, 0)

    def postpone(self, goal: Goal, effort: int) -> None:
        self._retry.append((goal, effort))

    def take_postponed(self) -> tuple[Goal, int] | None:
        """A goal on which the solver gave up, with the effort it had then."""
        while self._retry:
            goal, effort = self._retry.popleft()
            if goal.is_open:
                return goal, effort
        return None
