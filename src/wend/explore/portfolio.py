"""Shares the work on one target among its searches, so that none starves another.

A search works in turns. Each turn is charged to its search, in work (`Budget.work`), which is
counted and not timed, so that the same seed gives the same result. The next turn goes to the
search whose turn would end first if all searches went on side by side:

    what the search has had + the cost of its next turn, as far as the search knows it

So a search that is about to ask a hard question waits until the others have had as much. Where a
turn takes far longer than its work says, the time of the processor is charged (`TurnMeter`).

A search has a weight, which is 1 as a rule: its work is divided by it. The search that was the last
to show something new weighs 1 at least, so it gets what lighter ones leave.

The guarantee: a search that is not over has had its weight's part of all work, but for what single
turns took beyond the cost that was named. Where n searches weigh 1, what one of them finds alone
with the work t is found when all of them together have done n · t.

What a run shows reaches all searches at once, in their order (`Explorer.run`). A search in which
wend itself fails is given up, and the others go on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from wend.path.fault import Contained
from wend.path.result import SearchShare

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LEAST = 0.05
"""The least work that a turn is charged: no search has endless turns for nothing."""


WORK_A_SECOND = 1000.0
"""Work is counted so that it takes about a second of the processor."""

LONG_WORK, COARSENESS = 500.0, 4.0
"""The time of the processor is charged only where it comes to this work at least, and as this work
times a power of the second number: 500, 2,000, 8,000. So the speed of the machine hardly ever
decides who goes on."""


class TurnMeter:
    """Measures turns: by the work that is counted, and by the time of the processor."""

    def __init__(
        self,
        work: Callable[[], float],
        seconds: Callable[[], float],
        processor_seconds: Callable[[], float],
    ) -> None:
        """What all searches together have taken so far; the last one is costly to ask."""
        self._work, self._seconds, self._processor = work, seconds, processor_seconds
        self._before = 0.0, 0.0
        self._last_look, self._last_work = processor_seconds(), work()

    def start(self) -> None:
        self._before = self._work(), self._seconds()

    def stop(self, rate: float) -> tuple[float, float]:
        """The charge for what was done since the start, and its seconds."""
        began, begun_at = self._before
        work, seconds = self._work(), self._seconds() - begun_at
        charge = rate * (work - began)
        if seconds > LONG_WORK / WORK_A_SECOND:
            used = self._processor()
            # What was not looked at before is taken to have cost its work.
            others = (began - self._last_work) / WORK_A_SECOND
            charge = max(charge, _coarse(WORK_A_SECOND * (used - self._last_look - others)))
            self._last_look, self._last_work = used, work
        return charge, seconds


def _coarse(work: float) -> float:
    """The largest charge for the time of the processor that is not above this work; or 0."""
    if work < LONG_WORK:
        return 0.0
    return LONG_WORK * COARSENESS ** math.floor(math.log(work / LONG_WORK, COARSENESS))


class Search(Protocol[T_co]):
    """One way to search."""

    name: str
    """How reports call it."""
    rate: float
    """What its work costs beside what is counted: measured seconds by counted seconds."""

    @property
    def is_over(self) -> bool:
        """Whether it has nothing to do; what others find may change that."""

    @property
    def next_cost(self) -> float:
        """The work that the next turn may take, as far as it is known."""

    def turn(self) -> Iterator[T_co]:
        """Does a little of its work; yields what it finds."""

    def give_up(self) -> None:
        """Ends it for good after a fault of wend: nothing is proved by what it did."""


class Portfolio(Generic[T]):
    """Searches that share their work."""

    def __init__(
        self,
        searches: Sequence[tuple[Search[T], float]],
        meter: TurnMeter,
        contained: Callable[[str], Contained],
        is_news: Callable[[T], bool] = lambda found: True,
    ) -> None:
        """Each search has its weight. `contained`: a context that a fault in the search of this
        name ends. Of searches that are alike, the first goes on."""
        self._entries = [_Entry(search, weight) for search, weight in searches]
        self._meter = meter
        self._contained = contained
        self._is_news = is_news
        self._paying: _Entry[T] | None = None
        """The search that was the last to show something new."""

    def add(self, search: Search[T], *, first: bool) -> None:
        """Adds a search of the weight 1, before or after the others."""
        self._entries.insert(0 if first else len(self._entries), _Entry(search, 1.0))

    def remove(self, *searches: Search[T]) -> None:
        self._entries = [each for each in self._entries if each.search not in searches]

    def found(self, may_go_on: Callable[[], bool]) -> Iterator[T]:
        """What the searches find, until all of them are over or they may not go on."""
        while may_go_on() and (entry := self._next()) is not None:
            self._meter.start()
            with self._contained(entry.search.name) as turning:
                for each in entry.search.turn():
                    entry.found += 1
                    if self._is_news(each):
                        entry.news += 1
                        self._paying = entry
                    yield each
            if turning.has_failed:
                entry.search.give_up()
            charge, seconds = self._meter.stop(entry.search.rate)
            entry.turns += 1
            entry.charged += max(LEAST, charge) / self._weight(entry)
            entry.seconds += seconds

    @property
    def shares(self) -> tuple[SearchShare, ...]:
        """What each search had, and what it found."""
        return tuple(
            [
                SearchShare(each.search.name, each.turns, each.seconds, each.found, each.news)
                for each in self._entries
            ]
        )

    def _next(self) -> _Entry[T] | None:
        open_ = [each for each in self._entries if not each.search.is_over]
        return min(open_, key=self._end, default=None)

    def _end(self, entry: _Entry[T]) -> float:
        """When the next turn of a search would end, if all of them went on side by side."""
        return entry.charged + entry.search.next_cost / self._weight(entry)

    def _weight(self, entry: _Entry[T]) -> float:
        return max(1.0, entry.weight) if entry is self._paying else entry.weight


class _Entry(Generic[T]):
    """A search with what it has had."""

    def __init__(self, search: Search[T], weight: float) -> None:
        self.search, self.weight = search, weight
        self.charged = 0.0
        """Work by weight."""
        self.seconds = 0.0
        self.turns = self.found = self.news = 0
