"""What the kernel's layer costs: explorations with it and with the hook alone, in turns.

python benchmarks/layers.py [--seed 6] [--count 25] [--turns 3]

Of functions that the seed draws from those of `over_time.py`, two things are measured by processor
time, of all processes together: whole explorations of so many executions, and what a second finds.
Writes results/layers.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from over_time import corpus

from runs import HERE, Function, by_processor, timed_with_orphans

SIDES = ("namespaces", "hook")
"""Values of WEND_CONFINE: the strongest layer and none."""


@dataclass(frozen=True, slots=True)
class Explored:
    """What one process of wend took and found."""

    cpu: float
    executions: int
    branches: int


Table = dict[str, list[list[Explored]]]
"""By layer, for each function what each turn gave."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--count", type=int, default=25, help="functions")
    parser.add_argument("--turns", type=int, default=3, help="measurements of each function")
    parser.add_argument("--executions", type=int, default=80, help="of a whole exploration")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts up like that
    functions = random.Random(options.seed).sample(corpus(), options.count)
    capped = ["--max-executions", str(options.executions), "--budget", "5"]
    whole: Table = {side: [] for side in SIDES}
    second: Table = {side: [] for side in SIDES}
    report = HERE / "results" / "layers.md"
    for number, function in enumerate(functions):
        for table in (whole, second):
            for side in SIDES:
                table[side].append([])
        for turn in range(options.turns):
            # Whoever comes first may find caches of the machine cold, so the sides change places.
            first = (number + turn) % len(SIDES)
            for side in SIDES[first:] + SIDES[:first]:
                whole[side][-1].append(explored(side, function, capped))
                second[side][-1].append(explored(side, function, ["--budget", "1"]))
        figures = [f"{side} {least(whole[side][-1], 'cpu'):.2f} s" for side in SIDES]
        print(f"{function.label:32} {', '.join(figures)}", file=sys.stderr, flush=True)
        report.write_text(page(options, number + 1, whole, second))
    print(report.read_text())


def explored(side: str, function: Function, limits: list[str]) -> Explored:
    """One exploration in a layer, with budgets in processor seconds."""
    with tempfile.TemporaryDirectory() as directory:
        written = Path(directory) / "result.json"
        target = f"{function.file}::{function.name}"
        command = by_processor(Path(sys.executable).with_name("wend"))
        command += ["cover", target, *limits, "-q", "--no-store", "--json", str(written)]
        cost = timed_with_orphans(command, Path(directory), 300, {"WEND_CONFINE": side})
        (result,) = json.loads(written.read_text())["results"]
    branches = result["coverage"]["branches"]["hit"]
    return Explored(cost.cpu, result["executions"], len(branches))


def least(turns: list[Explored], what: str) -> float:
    """The figure of the turn that other work on the machine disturbed least."""
    return float(min(getattr(each, what) for each in turns))


def most(turns: list[Explored], what: str) -> float:
    return float(max(getattr(each, what) for each in turns))


def page(
    options: argparse.Namespace,
    count: int,
    whole: Table,
    second: Table,
) -> str:
    """The report: sums over the functions, and the ratio to the hook alone."""
    measures: list[tuple[str, Table, Callable[[list[Explored]], float]]] = [
        ("processor seconds, the least of the turns", whole, lambda turns: least(turns, "cpu")),
        (
            "processor seconds, the median of the turns",
            whole,
            lambda turns: statistics.median(each.cpu for each in turns),
        ),
        ("executions", whole, lambda turns: most(turns, "executions")),
        ("branches", whole, lambda turns: most(turns, "branches")),
        (
            "executions in 1 processor second, the median of the turns",
            second,
            lambda turns: statistics.median(each.executions for each in turns),
        ),
        (
            "branches after 1 processor second, the median of the turns",
            second,
            lambda turns: statistics.median(each.branches for each in turns),
        ),
    ]
    lines = [
        "# What the kernel's layer costs",
        "",
        f"`benchmarks/layers.py`: {count} functions of `functions/` and `mixed/` by seed "
        f"{options.seed}, {options.turns} turns of each layer, at most {options.executions} "
        "executions of a whole exploration.",
        "",
        f"| sum over the functions | {' | '.join(SIDES)} | ratios to the hook alone |",
        f"|---|{'---:|' * len(SIDES)}---:|",
    ]
    for name, table, of in measures:
        sums = [sum(map(of, table[side])) for side in SIDES]
        ratios = ", ".join(f"{each / sums[-1]:.3f}" for each in sums[:-1])
        lines.append(f"| {name} | {' | '.join(f'{each:.1f}' for each in sums)} | {ratios} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
