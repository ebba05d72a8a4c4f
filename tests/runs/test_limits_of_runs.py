"""The alarm of a run, and what it must not cut short."""

from __future__ import annotations

import time

import pytest

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
