"""When to compose: searching without following calls costs a process, and pays where calls repeat.

A target with few paths is done before it would pay; one whose flips show nothing new any more may
be lost in the products of the paths of what it calls.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from wend.errors import WendError
from wend.explore.budget import Budget
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
"""Of all time, what composing may take at once, in the mode `on`."""

SHARE = 0.5
"""Of the time spent so far, what it may take then."""

LARGER_SHARE = 0.75
"""As long as it was the last to show something new."""

LEAST_SECONDS = 2.0
"""What it may take at least, in the mode `auto`: its few goals may need a solver often."""

STEPS = 8
"""Of a turn, in the mode `auto`: goals that are done with, and runs of functions for one."""


class Composing:
    """Lets a composition have its turns, and hands on what shows something new."""

    def __init__(
        self,
        mode: Mode,
        opened: Callable[[], contextlib.AbstractContextManager[Composition]],
        budget: Budget,
        function: str,
        may_pay: Callable[[], bool] = lambda: True,
        queries: Callable[[], int] = lambda: 0,
    ) -> None:
        """`function` is the target; `may_pay` is asked first: is there anything left to cover?
        `queries` counts what solvers were asked."""
        self.comes_first = mode == "on"
        """Whether it comes before the search that follows calls."""
        self._wait = 0 if self.comes_first else IDLE
        self._may_pay = may_pay if mode == "auto" else lambda: True
        self._queries = queries
        self._asked = 0
        self._opened = opened
        self._budget = budget
        self._held = contextlib.ExitStack()
        self._composition: Composition | None = None
        self._found: Iterator[Inputs | None] = iter(())
        self._first: list[Path] = []
        self._function = function
        self._calls = False
        """Whether anything but the target itself decides something."""
        self._idle = 0
        self._share = SHARE
        self._seconds = 0.0
        self._is_over = mode == "off"
        self.is_complete = False
        """Whether it is proved that no input reaches anything else."""
        self._told: Composed | None = None
        self._taken: set[tuple[Site, bool]] = set()
        self._marks: set[int] = set()
        self._failures: set[tuple[str, str, int]] = set()

    def close(self) -> None:
        self._held.close()

    @property
    def told(self) -> Composed | None:
        """What composing did so far, if it began."""
        if self._composition is not None:
            self._told = self._composition.told(self._asked, self._seconds)
        return self._told

    def saw(self, path: Path, gain: int) -> None:
        """Notes a run that followed its calls."""
        if self._is_over:
            return
        self._idle = 0 if gain else self._idle + 1
        if gain:
            self._share = LARGER_SHARE if path.method == "composed" else SHARE
        if not self._calls:
            self._calls = any(branch.site.function != self._function for branch in path.branches)
        self._note(path)
        if self._composition is not None:
            self._composition.saw(path)
        elif gain:
            self._first.append(path)

    def inputs(self) -> tuple[Inputs, ...]:
        """Inputs that show something new, where it is time to look for them."""
        if self._is_over or self._idle < self._wait or not self._calls:
            return ()
        started, asked = self._budget.seconds, self._queries()
        left = self._allowed - self._seconds
        if left <= 0 or not self._may_pay():
            self._idle = 0
            return ()
        try:
            if self._composition is None:
                self._begin()
            return tuple(self._turn(started + left))
        finally:
            self._seconds += self._budget.seconds - started
            self._asked += self._queries() - asked

    @property
    def _allowed(self) -> float:
        """The seconds that composing may have taken by now."""
        spent = self._budget.seconds
        least = FIRST_SHARE * (spent + self._budget.left) if self.comes_first else LEAST_SECONDS
        return max(least, self._share * spent)

    def _turn(self, until: float) -> Iterator[Inputs]:
        for count in itertools.count():
            if self._composition is None or self._budget.hit() is not None:
                return
            if self._budget.seconds >= until or (count == STEPS and not self.comes_first):
                return
            try:
                inputs = next(self._found)
            except StopIteration:
                self._end()
                return
            if inputs is not None and self._is_news(self._composition.run(inputs)):
                yield inputs
                return

    def _begin(self) -> None:
        """The target's first runs once more, without following its calls."""
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
        self._wait = min(self._wait, AGAIN)
        if not composition.has_calls:
            self._end()

    def _end(self) -> None:
        self._told = self.told
        self.is_complete = self._composition is not None and self._composition.is_complete
        self._is_over = True
        self._composition = None
        self._held.close()

    def _is_news(self, path: Path) -> bool:
        """Whether a run decided, entered or failed in a way that no run before it did."""
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
