"""What a run decided that ended its process: native code without an end, say, or a crash.

Such a run tells nothing. It is run once more in a child that only counts its decisions, and then
up to the last of them: so its path is in the tree, and the other sides of its branches are tried.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from typing import Any

from wend.run.recorder import Recorder, RunTooLong

COUNTING_SECONDS = 0.05
"""What the run may take that only counts: it is known to come to no good end."""

Branches = list[Any]
"""`Recorder.branches`."""

Run = Callable[[float, Callable[[Recorder], Branches]], dict[str, Any]]
"""Makes the run; told how long it may take and what makes the list for its branches."""


def run_to_last_decision(run: Run, seconds: float) -> Callable[[], dict[str, Any]] | None:
    """What makes the run up to its last decision; None where it decided nothing."""
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
    """Branches whose number outlives the process."""

    def __init__(self, shared: mmap.mmap) -> None:
        super().__init__()
        self._shared = shared

    def append(self, branch: Any) -> None:
        super().append(branch)
        self._shared[:8] = len(self).to_bytes(8, "little")


class _Cut(Branches):
    """Branches of a run that ends with the last one of so many."""

    def __init__(self, recorder: Recorder, count: int) -> None:
        super().__init__()
        self._recorder = recorder
        self._count = count

    def append(self, branch: Any) -> None:
        super().append(branch)
        if len(self) >= self._count:
            self._recorder.end(RunTooLong("it ends its process"))
