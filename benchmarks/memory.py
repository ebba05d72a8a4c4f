"""Figures 6, 7 and 8 of [002]: a bug in a red-black tree and the largest queue, by how memory is
looked at.

python benchmarks/memory.py [seconds for each]      writes results/memory.json and docs/memory.md
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
from wend.run.runner import Runner
from wend.solve.answer import Answer, Unsat
from wend.solve.chain import Solver
from wend.solve.z3_worker import Z3Worker

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "tests" / "memory" / "structures.py"
RESULTS = HERE / "results" / "memory.json"
PAGE = HERE.parent / "docs" / "memory.md"
FAILURES = 2
"""As in the paper: until so many tests failed."""

Row = dict[str, Any]


class Watch:
    """What z3 was asked, and how long that took, by phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {"first": [], "second": [], "only": []}
        self.refuted = 0
        self._native = Z3Worker.solve
        self._chain = Solver._search
        self._last = 0

    def __enter__(self) -> Watch:
        watch = self

        def searched(self: Solver, *args: Any) -> Answer:
            watch._last = 0
            return watch._chain(self, *args)

        def solved(worker: Z3Worker, part: Any, *args: Any) -> Answer:
            started = time.perf_counter()
            answer = watch._native(worker, part, *args)
            watch.asked.append((part, time.perf_counter() - started, answer))
            return answer

        self.asked: list[tuple[Any, float, Answer]] = []
        Z3Worker.solve = solved  # type: ignore[method-assign]
        Solver._search = searched  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Z3Worker.solve = self._native  # type: ignore[method-assign]
        Solver._search = self._chain  # type: ignore[method-assign]

    def told(self) -> Row:
        """By phase: a question without overlaps, the whole of it, one that speaks of none."""
        from wend.solve.weaker import weakened

        phases: dict[str, list[float]] = {"first": [], "second": [], "plain": []}
        refuted = kept = 0
        for at, (part, took, answer) in enumerate(self.asked):
            is_whole = weakened(part) is not None
            before = self.asked[at - 1] if at else None
            follows = is_whole and before is not None and before[0].variables == part.variables
            follows = follows and before is not None and weakened(before[0]) is None
            if is_whole:
                phases["second"].append(took)
                if follows and phases["plain"]:
                    phases["first"].append(phases["plain"].pop())
            else:
                phases["plain"].append(took)
                refuted += isinstance(answer, Unsat)
                kept += not isinstance(answer, Unsat)
        return {
            **{f"{name} asked": len(each) for name, each in phases.items()},
            **{f"{name} seconds": sum(each) for name, each in phases.items()},
        }


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
                "z3 asked": len(watch.asked),
                "divergences": exploration.explorer.divergences,
                **watch.told(),
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


def figure_6(seconds: float) -> Iterator[Row]:
    for memory in ("type", "primitive"):
        for axioms, function in (("on", "wrong_rotation"), ("off", "wrong_rotation_apart")):
            row = until_failures(function, seconds, memory=memory, axioms=axioms)
            yield {"figure": 6, "memory": memory, "axioms": axioms, **row}
    for memory in ("type", "primitive"):
        row = until_failures("insertion", seconds, memory=memory, axioms="off")
        yield {"figure": 6, "memory": memory, "axioms": "none", **row}


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


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    rows = []
    for row in itertools.chain(figure_6(seconds), figure_7(seconds), figure_8(seconds / 3)):
        print(row, flush=True)
        rows.append(row)
        RESULTS.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
