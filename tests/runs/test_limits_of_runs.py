"""The alarm of a run, and what it must not cut short."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import time
from collections.abc import Callable

import pytest

from wend.run import limits
from wend.run.limits import time_limit, uninterrupted
from wend.run.recorder import Recorder, RunTooLong, recording


def busy_for(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_twins_are_made_to_the_end_before_a_run_is_stopped() -> None:
    done = []
    with recording(Recorder()), pytest.raises(RunTooLong), time_limit(0.02):
        with uninterrupted, uninterrupted:
            busy_for(0.2)
            done.append("a class")
        busy_for(60)

    assert done == ["a class"]
    assert uninterrupted.seconds >= 0.2
    assert not uninterrupted.is_under_way


def test_a_run_that_sleeps_is_not_taken_for_one_that_waits_for_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that waits for the processor would sleep to its end here."""
    monkeypatch.setattr(limits, "BUSY_SECONDS", 1000.0)
    with recording(Recorder()), pytest.raises(RunTooLong), time_limit(0.1):
        time.sleep(20)


def test_a_run_that_sleeps_in_native_code_does_not_wake_up_before_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even if others had the processor before: an alarm that passes would wake it."""
    monkeypatch.setattr(limits, "BUSY_SECONDS", 1000.0)
    sleep = ctypes.CDLL(None).sleep
    woken = []
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    ours = os.getpid()
    rival = os.fork()
    if rival == 0:
        while os.getppid() == ours:
            pass
        os._exit(0)
    try:
        with recording(Recorder()), pytest.raises(RunTooLong), time_limit(0.5):
            before = interruptions()
            while interruptions() == before:
                pass
            sleep(1000)
            woken.append(True)
    finally:
        os.kill(rival, signal.SIGKILL)
        os.waitpid(rival, 0)
        os.sched_setaffinity(0, allowed)

    assert not woken


def interruptions() -> int:
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw


def status_of(run: Callable[[], object]) -> int:
    """How a child ends in which something is run with a time limit."""
    child = os.fork()
    if child == 0:
        try:  # an exception must not take the child into the tests of its parent
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            with recording(Recorder()), time_limit(0.05):
                run()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def in_native_code() -> int:
    return sum(range(10**12))


def catching_everything() -> None:
    while True:
        with contextlib.suppress(BaseException):
            busy_for(60)


@pytest.mark.parametrize("run", [in_native_code, catching_everything])
def test_a_run_that_does_not_mind_the_alarm_is_killed_soon(run: Callable[[], object]) -> None:
    started = os.times()
    status = status_of(run)
    took = os.times().children_user - started.children_user

    assert os.WTERMSIG(status) == signal.SIGPROF
    assert took < 0.4


def test_native_work_of_ours_is_not_taken_for_such_a_run() -> None:
    def run() -> None:
        while True:
            # On a busy machine the alarm may come before the work has begun.
            with contextlib.suppress(RunTooLong), uninterrupted:
                sum(range(20_000_000))  # as long as it takes to compile a large module
                os._exit(7)

    assert os.waitstatus_to_exitcode(status_of(run)) == 7
