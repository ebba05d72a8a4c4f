"""How a child process ended, in words."""

from __future__ import annotations

import os
import signal

from wend.path.outcome import TIMEOUT


def how_ended(status: int) -> str:
    """`exit status 1`, `killed by SIGSEGV` or TIMEOUT, from the status that `os.waitpid` gave."""
    if not os.WIFSIGNALED(status):
        return f"exit status {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    # A run that has used up its processor time gets this signal (`run.limits.STUCK_SECONDS`).
    return TIMEOUT if number == signal.SIGPROF else f"killed by {signal.Signals(number).name}"
