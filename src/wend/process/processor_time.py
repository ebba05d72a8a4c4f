"""The time of the processor that this process and all below it have used."""

from __future__ import annotations

import os
import time

_TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """Seconds of this process, of those that it started, of those that they started, and so on."""
    used = time.process_time()
    waiting = _children(str(os.getpid()))
    while waiting:
        process = waiting.pop()
        try:
            with open(f"/proc/{process}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has ended
        used += sum(map(int, fields[11:15])) / _TICKS  # with children that it waited for
        waiting += _children(process)
    return used


def _children(process: str) -> list[str]:
    try:
        with open(f"/proc/{process}/task/{process}/children", "rb") as file:
            return file.read().decode().split()
    except OSError:
        return []
