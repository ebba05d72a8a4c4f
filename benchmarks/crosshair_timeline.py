"""Runs `crosshair` as its command would, noting when each path's inputs became known.

Executed by CrossHair's own interpreter: `python crosshair_timeline.py LOG cover …`. CrossHair
prints its examples at the end and only some of them; the log has every one as it was found.
Nothing else changes: only the names `debug` of two of its modules are replaced, which without
`--verbose` do nothing.
"""

import json
import os
import sys
import time
from typing import Any

import crosshair.core
import crosshair.main
import crosshair.path_cover


class Log:
    """Lines of JSON on a file that was opened before CrossHair's guard forbids opening files."""

    def __init__(self, path: str) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        self.started = float(os.environ["BENCHMARK_STARTED"])

    def write(self, event: str, text: str = "") -> None:
        """Append what happened, with the seconds (wall and CPU) since the process was started."""
        record = {
            "event": event,
            "text": text,
            "wall": time.monotonic() - self.started,
            "cpu": time.process_time(),
        }
        os.write(self.file, json.dumps(record).encode() + b"\n")

    def core_debug(self, *words: Any) -> None:
        """Stand in for `crosshair.core.debug`."""
        if words[0] == "Iteration ":
            self.write("iteration")
        elif words[0] == "Stopping due to path exhaustion":
            self.write("exhausted")

    def path_debug(self, *words: Any) -> None:
        """Stand in for `crosshair.path_cover.debug`."""
        if words[0] == "Realized args:":
            self.write("inputs", words[1])


if __name__ == "__main__":
    log = Log(sys.argv[1])
    crosshair.core.debug = log.core_debug
    crosshair.path_cover.debug = log.path_debug
    sys.exit(crosshair.main.main(sys.argv[2:]))
