"""Decides when to make a burst: cheap runs with random plain values, between the flips.

A flip has a goal, and costs a solver's answer and a tracked run. A run with plain values costs
little and may go anywhere. So a burst comes after the first flips, and again whenever flips stop
showing anything new. The inputs that a burst finds are explored like any others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from wend.explore.budget import Budget
from wend.expr import samples
from wend.inputs.inputs import Inputs
from wend.path.burst import Burst, BurstRequest
from wend.path.outcome import Returned, Stopped
from wend.path.path import Path

IDLE = 8
"""Tracked runs that show nothing new before a burst."""

HARD = 8
"""Idle runs that a question for a solver counts as, even if it pays: it takes as long as a burst.
So a burst comes before the first question."""

PATIENCE = 100
FIRST_RUNS = 300
RUNS_FOR_EACH = 5
"""Plain runs for each tracked run. Runs are counted, not seconds, so that the same seed does the
same."""

MOST_KNOWN = 32
SHARE = 0.25
"""The share of the time so far that bursts may take; slow code gets fewer runs."""


class Bursts:
    """Decides when a burst comes, and how large it is."""

    def __init__(
        self,
        fire: Callable[[BurstRequest], Burst | None],
        budget: Budget,
        seed: int,
    ) -> None:
        self._fire = fire
        self._budget = budget
        self._seed = seed
        self._known: deque[Inputs] = deque(maxlen=MOST_KNOWN)
        self._marks: set[int] = set()
        self._idle = 0
        self._hard = 0
        """Questions for solvers since the last burst."""
        self._wait = IDLE
        self._patience = PATIENCE
        self._seconds = 0.0
        self._returned = False
        self._in_children = False
        """Whether runs were seen to end their process."""

    def saw(self, path: Path, gain: int) -> None:
        """Notes a tracked run."""
        self._idle = 0 if gain else self._idle + 1
        if gain:
            self._known.append(path.inputs)
        self._marks |= path.marks
        self._returned = self._returned or isinstance(path.outcome, Returned)
        if isinstance(path.outcome, Stopped) and path.outcome.is_deadly:
            self._in_children = True

    def inputs(self, *, at_once: bool = False, before_solver: bool = False) -> tuple[Inputs, ...]:
        """New inputs of a burst, if one is due.

        `at_once`: nothing else is left to do. `before_solver`: the next thing is a solver's answer.
        """
        self._hard += before_solver
        waited = self._idle + HARD * self._hard
        if self._wait < 0 or (waited < self._wait and not at_once):
            return ()
        budget = self._budget
        tracked = budget.executions - budget.concrete
        runs = FIRST_RUNS + RUNS_FOR_EACH * tracked - budget.concrete
        seconds = budget.for_burst(SHARE, self._seconds)
        if runs <= 0 or seconds <= 0:
            self._idle = self._hard = 0
            return ()
        started = budget.seconds
        self._seed += 1
        fired = self._fire(
            BurstRequest(
                self._seed,
                budget.runs_for_burst(runs),
                self._patience,
                seconds,
                tuple([inputs.items_ for inputs in self._known]),
                tuple(self._marks),
                tuple(samples.current.texts()),
                self._returned,
                self._in_children,
            )
        )
        self._idle = self._hard = 0
        if fired is None:
            self._wait = -1 if self._in_children else self._wait
            self._in_children = True
            return self.inputs(at_once=True)
        self._seconds += budget.seconds - started
        budget.executions += fired.runs
        budget.concrete += fired.runs
        if not fired.kept:
            # After a burst in vain the next one comes later, and is longer.
            self._wait *= 2
            self._patience *= 2
        return fired.kept
