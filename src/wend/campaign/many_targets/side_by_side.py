"""Targets explored side by side in worker processes, with one import for each module."""

from __future__ import annotations

import contextlib
import importlib
import math
import select
import time
from collections.abc import Iterator, Sequence
from typing import assert_never

from wend.campaign.many_targets.importers import Importers
from wend.campaign.many_targets.task import Facts, Task
from wend.campaign.many_targets.turns import NOTHING, Turns
from wend.campaign.many_targets.worker import SLOW_MODULE, WorkerProcess, unpickled
from wend.campaign.options import Options
from wend.deadline import Schedule
from wend.emit.progress import Progress
from wend.explore.budget import COVERED, REMEDIES, Interrupt
from wend.messages.channel import ChannelClosed
from wend.messages.many_targets import FoundSoFar, Paused, Progressed, TaskDone
from wend.messages.orders import Failed
from wend.path.fault import OwnFault
from wend.path.overdue import overdue, stopped
from wend.path.reason import Reason
from wend.path.result import CoverResult, ReachResult, Result, Together, with_work_of_both
from wend.record import replace

Explored = Result | Together

_OVERDUE = "it did not come to an end in time, and was ended: what it found last may be lost"

LOOK_SECONDS = 0.2
"""How often a wait for workers looks whether Ctrl-C was typed."""

END_SECONDS = 0.1
"""What it takes until a paused exploration has come to its end, before any has."""

MOST_PAUSED = 16
"""Explorations that may wait for their next turn, for each at work: each takes memory."""


def explore_in_processes(
    tasks: Sequence[Task],
    options: Options,
    interrupt: Interrupt,
    progress: Progress,
    jobs: int,
    times: Schedule,
) -> Iterator[tuple[int, Explored]]:
    """A result for each task, with its number, as they come; after Ctrl-C, of those begun."""
    team = _Team(tasks, options, interrupt, progress, jobs, times)
    try:
        yield from team.results()
    finally:
        # After a second Ctrl-C, or where nobody reads our output, something is under way.
        team.close()


class _Team:
    """The worker processes, each with the target that it is exploring."""

    def __init__(
        self,
        tasks: Sequence[Task],
        options: Options,
        interrupt: Interrupt,
        progress: Progress,
        jobs: int,
        times: Schedule,
    ) -> None:
        self._tasks = tasks
        self._options = options
        self._interrupt = interrupt
        self._progress = progress
        self._jobs = jobs
        self._begun = time.monotonic()
        self._times = times
        sought = [each.sought if times.searches < math.inf else NOTHING for each in tasks]
        self._turns = Turns(sought, max(0.0, self._left()))
        self._importers = Importers(tasks, options.run_options)
        self._running: list[WorkerProcess] = []
        self._paused: dict[int, WorkerProcess] = {}
        self._idle: list[WorkerProcess] = []
        self._unbegun = dict.fromkeys(range(len(tasks)))
        self._making_room: set[int] = set()
        """Targets that are ended to free memory, and will be begun anew."""
        self._ending: set[int] = set()
        """Targets that were paused, and have to come to their end."""
        self._ends = 0.0, 0
        """The seconds that this took so far, and the number of those that it took."""
        self._partial: dict[int, Explored] = {}
        """What was found of those targets so far."""
        self._found: dict[int, bytes] = {}
        """What the explorations under way have found so far, pickled."""
        self._results: dict[int, Explored] = {}
        self._done = 0
        self._facts: dict[int, Facts] = {}
        """The last progress of each target that is being explored."""
        self._solver_is_used = False

    def results(self) -> Iterator[tuple[int, Explored]]:
        """Each result as soon as it is there."""
        self._importers.prepare(0)
        # While the first module is imported: once, for all workers.
        for name in {task.explore.__name__ for task in self._tasks}:
            importlib.import_module(f"wend.campaign.{name}")
        while self._done < len(self._tasks):
            self._assign()
            if not self._running and self._interrupt.is_set:
                self._note_rest(self._partial)
                break
            self._listen()
            yield from self._taken()
        yield from self._taken()

    def _taken(self) -> Iterator[tuple[int, Explored]]:
        while self._results:
            number = next(iter(self._results))
            yield number, self._results.pop(number)

    def close(self) -> None:
        self._importers.close()
        for worker in (*self._running, *self._paused.values(), *self._idle):
            worker.close()

    # Giving work

    def _assign(self) -> None:
        """Gives turns until as many workers are at work as there may be."""
        if self._interrupt.is_set:
            for worker in (*self._running, *self._paused.values()):
                worker.interrupt()
            for number in list(self._paused):
                self._bring_to_end(number)
            return
        while len(self._running) < self._jobs:
            left = self._left() - self._for_ends
            covered = self._turns.covered(self._may_end_early)
            turn = None if covered is not None else self._turns.take(left)
            if covered is not None:
                self._end_covered(covered)
            elif turn is not None:
                if not self._give(*turn):
                    break
            elif self._paused and left <= 0:
                self._bring_to_end(next(iter(self._paused)))
            else:
                break
        if self._left() <= 0:
            self._note_rest({each: _unbegun(self._tasks[each]) for each in self._unbegun})
            self._unbegun.clear()
            self._note_rest(self._partial)

    @property
    def _may_end_early(self) -> set[int]:
        """The targets that no worker explores now; lines are sought until they are reached."""
        waiting = (*self._paused, *self._partial)
        return {each for each in waiting if not isinstance(self._tasks[each].unbegun, Together)}

    def _left(self) -> float:
        """The seconds that are left, of all processes together."""
        return (self._times.searches - time.monotonic()) * self._jobs

    @property
    def _for_ends(self) -> float:
        """The seconds that it takes until the explorations that wait have come to their ends."""
        spent, count = self._ends
        return len(self._paused) * (spent / count if count else END_SECONDS)

    def _give(self, number: int, seconds: float) -> bool:
        """Gives a target its turn; says whether the machine has what another target takes."""
        worker = self._paused.pop(number, None)
        if worker is not None:
            worker.resume(seconds)
        else:
            try:
                worker = self._begun_on(number, seconds)
            except OSError as error:
                self._put_off(number, error)
                return False
        self._running.append(worker)
        self._draw()
        return True

    def _begun_on(self, number: int, seconds: float) -> WorkerProcess:
        """A worker that begins a target; raises OSError where the machine lacks something."""
        self._importers.prepare(number)
        worker = self._idle.pop() if self._idle else self._new_worker()
        self._unbegun.pop(number, None)
        worker.begin(number, seconds, self._times, self._importers.take(number))
        self._facts[number] = self._tasks[number].ref.function, 0, 0, 0, 0, 0.0
        upcoming = self._turns.upcoming()
        if upcoming is not None:
            with contextlib.suppress(OSError):  # it is tried again when its turn comes
                self._importers.prepare(upcoming)
        return worker

    def _put_off(self, number: int, error: OSError) -> None:
        """Lets a target wait that can't be begun now, for the machine lacks files or processes."""
        if not (self._running or self._paused):
            self._unbegun.pop(number, None)
            self._note(number, self._tasks[number].failed(error))
            return
        self._turns.put_back(number)
        if self._paused:
            self._make_room()

    def _new_worker(self) -> WorkerProcess:
        if self._solver_is_used:
            importlib.import_module(SLOW_MODULE)
        return WorkerProcess(self._tasks, self._options, tells=self._progress.is_enabled)

    def _end_covered(self, number: int) -> None:
        """Ends a target early, because nothing is left to be covered."""
        if number in self._paused:
            self._bring_to_end(number, is_covered=True)
        else:
            self._note(number, _covered_early(self._partial.pop(number)))

    def _bring_to_end(self, number: int, *, is_covered: bool = False) -> None:
        worker = self._paused.pop(number)
        self._turns.drop_last({number})
        worker.resume(0, is_covered=is_covered)
        self._running.append(worker)
        self._ending.add(number)

    # Taking results

    def _listen(self) -> None:
        """Takes the reports of workers; waits for them a moment at most."""
        ready = select.select(self._running, [], [], LOOK_SECONDS)[0]
        self._importers.look()
        if not ready:
            self._draw()  # time goes on
            for worker in self._running:
                worker.look()
        self._end_overdue(ready)
        for worker in ready:
            assert worker.number is not None
            try:
                self._hear(worker, worker.number)
            except ChannelClosed:
                self._lose(worker, _ended(self._tasks[worker.number], worker.close()))
            except Exception as error:  # of our own: the other targets go on
                worker.close()
                self._lose(worker, self._tasks[worker.number].fault(error))

    def _hear(self, worker: WorkerProcess, number: int) -> None:
        """Takes the next report of a worker."""
        match worker.report():
            case Progressed(facts):
                self._facts[number] = facts
                self._draw()
            case FoundSoFar(file, covered, missed, failures, result):
                self._found[number] = result
                if isinstance(self._tasks[number].unbegun, Together):
                    file = f"lines of task {number}"  # what others cover is no answer for them
                self._turns.saw(number, file, covered, frozenset(missed), failures)
            case Paused():
                self._running.remove(worker)
                self._pause(worker, number)
            case TaskDone(result, has_used_solver):
                made = unpickled(result)
                self._running.remove(worker)
                self._idle.append(worker)
                self._solver_is_used = self._solver_is_used or has_used_solver
                self._learn_end(worker)
                self._take(worker, number, made)
            case Failed(fault):
                raise OwnFault(fault)
            case report:
                assert_never(report)

    def _lose(self, worker: WorkerProcess, reason: Reason) -> None:
        """Notes what is known of a target whose worker is gone, for this reason."""
        number = worker.number
        assert number is not None
        for workers in (self._running, self._idle):
            if worker in workers:
                workers.remove(worker)
        if self._paused.get(number) is worker:
            del self._paused[number]
        found = unpickled(self._found[number]) if number in self._found else None
        before = self._partial.pop(number, None)
        if before is not None:
            found = before if found is None else together(before, found)
        self._note(number, self._tasks[number].cut_off(reason, found), worker)

    def _end_overdue(self, ready: Sequence[WorkerProcess]) -> None:
        """Ends the workers that should have told their results, and do not."""
        now = time.monotonic()
        late = [each for each in self._running if each.due <= now and each not in ready]
        if now >= self._times.results:
            late += self._paused.values()
        for worker in late:
            worker.close()
            assert worker.number is not None
            self._lose(worker, overdue(_OVERDUE, self._tasks[worker.number].ref))

    def _learn_end(self, worker: WorkerProcess) -> None:
        if worker.number in self._ending:
            self._ending.discard(worker.number)
            spent, count = self._ends
            self._ends = spent + time.monotonic() - worker.begun, count + 1

    def _pause(self, worker: WorkerProcess, number: int) -> None:
        worker.pause()
        self._paused[number] = worker
        self._turns.took(number, time.monotonic() - worker.begun)
        if len(self._paused) > MOST_PAUSED * self._jobs:
            self._make_room()

    def _make_room(self) -> None:
        """Ends the paused target whose turn would come last, to free what it holds."""
        # Targets that were ended to free memory wait as well, but hold none.
        last = self._turns.drop_last(self._paused)
        if last is not None:
            self._making_room.add(last)
            self._bring_to_end(last)

    def _take(self, worker: WorkerProcess, number: int, result: Explored) -> None:
        """Takes the result of a target, which may have been ended only to free memory."""
        if number in self._partial:
            result = together(self._partial.pop(number), result)
        is_cut = result.verdict in ("budget", "unknown") and self._left() > 0
        if number in self._making_room and is_cut and not self._interrupt.is_set:
            self._partial[number] = result
            self._turns.put_back(number)
        else:
            self._note(number, result, worker)
        self._making_room.discard(number)

    def _note_rest(self, results: dict[int, Explored]) -> None:
        """Notes the results of targets that no worker is exploring."""
        under_way = {*self._paused, *[worker.number for worker in self._running]}
        for number in [each for each in results if each not in under_way]:
            self._note(number, results.pop(number))

    def _note(self, number: int, result: Explored, worker: WorkerProcess | None = None) -> None:
        if worker is not None and worker.was_stopped:
            worker.was_stopped = False
            result = self._tasks[number].with_reason(result, stopped(self._tasks[number].ref))
        if result.verdict == "complete":
            self._turns.is_proved(number)
        self._found.pop(number, None)
        self._results[number] = result
        self._done += 1

    def _draw(self) -> None:
        """Tells how many targets are done, and of one that is being explored how far it is."""
        if not self._progress.is_due:
            return
        seconds = time.monotonic() - self._begun
        of_all = f"{self._done}/{len(self._tasks)} done, {seconds:.0f} s"
        if self._interrupt.is_set:
            of_all = f"interrupted, {of_all}"
        at_work = [worker.number for worker in self._running if worker.number in self._facts]
        if not at_work:
            self._progress.say(of_all)
            return
        if len(at_work) > 1:
            of_all += f", {len(at_work)} at work"
        assert at_work[0] is not None
        self._progress.update(*self._facts[at_work[0]], of_all=of_all)


def _ended(task: Task, how: str) -> Reason:
    """The reason for a worker that was ended: by the system where memory is short, say."""
    says = f"the process that explored it ended: {how}"
    remedy = "explore fewer targets at once with -j"
    return Reason("shortage", says, remedy, task.ref.function, task.ref.module.file, task.ref.line)


def _covered_early(result: Explored) -> Explored:
    """The result of a target that was ended to free memory, and is not begun anew."""
    assert isinstance(result, CoverResult)
    early = {"says": COVERED.says, "remedy": REMEDIES[COVERED.kind], "kind": COVERED.kind}
    reasons = [replace(each, **early) if each.kind == "total" else each for each in result.reasons]
    return replace(result, reasons=tuple(reasons))


def _unbegun(task: Task) -> Explored:
    ref = task.ref
    reason = Reason(
        "budget-hit",
        "the time for all targets was spent before its turn came",
        "give more with --total",
        ref.function,
        ref.module.file,
        ref.line,
        kind="total",
    )
    return task.with_reason(task.unbegun, reason)


def together(before: Explored, after: Explored) -> Explored:
    """The better of two results of the same target, with the work of both."""
    if isinstance(before, Together) and isinstance(after, Together):
        pairs = zip(before.results, after.results, strict=True)
        return Together(tuple([_better_line(*pair) for pair in pairs]))
    assert not isinstance(before, Together) and not isinstance(after, Together)
    better = after
    if isinstance(before, CoverResult) and isinstance(after, CoverResult):
        is_less = _shown_by(after) < _shown_by(before)
        better = before if is_less and after.verdict == "budget" else after
    return with_work_of_both(better, before, after)


def _shown_by(result: CoverResult) -> tuple[int, int, int]:
    covered = result.coverage
    return len(covered.branches_hit), len(covered.lines_hit), len(result.cases)


def _better_line(before: ReachResult, after: ReachResult) -> ReachResult:
    better = before if after.verdict == "unknown" else after
    return with_work_of_both(better, before, after)
