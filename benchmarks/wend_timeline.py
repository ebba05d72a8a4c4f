"""Runs `wend` as its command would, noting when each execution ended and with which inputs.

`python wend_timeline.py LOG cover …`. The first line tells when the search began, one without a
text when it ended. Nothing else changes: methods of the explorer are wrapped, at the moment when
wend imports it anyway, which is when the runner was made. The counterpart of
`crosshair_timeline.py`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import TYPE_CHECKING

from wend.cli import main
from wend.run.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wend.explore.explorer import Seen
    from wend.inputs.inputs import Inputs
    from wend.path.tree import Goal


def log_runs(path: str) -> None:
    """Write a line of JSON for each execution, with the seconds since the process was started."""
    started = float(os.environ["BENCHMARK_STARTED"])
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC)

    def write(text: str | None) -> None:
        record = {"text": text, "wall": time.monotonic() - started}
        os.write(file, json.dumps(record).encode() + b"\n")

    def enter(self: Runner) -> Runner:
        _wrap_explorer(write)
        return plain(self)

    plain = Runner.__enter__
    Runner.__enter__ = enter


def _wrap_explorer(write: Callable[[str | None], None]) -> None:
    from wend.explore.explorer import Explorer

    def run(self: Explorer, inputs: Inputs, goal: Goal | None = None) -> Seen:
        seen = plain(self, inputs, goal)
        write(repr(dict(inputs)))
        return seen

    def begin(self: Explorer, *args: object, **keywords: object) -> None:
        write("")
        construct(self, *args, **keywords)

    def runs(self: Explorer) -> Iterator[Seen]:
        yield from search(self)
        write(None)

    construct, plain, search = Explorer.__init__, Explorer.run, Explorer.runs
    Explorer.__init__, Explorer.run, Explorer.runs = begin, run, runs


if __name__ == "__main__":
    log_runs(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
