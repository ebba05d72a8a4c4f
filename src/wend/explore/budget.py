"""The budget of an exploration: seconds, and caps on executions and queries."""

from __future__ import annotations

import math
import time
from typing import Literal, Protocol

from wend.deadline import Deadline, UntilDeadline, slack
from wend.record import Record

Spent = tuple[float, float, float]
"""Seconds, executions, queries."""

RUNS_A_SECOND = 1000
"""Runs in a second, as a rule; as many count as one unit of a solver's work."""

PLAIN_FOR_ONE = 10
"""Runs with plain values that count as one run with tracked values."""

Stage = Literal["search", "cases", "import", "result"]
"""What a budget has to end, each at its time: the search, the replays of its last cases, the import
of the target, and the making of the result."""

STAGE_SHARES: dict[Stage, float] = {"search": 0.3, "cases": 0.65, "import": 0.9, "result": 0.9}
"""The share of the time behind the deadline at which a stage is ended. By then most have ended by
themselves."""

ROOM = 0.65
"""The share of its slack that a budget may use; the rest is for the start of the command and its
report."""

BLAMELESS_SECONDS = 5.0
"""An import that had no more than this is not told as what went wrong."""

BURST_SECONDS, CAPPED_BURST_SECONDS = 0.1, 1.0
"""Seconds that all bursts together may take at least, without and with a cap on executions."""


class Cap(Record):
    """A cap that ended an exploration."""

    kind: Literal["seconds", "total", "covered", "executions", "queries", "interrupted"]
    """`seconds` of one target, `total` for those of all; `covered` where others are to have the
    time that is left; `interrupted` by Ctrl-C."""
    says: str


REMEDIES = {
    "seconds": "give more with --budget",
    "total": "give more with --total",
    "covered": "explore it alone",
    "executions": "give more with --max-executions",
    "queries": "give more with --max-queries",
}
"""What to do about a cap that was hit, by its kind."""

OUT_OF_TOTAL = Cap("total", "the time for all targets together is spent")
COVERED = Cap(
    "covered",
    "it was ended early: the targets of its module together cover it, and it found no more",
)


class Caps(Record):
    """What the user allows for one target."""

    seconds: float = 20.0
    executions: int | None = None
    queries: int | None = None


class Interrupt:
    """Set by Ctrl-C: explorations end at the next step, with what they have."""

    def __init__(self) -> None:
        self.is_set = False
        self.end = math.inf
        """When the time of all targets together ends, by time.monotonic."""
        self.why = OUT_OF_TOTAL
        """What is told of an exploration that ends then."""
        self.results = math.inf
        """When their results have to be there."""
        self.share = math.inf
        """The seconds of one target, if all have as much."""

    def set(self) -> None:
        self.is_set = True

    def wait(self) -> float:
        """Waits while other targets have their turn; returns the seconds of waiting."""
        return 0.0


class Timed(Protocol):
    """What a budget needs to know of a solver."""

    deadline: float
    """By time.monotonic."""

    @property
    def work(self) -> float:
        """The work done so far, in seconds of a usual machine."""


class Budget:
    """What is left of the caps."""

    def __init__(
        self, caps: Caps, interrupt: Interrupt, kept: float = 0.0, within: Budget | None = None
    ) -> None:
        """`kept`: the part of the seconds that is reserved for the work after the exploration.
        `within`: the budget that this one is a part of."""
        self._caps = caps
        self._interrupt = interrupt
        self._seconds = caps.seconds * (1 - kept)
        self._started = time.monotonic()
        self.deadline = min(self._started + self._seconds, interrupt.end)
        self.executions = 0
        self.concrete = 0
        """Executions with plain values, in bursts."""
        self.queries = 0
        self._repeats = 0
        """Runs without an end that were to be repeated."""
        self._solver: Timed | None = None
        self.sharers = self._most_sharers = 1
        """Lines or targets that share the budget."""
        self._before: Spent = (0.0, 0.0, 0.0)
        """The share of one sharer when the number of sharers last changed."""
        self._at: Spent = (0.0, 0.0, 0.0)
        """What all sharers together had spent at that time."""
        self._within = within
        self._stage: Stage = "import"
        self.watchdog = Deadline()
        """The end of the present stage."""
        self.watchdog.move(self._end_of(self._stage))

    def time(self, solver: Timed) -> None:
        """Has a solver keep the deadline, and counts its work as work of this budget."""
        self._solver = solver
        solver.deadline = self.deadline

    def stage(self, stage: Stage) -> UntilDeadline:
        """A context for a stage of the work, which is ended when its time is over."""
        self._stage = stage
        return self.watchdog.until(self._end_of(stage))

    def _end_of(self, stage: Stage) -> float:
        """When a stage is ended, by time.monotonic."""
        end = min(self.deadline + ROOM * slack(self._caps.seconds), self._interrupt.results)
        if self._within is not None:
            end = min(end, self._within._end_of_parts)
        return self.deadline + STAGE_SHARES[stage] * max(0.0, end - self.deadline)

    @property
    def _end_of_parts(self) -> float:
        """When all is ended that has a part of this budget."""
        end = self._started + self._caps.seconds * self._most_sharers
        return min(end + ROOM * slack(self._caps.seconds), self._interrupt.results)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def work(self) -> int:
        """The work done so far, counted in tracked runs, so that it is the same on every
        machine."""
        runs = self.executions - self.concrete + self.concrete // PLAIN_FOR_ONE
        return runs + (int(RUNS_A_SECOND * self._solver.work) if self._solver is not None else 0)

    def for_burst(self, share: float, taken: float) -> float:
        """The seconds that the next burst may take, if bursts have this share of the time and have
        `taken` so many seconds so far. With a cap on executions only slow bursts meet this limit.
        """
        least = BURST_SECONDS if self._caps.executions is None else CAPPED_BURST_SECONDS
        return min(self.left, max(least, share * self.seconds) - taken)

    @property
    def interrupted(self) -> bool:
        return self._interrupt.is_set

    def share(self, sharers: int) -> None:
        """From now on so many lines or targets share the budget; each is charged its part."""
        self._before = self._charged
        self._at = self.seconds, self.executions, self.queries
        self.sharers = max(1, sharers)
        self._most_sharers = max(self.sharers, self._most_sharers)
        self._move_deadline()

    @property
    def _charged(self) -> Spent:
        """The part of the expenses that one sharer is charged: seconds, executions, queries."""
        now = self.seconds, self.executions, self.queries
        seconds, executions, queries = [
            before + (all_now - at) / self.sharers
            for before, all_now, at in zip(self._before, now, self._at, strict=True)
        ]
        return seconds, executions, queries

    def _move_deadline(self) -> None:
        left = (self._seconds - self._before[0]) * self.sharers
        self.deadline = min(self._started + self._at[0] + left, self._interrupt.end)
        if self._solver is not None:
            self._solver.deadline = self.deadline
        self.watchdog.move(self._end_of(self._stage))

    def patience(self, run_seconds: float) -> float:
        """The seconds for a run to be repeated that did not end in `run_seconds`; 0 for no repeat.

        The first one has at most half of all seconds, the second a quarter, and so on; and none
        has more than a target's share of the time for all.
        """
        self._repeats += 1
        seconds = self._seconds / 2**self._repeats
        most = min(0.9 * self.left, seconds, self._interrupt.share)
        return next((each * run_seconds for each in (10, 5, 2) if each * run_seconds <= most), 0.0)

    def runs_for_burst(self, most: int) -> int:
        """The runs that one burst may make: at most `most`, and a quarter of those that are
        left."""
        if self._caps.executions is None:
            return most
        left = (self._caps.executions - self._charged[1]) * self.sharers
        return min(most, max(0, int(left)) // 4)

    def hit(self) -> Cap | None:
        """A sentence on the cap that is hit; None while work may go on."""
        caps = self._caps
        self.watchdog.at, end = math.inf, self.watchdog.at  # others may have their turn
        waited = self._interrupt.wait()
        self.watchdog.at = end
        if waited:
            self._started += waited
            self._move_deadline()
        if self._interrupt.is_set:
            return Cap("interrupted", "interrupted")
        seconds, executions, queries = self._charged
        if caps.executions is not None and executions >= caps.executions:
            return Cap("executions", f"the cap of {caps.executions} executions was hit")
        if caps.queries is not None and queries >= caps.queries:
            return Cap("queries", f"the cap of {caps.queries} queries was hit")
        if seconds >= self._seconds:
            return self._out_of_seconds
        if time.monotonic() >= self._interrupt.end:
            return self._interrupt.why
        return None

    def would_suffice(self, seconds: float) -> bool:
        """Whether work that ended after so many seconds, for there was no more time, could have had
        much more of it: it was begun too late, or the budget is very small."""
        return seconds < max(BLAMELESS_SECONDS, self._caps.seconds / 2)

    @property
    def overdue(self) -> Cap:
        """The cap of an exploration that was ended in the middle of something."""
        if self._interrupt.is_set:
            return Cap("interrupted", "interrupted")
        is_total = self.deadline >= self._interrupt.end
        return self._interrupt.why if is_total else self._out_of_seconds

    @property
    def _out_of_seconds(self) -> Cap:
        part = "" if self._seconds == self._caps.seconds else "its part of "
        return Cap("seconds", f"{part}the budget of {self._caps.seconds:g} seconds is spent")
