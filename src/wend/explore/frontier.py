"""The open goals, in the order in which they are tried.

A goal is *fresh* if no run has taken its side of its site yet.
"""

from __future__ import annotations

from collections import deque

from wend.explore.strategies import ByAge, LeastTried, SmallFirst, Strategy
from wend.path.tree import Goal

MOST_FRESH_TRIES = 20
"""Tries of a fresh side. Afterwards the strategy decides about its goals: the side may be
infeasible everywhere, and every turn of a loop adds a new goal for it."""


MOST_GIVEN_UP = 3
"""Goals of one side given up in a row. Then the side *resists*: of its other goals only the first,
second, fourth, eighth … are tried, since what is hard in one turn of a loop is hard in the next."""


class Frontier:
    """Hands out fresh goals first, then goals that need a solver, then as the strategy says.

    Goals at sides that resist come last. Goals on which the solver gave up wait for a second try
    with more effort, when all else is done.
    """

    def __init__(self, strategy: Strategy, *, fresh_first: bool = True) -> None:
        self._strategy = strategy
        self._fresh_first = fresh_first
        self._fresh = SmallFirst(lambda: LeastTried(lambda goal: goal.place))
        self._tries: dict[tuple[object, bool], int] = {}
        self._taken: set[tuple[object, bool]] = set()
        self._put_off = SmallFirst(ByAge)
        self._given_up: dict[tuple[object, bool], int] = {}
        self._waited: dict[tuple[object, bool], int] = {}
        self._resisting: dict[tuple[object, bool], deque[Goal]] = {}
        self._retry: deque[tuple[Goal, float]] = deque()
        self.size = 0

    def saw(self, place: tuple[object, bool]) -> bool:
        """Notes that a run took a side of a site; returns whether it was the first."""
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
        for queue in (self._put_off, self._strategy):
            while (found := queue.take()) is not None:
                if found.is_open and self._is_to_wait(found):
                    self._resisting.setdefault(found.place, deque()).append(found)
                    continue
                self.size -= 1
                if found.is_open:
                    return found
        while self._resisting:
            place, waiting = next(iter(self._resisting.items()))
            while waiting:
                self.size -= 1
                if (found := waiting.popleft()).is_open:
                    return found
            del self._resisting[place]
        return None

    def _is_fresh(self, goal: Goal) -> bool:
        """Whether no run has taken the goal's side, after few tries, and the side does not
        resist."""
        return (
            goal.place not in self._taken
            and self._tries.get(goal.place, 0) < MOST_FRESH_TRIES
            and self._given_up.get(goal.place, 0) < MOST_GIVEN_UP
        )

    def _is_to_wait(self, goal: Goal) -> bool:
        if self._given_up.get(goal.place, 0) < MOST_GIVEN_UP:
            return False
        count = self._waited[goal.place] = self._waited.get(goal.place, 0) + 1
        return count & (count - 1) != 0

    def answered(self, goal: Goal, *, gave_up: bool) -> None:
        """Notes whether the solver gave up; if not, goals of the same side need not wait any
        more."""
        self._given_up[goal.place] = self._given_up.get(goal.place, 0) + 1 if gave_up else 0
        if not gave_up:
            for each in self._resisting.pop(goal.place, ()):
                self._strategy.add(each, 0)

    def put_off(self, goal: Goal) -> None:
        """Keeps a goal that needs a solver until no fresh goal is left."""
        self.size += 1
        self._put_off.add(goal, 0)

    def postpone(self, goal: Goal, effort: float) -> None:
        self._retry.append((goal, effort))

    def take_postponed(self) -> tuple[Goal, float] | None:
        """A goal on which the solver gave up, with the effort it had then."""
        while self._retry:
            goal, effort = self._retry.popleft()
            if goal.is_open:
                return goal, effort
        return None
