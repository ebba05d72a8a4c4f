"""Many targets: one after the other, or side by side in an executor's processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.exploration import Options, Watch
from wend.explore.budget import Interrupt
from wend.path.result import Result

if TYPE_CHECKING:
    from concurrent.futures import Executor

Explore = Callable[..., Result]


def explore_all(
    explore: Explore,
    tasks: Sequence[tuple[Any, ...]],
    options: Options,
    interrupt: Interrupt,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Iterator[Result]:
    """A result for each task, in their order, each as soon as it and those before it are done."""
    if jobs == 1 or len(tasks) == 1:
        for task in tasks:
            yield explore(*task, options, interrupt, watch)
            if interrupt.is_set:
                return
        return
    import concurrent.futures
    import multiprocessing

    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_follow_interrupts
    ) as executor:
        yield from _in_executor(executor, explore, tasks, options, interrupt)


def _in_executor(
    executor: Executor,
    explore: Explore,
    tasks: Sequence[tuple[Any, ...]],
    options: Options,
    interrupt: Interrupt,
) -> Iterator[Result]:
    import concurrent.futures

    futures = [executor.submit(_explore_one, explore, task, options) for task in tasks]
    for future in futures:
        while not future.done():
            concurrent.futures.wait([future], timeout=0.2)
            if interrupt.is_set:
                for waiting in futures:
                    waiting.cancel()
        if not future.cancelled():
            yield future.result()


_interrupt = Interrupt()
"""Of a process of the executor: Ctrl-C reaches all processes of the terminal."""


def _follow_interrupts() -> None:
    signal.signal(signal.SIGINT, lambda *_: _interrupt.set())


def _explore_one(explore: Explore, task: tuple[Any, ...], options: Options) -> Result:
    return explore(*task, options, _interrupt)
