"""Many targets: their tasks, and results in their order."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.options import Options
from wend.explore.budget import Interrupt
from wend.inputs.target import TargetRef
from wend.path.result import Result
from wend.record import Record
from wend.run import early

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration
    from wend.emit.terminal import Progress

Facts = tuple[str, int, int, int, int, float]
"""Of an exploration under way: its function, paths, branches covered, all branches, open ones,
paths a second."""


class Task(Record):
    """A target, and what explores it."""

    explore: Callable[..., Result]
    arguments: tuple[Any, ...]
    ref: TargetRef
    unbegun: Result
    """What is said of it before it is begun."""
    goal: tuple[str, int] | None = None
    recalled: Callable[[Options], Result | None] = lambda options: None
    """What the store knows."""


def explore_all(
    tasks: Sequence[Task],
    options: Options,
    interrupt: Interrupt,
    progress: Progress,
    jobs: int = 1,
    total: float | None = None,
) -> Iterator[Result]:
    """A result for each task, in their order, each as soon as it and those before it are done.

    `total` are the seconds for all of them together. What the store knows is not explored.
    """
    stored = [task.recalled(options) for task in tasks]
    fresh = [task for task, found in zip(tasks, stored, strict=True) if found is None]
    if fresh:
        gc.enable()
    if len(fresh) != 1:
        early.drop()  # targets of one module share its import
    with contextlib.closing(
        _explored(fresh, options, interrupt, progress, jobs, total)
    ) as explored:
        for found in stored:
            result = found if found is not None else next(explored, None)
            if result is not None:  # some were not begun, after an interruption
                yield result
        next(explored, None)  # a failure of our own is told at last


def _explored(
    tasks: Sequence[Task],
    options: Options,
    interrupt: Interrupt,
    progress: Progress,
    jobs: int,
    total: float | None,
) -> Generator[Result, None, None]:
    if len(tasks) > 1:
        from wend.campaign.side_by_side import explore_in_processes  # one target needs none of it

        yield from explore_in_processes(tasks, options, interrupt, progress, jobs, total)
        return

    def watch(exploration: Exploration) -> None:
        if progress.is_due:
            progress.update(*facts_of(exploration))

    if total is not None:
        interrupt.end = time.monotonic() + total
    for task in tasks:
        yield task.explore(*task.arguments, options, interrupt, watch)


def facts_of(exploration: Exploration) -> Facts:
    """What progress tells of an exploration."""
    explorer = exploration.explorer
    covered, branches = exploration.suite.coverage.count()
    rate = explorer.budget.executions / max(explorer.budget.seconds, 1e-3)
    label = exploration.runner.prepared.target.ref.function
    return label, explorer.tree.path_count, covered, branches, explorer.frontier.size, rate
