"""Runs `wend` as its command would, noting when each execution ended and with which inputs.

`python wend_timeline.py LOG cover …`. Nothing else changes: the explorer's `run` is wrapped.
The counterpart of `crosshair_timeline.py`.
"""

import json
import os
import sys
import time

from wend.cli import main
from wend.explore.explorer import Explorer, Seen
from wend.inputs.inputs import Inputs
from wend.path.tree import Goal


def log_runs(path: str) -> None:
    """Write a line of JSON for each execution, with the seconds since the process was started."""
    started = float(os.environ["BENCHMARK_STARTED"])
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC)
    plain = Explorer.run

    def run(self: Explorer, inputs: Inputs, goal: Goal | None = None) -> Seen:
        seen = plain(self, inputs, goal)
        record = {"text": repr(dict(inputs)), "wall": time.monotonic() - started}
        os.write(file, json.dumps(record).encode() + b"\n")
        return seen

    def write_start(self: Explorer, *args: object, **keywords: object) -> None:
        os.write(
            file, json.dumps({"text": "", "wall": time.monotonic() - started}).encode() + b"\n"
        )
        construct(self, *args, **keywords)

    construct = Explorer.__init__
    Explorer.__init__ = write_start
    Explorer.run = run


if __name__ == "__main__":
    log_runs(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
