"""How a child process ended, in words."""

from __future__ import annotations

import os
import signal

from wend.path.outcome import CLOSED, TIMEOUT

CUT_OFF = 219
"""The exit status of a process whose channel was closed. The code under test may exit with any
other."""


def how_ended(status: int) -> str:
    """`exit status 1`, `killed by SIGSEGV`, TIMEOUT or CLOSED, from what `os.waitpid` gave."""
    if status == CUT_OFF << 8:
        return CLOSED
    if not os.WIFSIGNALED(status):
        return f"exit status {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    # A run that has used up its processor time gets this signal (`run.limits.STUCK_SECONDS`).
    return TIMEOUT if number == signal.SIGPROF else f"killed by {signal.Signals(number).name}"
