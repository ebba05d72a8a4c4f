"""Measures wend against CrossHair on the functions of `benchmarks/functions`.

For each function and tool: the best branch coverage, the time until it, and executions a second;
once for each tool: start-up time. What is measured, and how, is told in `benchmarks/README.md`.
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
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from replay import Branch, Score, score

from runs import HERE, CrossHair, Function, Run, Wend, timed

FUNCTIONS = HERE / "functions"
RESULTS = HERE / "results"
BUDGETS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
QUICK = (
    "dates.validate_date",
    "money.income_tax",
    "bits.next_power_of_two",
    "arithmetic.luhn",
    "shapes.triangle",
    "machines.connection_step",
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One process of a tool: its budget, its cost and the branches that its inputs take."""

    budget: float
    wall: float
    cpu: float
    hit: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What one tool reached on one function, and at what cost."""

    possible: int  # branches that the function has
    attempts: list[Attempt]  # the one with the largest budget first
    all_hit: int  # branches taken by all inputs that it found, printed or not
    found: float | None  # seconds until its search held such inputs, printed or not; if known
    searched: float  # the same without start-up; where not known, the whole search
    executions: int
    executing: float  # seconds that these executions took, solving included
    ended: bool  # by itself, with nothing left to try
    error: str
    growth: list[tuple[float, int]] = field(default_factory=list)
    """Seconds of the search, and branches taken until then."""

    @property
    def hit(self) -> int:
        """The most branches that the inputs of one attempt take."""
        return max(attempt.hit for attempt in self.attempts)

    @property
    def rate(self) -> float:
        """Executions a second."""
        return self.executions / self.executing if self.executing else 0.0

    def searched_for(self, hit: int) -> float:
        """Seconds of the search until its inputs took at least `hit` branches."""
        return next((at for at, reached in self.growth if reached >= hit), self.searched)

    def quickest(self, hit: int) -> Attempt:
        """The quickest attempt whose inputs take at least `hit` branches."""
        enough = [attempt for attempt in self.attempts if attempt.hit >= hit]
        return min(enough, key=lambda attempt: attempt.wall)


@dataclass(frozen=True, slots=True)
class StartUp:
    """Seconds of CPU time for `--help`, and of CPU and wall time for a one-line function."""

    help_cpu: float
    trivial_cpu: float
    trivial_wall: float


def main() -> None:
    """Measure what was asked for and write the table and the JSON."""
    options = _arguments()
    budgets = [budget for budget in BUDGETS if budget < options.budget] + [options.budget]
    functions = [f for f in _functions() if _wanted(f, options)]
    if not functions:
        raise SystemExit(f"no function matches {options.functions}")
    options.out.mkdir(parents=True, exist_ok=True)
    crosshair = CrossHair(options.crosshair_env)
    cache = _Cache(options.out / "crosshair.json", crosshair.version(), budgets, options.fresh)

    theirs = _measure_all(
        "crosshair",
        functions,
        options.jobs,
        lambda function: cache.get(function, lambda: measure(crosshair, function, budgets)),
    )
    if options.only == "crosshair":
        return
    wend = Wend(shlex.split(options.wend) if options.wend else [sys.executable, "-m", "wend"])
    ours = _measure_all(
        "wend", functions, options.jobs, lambda function: measure(wend, function, budgets)
    )
    report = {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {cache.version}",
        "budgets": budgets,
        "functions": [
            {"function": f.label, "crosshair": asdict(theirs[f]), "wend": asdict(ours[f])}
            for f in functions
        ],
        "summary": summary([(theirs[f], ours[f]) for f in functions]),
        "startup": {
            "crosshair": asdict(startup(crosshair)),
            "wend": asdict(startup(wend)),
        },
    }
    (options.out / "against_crosshair.json").write_text(json.dumps(report, indent=1) + "\n")
    table = markdown(report, functions, theirs, ours)
    (options.out / "against_crosshair.md").write_text(table)
    print(table)


def measure(tool: CrossHair | Wend, function: Function, budgets: list[float]) -> Measured:
    """Run a tool at the largest budget, then look for the smallest that gives as much."""
    largest = tool.run(function, budgets[-1], timeline=True)
    runs = [largest]
    attempts = [_attempt(function, largest)]
    for budget in budgets[:-1]:
        runs.append(tool.run(function, budget))
        attempts.append(_attempt(function, runs[-1]))
        if attempts[-1].hit >= attempts[0].hit:
            break
    best = max(attempt.hit for attempt in attempts)
    everything = score(function.file, function.name, [found.inputs for found in largest.found])
    growth = list(_growth(largest, everything))
    held = next((at for at, hit in growth if hit >= best), None)
    if held is None:
        enough = zip(runs, attempts, strict=True)
        searched = min(run.executing for run, attempt in enough if attempt.hit == best)
    else:
        searched = held
    return Measured(
        possible=len(everything.possible),
        attempts=attempts,
        all_hit=max(best, len(everything.hit())),
        found=None if held is None or not largest.first else largest.first + held,
        searched=searched,
        executions=largest.executions,
        executing=largest.executing,
        ended=largest.ended,
        error=largest.error,
        growth=growth,
    )


def startup(tool: CrossHair | Wend) -> StartUp:
    """Measure the fixed costs of a tool, each the median of five."""
    extra = tool.extra if isinstance(tool, Wend) else None
    helps = [timed(tool.help(), HERE, 60, extra) for _ in range(5)]
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "trivial.py"
        file.write_text("def same(x: int) -> int:\n    return x\n")
        runs = [tool.run(Function(file, "same"), 5) for _ in range(5)]
    return StartUp(
        help_cpu=statistics.median(cost.cpu for cost in helps),
        trivial_cpu=statistics.median(run.cpu for run in runs),
        trivial_wall=statistics.median(run.wall for run in runs),
    )


def summary(pairs: list[tuple[Measured, Measured]]) -> dict[str, float]:
    """Return the figures that matter over all functions, CrossHair's first in each pair."""
    fair = [(theirs, ours) for theirs, ours in pairs if ours.hit >= theirs.hit]
    quickest = [(t.quickest(t.hit), o.quickest(t.hit)) for t, o in fair]
    return {
        "functions": len(pairs),
        "functions where wend's coverage is equal or better": len(fair),
        "functions where it is better": sum(o.hit > t.hit for t, o in pairs),
        "times quicker, median (wall)": _median([t.wall / o.wall for t, o in quickest]),
        "times quicker, median (CPU)": _median([t.cpu / o.cpu for t, o in quickest]),
        "times quicker than CrossHair's earliest moment, median": _median(
            [t.found / o.quickest(t.hit).wall for t, o in fair if t.found is not None]
        ),
        "times quicker without start-up, median": _median(
            [t.searched / max(o.searched_for(t.hit), 1e-3) for t, o in fair]
        ),
        "times quicker, whole run at the largest budget, median": _median(
            [
                t.attempts[0].wall / o.attempts[0].wall
                for t, o in pairs
                if o.attempts[0].hit >= t.attempts[0].hit
            ]
        ),
        "branches": sum(t.possible for t, _ in pairs),
        "branches taken, CrossHair": sum(t.hit for t, _ in pairs),
        "branches taken, CrossHair with inputs it does not print": sum(t.all_hit for t, _ in pairs),
        "branches taken, wend": sum(o.hit for _, o in pairs),
        "executions a second, median, CrossHair": _median([t.rate for t, _ in pairs]),
        "executions a second, median, wend": _median([o.rate for _, o in pairs]),
        "ended by themselves, CrossHair": sum(t.ended for t, _ in pairs),
        "ended by themselves, wend": sum(o.ended for _, o in pairs),
    }


def markdown(
    report: dict[str, Any],
    functions: list[Function],
    theirs: dict[Function, Measured],
    ours: dict[Function, Measured],
) -> str:
    """Return the report as a page."""
    lines = [
        "# wend against CrossHair",
        "",
        "Written by `benchmarks/against_crosshair.py`; `benchmarks/README.md` says what each "
        "figure means.",
        f"Machine: {report['machine']}. Largest budget: {report['budgets'][-1]:g} s.",
        "",
        "| over all functions | |",
        "|---|---:|",
        *(f"| {name} | {value:.4g} |" for name, value in report["summary"].items()),
        "",
        "| start-up, seconds | CrossHair | wend |",
        "|---|---:|---:|",
    ]
    for key, name in (
        ("help_cpu", "`--help`, CPU"),
        ("trivial_cpu", "one-line function, CPU"),
        ("trivial_wall", "one-line function, wall"),
    ):
        both = (report["startup"][tool][key] for tool in ("crosshair", "wend"))
        lines.append(f"| {name} | " + " | ".join(f"{value:.2f}" for value in both) + " |")
    lines += [
        "",
        "| function | branches | CrossHair takes | wend takes | CrossHair s (earliest) | wend s "
        "| times quicker | CrossHair exec/s | wend exec/s |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for function in functions:
        them, us = theirs[function], ours[function]
        their_wall = them.quickest(them.hit).wall
        earliest = "" if them.found is None else f" ({them.found:.2f})"
        if us.hit >= them.hit:
            our_wall = us.quickest(them.hit).wall
            quicker = f"{their_wall / our_wall:.1f}"
        else:
            our_wall = us.quickest(us.hit).wall
            quicker = "less coverage"
        lines.append(
            f"| {function.label} | {them.possible} | {them.hit} | {us.hit} "
            f"| {their_wall:.2f}{earliest} | {our_wall:.2f} | {quicker} "
            f"| {them.rate:.0f} | {us.rate:.0f} |"
        )
    return "\n".join(lines) + "\n"


class _Cache:
    """CrossHair's measurements, kept in a file and valid while sources and budgets are the same."""

    def __init__(self, file: Path, version: str, budgets: list[float], fresh: bool) -> None:
        self.file = file
        self.version = version
        self.budgets = budgets
        self.known: dict[str, Any] = {}
        if file.exists() and not fresh:
            self.known = json.loads(file.read_text())

    def get(self, function: Function, measure: Callable[[], Measured]) -> Measured:
        """Return what is known of the function, measured now if it is not known."""
        digest = hashlib.sha256(function.file.read_bytes()).hexdigest()[:16]
        key = {"source": digest, "budgets": self.budgets, "version": self.version}
        entry = self.known.get(function.label)
        if entry is None or entry["key"] != key:
            entry = {"key": key, "measured": asdict(measure())}
            self.known[function.label] = entry
            text = json.dumps(dict(sorted(self.known.items())), indent=1)
            self.file.write_text(text + "\n")
        attempts = [Attempt(**attempt) for attempt in entry["measured"]["attempts"]]
        return Measured(**{**entry["measured"], "attempts": attempts})


def _attempt(function: Function, run: Run) -> Attempt:
    hit = len(score(function.file, function.name, run.inputs).hit())
    return Attempt(run.budget, run.wall, run.cpu, hit)


def _growth(run: Run, everything: Score) -> Iterable[tuple[float, int]]:
    """The branches taken by all inputs known at each moment of a search."""
    reached: frozenset[Branch] = frozenset()
    for found, taken in zip(run.found, everything.taken, strict=True):
        if not taken <= reached:
            reached |= taken
            yield found.at, len(reached)


def _measure_all(
    tool: str, functions: list[Function], jobs: int, measure: Callable[[Function], Measured]
) -> dict[Function, Measured]:
    results = {}
    with ThreadPoolExecutor(jobs) as pool:
        for function, result in zip(functions, pool.map(measure, functions), strict=True):
            print(
                f"{tool:9} {function.label:32} {result.hit}/{result.possible} branches, "
                f"{result.quickest(result.hit).wall:.2f} s, {result.rate:.0f} executions/s "
                f"{result.error[-80:]}",
                file=sys.stderr,
                flush=True,
            )
            results[function] = result
    return results


def _functions() -> Iterable[Function]:
    for file in sorted(FUNCTIONS.glob("*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                yield Function(file, node.name)


def _wanted(function: Function, options: argparse.Namespace) -> bool:
    if options.quick and function.label not in QUICK:
        return False
    return fnmatch.fnmatch(function.label, options.functions)


def _median(values: list[float]) -> float:
    return statistics.median(values) if values else 0.0


def _arguments() -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--functions", default="*", metavar="PATTERN", help="module.function, with * and ?")
    add("--quick", action="store_true", help="six functions only")
    add("--budget", type=float, default=10.0, help="largest budget, in seconds (default 10)")
    add("--jobs", type=int, default=1, help="functions measured side by side (default 1)")
    add("--fresh", action="store_true", help="measure CrossHair again")
    add("--only", choices=["crosshair"], help="measure CrossHair, fill its cache and stop")
    add("--wend", metavar="COMMAND", help="how to call wend (default: python -m wend)")
    add("--out", type=Path, default=RESULTS, help="where the results are written")
    add(
        "--crosshair-env",
        type=Path,
        default=cache / "wend-benchmarks" / "crosshair",
        metavar="DIR",
        help="CrossHair's virtual environment; made with pip where there is none",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
