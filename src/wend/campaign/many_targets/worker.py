"""Workers: processes that explore one target after the other, in turns where time is shared."""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from wend.campaign.many_targets.task import Facts, Finds, Task, facts_of
from wend.campaign.options import Options
from wend.deadline import UNLIMITED, Schedule
from wend.explore.budget import COVERED, OUT_OF_TOTAL, Interrupt
from wend.explore.coverage import Parts
from wend.messages.channel import Channel, ChannelClosed, channel_pair, close_all_but
from wend.messages.handles import state_of
from wend.messages.many_targets import (
    WORKER_REPORTS,
    BeginTask,
    FoundSoFar,
    GoOn,
    Paused,
    Progressed,
    TaskDone,
    WorkerOrder,
    WorkerReport,
)
from wend.messages.orders import Failed
from wend.messages.packing import pack, unpack
from wend.path.fault import fault_of
from wend.path.result import Result, Together, is_finding
from wend.process.endings import how_ended
from wend.process.importer import ZygoteChannels

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration

FACTS_SECONDS = 0.1
"""How often a worker reports its progress."""

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that a process gets when its parent is gone."""

SLOW_MODULE = "wend.solve.encode.z3_int"
"""Imported when a solver is first asked: by each worker, unless their parent has imported it."""


class WorkerProcess:
    """The side of a worker that is in the parent."""

    def __init__(self, tasks: Sequence[Task], options: Options, *, tells: bool) -> None:
        self.link, link = channel_pair()
        self.number: int | None = None
        """Of the task that it works on."""
        self.begun = 0.0
        """When its turn began, by time.monotonic."""
        self.due = math.inf
        """When its result has to be there."""
        self._times = UNLIMITED
        self._paused = 0.0
        """When its last turn was over, by time.monotonic."""
        self.was_stopped = False
        """Whether somebody stopped it in the middle of its task."""
        self._tasks = tasks
        self._options = options
        parent = os.getpid()
        self.process = os.fork()
        if self.process == 0:
            _become_worker(link, parent, tasks, options, tells)
        link.close()

    def fileno(self) -> int:
        return self.link.fileno()

    def begin(self, number: int, seconds: float, times: Schedule, zygote: ZygoteChannels) -> None:
        """Has it explore a target for a first turn of so many seconds."""
        self.number, self._times = number, times
        self.begun = time.monotonic()
        self.due = min(times.results, self.begun + self._tasks[number].most_seconds(self._options))
        order = BeginTask(
            *(number, seconds, times.searches, times.results),
            *(zygote.import_began, zygote.is_overdue),
        )
        self._order(order, zygote.control, zygote.channel)
        zygote.close()

    def pause(self) -> None:
        """Notes that its turn is over."""
        self._paused = time.monotonic()

    def resume(self, seconds: float, *, is_covered: bool = False) -> None:
        """Lets it go on for another turn; with 0 seconds it comes to an end at once."""
        self.begun = time.monotonic()
        self.due = min(self._times.results, self.due + self.begun - self._paused)
        self._order(GoOn(seconds, is_covered))

    def look(self) -> None:
        """Has it go on where it was stopped (SIGSTOP): to be called now and then."""
        if state_of(self.process) == "T":
            self.was_stopped = True
            os.kill(self.process, signal.SIGCONT)

    def report(self) -> WorkerReport:
        """The next report; raises ChannelClosed where the process has ended."""
        return unpack(self.link.receive(), WORKER_REPORTS)

    def interrupt(self) -> None:
        # Ctrl-C reaches all processes of a terminal; a signal to the parent alone does not.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGINT)

    def close(self) -> str:
        """Kills the process and says how it ended, if it had ended before."""
        self.link.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        return how_ended(os.waitpid(self.process, 0)[1])

    def _order(self, order: WorkerOrder, *ends: Channel) -> None:
        with contextlib.suppress(ChannelClosed):  # its death is noticed by whoever listens
            self.link.send(pack(order), ends)


# In the worker


class _TurnInterrupt(Interrupt):
    """An interrupt by signal, with the waits between turns."""

    def __init__(self, link: Channel, tells: bool) -> None:
        super().__init__()
        self._link = link
        self._told = 0.0 if tells else math.inf
        self._first = self._until = math.inf
        self._finds: Finds | None = None
        self._covered: Parts = frozenset()
        """The lines and branches that the parent was told of."""

    def begin(self, seconds: float, end: float, results: float) -> None:
        self._first = seconds
        self._until = -math.inf
        self.end, self.results = end, results
        self.why = OUT_OF_TOTAL
        self._finds = None

    def watch(self, exploration: Exploration, so_far: Callable[[], Result | Together]) -> None:
        """Called after every run."""
        if self._finds is None or self._finds.exploration is not exploration:
            self._finds, self._covered = Finds(exploration, so_far), frozenset()
        now = time.monotonic()
        if now >= self._finds.due:
            self.tell_finds()
        if now >= self._told + FACTS_SECONDS:
            self._told = now
            facts: Facts = facts_of(exploration)
            with _ended_with(self._link):
                self._link.send(pack(Progressed(facts)))

    def wait(self) -> float:
        now = time.monotonic()
        if now < self._until or self.is_set:
            return 0.0
        if self._until == -math.inf:
            self._until = now + self._first  # the import was no work of its own
            return 0.0
        if self._finds is not None:
            self._finds.exploration.suite.judge_waiting()
        self.tell_finds()
        paused = time.monotonic()
        with _ended_with(self._link):
            self._link.send(pack(Paused()))
            order = unpack(self._link.receive(), {"GoOn": GoOn})
        now = time.monotonic()
        self._until = now + order.seconds if order.seconds else math.inf
        if not order.seconds:
            self.end = now
            self.why = COVERED if order.is_covered else OUT_OF_TOTAL
        return now - paused

    def tell_finds(self) -> None:
        """Tells what was found since it was told last, if anything was."""
        if self._finds is None:
            return
        with self._finds.told() as news:
            if news is None:
                return
            suite, before = self._finds.exploration.suite, self._covered
            self._covered = suite.coverage.covered
            found = FoundSoFar(
                suite.coverage.file,
                tuple(self._covered - before),
                tuple(suite.coverage.missed),
                sum([is_finding(case.outcome) for case in suite.cases]),
                pickle.dumps(news),
            )
            with _ended_with(self._link):
                self._link.send(pack(found))


@contextlib.contextmanager
def _ended_with(link: Channel) -> Iterator[Channel]:
    """A context for messages in the middle of a search, which ends the worker with its parent."""
    try:
        yield link
    except ChannelClosed:
        os._exit(1)


def _become_worker(
    link: Channel, parent: int, tasks: Sequence[Task], options: Options, tells: bool
) -> NoReturn:
    turns = _TurnInterrupt(link, tells)
    turns.share = math.inf if options.share is None else options.share
    try:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: turns.set())
        # A worker at work does not notice that nobody waits for it.
        with contextlib.suppress(OSError, AttributeError):  # Linux has this; others do without
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        close_all_but(link)
        while True:
            packed, (control, channel) = link.receive_with_ends(2)
            order = unpack(packed, {"BeginTask": BeginTask})
            turns.begin(order.seconds, order.end, order.results)
            zygote = ZygoteChannels(control, channel, order.import_began, order.is_overdue)
            task = tasks[order.number]
            result = task.explored(options, turns, turns.watch, zygote=zygote)
            turns.tell_finds()
            link.send(pack(TaskDone(pickle.dumps(result), SLOW_MODULE in sys.modules)))
    except ChannelClosed:
        pass
    except BaseException as error:
        with contextlib.suppress(ChannelClosed):
            link.send(pack(Failed(fault_of(error))))
    finally:
        os._exit(1)  # whatever happens, there must be no second parent


def unpickled(data: bytes) -> Any:
    """A result as a worker sent it."""
    return pickle.loads(data)
