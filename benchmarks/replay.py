"""Scores inputs: the branches of a function that they take, by coverage.py, in a fresh process.

Both tools' inputs go through here, so neither is believed on its own word. As a script it reads
`{"file", "function", "inputs"}` as JSON from standard input and writes what `score` returns.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS_EACH = 2.0
Branch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Score:
    """Which branches a function has, and which of them each input takes."""

    possible: frozenset[Branch]
    taken: tuple[frozenset[Branch], ...]

    def hit(self, count: int | None = None) -> frozenset[Branch]:
        """The branches that the first `count` inputs take together (all of them by default)."""
        return frozenset().union(*self.taken[:count])


Arguments = dict[str, Any] | str
"""The arguments of a call, or source of a dict of them for the function's module."""


def score(file: Path, function: str, inputs: Sequence[Arguments]) -> Score:
    """Return the branches that each of `inputs` takes in `function`, replayed in a new process."""
    request = json.dumps({"file": str(file), "function": function, "inputs": list(inputs)})
    answer = subprocess.run(
        [sys.executable, __file__],
        input=request,
        capture_output=True,
        text=True,
        check=True,
        timeout=30 + SECONDS_EACH * len(inputs),
        # Contexts and arcs as used here are those of coverage.py's C tracer.
        env={**os.environ, "COVERAGE_CORE": "ctrace"},
    )
    found = json.loads(answer.stdout)
    return Score(
        possible=frozenset(tuple(branch) for branch in found["possible"]),
        taken=tuple(frozenset(tuple(branch) for branch in taken) for taken in found["taken"]),
    )


def _replay(file: str, function: str, inputs: list[Arguments]) -> dict[str, Any]:
    import coverage
    from coverage.python import PythonFileReporter

    watcher = coverage.Coverage(branch=True, data_file=None, include=[file], config_file=False)
    watcher.start()
    target = _load(file, function)
    signal.signal(signal.SIGALRM, _too_slow)
    for number, arguments in enumerate(inputs):
        watcher.switch_context(f"input {number}")
        _call(target, arguments)
    watcher.stop()

    reporter = PythonFileReporter(file, coverage=watcher)
    exits = reporter.exit_counts()
    lines = _lines_of(file, function)
    possible = {
        (start, end) for start, end in reporter.arcs() if exits.get(start, 0) > 1 and start in lines
    }
    data = watcher.get_data()
    taken = []
    for number in range(len(inputs)):
        data.set_query_context(f"input {number}")
        arcs = reporter.translate_arcs(data.arcs(file) or [])
        taken.append(sorted(possible & set(arcs)))
    return {"possible": sorted(possible), "taken": taken}


def _load(file: str, function: str) -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, function)


class _Slow(BaseException):
    """An input took longer than SECONDS_EACH."""


def _too_slow(*_: object) -> None:
    raise _Slow


def _call(target: Callable[..., Any], arguments: Arguments) -> None:
    signal.setitimer(signal.ITIMER_REAL, SECONDS_EACH)
    try:
        if isinstance(arguments, str):
            names = {"nan": math.nan, "inf": math.inf, **vars(sys.modules[target.__module__])}
            names[target.__module__] = sys.modules[target.__module__]
            arguments = dict(eval(arguments, names))
        target(**arguments)
    except (Exception, _Slow):
        pass  # what was executed before it counts all the same
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _lines_of(file: str, function: str) -> range:
    for node in ast.parse(Path(file).read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            assert node.end_lineno is not None
            return range(node.lineno, node.end_lineno + 1)
    raise LookupError(f"no function {function} in {file}")


if __name__ == "__main__":
    print(json.dumps(_replay(**json.load(sys.stdin))))
