"""Who works next, and for how long, where targets share their time."""

from __future__ import annotations

import heapq
import math
from collections.abc import Container

LONGEST_FIRST = 1.0
"""Seconds of the first turn of a target, where there is time for that."""

SHORTEST = 0.1
"""A turn that is shorter would be spent on its beginning."""


class Turns:
    """Turns for targets, known by their numbers.

    All get a first turn, in their order, then all a second one of twice the length, and so on.
    Within a round those come first that gained in their last turn: when the time is up in the
    middle of a round, they had more of it.
    """

    def __init__(self, count: int, seconds: float = math.inf) -> None:
        """`seconds` are those of all processes together."""
        self._first = max(SHORTEST, min(LONGEST_FIRST, seconds / (2 * max(1, count))))
        self._has_rounds = seconds < math.inf
        self._waiting: list[tuple[int, bool, int]] = [(0, False, each) for each in range(count)]
        """Round, whether the last turn was without gain, number: a heap."""
        self._rounds = [0] * count
        self._given = [0.0] * count
        self._all_given = self._all_taken = 0.0

    def take(self, left: float) -> tuple[int, float] | None:
        """The next one and the length of its turn, of the seconds left; None if none waits."""
        if not self._waiting or left <= 0:
            return None
        round_, idle, number = heapq.heappop(self._waiting)
        self._rounds[number] = round_ + 1
        if not self._has_rounds:
            return number, math.inf
        rivals = 1 + sum(each[:2] == (round_, idle) for each in self._waiting)
        # A run that has begun is not cut short, so turns take longer than they should.
        overrun = max(1.0, self._all_taken / self._all_given) if self._all_given else 1.0
        share = left / rivals / overrun
        if not round_:
            share /= 2  # the other half is for later turns
        self._given[number] = max(SHORTEST, min(self._first * 2**round_, share))
        return number, self._given[number]

    def took(self, number: int, seconds: float) -> None:
        """Notes how long a turn was that did not end by itself."""
        self._all_given += self._given[number]
        self._all_taken += seconds

    def put_back(self, number: int, *, gained: bool) -> None:
        """It had its turn and is not done."""
        heapq.heappush(self._waiting, (self._rounds[number], not gained, number))

    def drop_last(self, among: Container[int]) -> int | None:
        """Takes out the one of some that would come last."""
        of_these = [each for each in self._waiting if each[2] in among]
        if not of_these:
            return None
        last = max(of_these)
        self._waiting.remove(last)
        heapq.heapify(self._waiting)
        return last[2]

    def upcoming(self) -> int | None:
        """The next one, if it was not begun yet."""
        return self._waiting[0][2] if self._waiting and not self._waiting[0][0] else None
