"""The processes of a command: found, waited for, and seen to be gone."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from pathlib import Path

import pytest


def descendants(process: int) -> set[int]:
    """The processes that a process started, and those that they started."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found: set[int] = set()
    waiting = [process]
    while waiting:
        parent = waiting.pop()
        children = [child for child, its_parent in parents.items() if its_parent == parent]
        found.update(children)
        waiting.extend(children)
    return found


def is_running(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def wait_for_runs(started: subprocess.Popen[str], count: int) -> set[int]:
    """Waits until the processes that run code under test are there; gives all that were seen."""
    until = time.monotonic() + 600
    while time.monotonic() < until:
        assert started.poll() is None, started.communicate()
        found = descendants(started.pid)
        if len(found) >= count:
            time.sleep(0.5)  # it may start more
            return found | descendants(started.pid)
        time.sleep(0.02)
    pytest.fail("nothing was started")


def wait_for_file(file: Path) -> None:
    """Waits until code under test has made a file."""
    until = time.monotonic() + 600
    while not file.exists():
        assert time.monotonic() < until, f"{file} is not there"
        time.sleep(0.05)


def wait_for_work(started: subprocess.Popen[str], seconds: float) -> None:
    """Waits until a command has used so many more seconds of the processor, however long that
    takes."""
    enough = processor_seconds(started.pid) + seconds
    until = time.monotonic() + 600
    while processor_seconds(started.pid) < enough:
        assert started.poll() is None, started.communicate()
        assert time.monotonic() < until, "it does nothing"
        time.sleep(0.05)


def processor_seconds(process: int) -> float:
    """Those of a process and its descendants, with those that have ended."""
    ticks = 0
    for each in {process, *descendants(process)}:
        with contextlib.suppress(OSError):
            stat = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, stat[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def assert_gone(processes: set[int]) -> None:
    until = time.monotonic() + 600
    while any(map(is_running, processes)) and time.monotonic() < until:
        time.sleep(0.05)

    assert [each for each in processes if is_running(each)] == []
