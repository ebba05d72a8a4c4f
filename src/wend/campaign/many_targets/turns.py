"""The order and length of the turns of targets that share their time."""

from __future__ import annotations

import heapq
import math
from collections.abc import Container

LONGEST_FIRST = 1.0
"""Seconds of the first turn of a target, where there is time for that."""

SHORTEST = 0.1
"""Seconds: a shorter turn would be over before the exploration has begun."""


class Turns:
    """A queue of targets, which are known by their numbers.

    Each target gets a first turn, in their order, then each a second one of twice the length, and
    so on. Within a round, targets that gained in their last turn come first: if the time is up in
    the middle of a round, they have had more of it.
    """

    def __init__(self, count: int, seconds: float = math.inf) -> None:
        """`seconds` is the time of all processes together."""
        self._first = max(SHORTEST, min(LONGEST_FIRST, seconds / (2 * max(1, count))))
        self._has_rounds = seconds < math.inf
        self._waiting: list[tuple[int, bool, int]] = [(0, False, each) for each in range(count)]
        """A heap of (round, whether the last turn brought no gain, number)."""
        self._rounds = [0] * count
        self._given = [0.0] * count
        self._all_given = self._all_taken = 0.0

    def take(self, left: float) -> tuple[int, float] | None:
        """The next target and the seconds of its turn; None where no target waits."""
        if not self._waiting or left <= 0:
            return None
        round_, idle, number = heapq.heappop(self._waiting)
        self._rounds[number] = round_ + 1
        if not self._has_rounds:
            return number, math.inf
        rivals = 1 + sum(each[:2] == (round_, idle) for each in self._waiting)
        # A run is not cut short in the middle, so turns take longer than they should.
        overrun = max(1.0, self._all_taken / self._all_given) if self._all_given else 1.0
        share = left / rivals / overrun
        if not round_:
            share /= 2  # the other half is for later turns
        self._given[number] = max(SHORTEST, min(self._first * 2**round_, share))
        return number, self._given[number]

    def took(self, number: int, seconds: float) -> None:
        """Notes how long a turn took after which the target is not done."""
        self._all_given += self._given[number]
        self._all_taken += seconds

    def put_back(self, number: int, *, gained: bool) -> None:
        """Has a target wait for another turn."""
        heapq.heappush(self._waiting, (self._rounds[number], not gained, number))

    def drop_last(self, among: Container[int]) -> int | None:
        """Takes out the target that would come last, among some."""
        of_these = [each for each in self._waiting if each[2] in among]
        if not of_these:
            return None
        last = max(of_these)
        self._waiting.remove(last)
        heapq.heapify(self._waiting)
        return last[2]

    def upcoming(self) -> int | None:
        """The next target, if it has not had a turn yet."""
        return self._waiting[0][2] if self._waiting and not self._waiting[0][0] else None
