"""Figures 6, 7 and 8 of [002]: a bug in a red-black tree and the largest queue, by how memory is
looked at.

python benchmarks/memory.py [seconds for each]      results/memory.json, docs/how/memory.md

Without seconds it takes at most half an hour, and needs nobody.
"""

from __future__ import annotations

import itertools
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from wend.campaign.exploration import opened
from wend.campaign.options import Options
from wend.explore.budget import Budget, Caps, Interrupt
from wend.explore.explorer import Seen
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.outcome import Raised, Returned
from wend.process.runner import Runner
from wend.solve.answer import Answer
from wend.solve.slice import Slice
from wend.solve.workers import solvers
from wend.solve.workers.z3 import Z3Worker

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "tests" / "memory" / "memory_structures.py"
RESULTS = HERE / "results" / "memory.json"
PAGE = HERE.parent / "docs" / "how" / "memory.md"
FAILURES = 2
"""As in the paper: until so many tests failed."""

Row = dict[str, Any]


class Watch:
    """What z3 was asked, and how long that took: without overlaps, with them, of neither."""

    def __init__(self) -> None:
        self.asked: dict[str, list[float]] = {"first": [], "second": [], "other": []}
        self._weaker: list[Slice] = []

    def __enter__(self) -> Watch:
        self._native, self._weakened = Z3Worker.solve, solvers.weakened
        watch = self

        def weakened(part: Slice) -> Slice | None:
            made = watch._weakened(part)
            watch._weaker[:] = [] if made is None else [made]
            return made

        def solved(worker: Z3Worker, part: Slice, *args: Any) -> Answer:
            started = time.perf_counter()
            answer = watch._native(worker, part, *args)
            if any(each is part for each in watch._weaker):
                phase = "first"
            else:
                phase = "other" if watch._weakened(part) is None else "second"
            watch.asked[phase].append(time.perf_counter() - started)
            return answer

        Z3Worker.solve = solved  # type: ignore[method-assign]
        solvers.weakened = weakened
        return self

    def __exit__(self, *_: object) -> None:
        Z3Worker.solve = self._native  # type: ignore[method-assign]
        solvers.weakened = self._weakened


def explore(
    function: str, seconds: float, stop: Callable[[Seen, int, float], bool], **switches: Any
) -> Row:
    """Explores until told to stop; what it took."""
    ref = TargetRef(ModuleRef(PROGRAMS.stem, str(PROGRAMS), str(PROGRAMS.parent)), function)
    options = Options(caps=Caps(seconds), **switches)
    budget = Budget(options.caps, Interrupt())
    started, count, done = time.perf_counter(), 0, False
    with Watch() as watch, Runner(ref, options.run_options) as runner:
        runner.prepared  # noqa: B018 - waits for the import
        with opened(runner, budget, options) as exploration:
            for seen in exploration.runs():
                count += 1
                done = stop(seen, count, time.perf_counter() - started)
                if done:
                    break
            statistics = exploration.solver.statistics
            return {
                "tests": count,
                "done": done,
                "seconds": time.perf_counter() - started,
                "queries": statistics["queries"],
                "unsat": statistics["unsat"],
                "z3 seconds": exploration.solver.spent["z3"],
                "asked": {phase: len(each) for phase, each in watch.asked.items()},
                "took": {phase: sum(each) for phase, each in watch.asked.items()},
                "divergences": exploration.explorer.divergences,
            }


def until_failures(function: str, seconds: float, **switches: Any) -> Row:
    """The tests until the bug was met so often."""
    failures: list[int] = []

    def stop(seen: Seen, count: int, _: float) -> bool:
        if isinstance(seen.path.outcome, Raised):
            failures.append(count)
        return len(failures) == FAILURES

    return {**explore(function, seconds, stop, **switches), "failures": failures}


def largest(seconds: float, **switches: Any) -> Row:
    """The largest queue over tests and time."""
    found: list[tuple[int, int, float]] = []

    def stop(seen: Seen, count: int, at: float) -> bool:
        outcome = seen.path.outcome
        if isinstance(outcome, Returned):
            size = int(outcome.repr)
            if not found or size > found[-1][0]:
                found.append((size, count, at))
        return False

    return {**explore("queue_length", seconds, stop, **switches), "found": found}


def trees(seconds: float) -> Iterator[Row]:
    """The largest valid tree, going down one path as far as it leads."""
    found: list[tuple[int, int, float]] = []

    def stop(seen: Seen, count: int, at: float) -> bool:
        if isinstance(seen.path.outcome, Returned):
            size = int(seen.path.outcome.repr)
            if not found or size > found[-1][0]:
                found.append((size, count, at))
        return bool(found) and found[-1][0] == 7

    yield {"figure": 0, **explore("valid_size", seconds, stop, search="depth"), "found": found}


def figure_6(seconds: float) -> Iterator[Row]:
    for memory in ("type", "primitive"):
        for axioms, function in (
            ("on", "wrong_rotation"),
            ("off", "insertion"),
            ("1024", "wrong_rotation_apart"),
        ):
            switch = "on" if axioms == "on" else "off"
            row = until_failures(function, seconds, memory=memory, axioms=switch)
            yield {"figure": 6, "memory": memory, "axioms": axioms, **row}


def figure_7(seconds: float) -> Iterator[Row]:
    for two_phase in ("on", "off"):
        for alignment in ("on", "off"):
            switches = {"two_phase": two_phase, "alignment": alignment}
            yield {"figure": 7, **switches, **until_failures("wrong_rotation", seconds, **switches)}


def figure_8(seconds: float) -> Iterator[Row]:
    for memory in ("type", "primitive"):
        for two_phase in ("on", "off"):
            for alignment in ("on", "off"):
                switches = {"memory": memory, "two_phase": two_phase, "alignment": alignment}
                yield {"figure": 8, **switches, **largest(seconds, **switches)}


# As text


def tables(rows: list[Row]) -> str:
    """What docs/how/memory.md shows."""
    return "\n\n".join((_trees(rows), _table_6(rows), _table_7(rows), _table_8(rows)))


def _trees(rows: list[Row]) -> str:
    row = next(each for each in rows if each["figure"] == 0)
    size, count, _ = row["found"][-1]
    return (
        f"A valid red-black tree of {size} nodes, with the sentinel inside the tree, is found "
        f"after {count} tests (`--search depth`)."
    )


def _table_6(rows: list[Row]) -> str:
    words = {
        "on": "axioms",
        "off": "none: a false alarm in the right program",
        "1024": "none, but all nodes at multiples of 1024 (*BaseZero*)",
    }
    lines = [
        "**Figure 6.** Red-black tree: tests until two that fail, by representation.",
        "",
        "| map per | overlaps ruled out by | tests | questions | refuted | seconds |",
        "|---|---|---|---|---|---|",
    ]
    for row in (each for each in rows if each["figure"] == 6):
        lines.append(
            f"| {row['memory']} | {words[row['axioms']]} | {_tests(row)} | {row['queries']} "
            f"| {row['unsat']} | {row['seconds']:.0f} |"
        )
    return "\n".join(lines)


def _table_7(rows: list[Row]) -> str:
    lines = [
        "**Figure 7.** The same, a map per type: two phases and alignment.",
        "",
        "| two phases | alignment | tests | z3 asked first | asked all | z3 seconds | ms each |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in (each for each in rows if each["figure"] == 7):
        asked, took = row["asked"], row["took"]
        means = [
            f"{1000 * took[phase] / asked[phase]:.0f}"
            for phase in ("first", "second")
            if asked[phase]
        ]
        lines.append(
            f"| {row['two_phase']} | {row['alignment']} | {_tests(row)} | {asked['first']} "
            f"| {asked['second']} | {row['z3 seconds']:.1f} | {', '.join(means)} |"
        )
    return "\n".join(lines)


def _table_8(rows: list[Row]) -> str:
    lines = [
        "**Figure 8.** The largest queue over time.",
        "",
        "| map per | two phases | alignment | largest | tests | z3 seconds |",
        "|---|---|---|---|---|---|",
    ]
    for row in (each for each in rows if each["figure"] == 8):
        size = row["found"][-1][0] if row["found"] else 0
        lines.append(
            f"| {row['memory']} | {row['two_phase']} | {row['alignment']} | {size} "
            f"| {row['tests']} | {row['z3 seconds']:.1f} |"
        )
    return "\n".join([*lines, "", "![The largest queue over time](memory.svg)"])


def _tests(row: Row) -> str:
    return str(row["tests"]) if row["done"] else f"more than {row['tests']}"


# As a picture

COLORS = ("#1b6ca8", "#d1495b", "#2a9d63", "#7a4fa3")
WIDTH, HEIGHT, MARGIN = 640, 320, 40


def picture(rows: list[Row]) -> str:
    """Figure 8 as SVG: steps, dashed for the map per primitive type."""
    lines = [row for row in rows if row["figure"] == 8]
    end = max(row["seconds"] for row in lines)
    top = max([size for row in lines for size, _, _ in row["found"]], default=1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]

    def across(seconds: float) -> float:
        return MARGIN + seconds / end * (WIDTH - 5 * MARGIN)

    def up(size: float) -> float:
        return HEIGHT - MARGIN - size / top * (HEIGHT - 2 * MARGIN)

    for size in range(0, top + 1, max(1, top // 6)):
        parts.append(
            f'<line x1="{MARGIN}" x2="{across(end):.0f}" y1="{up(size):.1f}" y2="{up(size):.1f}" '
            f'stroke="#ddd"/><text x="{MARGIN - 8}" y="{up(size) + 4:.1f}" '
            f'text-anchor="end">{size}</text>'
        )
    for at, row in enumerate(lines):
        points, last = [(0.0, 0)], 0
        for size, _, seconds in row["found"]:
            points += [(seconds, last), (seconds, size)]
            last = size
        points.append((end, last))
        drawn = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
        dash = "" if row["memory"] == "type" else ' stroke-dasharray="5 3"'
        color = COLORS[at % 4]
        name = f"{row['memory']}, phases {row['two_phase']}, aligned {row['alignment']}"
        y = MARGIN + 16 * at
        x = across(end) + 10
        parts += [
            f'<polyline points="{drawn}" fill="none" stroke="{color}" stroke-width="1.6"{dash}/>',
            f'<line x1="{x:.0f}" x2="{x + 18:.0f}" y1="{y}" y2="{y}" stroke="{color}" '
            f'stroke-width="2"{dash}/>',
            f'<text x="{x + 22:.0f}" y="{y + 4}" font-size="8">{name}</text>',
        ]
    parts.append(
        f'<text x="{across(end / 2):.0f}" y="{HEIGHT - 10}" text-anchor="middle">seconds, 0 to '
        f"{end:.0f}; items of the largest queue</text></svg>"
    )
    return "\n".join(parts) + "\n"


def write(rows: list[Row]) -> None:
    """Puts the tables between their marks in docs/how/memory.md, and the picture beside it."""
    page = PAGE.read_text()
    before, _, rest = page.partition("<!-- measured -->\n")
    _, _, after = rest.partition("<!-- end of measured -->")
    text = f"<!-- measured -->\n\n{tables(rows)}\n\n<!-- end of measured -->"
    PAGE.write_text(before + text + after)
    PAGE.with_suffix(".svg").write_text(picture(rows))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    rows = []
    for row in itertools.chain(
        trees(2 * seconds), figure_6(seconds), figure_7(seconds), figure_8(seconds / 3)
    ):
        print(row, flush=True)
        rows.append(row)
        RESULTS.write_text(json.dumps(rows, indent=1) + "\n")
    write(rows)


if __name__ == "__main__":
    main()
