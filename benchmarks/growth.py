"""How the cost of a search grows: with the length of paths, and with the branches of a function.

python benchmarks/growth.py [--shape NAME] [--lengths 100 1000 10000]

One path is run, put into the tree, and every branch of it is flipped. What is timed are the
phases: the run, its way to the parent, the tree, the frontier, what is known of each prefix, the
answers, a case with its replay. The flipped inputs are not made and run: runs as long as the path
for each branch of it are the square of its length, whoever makes them.

A growth of 1.0 is linear: ten times the conditions take ten times as long.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import itertools
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path as File
from typing import Any

import growth_targets

from wend.aim.flip import Flip
from wend.campaign.exploration import opened
from wend.campaign.garbage import seldom_collected
from wend.campaign.options import Options
from wend.explore.budget import Budget, Caps, Interrupt
from wend.explore.frontier import Frontier
from wend.explore.shrink import shrink
from wend.explore.strategies import strategy_named
from wend.expr.show import show_all
from wend.expr.terms import forget_terms
from wend.inputs.inputs import Inputs
from wend.inputs.target import ModuleRef, TargetRef
from wend.messages.options import Limits, RunOptions
from wend.path.tree import Goal, Tree
from wend.process.runner import Runner
from wend.solve.answer import Sat, Unsat
from wend.solve.chain import Solver

HERE = File(__file__).resolve().parent
PROGRAMS = HERE / "growth_programs.py"
RESULTS = HERE / "results"
LENGTHS = (100, 1000, 10_000)
BRANCHES = (10, 100, 1000)
PHASES = ("run", "transport", "tree", "frontier", "prefixes", "solving", "case", "replay")
ALLOWED = 1.3
PATIENCE = 30.0
"""Seconds after which the rest of the flips is left out; then the row says so."""


# The inputs that make a path of so many conditions


def ints(length: int) -> dict[str, Any]:
    """Half of the conditions are about the length: whether there is one more item."""
    chance = random.Random(1)
    count = length // 2
    return {"len(xs)": count} | {f"xs[{at}]": chance.randrange(-9, 10) for at in range(count)}


def ascending(length: int) -> dict[str, Any]:
    return {"len(xs)": length // 2} | {f"xs[{at}]": at for at in range(length // 2)}


def text(length: int) -> dict[str, Any]:
    chance = random.Random(2)
    count = length // 2
    codes = {f"ord(s[{at}])": ord(chance.choice("abc123 .")) for at in range(count)}
    return {"len(s)": count} | codes


def number(length: int) -> dict[str, Any]:
    return {"n": length}


def long_number(length: int) -> dict[str, Any]:
    return {"n": 1 << length}


def prime(length: int) -> dict[str, Any]:
    """A number whose least divisor is about the length."""
    candidate = length + 1
    while any(candidate % divisor == 0 for divisor in range(2, candidate)):
        candidate += 1
    return {"n": candidate}


SHAPES: dict[str, Callable[[int], dict[str, Any]]] = {
    "independent": ints,
    "running_sum": ints,
    "weighted_sum": text,
    "rolling_hash": text,
    "countdown": number,
    "halving": long_number,
    "trial_division": prime,
    "building": text,
    "joining": text,
    "scanning": text,
    "lookups": ints,
    "greatest": ints,
    "clamped": ints,
    "appending": ints,
    "neighbours": ascending,
    "flags": ints,
}

REASONS = {
    "halving": "numbers of 10,000 bits: Python's own arithmetic grows with their length",
    "elifs": "each case comes after all before it: the runs decide the square of the branches",
    "in_a_row": "every run decides all of them, and each needs a run of its own",
    "trial_division": "a new number must be tried on every divisor before: the questions "
    "themselves are the square of the length",
}
"""Why a shape grows faster than its length."""


class Clock:
    """Processor seconds by phase: what others do on the machine does not count."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PHASES, 0.0)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        started = time.process_time()
        yield
        self.seconds[name] += time.process_time() - started

    @contextmanager
    def phase_of(self, process: int, name: str) -> Iterator[None]:
        """The same of another process."""
        clock = (~process << 3) | 2  # clock_getcpuclockid(3), as Linux has it
        started = time.clock_gettime(clock)
        yield
        self.seconds[name] += time.clock_gettime(clock) - started


def along_one_path(shape: str, length: int) -> dict[str, Any]:
    """What one path of this shape costs, phase by phase."""
    forget_terms()
    gc.collect()
    module = ModuleRef("growth_programs", str(PROGRAMS), str(HERE))
    limits = Limits(seconds=120.0, memory_bytes=8 << 30, decisions=10**6)
    clock = Clock()
    with Runner(TargetRef(module, shape), RunOptions(limits)) as runner, seldom_collected():
        runner.execute(Inputs.of(SHAPES[shape](8)))  # instruments and imports what is needed
        inputs = Inputs.of(SHAPES[shape](length))
        with clock.phase_of(runner._runner, "run"), clock.phase("transport"):
            path = runner.execute(inputs)
        tree = Tree()
        with clock.phase("tree"):
            nodes = tree.add(path)
        goals = _through_the_frontier(nodes, clock)
        answers = _flipped(goals, clock)
        with clock.phase("case"):
            small = shrink(path)
            shown = show_all(path.condition)
        assert shown
        started = time.perf_counter()
        runner.replay(small)
        runner.replayed()
        clock.seconds["replay"] = time.perf_counter() - started
    return {
        "conditions": len(path.branches),
        "seconds": clock.seconds,
        "total": sum(clock.seconds.values()),
        **answers,
    }


def _through_the_frontier(nodes: list[Any], clock: Clock) -> list[Goal]:
    frontier = Frontier(strategy_named("fair", 0))
    goals = []
    with clock.phase("frontier"):
        for node in nodes:
            frontier.saw((node.branch.site, node.branch.taken))
        for node in nodes:
            frontier.add(Goal(node, not node.branch.taken), 1)
        while (goal := frontier.take()) is not None:
            goals.append(goal)
    return goals


def _flipped(goals: list[Goal], clock: Clock) -> dict[str, Any]:
    solver = Solver()
    flip = Flip(solver)
    found = {"aimed": 0, "infeasible": 0, "unknown": 0}
    left_out = 0
    with clock.phase("prefixes"):
        for goal in goals:
            flip.prefix(goal).known  # noqa: B018 - computed when first asked for, then kept
    started = time.process_time()
    with clock.phase("solving"):
        for at, goal in enumerate(goals):
            match flip.answer(goal):
                case Sat():
                    found["aimed"] += 1
                case Unsat():
                    found["infeasible"] += 1
                case _:
                    found["unknown"] += 1
            if time.process_time() - started > PATIENCE:
                left_out = len(goals) - at - 1
                break
    # Solvers work in processes of their own.
    clock.seconds["solving"] += solver.spent["z3"] + solver.spent["bitwuzla"]
    solver.close()
    return {"flips": found, "left_out": left_out, "answered": dict(solver.statistics)}


# Branches of a function


def elifs(count: int) -> str:
    """One number, and a case for each of its values."""
    lines = ["def elifs(x: int) -> int:", "    if x == 0:", "        return 0"]
    for at in range(1, count):
        lines += [f"    elif x == {3 * at}:", f"        return {at}"]
    return "\n".join([*lines, "    return -1", ""])


def nested(count: int) -> str:
    """Ifs in each other, as a search tree over two numbers."""
    lines = ["def nested(x: int, y: int) -> int:"]

    def grow(low: int, high: int, depth: int) -> None:
        pad = "    " * (depth + 1)
        if high - low <= 1:
            lines.append(f"{pad}return {low}")
            return
        middle = (low + high) // 2
        lines.append(f"{pad}if {'x' if depth % 2 else 'y'} < {7 * middle}:")
        grow(low, middle, depth + 1)
        lines.append(f"{pad}else:")
        grow(middle, high, depth + 1)

    grow(0, count + 1, 0)
    return "\n".join([*lines, ""])


def in_a_row(count: int) -> str:
    """Ifs one after the other over three numbers."""
    lines = ["def in_a_row(x: int, y: int, z: int) -> int:", "    found = 0"]
    for at in range(count):
        lines += [f"    if {'xyz'[at % 3]} > {10 * at}:", "        found += 1"]
    return "\n".join([*lines, "    return found", ""])


FUNCTIONS: dict[str, Callable[[int], str]] = {
    "nested": nested,
    "elifs": elifs,
    "in_a_row": in_a_row,
}


def of_branches(kind: str, count: int) -> dict[str, Any]:
    """What it costs to explore a function of so many branches, with two runs for each of them."""
    forget_terms()
    gc.collect()
    with tempfile.TemporaryDirectory() as directory:
        name = f"growth_{kind}_{count}"
        file = File(directory) / f"{name}.py"
        file.write_text(FUNCTIONS[kind](count))
        ref = TargetRef(ModuleRef(name, str(file), directory), kind)
        before = _processor_seconds()
        budget = Budget(Caps(seconds=600.0, executions=2 * count + 20), Interrupt())
        options = Options()
        with Runner(ref, options.run_options) as runner, opened(runner, budget, options) as made:
            runs = [seen.path for seen in made.runs()]
        seconds = _processor_seconds() - before
    return {
        "branches": count,
        "total": seconds,
        "runs": len(runs),
        "decisions": sum(len(path.branches) for path in runs),
        "taken": len({(b.site, b.taken) for path in runs for b in path.branches}),
    }


def _processor_seconds() -> float:
    """Of this process and of all that it started, those of dead parents included."""
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


# The tables


def growth(short: dict[str, Any], long: dict[str, Any], by: str = "conditions") -> float:
    """Time for time over size for size: 1.0 is linear."""
    return float((long["total"] / short["total"]) / (long[by] / short[by]))


def growths(measured: list[dict[str, Any]], by: str) -> str:
    return ", ".join(f"{growth(*pair, by):.2f}" for pair in itertools.pairwise(measured))


def best(measure: Callable[[], dict[str, Any]], times: int) -> dict[str, Any]:
    """The quickest of several: what others do on the machine only ever adds."""
    return min([measure() for _ in range(times)], key=lambda each: float(each["total"]))


def lengths_table(rows: dict[str, list[dict[str, Any]]], lengths: Sequence[int]) -> list[str]:
    lines = [
        "| shape | " + " | ".join(f"{each:,} (ms)" for each in lengths) + " | growth | shares at "
        f"the longest: {', '.join(PHASES)} (%) | flips found, refuted, unknown | reason |",
        "|---|" + "---:|" * len(lengths) + "---|---|---|---|",
    ]
    for shape, measured in rows.items():
        times = [f"{row['total'] * 1000:,.1f}" for row in measured]
        last = measured[-1]
        shares = [f"{100 * last['seconds'][name] / last['total']:.0f}" for name in PHASES]
        flips = ", ".join(f"{count:,}" for count in last["flips"].values())
        most = max([growth(*pair) for pair in itertools.pairwise(measured)], default=0.0)
        reason = REASONS.get(shape, "") if most > ALLOWED else ""
        if last["left_out"]:
            reason += f" ({last['left_out']:,} flips left out after {PATIENCE:g} s)"
        lines.append(
            f"| {shape} | {' | '.join(times)} | {growths(measured, 'conditions')} "
            f"| {', '.join(shares)} | {flips} | {reason} |"
        )
    return lines


def branches_table(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    lines = [
        "| function | " + " | ".join(f"{each:,} (s)" for each in BRANCHES) + " | growth by "
        "branches | growth by decisions of the runs | runs | branch sides taken | reason |",
        "|---|" + "---:|" * len(BRANCHES) + "---|---|---|---|---|",
    ]
    for kind, measured in rows.items():
        times = [f"{row['total']:.2f}" for row in measured]
        taken = [f"{row['taken']:,} of {2 * row['branches']:,}" for row in measured]
        lines.append(
            f"| {kind} | {' | '.join(times)} | {growths(measured, 'branches')} "
            f"| {growths(measured, 'decisions')} "
            f"| {', '.join(str(row['runs']) for row in measured)} | {', '.join(taken)} "
            f"| {REASONS.get(kind, '')} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shape", action="append", choices=[*SHAPES, *FUNCTIONS])
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    arguments = parser.parse_args()
    ctypes.CDLL(None).prctl(growth_targets.PR_SET_CHILD_SUBREAPER, 1)
    wanted = arguments.shape or [*SHAPES, *FUNCTIONS]
    lengths: dict[str, list[dict[str, Any]]] = {}
    for shape in [each for each in wanted if each in SHAPES]:
        lengths[shape] = [
            best(partial(along_one_path, shape, length), max(1, min(5, 4000 // length)))
            for length in arguments.lengths
        ]
        print(lengths_table({shape: lengths[shape]}, arguments.lengths)[-1], flush=True)
    branches = {}
    for kind in [each for each in wanted if each in FUNCTIONS]:
        branches[kind] = [
            best(partial(of_branches, kind, count), max(1, min(3, 300 // count)))
            for count in BRANCHES
        ]
        print(branches_table({kind: branches[kind]})[-1], flush=True)
    if arguments.shape:
        return
    command = [sys.executable, "-m", "wend"]
    targets = growth_targets.growth(command, list(growth_targets.COUNTS), repeat=2)
    text = [
        "# Growth",
        "",
        "Processor seconds. 1.00 is linear: ten times as many take ten times as long; at most "
        f"{ALLOWED} is allowed. [growth.py](../growth.py) says what is measured.",
        "",
        "## Conditions of a path",
        "",
        *lengths_table(lengths, arguments.lengths),
        "",
        "## Branches of a function",
        "",
        *branches_table(branches),
        "",
        "## Targets of a call",
        "",
        "| targets | processor seconds | growth |",
        "|---:|---:|---|",
        *[
            f"| {row['targets']} | {row['processor']:.2f} | {row.get('processor_growth', '')} |"
            for row in targets
        ],
        "",
    ]
    (RESULTS / "growth.md").write_text("\n".join(text))
    found = {"lengths": lengths, "branches": branches, "targets": targets}
    (RESULTS / "growth.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
