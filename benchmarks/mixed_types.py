"""Measures wend, CrossHair and drawing at random on the functions of `benchmarks/mixed`.

For each function and tool: the branches that its inputs take within the budget. The table gives the
mean share of branches for each group of types (a module is a group) and over all functions.
`benchmarks/README.md` says how each figure is made.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from replay import score

from runs import HERE, TIMELINE, CrossHair, Function, Wend, timed

FUNCTIONS = HERE / "mixed"
RESULTS = HERE / "results"
TOOLS = ("wend", "crosshair", "hypothesis")


def main() -> None:
    """Measure what was asked for and write the table and the JSON."""
    options = _arguments()
    functions = [f for f in _functions() if fnmatch.fnmatch(f.label, options.functions)]
    wend = Wend(shlex.split(options.wend) if options.wend else [sys.executable, "-m", "wend"])
    crosshair = CrossHair(options.crosshair_env)
    gather: dict[str, Callable[[Function, float], list[str]]] = {
        "wend": lambda function, budget: wend_inputs(wend, function, budget),
        "crosshair": lambda function, budget: crosshair_inputs(crosshair, function, budget),
        "hypothesis": hypothesis_inputs,
    }
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "mixed_types.json"
    known: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    for function in functions:
        row = known.setdefault(function.label, {})
        for tool in options.tools.split(","):
            if tool != "wend" and not options.fresh and tool in row:
                continue  # what does not change with us is measured once
            found = score(function.file, function.name, gather[tool](function, options.budget))
            row[tool] = len(found.hit())
            row.setdefault("seconds", {})[tool] = options.budget
            row["branches"] = len(found.possible)
        print(function.label, row, file=sys.stderr, flush=True)
        file.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
    table = markdown({f.label: known[f.label] for f in functions})
    (options.out / "mixed_types.md").write_text(table)
    print(table)


def wend_inputs(wend: Wend, function: Function, budget: float) -> list[str]:
    """What `wend cover` reports, as source."""
    with tempfile.TemporaryDirectory() as directory:
        written = Path(directory) / "result.json"
        target = f"{function.file}::{function.name}"
        arguments = ["cover", target, "--budget", str(budget), "-q", "--no-store"]
        arguments += ["--json", str(written)]
        timed([*wend.command, *arguments], function.file.parent, 4 * budget + 30, wend.extra)
        if not written.exists():
            return []
        (result,) = json.loads(written.read_text())["results"]
    return [_dict(case["args"].items()) for case in result["cases"]]


def crosshair_inputs(crosshair: CrossHair, function: Function, budget: float) -> list[str]:
    """All inputs that `crosshair cover` finds, those that it does not print included."""
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
    printed = [line for line in cost.output.splitlines() if line.startswith("{")]
    return printed + [event["text"] for event in events if event["event"] == "inputs"]


def hypothesis_inputs(function: Function, budget: float) -> list[str]:
    """What drawing by type comes upon."""
    script = HERE / "hypothesis_baseline.py"
    command = [sys.executable, str(script), str(function.file), function.name, str(budget), "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * budget + 30)
    return [line for line in done.stdout.splitlines() if line.startswith("{")]


def markdown(rows: dict[str, dict[str, Any]]) -> str:
    """The report as a page."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for label, row in rows.items():
        groups.setdefault(label.partition(".")[0], []).append(row)
    lines = [
        "# wend on functions of mixed types",
        "",
        "Written by `benchmarks/mixed_types.py`; mean share of the branches that the inputs of "
        f"each tool take. Seconds for each function: {_seconds(rows.values())}.",
        "",
        "| types | functions | wend | CrossHair | Hypothesis |",
        "|---|---:|---:|---:|---:|",
    ]
    for group, members in [*groups.items(), ("all", list(rows.values()))]:
        lines.append(f"| {group} | {len(members)} | " + " | ".join(_shares(members)) + " |")
    lines += ["", "| function | branches | wend | CrossHair | Hypothesis |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for label, row in rows.items():
        taken = " | ".join(str(row.get(tool, "")) for tool in TOOLS)
        lines.append(f"| {label} | {row['branches']} | {taken} |")
    return "\n".join(lines) + "\n"


def _seconds(rows: Iterable[dict[str, Any]]) -> str:
    given: dict[str, set[float]] = {}
    for row in rows:
        for tool, seconds in row.get("seconds", {}).items():
            given.setdefault(tool, set()).add(seconds)
    return ", ".join(
        f"{tool} {'/'.join(f'{each:g}' for each in sorted(seconds))}"
        for tool, seconds in sorted(given.items())
    )


def _shares(members: list[dict[str, Any]]) -> list[str]:
    shares = []
    for tool in TOOLS:
        known = [row[tool] / row["branches"] for row in members if tool in row and row["branches"]]
        shares.append(f"{100 * statistics.mean(known):.1f} %" if known else "")
    return shares


def _dict(items: Iterable[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{name!r}: {source}" for name, source in items) + "}"


def _functions() -> Iterable[Function]:
    for file in sorted(FUNCTIONS.glob("*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                yield Function(file, node.name)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--functions", default="*", metavar="PATTERN", help="module.function, with * and ?")
    add("--tools", default=",".join(TOOLS), help="which to measure, with commas between them")
    add("--budget", type=float, default=10.0, help="seconds for each function (default 10)")
    add("--fresh", action="store_true", help="measure the other tools again")
    add("--wend", metavar="COMMAND", help="how to call wend (default: python -m wend)")
    add("--out", type=Path, default=RESULTS, help="where the results are written")
    add("--crosshair-env", type=Path, required=True, help="CrossHair's virtual environment")
    return parser.parse_args()


if __name__ == "__main__":
    main()
