"""Branch coverage over time: wend, CrossHair and random inputs at 1, 5 and 20 seconds.

On the functions of `mixed` and a third of those of `functions`. What the others do is measured once
and kept; `benchmarks/README.md` says how each figure is made and whose favour it is in.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import hashlib
import json
import os
import platform
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from page import put
from replay import Branch, score

from runs import HERE, TIMELINE, WEND_TIMELINE, CrossHair, Function, Wend, timed

RESULTS = HERE / "results"
BUDGETS = (1.0, 5.0, 20.0)
TOOLS = ("wend", "crosshair", "random")
NAMES = {"wend": "wend", "crosshair": "CrossHair", "random": "random"}


@dataclass(frozen=True, slots=True)
class Growth:
    """What one tool did on one function."""

    possible: int  # branches that the function has
    steps: tuple[tuple[float, frozenset[Branch]], ...]  # seconds, and what was new at that moment
    executions: int
    executing: float  # seconds that the executions took, with all that was done between them
    wall: tuple[float, ...] = ()  # of each process
    error: str = ""

    def hit(self, budget: float) -> frozenset[Branch]:
        """The branches taken by the inputs that were known after so many seconds."""
        return frozenset().union(*(branches for at, branches in self.steps if at <= budget))

    @property
    def rate(self) -> float:
        """Executions a second."""
        return self.executions / self.executing if self.executing else 0.0

    def packed(self) -> dict[str, Any]:
        """As JSON."""
        steps = [(round(at, 4), sorted(branches)) for at, branches in self.steps]
        return {
            "possible": self.possible,
            "steps": steps,
            "executions": self.executions,
            "executing": round(self.executing, 3),
            "wall": [round(each, 3) for each in self.wall],
            "error": self.error,
        }

    @staticmethod
    def unpacked(packed: dict[str, Any]) -> Growth:
        """What `packed` gave."""
        steps = tuple((at, frozenset(map(tuple, found))) for at, found in packed["steps"])
        return Growth(**{**packed, "steps": steps, "wall": tuple(packed["wall"])})


Row = dict[str, Growth]
"""What the tools did on one function, by tool."""


def main() -> None:
    """Measure what was asked for and write the table and the JSON."""
    options = _arguments()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts up like that
    tools = options.tools.split(",")
    functions = [f for f in corpus() if fnmatch.fnmatch(f.label, options.functions)]
    options.out.mkdir(parents=True, exist_ok=True)
    wend = Wend(shlex.split(options.wend) if options.wend else [sys.executable, "-m", "wend"])
    crosshair = CrossHair(options.crosshair_env)
    measures: dict[str, Callable[[Function], Growth]] = {
        "wend": lambda function: wend_growth(wend, function),
        "crosshair": lambda function: crosshair_growth(crosshair, function),
        "random": random_growth,
    }
    versions = {"crosshair": crosshair.version(), "random": "2"}
    kept = {
        tool: _Kept(options.out / f"{tool}_over_time.json", version, options.fresh)
        for tool, version in versions.items()
    }
    rows: dict[str, Row] = {}
    for function in functions:
        row = {tool: known for tool in kept if (known := kept[tool].get(function)) is not None}
        # The others' clock is the processor's, and each is one process: they run beside each other,
        # and nothing runs beside wend, whose clock is the wall's.
        others = [tool for tool in tools if tool in kept and tool not in row]
        with ThreadPoolExecutor(max(1, len(others))) as beside:
            measured = {tool: beside.submit(measures[tool], function) for tool in others}
        row |= {tool: each.result() for tool, each in measured.items()}
        for tool in others:
            kept[tool].put(function, row[tool])
        if "wend" in tools:
            row["wend"] = measures["wend"](function)
        rows[function.label] = row
        print(f"{function.label:32} {_short(row)}", file=sys.stderr, flush=True)
    if "wend" not in tools:
        return
    compared = {label: row for label, row in rows.items() if len(row) == len(TOOLS)}
    machine = (
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {versions['crosshair']}"
    )
    report = {
        "machine": machine,
        "promises": [(text, bool(holds)) for text, holds in promises(compared)],
        "functions": {
            label: {tool: growth.packed() for tool, growth in row.items()}
            for label, row in rows.items()
        },
    }
    (options.out / "over_time.json").write_text(json.dumps(report) + "\n")
    table = markdown(compared, machine)
    (options.out / "over_time.md").write_text(table)
    if options.out == RESULTS and options.functions == "*":
        put("over time", "\n".join(summary(compared)))
    print(table)


# The tools


def wend_growth(wend: Wend, function: Function) -> Growth:
    """What `wend cover` reports at each budget; no larger one where nothing is left to gain."""
    steps: list[tuple[float, frozenset[Branch]]] = []
    walls: list[float] = []
    possible, executions, executing = frozenset[Branch](), 0, 0.0
    for budget in BUDGETS:
        with tempfile.TemporaryDirectory() as directory:
            written, log = Path(directory) / "result.json", Path(directory) / "log"
            target = f"{function.file}::{function.name}"
            arguments = ["cover", target, "--budget", str(budget), "-q", "--no-store"]
            command = [wend.command[0], str(WEND_TIMELINE), str(log), *arguments]
            command += ["--json", str(written)]
            cost = timed(command, Path(directory), 4 * budget + 30, wend.extra)
            if not written.exists():
                return Growth(0, (), 0, 0.0, (cost.wall,), cost.errors.strip()[-300:] or "died")
            (result,) = json.loads(written.read_text())["results"]
            moments = [json.loads(line)["wall"] for line in log.read_text().splitlines()]
        inputs = [_dict(case["args"].items()) for case in result["cases"]]
        found = score(function.file, function.name, inputs)
        possible = found.possible
        steps.append((budget, found.hit()))
        walls.append(cost.wall)
        executions, executing = result["executions"], moments[-1] - moments[0]
        if found.hit() == possible or result["verdict"] != "budget":
            break
    return Growth(len(possible), tuple(steps), executions, executing, tuple(walls))


def crosshair_growth(crosshair: CrossHair, function: Function) -> Growth:
    """All inputs that `crosshair cover` comes upon, printed or not, from one run.

    Its clock is CPU time, by which it counts its own budget, from its first execution on.
    """
    budget = BUDGETS[-1]
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        command = [
            *(str(crosshair.python), str(TIMELINE), str(log), "cover"),
            *("--per_condition_timeout", str(budget), "--per_path_timeout", "2"),
            *("--example_output_format", "arg_dictionary", function.label),
        ]
        extra = {"PYTHONPATH": str(function.file.parent)}
        cost = timed(command, function.file.parent, 4 * budget + 30, extra)
        events = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    runs = [event for event in events if event["event"] == "iteration"]
    first = runs[0]["cpu"] if runs else 0.0
    found = [(each["cpu"] - first, each["text"]) for each in events if each["event"] == "inputs"]
    # What it prints at the end may be written otherwise.
    found += [(budget, line) for line in cost.output.splitlines() if line.startswith("{")]
    return _grown(
        function,
        found,
        len(runs),
        events[-1]["cpu"] - first if runs else 0.0,
        cost.wall,
        cost.errors.strip()[-300:] if cost.status else "",
    )


def random_growth(function: Function) -> Growth:
    """What is drawn at random, from one run; its clock is CPU time from the first draw on."""
    budget = BUDGETS[-1]
    script = HERE / "random_baseline.py"
    command = [sys.executable, str(script), str(function.file), function.name, str(budget), "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * budget + 60)
    *found, last = [json.loads(line) for line in done.stdout.splitlines()] or [{}]
    return _grown(
        function,
        [(each["at"], each["text"]) for each in found],
        last.get("calls", 0),
        last.get("seconds", 0.0),
        last.get("seconds", 0.0),
        done.stderr.strip()[-300:] if done.returncode else "",
    )


def _grown(
    function: Function,
    found: list[tuple[float, str]],
    executions: int,
    executing: float,
    wall: float,
    error: str,
) -> Growth:
    scored = score(function.file, function.name, [text for _, text in found])
    steps, known = [], frozenset[Branch]()
    for (at, _), taken in zip(found, scored.taken, strict=True):
        if not taken <= known:
            steps.append((at, taken - known))
            known |= taken
    return Growth(len(scored.possible), tuple(steps), executions, executing, (wall,), error)


# The report


def promises(rows: dict[str, Row]) -> list[tuple[str, bool]]:
    """What issue 4 asks for, with the figures, and whether it is so."""
    wend, them = _means(rows, _one("wend")), _means(rows, _one("crosshair"))
    both = _means(rows, _union)
    ours, theirs = _rate(rows, "wend"), _rate(rows, "crosshair")
    return [
        (
            f"wend at 1 s ({wend[0]:.2f} %) at or above CrossHair at 20 s ({them[2]:.2f} %)",
            wend[0] >= them[2],
        ),
        (
            f"wend at 5 s ({wend[1]:.2f} %) above CrossHair and random together at 5 s "
            f"({both[1]:.2f} %), which reach {both[2]:.2f} % at 20 s",
            wend[1] > both[1],
        ),
        (
            f"executions a second, median: {ours:.0f} against {theirs:.1f}, "
            f"{ours / theirs if theirs else 0:.1f} times as many (at least 20)",
            ours >= 20 * theirs,
        ),
    ]


def markdown(rows: dict[str, Row], machine: str) -> str:
    """The report as a page."""
    lines = [
        "# Branch coverage over time",
        "",
        "Written by `benchmarks/over_time.py`; `benchmarks/README.md` says what each figure means.",
        f"Machine: {machine}.",
        "",
        *summary(rows),
        "",
        "| group | functions | wend 1, 5, 20 s | CrossHair 1, 5, 20 s | random 1, 5, 20 s "
        "| CrossHair and random |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    groups: dict[str, dict[str, Row]] = {}
    for label, row in rows.items():
        groups.setdefault(label.partition(".")[0], {})[label] = row
    for group, members in groups.items():
        means = [_means(members, _one(tool)) for tool in TOOLS] + [_means(members, _union)]
        shown = " | ".join(", ".join(f"{m:.1f}" for m in each) for each in means)
        lines.append(f"| {group} | {len(members)} | {shown} |")
    lines += [
        "",
        "| function | branches | wend 1, 5, 20 s | CrossHair 1, 5, 20 s | random 1, 5, 20 s "
        "| wend exec/s | CrossHair exec/s |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for label, row in rows.items():
        taken = " | ".join(
            ", ".join(str(len(row[tool].hit(budget))) for budget in BUDGETS) for tool in TOOLS
        )
        rates = " | ".join(f"{row[tool].rate:.0f}" for tool in TOOLS[:2])
        lines.append(f"| {label} | {row['wend'].possible} | {taken} | {rates} |")
    failed = {label: row["crosshair"].error for label, row in rows.items() if _failed(row)}
    if failed:
        lines += ["", "CrossHair ended with an error of its own on:", ""]
        lines += [f"- {label}: {error.splitlines()[-1]}" for label, error in failed.items()]
    return "\n".join(lines) + "\n"


def summary(rows: dict[str, Row]) -> list[str]:
    """The figures over all functions."""
    wall = [row["wend"].wall[0] for row in rows.values() if row["wend"].wall]
    lines = [
        *(f"- {'Holds' if holds else 'Does not hold'}: {text}." for text, holds in promises(rows)),
        "",
        f"Mean share of the branches of {len(rows)} functions that inputs take, and executions a "
        "second in the median. Processes of wend with a budget of 1 s took "
        f"{statistics.median(wall):.2f} s in the median, {max(wall):.2f} s at most.",
        "",
        "| | 1 s | 5 s | 20 s | all branches of | executions a second |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for tool in TOOLS:
        full = sum(len(row[tool].hit(BUDGETS[-1])) == row[tool].possible for row in rows.values())
        lines.append(
            f"| {NAMES[tool]} | {_cells(_means(rows, _one(tool)))} | {full} "
            f"| {_rate(rows, tool):.0f} |"
        )
    full = sum(len(_union(row, BUDGETS[-1])) == row["wend"].possible for row in rows.values())
    lines.append(f"| CrossHair and random together | {_cells(_means(rows, _union))} | {full} | |")
    return lines


def _one(tool: str) -> Callable[[Row, float], frozenset[Branch]]:
    return lambda row, budget: row[tool].hit(budget)


def _union(row: Row, budget: float) -> frozenset[Branch]:
    return row["crosshair"].hit(budget) | row["random"].hit(budget)


def _means(
    rows: dict[str, Row], taken: Callable[[Row, float], frozenset[Branch]]
) -> tuple[float, ...]:
    """The mean share of branches at each budget, in percent."""
    return tuple(
        100
        * statistics.mean(
            len(taken(row, budget)) / row["random"].possible
            for row in rows.values()
            if row["random"].possible
        )
        for budget in BUDGETS
    )


def _rate(rows: dict[str, Row], tool: str) -> float:
    return statistics.median(row[tool].rate for row in rows.values())


def _cells(means: Iterable[float]) -> str:
    return " | ".join(f"{mean:.2f} %" for mean in means)


def _failed(row: Row) -> bool:
    return bool(row["crosshair"].error) and not row["crosshair"].steps


def _short(row: Row) -> str:
    parts = []
    for tool, growth in row.items():
        taken = ",".join(str(len(growth.hit(budget))) for budget in BUDGETS)
        parts.append(f"{tool} {taken} of {growth.possible} at {growth.rate:.0f}/s {growth.error}")
    return "; ".join(parts)


class _Kept:
    """Measurements of a tool in a file, valid while source, budget and version are the same."""

    def __init__(self, file: Path, version: str, fresh: bool) -> None:
        self._file = file
        self._version = version
        self._known: dict[str, Any] = {}
        if file.exists() and not fresh:
            self._known = json.loads(file.read_text())

    def get(self, function: Function) -> Growth | None:
        """What is known of a function."""
        entry = self._known.get(function.label)
        if entry is None or entry["key"] != self._key(function):
            return None
        return Growth.unpacked(entry["growth"])

    def put(self, function: Function, growth: Growth) -> None:
        """Keep what was measured of a function."""
        self._known[function.label] = {"key": self._key(function), "growth": growth.packed()}
        lines = [
            f"{json.dumps(label)}: {json.dumps(entry)}"
            for label, entry in sorted(self._known.items())
        ]
        self._file.write_text("{\n" + ",\n".join(lines) + "\n}\n")

    def _key(self, function: Function) -> dict[str, Any]:
        digest = hashlib.sha256(function.file.read_bytes()).hexdigest()[:16]
        return {"source": digest, "budget": BUDGETS[-1], "version": self._version}


def _dict(items: Iterable[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{name!r}: {source}" for name, source in items) + "}"


def corpus() -> list[Function]:
    """Those of mixed types, and a third of those over integers, which are easier."""
    mixed, integers = (
        [
            Function(file, node.name)
            for file in sorted((HERE / folder).glob("*.py"))
            for node in ast.parse(file.read_text()).body
            if isinstance(node, ast.FunctionDef)
        ]
        for folder in ("mixed", "functions")
    )
    return mixed + integers[::3]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--functions", default="*", metavar="PATTERN", help="module.function, with * and ?")
    add(
        "--tools",
        default=",".join(TOOLS),
        help="which to measure, with commas between them; of the others what is kept is used",
    )
    add("--fresh", action="store_true", help="forget what is kept of the others")
    add("--wend", metavar="COMMAND", help="how to call wend (default: python -m wend)")
    add("--out", type=Path, default=RESULTS, help="where the results are written")
    add("--crosshair-env", type=Path, required=True, help="CrossHair's virtual environment")
    return parser.parse_args()


if __name__ == "__main__":
    main()
