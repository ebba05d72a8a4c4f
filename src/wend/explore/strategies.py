"""Search strategies: which open goal is tried next. Each is one small class."""

from __future__ import annotations

import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol

from wend.path.tree import Goal


class Strategy(Protocol):
    """A queue of goals in an order of its own."""

    def add(self, goal: Goal, gain: int) -> None:
        """`gain`: the new blocks and branch sides of the run that found the goal."""

    def take(self) -> Goal | None:
        """The next goal; None when all were taken."""


class ByAge:
    """The oldest first: breadth ([001] §4.6); or the newest first: depth."""

    def __init__(self, *, newest_first: bool = False) -> None:
        self._goals: deque[Goal] = deque()
        self._next = self._goals.pop if newest_first else self._goals.popleft

    def add(self, goal: Goal, gain: int) -> None:
        self._goals.append(goal)

    def take(self) -> Goal | None:
        return self._next() if self._goals else None


class Random:
    """A random goal, all with the same chance."""

    def __init__(self, source: random.Random) -> None:
        self._source = source
        self._goals: list[Goal] = []

    def add(self, goal: Goal, gain: int) -> None:
        self._goals.append(goal)

    def take(self) -> Goal | None:
        if not self._goals:
            return None
        at = self._source.randrange(len(self._goals))
        self._goals[at], self._goals[-1] = self._goals[-1], self._goals[at]
        return self._goals.pop()


class Scored:
    """The best score first; of equal scores the oldest first.

    With the gain of the run as score this is generational search: all flips of one run have the
    same score, so the whole generation of the most fruitful run is tried at once.
    """

    def __init__(self, score: Callable[[Goal, int], float]) -> None:
        self._score = score
        self._heap: list[tuple[float, int, Goal]] = []
        self._order = itertools.count()

    def add(self, goal: Goal, gain: int) -> None:
        heapq.heappush(self._heap, (-self._score(goal, gain), next(self._order), goal))

    def take(self) -> Goal | None:
        return heapq.heappop(self._heap)[2] if self._heap else None


class LeastTried:
    """Sorts goals into classes, and takes from the class least often chosen so far ([003] §5)."""

    def __init__(self, classify: Callable[[Goal], Hashable]) -> None:
        self._classify = classify
        self._goals: dict[Hashable, deque[Goal]] = {}
        self._chosen: dict[Hashable, int] = {}
        self._heap: list[tuple[int, int, Any]] = []
        self._order = itertools.count()

    def add(self, goal: Goal, gain: int) -> None:
        kind = self._classify(goal)
        waiting = self._goals.setdefault(kind, deque())
        if not waiting:
            self._enter(kind)
        waiting.append(goal)

    def take(self) -> Goal | None:
        while self._heap:
            _, _, kind = heapq.heappop(self._heap)
            waiting = self._goals[kind]
            while waiting and not waiting[0].is_open:
                waiting.popleft()
            if waiting:
                goal = waiting.popleft()
                self._chosen[kind] = self._chosen.get(kind, 0) + 1
                if waiting:
                    self._enter(kind)
                return goal
        return None

    def _enter(self, kind: Hashable) -> None:
        heapq.heappush(self._heap, (self._chosen.get(kind, 0), next(self._order), kind))


class InTurns:
    """Takes turns with several orders of the same goals."""

    def __init__(self, orders: Iterable[Strategy]) -> None:
        self.orders = deque(orders)
        self._given: set[Goal] = set()
        """Goals that one order gave; the others still hold them."""

    def add(self, goal: Goal, gain: int) -> None:
        for order in self.orders:
            order.add(goal, gain)

    def take(self) -> Goal | None:
        for _ in range(len(self.orders)):
            order = self.orders[0]
            self.orders.rotate(-1)
            while (goal := order.take()) is not None:
                if goal not in self._given:
                    self._given.add(goal)
                    return goal
        return None


class Fair(InTurns):
    """Takes turns with four orders: least tried branch side, call stack, depth, blocks entered.

    The first three are from [003] §5. The last is ours: most flips of a parser's input fail in the
    first step of the parser, and the few paths that came further deserve as many tries together.
    """

    def __init__(self) -> None:
        super().__init__(
            (
                LeastTried(lambda goal: goal.place),
                LeastTried(lambda goal: goal.node.branch.stack),
                LeastTried(lambda goal: goal.node.depth),
                LeastTried(lambda goal: goal.node.path.marks),
            )
        )


class SmallFirst:
    """Takes goals of small inputs more often: inputs of twice the bulk get half of the time.

    Larger inputs make longer runs with more new goals. Without this order, a search that can always
    ask for a longer text would soon do nothing else.
    """

    def __init__(self, make: Callable[[], Strategy]) -> None:
        self._make = make
        self._levels: dict[int, Strategy] = {}
        """By the logarithm of the bulk."""
        self._spent: dict[int, int] = {}

    def add(self, goal: Goal, gain: int) -> None:
        level = goal.node.path.inputs.bulk.bit_length()
        if level not in self._levels:
            self._levels[level] = self._make()
            self._spent[level] = min(self._spent.values(), default=0) + 4**level
        self._levels[level].add(goal, gain)

    def take(self) -> Goal | None:
        for level in sorted(self._levels, key=lambda level: (self._spent[level], level)):
            goal = self._levels[level].take()
            if goal is not None:
                self._spent[level] += 4**level
                return goal
            del self._levels[level], self._spent[level]
        return None


def strategy_named(name: str, seed: int) -> Strategy:
    """The strategy of the option `--search`."""
    match name:
        case "breadth":
            return ByAge()
        case "depth":
            return ByAge(newest_first=True)
        case "generational":
            return Scored(lambda goal, gain: gain)
        case "random":
            return Random(random.Random(seed))
        case "fair":
            return SmallFirst(Fair)
        case _:
            raise ValueError(f"no search strategy is called {name!r}")
