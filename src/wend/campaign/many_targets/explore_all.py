"""All targets of a command: a result for each, in their order."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.many_targets.task import Finds, Task, facts_of
from wend.campaign.options import Options
from wend.deadline import UNLIMITED, Schedule
from wend.errors import WendError
from wend.explore.budget import Interrupt
from wend.path.result import Result, Together
from wend.process import early_zygote

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration
    from wend.emit.progress import Progress


def explore_all(
    tasks: Sequence[Task],
    options: Options,
    interrupt: Interrupt,
    progress: Progress,
    jobs: int = 1,
    times: Schedule = UNLIMITED,
    done: Callable[[int, Result], None] = lambda number, result: None,
) -> Iterator[Result]:
    """A result for each task, in their order, each as soon as it and those before it are done.

    `times` say when all of them have to be done. `done` is called as soon as a result is
    there, with the number of its task; if there is one task alone, also with what was found so far,
    now and then. Results that the store has are taken from there, without
    an exploration.
    """
    stored = [_recalled(task, options) for task in tasks]
    fresh = [at for at, found in enumerate(stored) if found is None]
    groups = _groups(tasks, fresh)
    joined = [_joined([tasks[at] for at in group]) for group in groups]
    if fresh:
        gc.enable()
    if len(joined) != 1:
        early_zygote.drop()  # targets of one module share its import
    arrived: dict[int, Result] = {}

    def of_each(number: int, result: Result | Together) -> Iterator[tuple[int, Result]]:
        results = result.results if isinstance(result, Together) else (result,)
        return zip(groups[number], results, strict=True)

    def tell(number: int, result: Result | Together) -> None:
        for each in of_each(number, result):
            done(*each)

    def note(at: int, result: Result) -> None:
        arrived[at] = result
        done(at, result)

    for at, found in enumerate(stored):
        if found is not None:
            note(at, found)
    with contextlib.closing(
        _each_with_a_result(
            joined, _explored(joined, options, interrupt, progress, jobs, times, tell)
        )
    ) as explored:
        for at in range(len(tasks)):
            while at not in arrived and (made := next(explored, None)) is not None:
                for each in of_each(*made):
                    note(*each)
            if at in arrived:  # some were not begun, after an interruption
                yield arrived.pop(at)


def _recalled(task: Task, options: Options) -> Result | None:
    """What the store has of a task; nothing where wend itself fails to read it."""
    with contextlib.suppress(Exception):  # it is explored again
        return task.recalled(options)
    return None


def _each_with_a_result(
    tasks: Sequence[Task], explored: Generator[tuple[int, Result | Together], None, None]
) -> Generator[tuple[int, Result | Together], None, None]:
    """What was explored; where wend itself fails between two results, the others end with that."""
    missing = dict.fromkeys(range(len(tasks)))
    try:
        for number, result in explored:
            missing.pop(number, None)
            yield number, result
    except WendError:
        raise
    except Exception as error:
        for number in missing:
            yield number, tasks[number].failed(error)
    finally:
        explored.close()


def _groups(tasks: Sequence[Task], numbers: Sequence[int]) -> list[list[int]]:
    """The numbers of the tasks that are explored together, one list for each group."""
    groups: dict[Any, list[int]] = {}
    for number in numbers:
        key = tasks[number].group_key
        groups.setdefault(number if key is None else key, []).append(number)
    return list(groups.values())


def _joined(tasks: Sequence[Task]) -> Task:
    join = tasks[0].joined
    return tasks[0] if join is None or len(tasks) == 1 else join(tasks)


def _explored(
    tasks: Sequence[Task],
    options: Options,
    interrupt: Interrupt,
    progress: Progress,
    jobs: int,
    times: Schedule,
    tell: Callable[[int, Result | Together], None],
) -> Generator[tuple[int, Result | Together], None, None]:
    """The results, each with the number of its task. `tell` is told what was found so far where no
    other process could."""
    if len(tasks) > 1:
        from wend.campaign.many_targets.side_by_side import (
            explore_in_processes,  # one target needs none of it
        )

        yield from explore_in_processes(tasks, options, interrupt, progress, jobs, times)
        return

    finds: Finds | None = None

    def watch(exploration: Exploration, so_far: Callable[[], Result | Together]) -> None:
        if progress.is_due:
            progress.update(*facts_of(exploration))
        nonlocal finds
        if finds is None or finds.exploration is not exploration:
            finds = Finds(exploration, so_far)
        if time.monotonic() >= finds.due:
            with finds.told() as news:
                if news is not None:
                    tell(0, news)

    interrupt.end, interrupt.results = times.searches, times.results
    for number, task in enumerate(tasks):
        yield number, task.explored(options, interrupt, watch)
