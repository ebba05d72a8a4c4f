"""Until when work may go on: whoever waits asks a Deadline, and its alarm ends what asks nobody.

search ──▶ last cases ──▶ result        one target, by `explore.budget.Budget`
searches ──▶ results ──▶ files          all targets of a command, by `Schedule`
"""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import os
import time
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

from wend.record import Record

AGAIN_SECONDS = 0.1
"""The alarm comes again: code that ignores all exceptions, a finalizer say, may have had it."""

LONGEST_SECONDS = 3600.0
"""The longest that the alarm is set to: the kernel takes no number that is too large."""

LEAST_SLACK_SECONDS, SLACK_SHARE = 1.0, 0.1
"""What a budget may be overrun by: this share of it, and at least so many seconds."""

ON_BUSY = 3
"""How many times as long the slack is on a busy machine."""

FOR_FILES = 2.0, 0.08
FOR_REPORT = 0.1, 0.03
"""The part of the total that is kept for what follows the searches: seconds, and a share of it;
where tests are written and tried, and where there are none."""

FOR_LAST_RESULTS = 0.4
"""The share of that part in which explorations come to their end, where tests follow; and of the
slack, where none do."""

FOR_FILES_LATE = 0.3
"""The share of the slack in which files may still be written."""


def slack(seconds: float) -> float:
    """The seconds that a budget may be overrun by: more where others want the processors, since
    what is cut off there is lost."""
    return max(LEAST_SLACK_SECONDS, SLACK_SHARE * seconds) * (ON_BUSY if _is_busy() else 1)


@functools.cache
def _is_busy() -> bool:
    """Whether more processes than there are processors wanted to run in the last minute."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


class Overdue(BaseException):
    """The time is over, in the middle of something. No search may take it for a fault."""


class Deadline:
    """A time, by time.monotonic, at which work has to end; it may be moved."""

    def __init__(self, at: float = math.inf) -> None:
        self.at = at
        self._is_held = False
        self._before: tuple[Any, float, float] | None = None
        """Of the alarm that somebody else had set: its handler, its seconds, and when it was."""

    @property
    def left(self) -> float:
        """The seconds that are left; raises Overdue where there are none."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise Overdue
        return left

    def move(self, at: float) -> None:
        self.at = at
        if self._is_held:
            self._set()

    def until(self, at: float) -> UntilDeadline:
        """A context for work that ends at this time, in the middle of it if need be."""
        return UntilDeadline(self, at)

    # The alarm, which only the main thread of a process can have

    def arm(self, at: float) -> None:
        import signal  # takes long to import

        self.at = at
        with contextlib.suppress(ValueError):  # in another thread: those who wait ask
            handler = signal.signal(signal.SIGALRM, self._ring)
            self._before = handler, signal.getitimer(signal.ITIMER_REAL)[0], time.monotonic()
            self._is_held = True
            self._set()

    def disarm(self) -> None:
        import signal

        self._is_held = False
        if self._before is not None:
            handler, seconds, when = self._before
            self._before = None
            left = max(1e-3, seconds - (time.monotonic() - when)) if seconds else 0.0
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)
            signal.setitimer(signal.ITIMER_REAL, left)

    def _set(self) -> None:
        import signal

        # What lasts longer than an alarm may is asked for again when the alarm rings.
        seconds = min(max(1e-3, self.at - time.monotonic()), LONGEST_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if not self._is_held:
            return
        if time.monotonic() < self.at:
            self._set()
        elif not _would_be_ignored(frame):  # the alarm comes again
            raise Overdue


def _would_be_ignored(frame: FrameType | None) -> bool:
    """Whether the interpreter only prints what is raised here: in a finalizer, or in a callback of
    the garbage collector."""
    callbacks = [getattr(each, "__code__", None) for each in gc.callbacks]
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False


class UntilDeadline:
    """A context that a deadline ends."""

    is_over = False
    """Whether the deadline ended what was in it."""

    def __init__(self, deadline: Deadline, at: float) -> None:
        self._deadline = deadline
        self._at = at

    def __enter__(self) -> UntilDeadline:
        self._deadline.arm(self._at)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        try:
            self._deadline.disarm()
        except Overdue:
            self._deadline.disarm()
            self.is_over = True
        self.is_over = self.is_over or isinstance(error, Overdue)
        return isinstance(error, Overdue)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Keeps alarms back while processes are ended and files removed, which must not take long."""
    import signal

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Schedule(Record):
    """When the parts of a command end, by time.monotonic."""

    searches: float = math.inf
    results: float = math.inf
    """When each target has its result, whatever its process does."""
    files: float = math.inf
    """When all files are written: the end of the command."""


UNLIMITED = Schedule()


def schedule(begun: float, total: float | None, *, writes_tests: bool) -> Schedule:
    """The times of a command that began at `begun` and may take `total` seconds."""
    if total is None:
        return UNLIMITED
    seconds, share = FOR_FILES if writes_tests else FOR_REPORT
    kept = min(seconds + share * total, total / 2)
    end = begun + total
    if writes_tests:
        results = end - (1 - FOR_LAST_RESULTS) * kept
    else:
        results = end + FOR_LAST_RESULTS * slack(total)
    return Schedule(end - kept, results, end + FOR_FILES_LATE * slack(total))
