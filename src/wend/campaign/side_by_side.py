"""Targets side by side in an executor's processes, which end when they are of no more use."""

from __future__ import annotations

import concurrent.futures
import contextlib
import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wend.campaign.options import Options
from wend.explore.budget import Interrupt
from wend.path.result import Result

LOOK_SECONDS = 0.2
"""How often a wait for a result looks whether the user still wants it."""

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that a process gets when its parent is gone."""


def explore_in_processes(
    explore: Callable[..., Result],
    tasks: Sequence[tuple[Any, ...]],
    options: Options,
    interrupt: Interrupt,
    jobs: int,
) -> Iterator[Result]:
    """A result for each task, in their order; after Ctrl-C, those that were begun."""
    executor = concurrent.futures.ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("fork"),
        initializer=_begin_worker,
        initargs=(os.getpid(),),
    )
    try:
        futures = [executor.submit(_explore_one, explore, task, options) for task in tasks]
        yield from _results(futures, interrupt)
    except BaseException:
        # Ctrl-C once more, or nobody reads our output: what is under way is of no use.
        for worker in multiprocessing.active_children():
            worker.kill()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _results(
    futures: Sequence[concurrent.futures.Future[Result]], interrupt: Interrupt
) -> Iterator[Result]:
    told = False
    for future in futures:
        while not future.done():
            concurrent.futures.wait([future], timeout=LOOK_SECONDS)
            if interrupt.is_set and not told:
                told = True
                for waiting in futures:
                    waiting.cancel()
                _interrupt_workers()
        if not future.cancelled():
            yield future.result()


def _interrupt_workers() -> None:
    """Ctrl-C reaches all processes of a terminal; a signal to this one alone does not."""
    for worker in multiprocessing.active_children():
        if worker.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGINT)


# In a worker


_interrupt = Interrupt()


def _begin_worker(parent: int) -> None:
    signal.signal(signal.SIGINT, lambda *_: _interrupt.set())
    # A worker that waits for work does not notice that nobody is left to give it any.
    with contextlib.suppress(OSError, AttributeError):  # Linux has this; others do without
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _explore_one(explore: Callable[..., Result], task: tuple[Any, ...], options: Options) -> Result:
    return explore(*task, options, _interrupt)
