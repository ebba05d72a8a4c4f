"""Compares what wend calls complete and unreachable with what plain runs do."""

from __future__ import annotations

import json
import pathlib
import random
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

RUNS = pathlib.Path(__file__).with_name("plain_runs.py")
MOST_LINES = 8
"""Lines of one file that `wend reach` is asked about."""
ALL_SHOWN = 16
"""wend shows each path of a function of so few, and each truth value that it returns."""


@dataclass
class Judged:
    """What came of one file: counts, and each wrong verdict in words."""

    files: int = 0
    functions: int = 0
    complete: int = 0
    lines: int = 0
    unreachable: int = 0
    runs: int = 0
    failed: int = 0
    """Functions without any result."""
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Effort:
    """How long a file is attacked."""

    options: tuple[str, ...] = ("--budget", "10", "--max-executions", "40")
    runs: int = 250
    seconds: float = 1.0
    """Of the processor, for the plain runs of one function: `runs`, or fewer if these are slow."""


def judged(file: pathlib.Path, seed: int, functions: list[str], effort: Effort) -> Judged:
    """Explores functions of a file, then runs them plainly, and compares."""
    found = Judged(1, len(functions))
    told = {
        each["target"]["function"]: each
        for each in _wend(file, "cover", [f"{file.name}::{name}" for name in functions], effort)
    }
    missed = [line for each in told.values() for line in each["coverage"]["lines"]["missed"]]
    lines = random.Random(seed).sample(missed, min(len(missed), MOST_LINES))
    asked = _wend(file, "reach", [f"{file.name}:{line}" for line in sorted(lines)], effort)
    proofs: dict[str, set[int]] = {}
    for each in asked:
        if each["verdict"] == "unreachable":
            proofs.setdefault(each["target"]["entry"], set()).add(each["target"]["line"])
    complete = {name for name, each in told.items() if each["verdict"] == "complete"}
    found.failed = len(functions) - len(told)
    found.complete = len(complete)
    found.lines, found.unreachable = len(lines), sum(map(len, proofs.values()))
    wanted = {name: _given(each) for name, each in told.items() if name in {*complete, *proofs}}
    for name, plain in _plain(file, seed, wanted, effort).items():
        found.runs += plain["count"]
        known = Known(told[name], plain["known"]) if name in complete else None
        for run in plain["runs"]:
            if hit := proofs.get(name, set()).intersection(run["lines"]):
                says = f"executes {sorted(hit)}, called unreachable"
            elif known is not None and (why := known.beyond(run)):
                says = f"{why}, called complete"
            else:
                continue
            found.wrong.append(f"{file.name}::{name}({run['args']}) {says}")
    return found


class Known:
    """What the paths of a function do that wend calls complete."""

    def __init__(self, result: dict[str, Any], runs: list[dict[str, Any] | None]) -> None:
        self.missed = {*result["coverage"]["lines"]["missed"]}
        shown = [run for run in runs if run is not None]
        is_all = len(shown) == len(runs) and result["paths"]["count"] == len(
            result["paths"]["list"]
        )
        self.ways = {tuple(run["lines"]) for run in shown} if is_all else None
        self.outcomes = [run["outcome"] for run in shown] if is_all else None
        self.shows_truth = result["paths"]["count"] <= ALL_SHOWN

    def beyond(self, run: dict[str, Any]) -> str:
        """What a run does that no path does; "" if there is nothing."""
        if new := self.missed.intersection(run["lines"]):
            return f"executes {sorted(new)}"
        if self.outcomes is not None and run["outcome"] not in self.outcomes:
            what = run["outcome"][0]
            others = {each[1] for each in self.outcomes if each[0] == what}
            is_plain = run["outcome"][1] in ("None", "True", "False")
            if what == "raises" or not others or (is_plain and self.shows_truth):
                return f"{what} {run['outcome'][1:]}"
        if self.ways is not None and tuple(run["lines"]) not in self.ways:
            return f"goes by the lines {run['lines']}"
        return ""


def _given(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The inputs of the paths and cases of a result."""
    paths = [{"args": each["args"]} for each in result["paths"]["list"]]
    return [*paths, *[{**each, "new": None} for each in result["cases"]]]


def _wend(
    file: pathlib.Path, command: str, arguments: list[str], effort: Effort
) -> list[dict[str, Any]]:
    if not arguments:
        return []
    done = subprocess.run(
        [sys.executable, "-m", "wend", command, *arguments, *effort.options, "-q", "--no-store",
         "--json", "-"],
        cwd=file.parent, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=900,
    )  # fmt: skip
    assert done.stdout, done.stderr[-2000:]
    results: list[dict[str, Any]] = json.loads(done.stdout)["results"]
    return [each for each in results if each["verdict"] not in ("error", "skipped")]


def _plain(
    file: pathlib.Path, seed: int, wanted: dict[str, Any], effort: Effort
) -> dict[str, dict[str, Any]]:
    if not wanted:
        return {}
    done = subprocess.run(
        [sys.executable, str(RUNS), str(file), str(seed), str(effort.runs), str(effort.seconds)],
        input=json.dumps(wanted), cwd=file.parent, capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    assert done.stdout, done.stderr[-2000:]
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found
