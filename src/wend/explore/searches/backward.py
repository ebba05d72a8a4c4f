"""The search backward from lines, as one of a portfolio: the lines take turns, a step each.

A climb is a part of it. The first segments of a line cost next to nothing and show at once a
contradiction close to the line, so they come first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from wend.explore.explorer import Explorer, Seen
from wend.explore.searches.line import LineSearch

BACKWARD = "backward"
CLIMB = "climb"
"""How inputs were found (`path.case.Case.method`)."""

FIRST = 6
"""Segments of a line that go ahead of the search forward."""

A_FEW_RUNS = 4
"""Runs before the first segment, where several lines are sought."""

AHEAD = -100.0
"""The cost that their steps name: they go ahead of the others by so much work."""

BYTES_FOR_WORK = 200
"""Bytes of source that are looked at with the work 1."""

STEP_WORK = 5.0
"""The work of a step, as a rule."""

TO_EXPLAIN = 30
"""Segments after the search forward tried everything in vain; they may tell why."""

LAST = 400
"""Segments after the search forward came to its end and left something open."""


class BackwardFromLines:
    """Steps of the searches from those lines that are still sought."""

    name = BACKWARD
    rate = 2.0

    def __init__(
        self,
        explorer: Explorer,
        lines: Iterable[LineSearch],
        keep_apart: Callable[[Seen], None],
        size: int,
    ) -> None:
        """`keep_apart`: looks whether a run left something behind. `size`: the bytes of the code
        that is looked at before the first step."""
        self._explorer = explorer
        self._keep_apart = keep_apart
        self._waiting = deque(lines)
        """The next line comes first."""
        self._is_alone = len(self._waiting) == 1
        self._size = size
        self._has_begun = False
        """Whether the code around the lines was looked at; all of them share what was seen."""
        self._limits: dict[LineSearch, int] = {}
        """The segments at which a line ends, once the search forward is over."""
        self.proved: list[LineSearch] = []
        """Lines that no input reaches, until somebody takes them out."""
        explorer.observers.append(self)

    @property
    def is_over(self) -> bool:
        return all(map(self._is_at_end, self._waiting))

    @property
    def next_cost(self) -> float:
        if not self._waiting:
            return STEP_WORK
        line = self._waiting[0]
        if line.next_work or line.segments >= FIRST:
            return max(STEP_WORK, line.next_work)
        cost = STEP_WORK if self._has_begun else self._size / BYTES_FOR_WORK
        # Of several lines a few runs may reach most.
        comes_first = self._is_alone or self._explorer.budget.executions >= A_FEW_RUNS
        return cost + AHEAD if comes_first else cost

    def give_up(self) -> None:
        self._waiting.clear()

    def drop(self, line: LineSearch) -> None:
        """Takes out a line that is settled."""
        if line in self._waiting:
            self._waiting.remove(line)

    def limit(self, segments: int) -> None:
        """Ends each line after so many more segments; only the first limit counts."""
        for line in self._waiting:
            self._limits.setdefault(line, line.segments + segments)

    def saw(self, seen: Seen) -> None:
        if seen.gain:
            for line in self._waiting:
                line.came_by(seen.path.inputs)

    def turn(self) -> Iterator[Seen]:
        """One step of the line that waited longest."""
        line = self._waiting[0]
        self._waiting.rotate(-1)
        if self._is_at_end(line):
            return
        if not line.is_begun:
            line.begin()
            self._has_begun = True
            return
        found = line.step()
        if found is not None:
            known = self._explorer.tree.segment_count
            seen = self._explorer.run(found.inputs, CLIMB if found.is_climbed else BACKWARD)
            self._keep_apart(seen)
            line.confirming += self._explorer.tree.segment_count - known
            yield seen
            if line in self._waiting and not found.is_half_way:
                line.missed()
        if line.is_proved:
            self.proved.append(line)

    def _is_at_end(self, line: LineSearch) -> bool:
        return line.is_over or line.segments >= self._limits.get(line, line.segments + 1)
