"""The worker process can be lost at any time and costs no more than an answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from wend.expr import build as b
from wend.expr.sorts import Sort
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.encode.fragment import Fragment
from wend.solve.slice import Slice
from wend.solve.workers import bitwuzla
from wend.solve.workers.bitwuzla import BitwuzlaWorker
from wend.solve.workers.z3 import Z3Worker

x, y = b.variable("x", Sort.INT), b.variable("y", Sort.INT)
THREE_ONES = [b.eq(b.bit_count(x), b.integer(3)), b.gt(x, b.integer(20))]


@pytest.fixture
def worker() -> Iterator[BitwuzlaWorker]:
    made = BitwuzlaWorker()
    yield made
    made.close()


@pytest.mark.needs_bitwuzla
def test_it_is_kept_between_questions(worker: BitwuzlaWorker) -> None:
    worker.model(THREE_ONES, 8, 1)
    pid = worker._pid
    found = worker.model(THREE_ONES, 8, 1)

    assert isinstance(found, dict)
    assert int(found["x"]).bit_count() == 3
    assert worker._pid == pid


@pytest.mark.needs_bitwuzla
def test_one_that_hangs_is_killed_and_replaced(
    worker: BitwuzlaWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker.model(THREE_ONES, 8, 1)
    assert worker._pid is not None
    os.kill(worker._pid, signal.SIGSTOP)
    monkeypatch.setattr(bitwuzla, "MOST_SECONDS", 0.1)
    assert isinstance(worker.model(THREE_ONES, 8, 1), Unknown)
    monkeypatch.undo()

    assert isinstance(worker.model(THREE_ONES, 8, 1), dict)


@pytest.mark.needs_bitwuzla
def test_one_that_died_is_replaced(worker: BitwuzlaWorker) -> None:
    worker.model(THREE_ONES, 8, 1)
    assert worker._pid is not None
    os.kill(worker._pid, signal.SIGKILL)
    first = worker.model(THREE_ONES, 8, 1)

    assert isinstance(first, Unknown)
    assert isinstance(worker.model(THREE_ONES, 8, 1), dict)


@pytest.mark.needs_bitwuzla
def test_what_is_too_hard_is_given_up_at_the_same_point_on_every_machine(
    worker: BitwuzlaWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The product of two primes, and hardly any polls to find them.
    monkeypatch.setattr(bitwuzla, "POLLS", 200)
    factors = [b.eq(b.mul(x, y), b.integer(4093 * 4091)), b.gt(x, b.integer(1)), b.lt(x, y)]
    answers, works = [], []
    for _ in range(2):
        answers.append(worker.model(factors, 16, 1))
        works.append(worker.work)

    assert answers == [Unknown("bitwuzla gave up at 16 bits")] * 2
    assert works[1] == 2 * works[0] > 0


@pytest.mark.needs_bitwuzla
def test_more_bits_than_can_be_held_are_said_so(worker: BitwuzlaWorker) -> None:
    power = b.power(x, b.integer(5))
    conditions = [b.eq(power, b.integer(5))]

    assert worker.model(conditions, 8, 1) is None
    assert isinstance(worker.model(conditions, 64, 1), Unknown)


@pytest.mark.needs_bitwuzla
def test_no_values_of_that_width(worker: BitwuzlaWorker) -> None:
    assert worker.model([b.gt(x, b.integer(1000))], 8, 1) is None


PRODUCT = Slice((b.gt(x, b.integer(1)), b.lt(x, y)), b.eq(b.mul(x, y), b.integer(391)), (x, y))
NO_SQUARE = Slice((), b.eq(b.mul(x, x), b.integer(2)), (x,))


@pytest.fixture
def z3() -> Iterator[Z3Worker]:
    made = Z3Worker()
    yield made
    made.close()


def solved(z3: Z3Worker, part: Slice, seconds: float = 60.0) -> Answer:
    return z3.solve(part, Fragment.NONLINEAR, {"x": 0, "y": 0}, 1, seconds)


def test_z3_answers_from_its_own_process(z3: Z3Worker) -> None:
    assert solved(z3, PRODUCT) == Sat({"x": 17, "y": 23}, "z3")
    assert solved(z3, NO_SQUARE) == Unsat("z3")
    assert z3._pid is not None and z3._pid != os.getpid()


def test_the_work_of_z3_is_counted_by_z3(z3: Z3Worker) -> None:
    works = [0.0]
    for part in (NO_SQUARE, PRODUCT):
        solved(z3, part)
        works.append(z3.work)
    other = Z3Worker()
    solved(other, NO_SQUARE)
    other.close()

    assert works == sorted(set(works))
    assert other.work == works[1]


def test_z3_is_kept_between_questions(z3: Z3Worker) -> None:
    solved(z3, PRODUCT)
    pid = z3._pid

    assert solved(z3, PRODUCT) == Sat({"x": 17, "y": 23}, "z3")
    assert z3._pid == pid


def test_z3_that_ignores_its_limits_is_killed_and_replaced(z3: Z3Worker) -> None:
    solved(z3, PRODUCT)
    assert z3._pid is not None
    os.kill(z3._pid, signal.SIGSTOP)

    assert isinstance(solved(z3, PRODUCT, 0.01), Unknown)
    assert solved(z3, PRODUCT) == Sat({"x": 17, "y": 23}, "z3")


def test_z3_that_died_is_replaced(z3: Z3Worker) -> None:
    solved(z3, PRODUCT)
    assert z3._pid is not None
    os.kill(z3._pid, signal.SIGKILL)

    assert isinstance(solved(z3, PRODUCT), Unknown)
    assert solved(z3, PRODUCT) == Sat({"x": 17, "y": 23}, "z3")


def test_a_new_process_gives_the_same_answers(z3: Z3Worker) -> None:
    apart = [b.ne(x, b.integer(k)) for k in range(5)]
    part = Slice((*apart, b.gt(b.mul(x, x), y)), b.gt(b.mul(x, y), b.integer(50)), (x, y))
    first = solved(z3, part)
    solved(z3, PRODUCT)
    z3.close()

    assert solved(z3, part) == first
