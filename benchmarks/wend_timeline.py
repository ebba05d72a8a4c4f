"""Runs `wend` as its command would, noting when each execution ended and with which inputs.

`python wend_timeline.py LOG cover …`. The first line tells when the first execution began, one
without a text when the search ended. Nothing else changes: methods of the explorer are wrapped, at
the moment when wend imports it anyway, which is when the runner was made. The counterpart of
`crosshair_timeline.py`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import TYPE_CHECKING

from wend.process import early_zygote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wend.explore.explorer import Seen
    from wend.inputs.inputs import Inputs
    from wend.process.runner import Runner


def log_runs(path: str) -> None:
    """Write a line of JSON for each execution, with the seconds since the process was started."""
    started = float(os.environ["BENCHMARK_STARTED"])
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC)

    def write(text: str | None, ago: float = 0.0) -> None:
        record = {"text": text, "wall": time.monotonic() - ago - started}
        os.write(file, json.dumps(record).encode() + b"\n")

    from wend.process.runner import Runner

    def enter(self: Runner) -> Runner:
        _wrap_explorer(write)
        return plain(self)

    plain = Runner.__enter__
    Runner.__enter__ = enter


def _wrap_explorer(write: Callable[..., None]) -> None:
    from wend.explore.explorer import Explorer

    def run(self: Explorer, inputs: Inputs, *others: object) -> Seen:
        is_first = not self.budget.executions
        seen = plain(self, inputs, *others)
        if is_first:
            write("", seen.path.seconds)
        write(repr(dict(inputs)))
        return seen

    def runs(self: Explorer) -> Iterator[Seen]:
        yield from search(self)
        write(None)

    plain, search = Explorer.run, Explorer.runs
    Explorer.run, Explorer.runs = run, runs


if __name__ == "__main__":
    early_zygote.make()  # as the command does, before anything else is imported
    log_runs(sys.argv[1])
    del sys.argv[1]
    from wend.__main__ import main

    sys.exit(main())
