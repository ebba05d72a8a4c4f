"""Decides when the search without following calls has its turn, and hands on what it finds.

That search (`composition`) costs a process of its own. A target with few paths is done before it
would pay. It pays where flips show nothing new any more, since the paths of called functions
multiply.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from wend.errors import WendError
from wend.explore.budget import RUNS_A_SECOND, Budget
from wend.inputs.inputs import Inputs
from wend.path.outcome import Raised
from wend.path.path import Path
from wend.path.result import Composed
from wend.path.site import Site

if TYPE_CHECKING:
    from wend.explore.composition import Composition

Mode = Literal["auto", "on", "off"]

IDLE = 40
"""Runs that show nothing new before composing begins, in the mode `auto`."""

AGAIN = 4
"""Such runs between two turns."""

FIRST_SHARE = 0.25
"""The share of all work that composing may do at once, in the mode `on`."""

SHARE = 0.75
"""The share of the work so far that composing may have. It gets all of that while it was the last
to show something new, else a part: the part of runs that were in vain."""

IN_VAIN = 0.25
"""The part of all runs that must be in vain before composing has a turn."""

LEAST_WORK, LEAST_SHARE = 2000, 0.1
"""The least work of composing in the mode `auto`, and the least share of all work: its few goals
may need a solver often. It may begin as soon as the other search has done as much."""

SLOWEST = 4
"""Composing may take so many times the seconds that its share of work allows."""

TESTS = ("test", "loop")
"""Kinds of sites whose sides are something to cover."""

STEPS = 8
"""Goals done, and runs of functions, in one turn of the mode `auto`."""


class ComposingTurns:
    """Gives a composition its turns, and hands on those of its inputs that show something new."""

    def __init__(
        self,
        mode: Mode,
        opened: Callable[[], contextlib.AbstractContextManager[Composition]],
        budget: Budget,
        function: str,
        may_pay: Callable[[], bool] = lambda: True,
        is_covered: Callable[[], bool] = lambda: False,
        queries: Callable[[], int] = lambda: 0,
    ) -> None:
        """`function` is the name of the target. `may_pay`: whether the target can be composed at
        all. `is_covered`: whether the target itself is covered. `queries`: the queries to solvers
        so far."""
        self.comes_first = mode == "on"
        """Whether composing comes before the search that follows calls."""
        self._wait = 0 if self.comes_first else IDLE
        self._may_pay = may_pay if mode == "auto" else lambda: True
        self._is_covered = is_covered if mode == "auto" else lambda: False
        self._queries = queries
        self._asked = 0
        self._opened = opened
        self._budget = budget
        self._held = contextlib.ExitStack()
        self._composition: Composition | None = None
        self._found: Iterator[Inputs | None] = iter(())
        self._first: list[Path] = []
        self._shortest: dict[tuple[Site, bool], tuple[int, Inputs]] = {}
        """For each side of a test, the fewest decisions of a run that took it, and its inputs."""
        self._led: set[tuple[Site, bool]] = set()
        """Sides whose shortest run the composition has made, too."""
        self._function = function
        self._calls = False
        """Whether a called function decided something."""
        self._idle = 0
        self._runs = self._in_vain = 0
        """Runs that followed their calls; those since the last that showed something new."""
        self._pays = False
        """Whether composing was the last to show something new."""
        self._work, self._seconds = 0, 0.0
        """The work and seconds of composing so far."""
        self._last_work, self._last_second = 0.0, 0.0
        """The work and second, of all searches together, at which its turn is over."""
        self._is_over = mode == "off"
        self.is_complete = False
        """Whether it is proved that no input reaches anything else."""
        self._told: Composed | None = None
        self._taken: set[tuple[Site, bool]] = set()
        self._marks: set[int] = set()
        self._failures: set[tuple[str, str, int]] = set()

    def close(self) -> None:
        self._held.close()

    def give_up(self) -> None:
        """Ends composing after a fault of wend in it: nothing is proved by what it did."""
        self._is_over = True
        self.is_complete = False
        self._composition = None
        self._held.close()

    @property
    def told(self) -> Composed | None:
        """The report on composing so far, if it began."""
        if self._composition is not None:
            self._told = self._composition.told(self._asked, self._seconds)
        return self._told

    def saw(self, path: Path, gain: int) -> None:
        """Notes a run that followed its calls."""
        if self._is_over:
            return
        self._idle = 0 if gain else self._idle + 1
        self._runs += 1
        self._in_vain = 0 if gain else self._in_vain + 1
        if gain:
            self._pays = path.method == "composed"
        if not self._calls:
            self._calls = self._decides_elsewhere(path)
        self._note(path)
        self._note_shortest(path)
        if self._composition is not None:
            self._composition.saw(path)
        elif gain:
            self._first.append(path)

    def inputs(self) -> tuple[Inputs, ...]:
        """Inputs that show something new, if composing is due."""
        if self._is_over or self._idle < self._wait or not self._calls:
            return ()
        if self._wait and not self._pays and not self._is_due:
            return ()
        self._grant()
        is_early = self._is_covered() and not self._has_waited
        if self._is_spent or not self._may_pay() or is_early:
            self._idle = 0
            # Once what comes first is over, it goes on in turns.
            self._wait = max(self._wait, AGAIN)
            self.comes_first = False
            return ()
        work, seconds, asked = self._budget.work, self._budget.seconds, self._queries()
        try:
            if self._composition is None:
                self._begin()
                if self._wait == IDLE:
                    return ()
            return tuple(self._turn())
        finally:
            self._work += self._budget.work - work
            self._seconds += self._budget.seconds - seconds
            self._asked += self._queries() - asked

    @property
    def _is_due(self) -> bool:
        """Whether the other search is in vain, or has done work that composing may do now."""
        if self._in_vain >= IN_VAIN * self._runs:
            return True
        return self._work < self._least and self._has_waited

    @property
    def _has_waited(self) -> bool:
        """Whether the other search has done as much as the least work of composing."""
        return self._budget.work - self._work >= self._least

    @property
    def _least(self) -> float:
        whole = self._budget.worth
        return FIRST_SHARE * whole if self.comes_first else min(LEAST_WORK, LEAST_SHARE * whole)

    def _grant(self) -> None:
        """Sets the work and the second at which composing has had its share.

        Work counts, so that the same seed gives the same result. Seconds count only where they are
        far more than the work would take.
        """
        budget, least = self._budget, self._least
        share = SHARE if self._pays else SHARE * self._in_vain / max(1, self._runs)
        self._last_work = budget.work + max(least, share * budget.work) - self._work
        whole = budget.seconds + budget.left
        seconds = max(least / RUNS_A_SECOND, share * budget.seconds)
        allowed = min(SLOWEST * seconds, SHARE * whole)
        self._last_second = budget.seconds + allowed - self._seconds

    @property
    def _is_spent(self) -> bool:
        budget = self._budget
        return budget.work >= self._last_work or budget.seconds >= self._last_second

    def _turn(self) -> Iterator[Inputs]:
        if self._composition is None:
            return
        first = self._composition.steps
        self._wait = min(self._wait, AGAIN)
        self._lead()
        while self._composition is not None:
            if self._budget.hit() is not None or self._is_spent:
                return
            if self._composition.steps >= first + STEPS and not self.comes_first:
                return
            if not self._composition.has_calls:
                self._end()
                return
            try:
                inputs = next(self._found)
            except StopIteration:
                self._end()
                return
            if inputs is not None and self._is_news(self._composition.run(inputs)):
                yield inputs
                return

    def _lead(self) -> None:
        """Makes the shortest runs to tests of which only one side was taken, so that the
        composition knows these tests and can aim at the other side."""
        for place, (_, inputs) in self._shortest.items():
            site, side = place
            if (site, not side) in self._taken or place in self._led:
                continue
            if self._composition is None or self._is_spent:
                return
            self._led.add(place)
            self._composition.follow(inputs)

    def _decides_elsewhere(self, path: Path) -> bool:
        """Whether a call decided something."""
        return any(branch.site.function != self._function for branch in path.branches)

    def _note_shortest(self, path: Path) -> None:
        size = len(path.branches)
        for branch in path.branches:
            if branch.site.kind in TESTS:
                place = branch.site, branch.taken
                known = self._shortest.get(place)
                if known is None or size < known[0]:
                    self._shortest[place] = size, path.inputs

    def _begin(self) -> None:
        """Makes some of the target's first runs again, without following calls."""
        try:
            composition = self._composition = self._held.enter_context(self._opened())
        except WendError:  # a second import may take too long, where the first one did not
            self._end()
            return
        met: set[str] = set()
        for path in self._first:
            composition.saw(path)
        for path in self._first:
            # One for each function that decides: what is long makes all that follows long.
            functions = {branch.site.function for branch in path.branches}
            if not functions <= met:
                met |= functions
                composition.run(path.inputs)
        self._found = composition.found()
        if composition.has_calls:
            self._wait = min(self._wait, AGAIN)
        elif self.comes_first:
            # The first runs end before they call anything; the other search shows the way.
            self.comes_first = False
            self._wait = IDLE
        else:
            self._end()

    def _end(self) -> None:
        self._told = self.told
        self.is_complete = self._composition is not None and self._composition.is_complete
        self._is_over = True
        self._composition = None
        self._held.close()

    def _is_news(self, path: Path) -> bool:
        """Whether a run took a side, entered a block or failed in a way that no run before did."""
        before = len(self._taken), len(self._marks), len(self._failures)
        self._note(path)
        for _, frame in path.frames:
            self._taken.update([(branch.site, branch.taken) for branch in frame.branches])
        return before != (len(self._taken), len(self._marks), len(self._failures))

    def _note(self, path: Path) -> None:
        self._taken.update([(branch.site, branch.taken) for branch in path.branches])
        self._marks |= path.marks
        if isinstance(path.outcome, Raised):
            self._failures.add((path.outcome.type, path.outcome.file, path.outcome.line))
