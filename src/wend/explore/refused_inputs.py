"""Corrects inputs that a validity predicate refused: flips the last decisions of dropped runs.

When an object graph grows by a cell, all fields of the cell have to fit before a validity predicate
accepts it, and each field is a flip of its own. A search that gives all goals their turns forgets a
nearly valid graph among many bad ones. So the latest decisions of a dropped run are flipped at
once, the last one first, for a number of tries.

A valid graph is the best start: every decision on its path is flipped, even if runs went there
before and were dropped, because now the rest of the graph fits.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from wend.explore.likely_references import LikelyReferences
from wend.explore.strategies import Strategy
from wend.path.branch import Branch
from wend.path.outcome import Dropped
from wend.path.path import Path
from wend.path.site import Site
from wend.path.tree import Goal, Node
from wend.record import Record

TRIES = 8
"""Runs to correct one dropped run; FIRST_TRIES minus the number of valid graphs, if that is
more."""

FIRST_TRIES = 24

MOST_CELLS = 2
"""New cells in a series of corrections; without a limit a graph could need one more for ever."""

REFUSALS = 3
"""Runs dropped right after taking a side that no valid graph takes; then that side is unlikely."""


class Correction(Record):
    """A flip that may correct a dropped run, after earlier flips that did not suffice."""

    goal: Goal
    cells: int
    """New cells that this flip and the earlier ones made."""


class RefusedInputs:
    """The flips that may correct the run that was dropped last."""

    def __init__(self, references: LikelyReferences) -> None:
        self.references = references
        self._waiting: list[Correction] = []
        self._made: Correction | None = None
        """The correction whose run is under way."""
        self._tries = 0
        self._valid = 0
        """The number of valid graphs so far."""
        self._reached: set[tuple[Node, bool]] = set()
        self._passed: set[tuple[Site, bool]] = set()
        """The sides of nodes, and of sites, that runs with valid graphs took."""
        self._refused: Counter[tuple[Site, bool]] = Counter()
        """For each side, the dropped runs that took it last."""

    def begin(self, goal: Goal) -> None:
        """Starts over with a goal of the frontier, whose run may be dropped."""
        self._waiting.clear()
        self._tries = max(TRIES, FIRST_TRIES - self._valid)
        self._made = Correction(goal, _cells(goal))

    def take(self) -> Goal | None:
        """The next flip to try; None if there is none, or after too many tries."""
        while self._waiting and self._tries:
            step = self._waiting.pop()
            if step.goal.is_open and self.is_likely(step.goal):
                self._tries -= 1
                self._made = step
                return step.goal
        return None

    def is_likely(self, goal: Goal) -> bool:
        """Whether a goal may lead to a valid graph, as far as runs so far tell."""
        if not goal.node.path.is_assumed(goal.node.depth):
            return True
        if self.references.is_unlikely(goal):
            return False
        site, side = goal.place
        if (site, side) in self._passed or (site, not side) not in self._passed:
            return True
        return self._refused[site, side] < REFUSALS

    def saw(self, path: Path, nodes: Sequence[Node], goal: Goal | None) -> list[Goal]:
        """Notes a run that was made for a goal; returns goals that are worth another try now."""
        ways = list(zip(nodes, path.branches, strict=True))
        if not isinstance(path.outcome, Dropped):
            self._valid += 1
            self._waiting.clear()
            return self._again(path, ways)
        if ways:
            branch = path.branches[-1]
            self._refused[branch.site, branch.taken] += 1
        made = self._made
        if made is not None and made.goal is goal:
            for node, branch in ways[goal.node.depth + 1 :]:
                side = not branch.taken
                step = Goal(node, side, node.is_taken(side))
                cells = made.cells + _cells(step)
                if (
                    branch.may_be_flipped
                    and cells <= MOST_CELLS
                    and (node, side) not in self._reached
                ):
                    self._waiting.append(Correction(step, cells))
        return []

    def _again(self, path: Path, ways: Sequence[tuple[Node, Branch]]) -> list[Goal]:
        """The goals on a valid graph's path whose nodes only dropped runs had reached before."""
        again = []
        for node, branch in ways:
            self._reached.add((node, branch.taken))
            self._passed.add((branch.site, branch.taken))
            if isinstance(node.path.outcome, Dropped):
                node.path = path
                if branch.may_be_flipped:
                    again.append(Goal(node, not branch.taken, True))
        return again


class ValidFirst:
    """Takes goals of valid runs more often than goals of dropped runs, and now and then a goal that
    is unlikely to lead to a valid graph."""

    def __init__(self, refused: RefusedInputs, of_valid: Strategy, of_dropped: Strategy) -> None:
        self._refused = refused
        self._parts = (of_valid, of_dropped)
        self._unlikely: deque[Goal] = deque()
        self._turn = 0

    def add(self, goal: Goal, gain: int) -> None:
        self._parts[isinstance(goal.node.path.outcome, Dropped)].add(goal, gain)

    def take(self) -> Goal | None:
        self._turn += 1
        if self._turn % 16 == 0 and self._unlikely:
            return self._unlikely.popleft()
        first = self._turn % 8 == 0
        for part in (self._parts[first], self._parts[not first]):
            while (goal := part.take()) is not None:
                if not goal.is_open or self._refused.is_likely(goal):
                    return goal
                self._unlikely.append(goal)
        return self._unlikely.popleft() if self._unlikely else None


def _cells(goal: Goal) -> int:
    """The new cells that a flip makes: 0 or 1."""
    kind, side = goal.node.site.kind, goal.side
    return (kind == "new" and side) or (kind in ("none", "known") and not side)
