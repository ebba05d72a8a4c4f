"""Whatever does not end is ended when its time is over, and what was found until then is told.

None of these tests reads the clock: that they end at all is what they show.
"""

from __future__ import annotations

import io
import os
import pathlib
import signal
import time
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from wend.campaign import cover as cover_module
from wend.campaign.begin import cover, cover_task, reach, reach_task
from wend.campaign.many_targets import side_by_side, task, turns, worker
from wend.campaign.many_targets.explore_all import explore_all
from wend.campaign.many_targets.task import Task
from wend.campaign.many_targets.worker import WorkerProcess
from wend.campaign.options import Options
from wend.deadline import schedule
from wend.emit.progress import Progress
from wend.explore import suite
from wend.explore.budget import Budget, Caps, Interrupt
from wend.explore.searches.forward import Forward
from wend.explore.searches.line import LineSearch
from wend.messages import handles
from wend.path.outcome import died
from wend.path.replay import Replay
from wend.path.result import CoverResult
from wend.process.runner import Runner
from wend.targets.locate import LineRef, locate

ORDINARY = """
def sign(x: int) -> str:
    if x > 0:
        return "plus"
    return "minus"

def word(s: str) -> bool:
    return s == "hello"
"""

ENDLESS = """
def {name}(n: int, m: int) -> int:
    total = 0
    for i in range(n):
        if (m + i * i) % 7 == 3:
            total += i
    return total

"""

ENDLESS_IN_NATIVE_CODE = """

def counter(x: int) -> str:
    if x > 0:
        sum(range(10**12))  # which no signal interrupts, as it would a sleep
    return "done"
"""

IMPORTS_FOR_EVER = """
import ctypes

ctypes.CDLL(None)["{function}"]({argument})

def f(x: int) -> int:
    return x
"""


def endless(*_: Any, **__: Any) -> NoReturn:
    while True:
        pass


def options(seconds: float) -> Options:
    return Options(Caps(seconds=seconds))


def words(result: Any) -> set[str]:
    return {reason.what for reason in result.reasons}


@pytest.fixture
def covered(wend) -> Callable[[str, float], CoverResult]:
    def explore(text: str, seconds: float) -> CoverResult:
        return cover(locate(str(wend.file("program.py", text)))[0], options(seconds))

    return explore


@pytest.mark.parametrize(
    ("function", "argument"), [("sleep", 100_000), ("raise", int(signal.SIGSTOP))]
)
def test_an_import_that_does_not_end_is_told(covered, function: str, argument: int) -> None:
    result = covered(IMPORTS_FOR_EVER.format(function=function, argument=argument), 1.0)

    assert result.verdict == "budget"
    assert [each.says for each in result.reasons] == [
        "the budget of 1 seconds is spent, before program was imported"
    ]


def test_a_run_in_native_code_does_not_keep_the_search(covered) -> None:
    result = covered(ENDLESS_IN_NATIVE_CODE, 10.0)

    assert result.verdict in ("budget", "exhausted")
    assert result.cases


def test_a_search_of_ours_without_end_is_ended(covered, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Forward, "_fresh", endless)
    result = covered(ORDINARY, 5.0)

    assert result.verdict == "budget"
    assert "budget-hit" in words(result)
    assert len(result.cases) == 1


def test_smaller_inputs_that_are_sought_for_ever_are_given_up(
    covered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "shrink", endless)

    assert covered(ORDINARY, 2.0).verdict == "budget"


def test_cases_whose_choice_does_not_end_are_told(covered, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover_module, "_choose_cases", endless)
    result = covered(ORDINARY, 5.0)

    assert "overdue" in words(result)
    assert result.verdict == "exhausted"


def test_a_result_that_is_not_done_in_time_has_the_cases(
    covered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover_module, "not_reached", endless)
    result = covered(ORDINARY, 5.0)

    assert result.verdict == "budget"
    assert len(result.cases) == 2
    assert "overdue" in words(result)


def test_a_line_is_not_proved_unreachable_by_a_search_that_was_cut(
    wend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found_in_the_middle(search: Any) -> NoReturn:
        search.is_proved = True  # what it knows for the moment: a way was taken up, and not yet cut
        endless()

    monkeypatch.setattr(LineSearch, "step", found_in_the_middle)
    ref = locate(str(wend.file("program.py", ORDINARY)))[0]
    found = reach((LineRef(ref.module, 4),), None, options(2.0)).results[0]

    assert found.verdict == "unknown"
    assert "budget-hit" in words(found)


# Processes that somebody stops


def test_a_process_that_is_stopped_before_it_is_a_zygote_goes_on(wend) -> None:
    ref = locate(str(wend.file("program.py", ORDINARY)))[0]
    budget = Budget(Caps(seconds=600.0), Interrupt())
    with Runner(ref, options(600.0).run_options, watchdog=budget.watchdog) as runner:
        os.kill(runner._child, signal.SIGSTOP)

        assert runner.prepared.target.ref.function == "sign"
        assert runner.was_stopped


def test_a_child_that_is_stopped_puts_away_what_it_has(tmp_path: pathlib.Path) -> None:
    begun, place = os.pipe(), tmp_path / "to be put away"
    child = os.fork()
    if child == 0:
        place.touch()
        signal.signal(signal.SIGTERM, lambda *_: (place.unlink(), os._exit(0)))
        os.write(begun[1], b"!")
        while True:
            signal.pause()
    os.read(begun[0], 1)
    os.kill(child, signal.SIGSTOP)
    handles.end_child(child)

    assert not place.exists()


def test_a_zygote_that_is_stopped_goes_on(wend) -> None:
    ref = locate(str(wend.file("program.py", ORDINARY)))[0]
    budget = Budget(Caps(seconds=600.0), Interrupt())
    with Runner(ref, options(600.0).run_options, watchdog=budget.watchdog) as runner:
        assert runner.prepared.target.ref.function == "sign"
        assert runner._zygote is not None and runner._zygote._descriptor is not None
        signal.pidfd_send_signal(runner._zygote._descriptor, signal.SIGSTOP)
        while not runner._zygote.is_stopped():
            pass
        runner.start_afresh(forked=False)  # which the zygote has to do

        assert runner.was_stopped


def many(wend, seconds: float = 600.0) -> list[Any]:
    tasks = [cover_task(ref) for ref in locate(str(wend.file("program.py", ORDINARY)))]
    return list(explore_all(tasks, options(seconds), Interrupt(), Progress(io.StringIO())))


@pytest.fixture
def stopped_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are stopped as soon as they have an order."""
    begin = WorkerProcess.begin

    def begin_and_stop(self: WorkerProcess, *arguments: Any) -> None:
        os.kill(self.process, signal.SIGSTOP)
        begin(self, *arguments)

    monkeypatch.setattr(WorkerProcess, "begin", begin_and_stop)


def test_a_worker_that_is_stopped_goes_on_and_is_told(wend, stopped_workers) -> None:
    results = many(wend)

    assert [each.verdict for each in results] == ["complete", "complete"]
    assert ["stopped" in words(each) for each in results] == [True, True]


def test_a_worker_that_does_not_end_is_ended_and_told(
    wend, stopped_workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WorkerProcess, "look", lambda self: None)
    monkeypatch.setattr(Task, "most_seconds", lambda self, options: 0.0)
    results = many(wend)

    assert [each.verdict for each in results] == ["budget", "budget"]
    assert ["overdue" in words(each) for each in results] == [True, True]


def test_what_comes_to_its_end_before_its_turn_is_not_begun_anew(
    wend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_by_side, "END_SECONDS", 1e9)  # so nobody who waits has another turn
    monkeypatch.setattr(turns, "LONGEST_FIRST", 0.1)
    text = "".join([ENDLESS.format(name=name) for name in "abc"])
    tasks = [cover_task(ref) for ref in locate(str(wend.file("program.py", text)))]
    times = schedule(time.monotonic(), 6.0, writes_tests=False)
    results = list(
        explore_all(tasks, options(6.0), Interrupt(), Progress(io.StringIO()), times=times)
    )

    assert [each.target.function for each in results] == ["a", "b", "c"]


def test_a_worker_is_not_overdue_because_others_had_their_turns() -> None:
    worker = WorkerProcess([], options(20.0), tells=False)
    try:
        worker.due = 100.0
        worker.pause()
        worker._paused -= 50.0
        worker.resume(1.0)

        assert worker.due >= 150.0
    finally:
        worker.close()


def is_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hangs_natively() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})  # as long native code would
    time.sleep(1e6)


@pytest.mark.parametrize(
    ("end", "verdict", "reason"),
    [(is_killed, "error", "shortage"), (hangs_natively, "budget", "overdue")],
)
@pytest.mark.parametrize("command", ["cover", "reach"])
def test_a_worker_that_is_lost_costs_only_what_it_found_since_it_told(
    wend,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[], None],
    verdict: str,
    reason: str,
    command: str,
) -> None:
    tell = worker._TurnInterrupt.tell_finds

    def tell_and_end(self: Any) -> None:
        tell(self)
        if self._finds is not None and self._finds.exploration.suite.cases:
            end()

    monkeypatch.setattr(worker._TurnInterrupt, "tell_finds", tell_and_end)
    monkeypatch.setattr(task, "FINDS_SECONDS", 0.0)
    monkeypatch.setattr(Task, "most_seconds", lambda self, options: 3.0)
    text = ENDLESS.format(name="f") + ENDLESS.format(name="g")
    refs = locate(str(wend.file("program.py", text)))
    if command == "cover":
        tasks = [*map(cover_task, refs)]
    else:
        tasks = [reach_task(LineRef(each.module, each.line + 2), None) for each in refs]
    results = list(explore_all(tasks, options(600.0), Interrupt(), Progress(io.StringIO())))

    for result in results:
        assert reason in words(result)
        if isinstance(result, CoverResult):
            assert result.verdict == verdict
            assert result.cases
            assert result.coverage.lines_hit
        else:
            assert result.verdict == "reached"
            assert result.case is not None


def test_a_replay_that_somebody_kills_is_made_again(wend, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = Runner.replayed
    killed = [Replay(died("killed by SIGKILL"), {})]

    def first_killed(self: Runner) -> Replay:
        found = replayed(self)
        return killed.pop() if killed else found

    monkeypatch.setattr(Runner, "replayed", first_killed)
    result = cover(locate(str(wend.file("program.py", ORDINARY)))[0], options(600.0))

    assert result.verdict == "complete"
    assert not result.findings
    assert len(result.cases) == 2


FORKS_NATIVELY = """
import ctypes

def forks(a: int, s: str) -> object:
    if a > 24:
        ctypes.CDLL(None).fork()
        return "after"
    if s == "word":
        return a + 1
    return [a, s]
"""


def test_a_copy_of_a_run_that_native_code_forks_says_nothing(covered) -> None:
    result = covered(FORKS_NATIVELY, 10.0)

    assert "internal" not in words(result)
    assert len([each for each in result.cases if each.outcome.repr == "'after'"]) == 1
