"""Lines of one function at once and one by one: what sharing an exploration saves.

python benchmarks/reach_together.py     writes results/reach_together.md
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
from typing import Any

from wend.source.flow import flow_of, functions_in

RESULTS = pathlib.Path(__file__).parent / "results" / "reach_together.md"

FUNCTIONS = (
    "shlex:split",
    "fractions:Fraction.limit_denominator",
    "statistics:median_grouped",
    "ipaddress:_BaseV6._ip_int_from_string",
    "fnmatch:translate",
    "urllib.parse:urljoin",
    "difflib:_format_range_unified",
)

MOST_LINES = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wend", default=f"{sys.executable} -m wend")
    parser.add_argument("--budget", default="3")
    parser.add_argument("--max-executions", default="150")
    parser.add_argument("--only", nargs="+", default=FUNCTIONS, metavar="MODULE:FUNCTION")
    arguments = parser.parse_args()
    command = [*shlex.split(arguments.wend), "reach", "--no-store"]
    options = ["--budget", arguments.budget, "--max-executions", arguments.max_executions]
    rows: list[str] = []
    for name in arguments.only:
        rows.append(row(command, options, name))
        write(arguments, rows)


def write(arguments: argparse.Namespace, rows: list[str]) -> None:
    lines = [
        "# Lines of one function at once, and one by one\n",
        f"`benchmarks/reach_together.py`: at most {arguments.max_executions} executions and "
        f"{arguments.budget} s for each line. Seconds are those of whole processes; the last "
        "column is how many times longer one by one takes.\n",
        "| function | lines | reached at once | one by one | executions | one by one | "
        "seconds | one by one | ratio |",
        "|---|---|---|---|---|---|---|---|---|",
        *rows,
    ]
    RESULTS.write_text("\n".join(lines) + "\n")


def row(command: list[str], options: list[str], name: str) -> str:
    module, _, function = name.partition(":")
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(pathlib.Path(spec.origin).read_text())
    entry = next(each for each in functions_in(tree) if each.name == function)
    found = sorted(flow_of(tree, entry.first_line).lines)
    step = max(1, len(found) // MOST_LINES)
    wanted = [f"{spec.origin}:{line}" for line in found[::step][:MOST_LINES]]
    options = [*options, "--entry", function]
    together, seconds = asked(command, [*wanted, *options])
    alone: list[dict[str, Any]] = []
    alone_seconds = 0.0
    for line in wanted:
        results, took = asked(command, [line, *options])
        alone += results
        alone_seconds += took
    print(name, seconds, alone_seconds, flush=True)
    executions = max(each["executions"] for each in together)
    return (
        f"| `{name}` | {len(wanted)} | {reached(together)} | {reached(alone)} | {executions} | "
        f"{sum(each['executions'] for each in alone)} | {seconds:.1f} | {alone_seconds:.1f} | "
        f"{alone_seconds / seconds:.1f} |"
    )


def reached(results: list[dict[str, Any]]) -> int:
    return sum(each["verdict"] == "reached" for each in results)


def asked(command: list[str], arguments: list[str]) -> tuple[list[dict[str, Any]], float]:
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "result.json")
        begun = time.monotonic()
        subprocess.run(
            [*command, *arguments, "--json", file, "-q"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        seconds = time.monotonic() - begun
        results: list[dict[str, Any]] = json.loads(pathlib.Path(file).read_text())["results"]
        return results, seconds


if __name__ == "__main__":
    main()
