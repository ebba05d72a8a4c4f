"""The decisions of a run that ended its process: by native code without an end, say, or by a crash.

Such a run can't report anything. It is run once more in a child that only counts its decisions, and
then up to the last of them. So its path is in the tree, and the other sides of its branches are
tried.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from typing import Any

from wend.run.recorder import Recorder, RunTooLong

COUNTING_SECONDS = 0.05
"""Seconds for the run that only counts: it is known to end badly."""

Branches = list[Any]
"""`Recorder.branches`."""

Run = Callable[[float, Callable[[Recorder], Branches]], dict[str, Any]]
"""Makes a run, given its seconds and a function that makes the list for its branches."""


def run_to_last_decision(run: Run, seconds: float) -> Callable[[], dict[str, Any]] | None:
    """A function that makes the run up to its last decision, or None if there was no decision."""
    with mmap.mmap(-1, 8) as shared:
        child = os.fork()
        if child == 0:
            try:
                run(min(seconds, COUNTING_SECONDS), lambda _: _Counted(shared))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        count = int.from_bytes(shared[:8], "little")
    return (lambda: run(seconds, lambda recorder: _Cut(recorder, count))) if count else None


class _Counted(Branches):
    """A list of branches whose length is visible to the parent after the process ended."""

    def __init__(self, shared: mmap.mmap) -> None:
        super().__init__()
        self._shared = shared

    def append(self, branch: Any) -> None:
        super().append(branch)
        self._shared[:8] = len(self).to_bytes(8, "little")


class _Cut(Branches):
    """A list of branches that ends the run with the branch of a given number."""

    def __init__(self, recorder: Recorder, count: int) -> None:
        super().__init__()
        self._recorder = recorder
        self._count = count

    def append(self, branch: Any) -> None:
        super().append(branch)
        if len(self) >= self._count:
            self._recorder.end(RunTooLong("it ends its process"))
