"""When to compose: searching without following calls costs a process, and pays where calls repeat.

A target with few paths is done before it would pay; one whose flips show nothing new any more may
be lost in the products of the paths of what it calls.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from wend.errors import WendError
from wend.explore.budget import Budget
from wend.inputs.inputs import Inputs
from wend.path.outcome import Raised
from wend.path.path import Path
from wend.path.site import Site

if TYPE_CHECKING:
    from wend.explore.composition import Composition

Mode = Literal["auto", "on", "off"]

IDLE = 40
"""Runs that show nothing new before composing begins, in the mode `auto`."""

AGAIN = 4
"""Such runs between two turns."""

SHARE = 0.5
"""Of the time spent so far, what composing may take."""

LEAST_SECONDS = 2.0
"""What it may take at least: its goals are few, and each may need a solver often."""

GOALS = 8
"""That are tried in a turn."""


class Composing:
    """Lets a composition have its turns, and hands on what shows something new."""

    def __init__(
        self,
        mode: Mode,
        opened: Callable[[], contextlib.AbstractContextManager[Composition]],
        budget: Budget,
        function: str,
        may_pay: Callable[[], bool] = lambda: True,
    ) -> None:
        """`function` is the target; `may_pay` is asked first: is there anything left to cover?"""
        self._wait = 0 if mode == "on" else IDLE
        self._may_pay = may_pay if mode == "auto" else lambda: True
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
        self._seconds = 0.0
        self._is_over = mode == "off"
        self._taken: set[tuple[Site, bool]] = set()
        self._marks: set[int] = set()
        self._failures: set[tuple[str, str, int]] = set()

    def close(self) -> None:
        self._held.close()

    def saw(self, path: Path, gain: int) -> None:
        """Notes a run that followed its calls."""
        if self._is_over:
            return
        self._idle = 0 if gain else self._idle + 1
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
        if self._composition is None and self._may_pay():
            self._begin()
        started = self._budget.seconds
        left = max(LEAST_SECONDS, SHARE * started) - self._seconds
        if left <= 0 or not self._may_pay():
            self._idle = 0
            return ()
        try:
            return tuple(self._turn(started + left))
        finally:
            self._seconds += self._budget.seconds - started

    def _turn(self, until: float) -> Iterator[Inputs]:
        if self._composition is not None:
            self._composition.until = until
        for _ in range(GOALS):
            if self._composition is None or self._budget.hit() is not None:
                return
            if self._budget.seconds >= until:
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
        for path in self._first:
            composition.saw(path)
            composition.run(path.inputs)
        self._found = composition.found()
        self._wait = min(self._wait, AGAIN)
        if not composition.has_calls:
            self._end()

    def _end(self) -> None:
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
