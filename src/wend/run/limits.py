"""Limits of one run: time and memory, set inside the worker process."""

from __future__ import annotations

# Not `signal`, which turns all that goes in or out of its functions into enums: 10 us a run.
import _signal  # type: ignore[import-not-found]
import resource
from time import monotonic, process_time  # not those of `run.clock`, which runs may move on
from types import FrameType
from typing import Any

from wend.run import recorder

_open = open
"""The builtin, also where the code under test puts another in its place."""

BUSY_SECONDS = 0.5
"""Seconds that a run may take longer while others use the processor. The parent waits longer."""

STUCK_SECONDS = 0.3
"""Processor seconds after which a run that ignores its alarm is killed with its process: it is in
native code, or catches every exception."""


LOOK_SECONDS = 0.4
"""Seconds to look at what a run returned or raised, which may run code under test. The parent waits
longer."""


class Uninterrupted:
    """A context for work of wend in the middle of a run, which must not be left half done: the
    alarm waits."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """The seconds of such work, in all runs."""
        self.is_under_way = False
        self._depth = 0
        self._begun = 0.0
        self._left = 0.0
        """Processor seconds that the run had left before it counts as stuck."""

    def __enter__(self) -> None:
        if not self._depth:
            self._begun = monotonic()
            self._left = _signal.setitimer(_signal.ITIMER_PROF, 0)[0]
        self._depth += 1
        self.is_under_way = True

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        self.is_under_way = self._depth > 0
        if not self.is_under_way:
            self.seconds += monotonic() - self._begun
            _signal.setitimer(_signal.ITIMER_PROF, self._left)


uninterrupted = Uninterrupted()


class Alarm:
    """Raises RunTooLong in the code under test, repeatedly if the code swallows it.

    A run that hardly ran, because others used the processor, gets more time. One that slept does
    not: the alarm may have woken it in native code, which goes on as if it had slept to its end.
    """

    def __init__(self, seconds: float, stuck: float = STUCK_SECONDS) -> None:
        self._seconds = seconds
        self._stuck = stuck
        self._begun = self._latest = 0.0
        self._switches = (0, 0)
        """What `_switches` gave at the last look."""
        self._previous: Any = None

    def __enter__(self) -> Alarm:
        self._previous = _signal.signal(_signal.SIGALRM, self._expire)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        _signal.signal(_signal.SIGALRM, self._previous)

    def start(self) -> None:
        """Starts the alarm of a run."""
        self._begun = process_time()
        self._latest = monotonic() + self._seconds + BUSY_SECONDS
        self._switches = _switches()
        _signal.setitimer(_signal.ITIMER_REAL, self._seconds, 0.1)
        _signal.setitimer(_signal.ITIMER_PROF, self._seconds + self._stuck)

    def stop(self) -> None:
        """Stops the alarm of a run."""
        disarm()

    def _expire(self, signum: int, frame: FrameType | None) -> None:
        seconds = self._seconds
        if uninterrupted.is_under_way:
            return  # it comes again
        if process_time() - self._begun < seconds / 2 and monotonic() < self._latest:
            before, self._switches = self._switches, _switches()
            if self._switches[0] > before[0] and self._switches[1] == before[1]:
                return
        recorder.current.ended = recorder.RunTooLong(f"{seconds:g} seconds")
        raise recorder.current.ended


def disarm() -> None:
    """Cancels the run's alarm. Safe to call after it has fired."""
    _signal.setitimer(_signal.ITIMER_REAL, 0)
    _signal.setitimer(_signal.ITIMER_PROF, 0)


def _switches() -> tuple[int, int]:
    """How many times others took the processor away from this thread, and how many times it gave
    the processor away, as it does to sleep or to wait."""
    usage = resource.getrusage(resource.RUSAGE_THREAD)
    return usage.ru_nivcsw, usage.ru_nvcsw


class time_limit(Alarm):
    """An alarm for a single run. It starts at once."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds, min(STUCK_SECONDS, max(0.1, seconds)))

    def __enter__(self) -> Alarm:
        super().__enter__()
        self.start()
        return self


def limit_memory(extra_bytes: int) -> None:
    """Lets this process use so much more memory than it uses now.

    A lower limit that the user has set stays, as does the old one if no more files may be opened.
    """
    try:
        with _open("/proc/self/statm", "rb") as stream:  # in bytes: no codec has to be imported
            now = int(stream.read().split()[0]) * resource.getpagesize()
    except OSError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = now + extra_bytes
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
