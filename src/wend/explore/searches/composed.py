"""The search that does not follow calls, as one of a portfolio. `composition` does its work.

It costs a process of its own, so a target with few paths is done before it would pay. It pays where
flips show nothing new any more, since the paths of called functions multiply.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from wend.errors import WendError
from wend.explore.explorer import Explorer, Seen
from wend.inputs.inputs import Inputs
from wend.path.outcome import Raised
from wend.path.path import Path
from wend.path.result import ComposedWork
from wend.path.site import Site

if TYPE_CHECKING:
    from wend.explore.composition import Composition

Mode = Literal["auto", "on", "off"]

START_WORK = 100.0
"""The work of its process, and of the first runs that do not follow calls."""

LONG_START_WORK = 2000.0
"""What others are to have had before it begins where the target itself is covered."""

STEP_WORK = 10.0
"""The work of a question about summaries, as a rule."""

TESTS = ("test", "loop")
"""Kinds of sites whose sides are something to cover."""


class ComposedSearch:
    """Has a composition search, and runs those of its inputs that show something new."""

    name = "composed"
    rate = 3.0

    def __init__(
        self,
        explorer: Explorer,
        mode: Mode,
        opened: Callable[[], contextlib.AbstractContextManager[Composition]],
        may_pay: Callable[[], bool] = lambda: True,
        is_covered: Callable[[], bool] = lambda: False,
        queries: Callable[[], int] = lambda: 0,
    ) -> None:
        """`may_pay`: whether the target can be composed at all. `is_covered`: whether the target
        itself is covered. `queries`: the queries to solvers so far."""
        self._explorer = explorer
        self._mode = mode
        self._opened = opened
        self._may_pay = may_pay
        self._is_covered = is_covered
        self._queries = queries
        self._held = contextlib.ExitStack()
        self._composition: Composition | None = None
        self._found: Iterator[Inputs | float | None] = iter(())
        self._next_work = STEP_WORK
        self._first: list[Path] = []
        self._shortest: dict[tuple[Site, bool], tuple[int, Inputs]] = {}
        """For each side of a test, the fewest decisions of a run that took it, and its inputs."""
        self._led: set[tuple[Site, bool]] = set()
        """Sides whose shortest run the composition has made, too."""
        self._has_calls = False
        """Whether a called function decided something."""
        self._is_done = mode == "off"
        self.is_proved = False
        """Whether it is proved that no input reaches anything else."""
        self._asked, self._seconds = 0, 0.0
        self._told: ComposedWork | None = None
        self._taken: set[tuple[Site, bool]] = set()
        self._marks: set[int] = set()
        self._failures: set[tuple[str, str, int]] = set()
        explorer.observers.append(self)

    def close(self) -> None:
        self._held.close()

    def give_up(self) -> None:
        self._is_done = True
        self.is_proved = False
        self._composition = None
        self._held.close()

    @property
    def is_over(self) -> bool:
        return self._is_done or not self._has_calls

    @property
    def next_cost(self) -> float:
        if self._composition is not None or self._mode == "on":
            return self._next_work
        return LONG_START_WORK if self._is_covered() else START_WORK

    @property
    def told(self) -> ComposedWork | None:
        """The report on composing so far, if it began."""
        if self._composition is not None:
            self._told = self._composition.told(self._asked, self._seconds)
        return self._told

    def saw(self, seen: Seen) -> None:
        """Notes a run that followed its calls."""
        if self._is_done:
            return
        path = seen.path
        if not self._has_calls:
            function = self._explorer.suite.target.ref.function
            self._has_calls = any(branch.site.function != function for branch in path.branches)
        self._note(path)
        self._note_shortest(path)
        if self._composition is not None:
            self._composition.saw(path)
        elif seen.gain:
            self._first.append(path)

    def turn(self) -> Iterator[Seen]:
        """Does one step: begins, makes a run that leads to a test, or goes on with a goal."""
        budget = self._explorer.budget
        seconds, asked = budget.seconds, self._queries()
        try:
            inputs = self._step()
        finally:
            self._seconds += budget.seconds - seconds
            self._asked += self._queries() - asked
        if inputs is not None:
            yield self._explorer.run(inputs, "composed")

    def _step(self) -> Inputs | None:
        """Inputs that show something new, if this step found any."""
        if self._composition is None:
            if self._may_pay():
                self._begin()
            else:
                self._is_done = True
            return None
        if self._is_leading(self._composition):
            return None
        try:
            found = next(self._found)
        except StopIteration:
            self._end()
            return None
        self._next_work = found if isinstance(found, float) else STEP_WORK
        if isinstance(found, Inputs) and self._is_news(self._composition.run(found)):
            return found
        return None

    def _is_leading(self, composition: Composition) -> bool:
        """Makes the shortest run to a test of which only one side was taken, so that the
        composition knows the test and can aim at the other side; False if there is none."""
        for place, (_, inputs) in self._shortest.items():
            site, side = place
            if (site, not side) not in self._taken and place not in self._led:
                self._led.add(place)
                composition.follow(inputs)
                return True
        return False

    def _begin(self) -> None:
        """Makes some of the target's first runs again, without following calls."""
        try:
            composition = self._composition = self._held.enter_context(self._opened())
        except WendError:  # a second import may take too long, where the first one did not
            self._end()
            return
        for path in self._first:
            composition.saw(path)
        met: set[str] = set()
        for path in self._first:
            # One for each function that decides: what is long makes all that follows long.
            functions = {branch.site.function for branch in path.branches}
            if not functions <= met:
                met |= functions
                composition.run(path.inputs)
        self._found = composition.found()
        if not composition.has_calls:
            self._end()

    def _end(self) -> None:
        self._told = self.told
        self.is_proved = self._composition is not None and self._composition.is_complete
        self._is_done = True
        self._composition = None
        self._held.close()

    def _note_shortest(self, path: Path) -> None:
        size = len(path.branches)
        for branch in path.branches:
            if branch.site.kind in TESTS:
                place = branch.site, branch.taken
                known = self._shortest.get(place)
                if known is None or size < known[0]:
                    self._shortest[place] = size, path.inputs

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
