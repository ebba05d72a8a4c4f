"""Runs `wend` as its command would, noting now and then what each of its processes is doing.

`python sampler.py LOG cover …`. Nothing of wend changes: signals interrupt every process, and the
handler writes a line: the process's role, the kind of work, the function, seconds. Processes are
sampled by their CPU time, the parent also by the wall clock, so that its waiting shows. A call into
C delays the signal, so each sample counts all time since the one before it; the last one is taken
when a process ends.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Container
from types import FrameType

EVERY = 0.002
"""Seconds of CPU time; by the one timer that wend has no use for."""
EVERY_WALL = 0.01

ROLES = {
    ("process/runner_process", "serve"): "runner",
    ("process/zygote", "_replayed"): "replay",
    ("process/zygote", "zygote_main"): "zygote",
    ("process/new_zygote", "_become_zygote"): "zygote",
    ("solve/workers/process", "_serve"): "solver",
}
"""What a process is, by the functions that its life is spent in."""

WORK = {
    "expr/transport": "transport",
    "expr/show": "cases",
    "expr/": "terms",
    "path/tree": "tree",
    "aim/": "slicing",
    "solve/slice": "slicing",
    "solve/query": "slicing",
    "solve/persistent": "slicing",
    "solve/z3_": "encoding",
    "solve/encode/bitvectors": "encoding",
    "solve/encode/floating_point": "encoding",
    "solve/workers/bitwuzla": "encoding",
    "solve/workers/process": "transport",
    "solve/": "local reasoning",
    "explore/suite": "cases",
    "explore/shrink": "cases",
    "explore/coverage": "cases",
    "explore/alternatives": "cases",
    "explore/not_reached": "cases",
    "source/functions": "cases",
    "explore/": "tree",
    "campaign/cover": "cases",
    "campaign/": "start-up",
    "emit/": "cases",
    "source/flow": "cases",
    "instrument/": "instrumenting",
    "messages/channel": "transport",
    "messages/packets": "transport",
    "messages/packing": "transport",
    "messages/orders": "transport",
    "process/runner": "transport",
    "run/execute": "transport",
    "run/replay": "replay",
    "run/arguments/build": "building inputs",
    "run/invoke": "building inputs",
    "process/state": "state and limits",
    "run/limits": "state and limits",
    "run/guard": "state and limits",
    "process/zygote": "state and limits",
    "process/runner_process": "state and limits",
    "describe/signature": "start-up",
    "describe/annotations": "start-up",
    "describe/guessing/uses": "start-up",
    "process/load": "start-up",
    "describe/guessing/docstrings": "start-up",
    "run/": "tracked values",
    "cli": "start-up",
    "config": "start-up",
}
"""The kind of work by module; the longest prefix counts."""

UNDECIDED = ("expr/evaluate", "expr/variables", "expr/sorts", "inputs/", "record", "path/")
"""Modules whose work is that of their callers."""

SOLVING = {
    ("solve/encode/z3_int", "solve"): "z3",
    ("solve/encode/z3_int", "_within"): "z3",
    ("solve/workers/bitwuzla", "solve_rows"): "bitwuzla",
}
"""Functions that do little but call a solver."""

WAITING = {
    ("process/runner", "execute"): "waiting for a run",
    ("process/runner", "burst"): "waiting for a run",
    ("process/runner", "replayed"): "waiting for a replay",
    ("process/runner", "prepared"): "waiting for the import",
    ("solve/workers/process", "ask"): "waiting for a solver",
}
"""What the parent waits for, by the functions that it waits in."""


class Sampler:
    """Writes samples of this process and of all that are forked from it."""

    def __init__(self, path: str, started: float) -> None:
        self._log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        self._parent = os.getpid()
        self._wall = started
        self._cpu = 0.0
        self._kinds: dict[str, str] = {}
        self._exit = os._exit

    def install(self) -> None:
        """Begin."""
        import wend

        self._home = os.path.dirname(wend.__file__ or "") + os.sep
        signal.signal(signal.SIGVTALRM, self._sample)
        signal.signal(signal.SIGALRM, self._sample)
        signal.setitimer(signal.ITIMER_VIRTUAL, EVERY, EVERY)
        signal.setitimer(signal.ITIMER_REAL, EVERY_WALL, EVERY_WALL)
        os.register_at_fork(after_in_child=self._forked)
        os._exit = self._ended  # type: ignore[assignment]

    def finish(self) -> None:
        """End, in the parent."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self._sample(0, sys._getframe())

    def _forked(self) -> None:
        self._wall, self._cpu = time.monotonic(), time.process_time()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, EVERY, EVERY)

    def _ended(self, status: int) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self._sample(0, sys._getframe())
        self._exit(status)

    def _sample(self, signum: int, frame: FrameType | None) -> None:
        wall, cpu = time.monotonic(), time.process_time()
        # Each clock has its own samples: where a process waits says nothing of where it worked.
        walled = 0.0 if signum == signal.SIGVTALRM else wall - self._wall
        worked = 0.0 if signum == signal.SIGALRM else cpu - self._cpu
        self._wall = self._wall if signum == signal.SIGVTALRM else wall
        self._cpu = self._cpu if signum == signal.SIGALRM else cpu
        role, kind, where = self._work(frame)
        line = f"{role}\t{kind}\t{where}\t{walled:.6f}\t{worked:.6f}\n"
        os.write(self._log, line.encode())

    def _work(self, frame: FrameType | None) -> tuple[str, str, str]:
        """The role of this process, the kind of work, and the function that does it."""
        is_parent = os.getpid() == self._parent
        role = "parent" if is_parent else "other"
        kind = where = ""
        waits = False
        twins = self._twins()
        while frame is not None:
            code = frame.f_code
            file, name = code.co_filename, code.co_name
            if file.startswith(self._home):
                module = file[len(self._home) : -3]
                waits = waits or name in ("_wait", "_read")
                where = where or f"{module}.{name}"
                kind = kind or self._kind(module, name)
                if role == "other":
                    role = ROLES.get((module, name), role)
                if is_parent and waits:
                    kind = WAITING.get((module, name), kind)
                elif module == "run/burst" and name != "<module>":
                    kind = "bursts"  # whatever is called from there
            elif not kind and file.startswith("<frozen importlib"):
                kind = "start-up"
                where = where or "import"
            elif not where and id(code) in twins:
                kind, where = "code under test", f"{os.path.basename(file)}.{name}"
            frame = frame.f_back
        return role, kind or "start-up", where or "?"

    def _twins(self) -> Container[int]:
        admission = sys.modules.get("wend.run.calls.admission")
        return getattr(admission, "known_codes", ())  # a signal may come while it is imported

    def _kind(self, module: str, name: str) -> str:
        if (module, name) in SOLVING:
            return SOLVING[module, name]
        if module not in self._kinds:
            fits = [prefix for prefix in (*WORK, *UNDECIDED) if module.startswith(prefix)]
            longest = max(fits, key=len, default="")
            self._kinds[module] = WORK.get(longest, "")
        return self._kinds[module]


if __name__ == "__main__":
    started = float(os.environ.get("BENCHMARK_STARTED", time.monotonic()))
    sys.path.pop(0)  # modules of this directory must not stand in for others
    sampler = Sampler(sys.argv[1], started)
    sampler.install()
    from wend.cli import main

    code = main(sys.argv[2:])
    sampler.finish()
    sys.exit(code)
