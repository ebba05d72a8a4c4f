"""Limits of one run: time and memory, set inside the worker process."""

from __future__ import annotations

import contextlib
import resource
import signal
import time
from collections.abc import Iterator
from types import FrameType

from wend.run import recorder

BUSY_SECONDS = 0.5
"""How much longer a run may take while others have the processor; less than the parent waits."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises RunTooLong in the code under test; again and again if it is swallowed.

    A run that hardly ran was stopped by the machine and not by an endless loop: it gets more time.
    """
    begun, latest = time.process_time(), time.monotonic() + seconds + BUSY_SECONDS

    def expire(signum: int, frame: FrameType | None) -> None:
        if time.process_time() - begun < seconds / 2 and time.monotonic() < latest:
            return
        recorder.current.ended = recorder.RunTooLong(f"{seconds:g} seconds")
        raise recorder.current.ended

    previous = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def limit_memory(extra_bytes: int) -> None:
    """Lets this process have so much more memory than it has now."""
    with open("/proc/self/statm", "rb") as stream:  # in bytes: no codec has to be imported
        now = int(stream.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + extra_bytes, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
