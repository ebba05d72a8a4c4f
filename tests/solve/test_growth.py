"""A path twice as long costs twice as much to build, to send, to show and to flip.

Work is counted in lines of Python that are executed, which is the same on every machine.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from wend.expr import build as b
from wend.expr.evaluate import Values, evaluate
from wend.expr.show import show_all
from wend.expr.sorts import Sort
from wend.expr.terms import Term, interned_count
from wend.expr.transport import Receiver, Sender
from wend.solve.answer import Sat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query

SHORT = 200
Shape = Callable[[list[Term]], list[Term]]


def running_sum(xs: list[Term]) -> list[Term]:
    total, conditions = b.integer(0), []
    for at, x in enumerate(xs):
        total = b.add(total, x)
        conditions.append(b.gt(total, b.integer(1000 + at)))
    return conditions


def rolling_hash(xs: list[Term]) -> list[Term]:
    value, conditions = b.integer(7), []
    for x in xs:
        value = b.mod(b.add(b.mul(value, b.integer(31)), x), b.integer(65521))
        conditions.append(b.eq(value, b.integer(4711)))
    return conditions


def greatest(xs: list[Term]) -> list[Term]:
    best, conditions = b.integer(0), []
    for x in xs:
        best = b.ite(b.gt(x, best), x, best)
        conditions.append(b.gt(best, b.integer(1000)))
    return conditions


def flags(xs: list[Term]) -> list[Term]:
    seen, conditions = b.boolean(False), []
    for x in xs:
        seen = b.disjunction((seen, b.eq(x, b.integer(77))))
        conditions.append(b.conjunction((seen, b.gt(x, b.integer(5)))))
    return conditions


def neighbours(xs: list[Term]) -> list[Term]:
    return [b.gt(one, other) for one, other in itertools.pairwise(xs)]


def countdown(xs: list[Term]) -> list[Term]:
    return [b.gt(b.sub(xs[0], b.integer(at)), b.integer(1000)) for at in range(len(xs))]


SHAPES = [running_sum, rolling_hash, greatest, flags, neighbours, countdown]


_paths = itertools.count()


def variables(length: int) -> list[Term]:
    """New ones: terms that are there already would cost nothing."""
    path = next(_paths)
    return [b.variable(f"xs{path}[{at}]", Sort.INT) for at in range(length)]


def numbered(xs: list[Term]) -> dict[str, int]:
    return {x.payload.text: at % 7 for at, x in enumerate(xs)}


def held(conditions: list[Term], inputs: dict[str, int]) -> list[Term]:
    values = Values(inputs)
    return [each if values.of(each) else b.negate(each) for each in conditions]


def flip_all(shape: Shape, length: int) -> int:
    """Flips every branch of a path; how many there are inputs for."""
    xs = variables(length)
    inputs = numbered(xs)
    solver, prefix, found = Solver(), Prefix.empty(), 0
    for condition in held(shape(xs), inputs):
        answer = solver.solve(Query(prefix, b.negate(condition), inputs))
        found += isinstance(answer, Sat)
        prefix = prefix.extended(condition)
    assert not solver.statistics["z3"] and not solver.statistics["bitwuzla"]
    solver.close()
    return found


def send_and_show(shape: Shape, length: int) -> None:
    conditions = shape(variables(length))
    start, rows, places = Sender().pack(conditions)
    terms = Receiver().unpack(start, rows)
    assert [terms[place] for place in places] == conditions
    assert show_all(conditions)


def lines(work: Callable[[], Any]) -> int:
    """How many lines of Python are executed."""
    count = 0

    def tracer(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_flips_of_a_path_twice_as_long_take_twice_the_work(shape: Shape) -> None:
    flip_all(shape, 20)  # imports what is needed
    short = lines(lambda: flip_all(shape, SHORT))
    long = lines(lambda: flip_all(shape, 2 * SHORT))

    assert long < 2.35 * short


@pytest.mark.parametrize("shape", SHAPES)
def test_a_path_twice_as_long_takes_twice_the_work_to_send_and_to_show(shape: Shape) -> None:
    short = lines(lambda: send_and_show(shape, SHORT))
    long = lines(lambda: send_and_show(shape, 2 * SHORT))

    assert long < 2.35 * short


@pytest.mark.parametrize("shape", SHAPES)
def test_a_path_twice_as_long_has_twice_as_many_terms(shape: Shape) -> None:
    counts = [interned_count()]
    for length in (SHORT, 2 * SHORT):
        shape(variables(length))
        counts.append(interned_count())

    assert counts[2] - counts[1] < 2.1 * (counts[1] - counts[0])


def test_every_branch_of_a_running_sum_is_flipped() -> None:
    assert flip_all(running_sum, SHORT) == SHORT


def test_variables_of_a_wide_term_are_those_of_its_parts() -> None:
    xs = variables(200)
    total = b.integer(0)
    for x in xs:
        total = b.add(total, x)
    other = b.variable("other", Sort.INT)

    assert total.is_wide and len(total.variables) == 200
    assert set(total.variables) == set(xs)
    assert all(x in total.variables for x in xs) and other not in total.variables
    assert b.add(total, other).variables - total.variables == {other}
    assert total.variables >= frozenset(xs[:5]) and not total.variables.isdisjoint(xs[:1])


def test_the_variables_of_a_long_sum_take_little_space() -> None:
    sets = [condition.variables for condition in running_sum(variables(2000))]

    assert all(len(each) == at + 1 for at, each in enumerate(sets))
    # As hash tables they would take 64 bytes for each variable of each set: a hundred megabytes.
    assert sum(len(each) for each in sets if isinstance(each, frozenset)) < 1000


def test_a_prefix_knows_who_uses_a_variable_through_wide_terms() -> None:
    xs = variables(300)
    conditions = running_sum(xs)
    known = Prefix.of([b.negate(each) for each in conditions]).known

    for at in (0, 17, 150, 299):
        subjects = list(known.subjects_using(xs[at]))
        assert len(subjects) == len(set(subjects)) == 300 - at
        assert all(xs[at] in subject.variables for subject in subjects)


def test_what_a_change_does_not_touch_keeps_its_value() -> None:
    xs = variables(100)
    inputs = numbered(xs)
    changed_inputs = {**inputs, xs[3].payload.text: 50, xs[99].payload.text: -7}
    for shape in SHAPES:
        after = Values(inputs).with_changed({xs[3]: 50, xs[99]: -7})
        for condition in shape(xs):
            assert after.of(condition) == evaluate(condition, changed_inputs)


def test_a_long_conjunction_in_another_says_the_same() -> None:
    xs = variables(100)
    inner = b.conjunction([b.eq(x, b.integer(at)) for at, x in enumerate(xs)])
    whole = b.conjunction((b.gt(b.variable("n", Sort.INT), b.integer(5)), inner))
    inputs = {"n": 0, **numbered(xs)}
    solver = Solver()
    answer = solver.solve(Query(Prefix.empty(), whole, inputs))
    solver.close()

    assert len(b.conjuncts(whole)) == 101
    assert isinstance(answer, Sat) and answer.by == "repair"
    assert evaluate(whole, {**inputs, **answer.model})
    assert b.negate(b.negate(whole)) is whole
