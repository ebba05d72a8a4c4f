"""The worker process can be lost at any time and costs no more than an answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from wend.expr import build as b
from wend.expr.sorts import Sort
from wend.solve import bitwuzla_worker
from wend.solve.bitwuzla_worker import BitwuzlaWorker

x = b.variable("x", Sort.INT)
THREE_ONES = [b.eq(b.bit_count(x), b.integer(3)), b.gt(x, b.integer(20))]


@pytest.fixture
def worker() -> Iterator[BitwuzlaWorker]:
    made = BitwuzlaWorker()
    yield made
    made.close()


def test_it_is_kept_between_questions(worker: BitwuzlaWorker) -> None:
    worker.model(THREE_ONES, 8, 1)
    pid = worker._pid
    found = worker.model(THREE_ONES, 8, 1)

    assert isinstance(found, dict)
    assert int(found["x"]).bit_count() == 3
    assert worker._pid == pid


def test_one_that_hangs_is_killed_and_replaced(
    worker: BitwuzlaWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker.model(THREE_ONES, 8, 1)
    assert worker._pid is not None
    os.kill(worker._pid, signal.SIGSTOP)
    monkeypatch.setattr(bitwuzla_worker, "SECONDS", 0.1)
    assert isinstance(worker.model(THREE_ONES, 8, 1), str)
    monkeypatch.undo()

    assert isinstance(worker.model(THREE_ONES, 8, 1), dict)


def test_one_that_died_is_replaced(worker: BitwuzlaWorker) -> None:
    worker.model(THREE_ONES, 8, 1)
    assert worker._pid is not None
    os.kill(worker._pid, signal.SIGKILL)
    first = worker.model(THREE_ONES, 8, 1)

    assert isinstance(first, str)
    assert isinstance(worker.model(THREE_ONES, 8, 1), dict)


def test_more_bits_than_can_be_held_are_said_so(worker: BitwuzlaWorker) -> None:
    power = b.power(x, b.integer(5))
    conditions = [b.eq(power, b.integer(5))]

    assert worker.model(conditions, 8, 1) is None
    assert isinstance(worker.model(conditions, 64, 1), str)


def test_no_values_of_that_width(worker: BitwuzlaWorker) -> None:
    assert worker.model([b.gt(x, b.integer(1000))], 8, 1) is None
