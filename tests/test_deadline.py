"""Deadlines end what does not end by itself, and the parts of a total leave room for each other."""

from __future__ import annotations

import gc
import math
import select
import signal
import sys
import threading
import time

import pytest

from wend.deadline import Deadline, Overdue, schedule, slack


def test_a_loop_without_end_is_ended() -> None:
    with Deadline().until(time.monotonic() + 0.05) as held:
        while True:
            pass

    assert held.is_over


def test_a_wait_without_end_is_ended() -> None:
    with Deadline().until(time.monotonic() + 0.05) as held:
        select.select([], [], [])

    assert held.is_over


def test_code_that_takes_any_exception_for_its_own_is_ended() -> None:
    deaf = 3
    with Deadline().until(time.monotonic() + 0.05) as held:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                deaf -= 1
                if not deaf:
                    raise

    assert held.is_over


def test_nothing_is_raised_where_it_would_only_be_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)

    def of_collector(*_: object) -> None:
        time.sleep(0.3)

    class WithFinalizer:
        def __del__(self) -> None:
            time.sleep(0.3)

    gc.callbacks.append(of_collector)
    try:
        with Deadline().until(time.monotonic() + 0.05) as in_collector:
            gc.collect()
            time.sleep(60)
    finally:
        gc.callbacks.remove(of_collector)
    with Deadline().until(time.monotonic() + 0.05) as in_finalizer:
        WithFinalizer()
        time.sleep(60)

    assert ignored == []
    assert in_collector.is_over
    assert in_finalizer.is_over


def test_what_ends_by_itself_is_left_alone() -> None:
    with Deadline().until(math.inf) as held:
        pass

    assert not held.is_over
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_other_exceptions_come_out() -> None:
    with pytest.raises(KeyError), Deadline().until(math.inf):
        raise KeyError


def test_a_deadline_that_is_moved_on_ends_later() -> None:
    deadline = Deadline()
    with deadline.until(time.monotonic() + 0.05) as held:
        deadline.move(math.inf)
        time.sleep(0.2)

    assert not held.is_over


def test_a_deadline_that_is_moved_up_ends_at_once() -> None:
    deadline = Deadline()
    with deadline.until(math.inf) as held:
        deadline.move(time.monotonic())
        while True:
            pass

    assert held.is_over


def test_the_alarm_of_others_goes_on_afterwards() -> None:
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with Deadline().until(math.inf):
            time.sleep(0.1)
            assert not rung
        while not rung:
            pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_in_another_thread_whoever_asks_is_told() -> None:
    said = []

    def work() -> None:
        deadline = Deadline()
        with deadline.until(time.monotonic()) as held:
            said.append(deadline.left)
        said.append(held.is_over)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert said == [True]


def test_no_time_left_is_told() -> None:
    assert Deadline().left == math.inf
    with pytest.raises(Overdue):
        _ = Deadline(time.monotonic()).left


@pytest.mark.parametrize("total", [0.5, 1, 5, 10, 60, 300, 3600])
@pytest.mark.parametrize("writes_tests", [False, True])
def test_the_parts_of_a_total_follow_each_other(total: float, writes_tests: bool) -> None:
    times = schedule(100.0, total, writes_tests=writes_tests)

    assert 100.0 < times.searches < times.results < 100.0 + total + slack(total)
    assert times.files < 100.0 + total + slack(total)
    assert times.searches - 100.0 >= total / 2
    if writes_tests:
        assert times.results < times.files


def test_without_a_total_nothing_ends() -> None:
    assert schedule(100.0, None, writes_tests=True).files == math.inf
