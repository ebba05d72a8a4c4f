"""Who answers the flips, and how much of the time is spent inside solvers.

python benchmarks/answered_by.py [--budget SECONDS] [--only NAME …]

Explores every function of `functions/` and `mixed/`, and those of `solver_bound.py`, whose
branches are about products and bits. Writes results/answered_by.md and .json.
"""

from __future__ import annotations

import argparse
import ast
import json
import time
from pathlib import Path
from typing import Any

from wend.campaign.begin import cover
from wend.campaign.options import Options
from wend.explore.budget import Caps
from wend.inputs.target import ModuleRef, TargetRef

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
SOLVERS = ("z3", "bitwuzla")
BOUND = HERE / "solver_bound.py"
BOUND_SECONDS = 5.0


def functions(file: Path) -> list[str]:
    """The functions that a module of the corpus is about."""
    tree = ast.parse(file.read_text())
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def explored(file: Path, name: str, budget: float) -> dict[str, Any]:
    """What one exploration says of its queries."""
    ref = TargetRef(ModuleRef(file.stem, str(file), str(file.parent)), name)
    started = time.perf_counter()
    result = cover(ref, Options(caps=Caps(seconds=budget)))
    return {
        "group": file.parent.name if file != BOUND else "solver-bound",
        "function": f"{file.stem}.{name}",
        "verdict": result.verdict,
        "executions": result.executions,
        "queries": result.queries,
        "wall": time.perf_counter() - started,
        "links": {link.name: [link.answers, link.seconds] for link in result.solver},
    }


def summed(rows: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Answers and seconds by link."""
    total: dict[str, list[float]] = {}
    for row in rows:
        for name, (answers, seconds) in row["links"].items():
            known = total.setdefault(name, [0, 0.0])
            total[name] = [known[0] + answers, known[1] + seconds]
    return total


def tables(rows: list[dict[str, Any]], budget: float) -> str:
    corpus = [row for row in rows if row["group"] != "solver-bound"]
    bound = [row for row in rows if row["group"] == "solver-bound"]
    links = summed(corpus)
    asked = sum(count for count, _ in links.values())
    unknown, _ = links.pop("unknown", [0, 0.0])
    quick = sum(count for name, (count, _) in links.items() if name not in SOLVERS)
    lines = [
        "# Who answers the flips",
        "",
        f"{len(corpus)} functions of `functions/` and `mixed/`, {budget:g} seconds each: "
        f"{asked:,.0f} queries, of which {100 * quick / max(1, asked):.0f} % were answered without "
        f"a solver and {unknown:,.0f} not at all.",
        "",
        "| link | answers | of all (%) | seconds | a query asked (ms) |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, (count, seconds) in links.items():
        share = 100 * count / max(1, asked)
        each = f"{1000 * seconds / count:.2f}" if count else ""
        lines.append(f"| {name} | {count:,.0f} | {share:.1f} | {seconds:.1f} | {each} |")
    lines += [
        "",
        "## Solver-bound explorations",
        "",
        "Wall time inside z3's and bitwuzla's processes, from question to answer.",
        "",
        "| function | seconds | flips | by a solver | inside solvers (%) |",
        "|---|---:|---:|---:|---:|",
    ]
    for row in bound:
        inside = sum(row["links"].get(name, [0, 0.0])[1] for name in SOLVERS)
        by_solver = sum(row["links"].get(name, [0, 0.0])[0] for name in SOLVERS)
        lines.append(
            f"| {row['function']} | {row['wall']:.1f} | {row['queries']} | {by_solver} "
            f"| {100 * inside / row['wall']:.0f} |"
        )
    wall = sum(row["wall"] for row in bound)
    inside = sum(row["links"].get(name, [0, 0.0])[1] for row in bound for name in SOLVERS)
    if bound:
        lines.append(f"| all | {wall:.1f} | | | {100 * inside / wall:.0f} |")
    return "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=3.0)
    parser.add_argument("--only", nargs="*", default=())
    arguments = parser.parse_args()
    files = [*sorted(HERE.glob("functions/*.py")), *sorted(HERE.glob("mixed/*.py")), BOUND]
    rows = []
    for file in files:
        for name in functions(file):
            if arguments.only and not {f"{file.stem}.{name}", file.stem} & {*arguments.only}:
                continue
            budget = arguments.budget if file != BOUND else max(arguments.budget, BOUND_SECONDS)
            row = explored(file, name, budget)
            rows.append(row)
            asked = {k: (n, round(s, 2)) for k, (n, s) in row["links"].items() if n or s > 0.05}
            print(row["function"], row["verdict"], f"{row['wall']:.1f} s", row["queries"], asked)
    text = tables(rows, arguments.budget)
    print(text)
    if not arguments.only:
        (RESULTS / "answered_by.md").write_text(text)
        (RESULTS / "answered_by.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
