"""The goals still worth trying: those that may show something new before the others."""

from __future__ import annotations

from collections import deque

from wend.explore.strategies import Breadth, LeastTried, SmallFirst, Strategy
from wend.path.tree import Goal

MOST_FRESH_TRIES = 20
"""A side that no run takes after so many tries is left to the strategy: it may be infeasible
everywhere, and there is a new goal for it in every turn of a loop."""


MOST_GIVEN_UP = 3
"""Where so many goals in a row were given up, the others of that side wait, but for the first, the
second, the fourth, the eighth …: what is hard in one turn of a loop is so in the others."""


class Frontier:
    """Goals at branch sides that no run has taken yet come first, then the strategy decides.

    Of those, goals that need a solver come after the others, and those at sides that resist come
    last. Goals on which the solver gave up wait for a second try with more effort, when all else
    is done.
    """

    def __init__(self, strategy: Strategy, *, fresh_first: bool = True) -> None:
        self._strategy = strategy
        self._fresh_first = fresh_first
        self._fresh = SmallFirst(lambda: LeastTried(lambda goal: goal.place))
        self._tries: dict[tuple[object, bool], int] = {}
        self._taken: set[tuple[object, bool]] = set()
        self._put_off = SmallFirst(Breadth)
        self._given_up: dict[tuple[object, bool], int] = {}
        self._waited: dict[tuple[object, bool], int] = {}
        self._resisting: dict[tuple[object, bool], deque[Goal]] = {}
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
        """Whether its side is one that no run has taken, and not one that resists."""
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
        """Notes whether the solver knew; if so, the goals that wait have waited long enough."""
        self._given_up[goal.place] = self._given_up.get(goal.place, 0) + 1 if gave_up else 0
        if not gave_up:
            for each in self._resisting.pop(goal.place, ()):
                self._strategy.add(each, 0)

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
