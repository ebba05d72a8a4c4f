"""Runs that were dropped, mended: what a predicate refused last is what has to be otherwise.

An object graph grows by a cell whose fields all have to fit before a validity predicate is content,
and each of them is a flip of its own. A search that gives all goals their turns forgets a graph
that is nearly valid among the many that are not. So the latest decisions of a run that was dropped
are flipped at once, the last one first, for a number of tries.

A graph that is valid is the best thing to begin with: all that is decided on its way is worth a
try, even where runs went there before, if these were dropped: the rest of the graph is there now.
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
"""Runs that are spent on mending one; more while few graphs were valid."""

FIRST_TRIES = 24

MOST_CELLS = 2
"""New cells that are made for that: there is no end of graphs that need one more."""

REFUSALS = 3
"""Where so many runs were dropped after a decision, and valid graphs decide otherwise, it is not to
be mended that way."""


class Correction(Record):
    """A flip, after others that did not suffice."""

    goal: Goal
    cells: int
    """How many new cells these made."""


class RefusedInputs:
    """The flips of the runs that were dropped last."""

    def __init__(self, references: LikelyReferences) -> None:
        self.references = references
        self._waiting: list[Correction] = []
        self._made: Correction | None = None
        """The one whose run is under way."""
        self._tries = 0
        self._valid = 0
        """How many graphs were."""
        self._reached: set[tuple[Node, bool]] = set()
        self._passed: set[tuple[Site, bool]] = set()
        """The sides of nodes, and of sites, that runs took that were not dropped."""
        self._refused: Counter[tuple[Site, bool]] = Counter()
        """How often a side was the last that a dropped run took."""

    def begin(self, goal: Goal) -> None:
        """A goal was taken from the frontier: what comes of it may be mended."""
        self._waiting.clear()
        self._tries = max(TRIES, FIRST_TRIES - self._valid)
        self._made = Correction(goal, _cells(goal))

    def take(self) -> Goal | None:
        """The next goal to try; None where nothing is worth mending."""
        while self._waiting and self._tries:
            step = self._waiting.pop()
            if step.goal.is_open and self.is_likely(step.goal):
                self._tries -= 1
                self._made = step
                return step.goal
        return None

    def is_likely(self, goal: Goal) -> bool:
        """Whether a goal may lead to a valid graph, by all that is known."""
        if not goal.node.path.is_assumed(goal.node.depth):
            return True
        if self.references.is_unlikely(goal):
            return False
        site, side = goal.place
        if (site, side) in self._passed or (site, not side) not in self._passed:
            return True
        return self._refused[site, side] < REFUSALS

    def saw(self, path: Path, nodes: Sequence[Node], goal: Goal | None) -> list[Goal]:
        """Notes a run that was made for a goal; says what is worth another try because of it."""
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
        """The goals on the way of a valid graph that only dropped runs had come by."""
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
    """Goals of runs that were not dropped more often than others; those that are not likely to lead
    to valid graphs now and then."""

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
    """How many new cells a flip makes."""
    kind, side = goal.node.site.kind, goal.side
    return (kind == "new" and side) or (kind in ("none", "known") and not side)
