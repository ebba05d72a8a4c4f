"""Searching backward, and nothing else, for lines of one function; and what plain runs hit."""

from __future__ import annotations

import contextlib
import pathlib
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any

from wend.aim.backward.phase_two import PlainRuns
from wend.explore.budget import Budget, Caps, Interrupt
from wend.explore.searches.ground import Ground
from wend.explore.searches.line import BackwardMeans, LineSearch
from wend.expr import samples
from wend.inputs.inputs import Inputs
from wend.messages.options import RunOptions
from wend.process.runner import Runner
from wend.solve.chain import Solver
from wend.targets.locate import locate


class Searcher:
    """Looks for lines of a function."""

    def __init__(self, file: pathlib.Path, runner: Runner, solver: Solver) -> None:
        self.file = file
        self.runner = runner
        self.solver = solver

    def turns(self, line: int, runs: int = 400, ground: Ground | None = None) -> LineSearch:
        """`ground`: what it shares with searches for other lines."""
        budget = Budget(Caps(1000.0, runs), Interrupt())
        ground = ground or Ground(self.runner.prepared.target, str(self.file))
        constants = self.runner.prepared.constants
        runs = PlainRuns(self.runner.measure, self.runner.observe, constants)
        means = BackwardMeans(ground, self.runner.trace, self.solver, budget, runs)
        search = LineSearch(means, line)
        search.begin()
        return search


@contextlib.contextmanager
def searching(file: pathlib.Path, function: str = "f") -> Iterator[Searcher]:
    samples.use(samples.Samples())
    (ref,) = locate(f"{file}::{function}")
    with Runner(ref, RunOptions()) as runner, contextlib.closing(Solver()) as solver:
        yield Searcher(file, runner, solver)


def lines_hit(
    function: Any,
    arguments: Iterable[tuple[Any, ...]],
    note: Callable[[FrameType], None] = lambda frame: None,
) -> set[int]:
    """The lines of a function that runs with these arguments execute."""
    code = function.__code__
    hit: set[int] = set()

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            hit.add(frame.f_lineno)
            note(frame)
        return local

    def called(frame: FrameType, event: str, arg: Any) -> Any:
        return local if frame.f_code is code else None

    before = sys.gettrace()
    for each in arguments:
        sys.settrace(called)
        try:
            with contextlib.suppress(Exception):
                function(*each)
        finally:
            sys.settrace(before)
    return hit


def values(inputs: Inputs) -> tuple[Any, ...]:
    return tuple(value for _, value in inputs.items_)
