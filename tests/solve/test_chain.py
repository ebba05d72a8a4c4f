"""The whole chain: answers are right, honest, small, and the same each time."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wend.aim.lengths import LONGEST, answered
from wend.aim.steps import patiently
from wend.expr import build as b
from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.answer import EASY, FIRST, LATER, Answer, Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.workers.solvers import MOST_IN_VAIN

x, y, z = (b.variable(name, Sort.INT) for name in "xyz")


def n(value: int) -> Term:
    return b.integer(value)


@pytest.fixture
def solver() -> Iterator[Solver]:
    made = Solver()
    yield made
    made.close()


def ask(solver: Solver, goal: Term, parent: dict[str, Any], *prefix: Term) -> Answer:
    answer = solver.solve(Query(Prefix.of(prefix), goal, parent))
    if isinstance(answer, Sat):
        assert holds([*prefix, goal], {**parent, **answer.model})
    return answer


ZERO = {"x": 0, "y": 0, "z": 0}


def test_two_variables_have_to_move(solver: Solver) -> None:
    answer = ask(solver, b.gt(y, n(10)), {"x": 1, "y": 0}, b.gt(x, n(0)), b.lt(y, x))

    assert isinstance(answer, Sat)
    assert answer.by == "z3"


def test_inputs_are_not_made_longer_than_anybody_builds(solver: Solver) -> None:
    size = b.variable("len(s)", Sort.INT)
    parent = {"x": 0, "len(s)": 0}
    either = Query(Prefix.of(()), b.gt(b.add(size, x), n(10**9)), parent)
    long = Query(Prefix.of((b.lt(x, n(7)),)), either.goal, parent)
    found = answered(solver.solve, either)

    assert isinstance(found, Sat)
    assert {**parent, **found.model}["len(s)"] <= LONGEST
    assert isinstance(answered(solver.solve, long), Unknown)


FACTORS = b.eq(b.mul(x, y), n(1_000_003 * 1_000_033))
"""Two primes: no solver finds them soon."""


def test_a_hard_question_is_asked_in_small_steps(solver: Solver) -> None:
    above = [b.gt(x, n(1)), b.gt(y, n(1))]
    query = Query(Prefix.of(above), FACTORS, ZERO)
    efforts: list[float] = []

    def ask(effort: float) -> Answer:
        efforts.append(effort)
        return solver.solve(query, effort=effort)

    work = next(patiently(ask))

    assert work is not None  # that of the next step, so that others may go first
    assert efforts == [FIRST]
    assert 0 < solver.work < 1  # all widths and solvers together


def test_a_question_that_is_answered_takes_one_step() -> None:
    assert list(patiently(lambda effort: Unsat("z3"))) == []


def test_an_easy_try_moves_two_variables_without_a_solver(solver: Solver) -> None:
    prefix = (b.gt(x, n(0)), b.lt(y, x))
    answer = solver.solve(Query(Prefix.of(prefix), b.gt(y, n(10)), {"x": 1, "y": 0}), effort=EASY)

    assert isinstance(answer, Sat)
    assert holds([*prefix, b.gt(y, n(10))], {"x": 1, "y": 0, **answer.model})
    assert solver.statistics["climb"] == 1
    assert solver.spent["z3"] == solver.spent["bitwuzla"] == 0


def test_what_is_not_easy_is_left_to_a_solver_that_is_asked_at_once_from_then_on(
    solver: Solver,
) -> None:
    query = Query(Prefix.of((b.lt(x, y),)), b.eq(b.mod(b.add(x, y), n(2)), n(1)), ZERO)
    never = Query(Prefix.of((b.lt(x, y), b.lt(y, z))), b.lt(z, x), ZERO)
    assert solver.solve(never, effort=EASY) is LATER
    assert isinstance(solver.solve(never), Unsat)
    more = Query(Prefix.of((b.lt(x, y), b.lt(y, z))), b.lt(b.add(z, n(1)), x), ZERO)

    assert isinstance(solver.solve(more, effort=EASY), Unsat)
    assert isinstance(solver.solve(query, effort=EASY), Sat)


def test_tries_in_vain_do_not_put_off_a_solver_for_ever(solver: Solver) -> None:
    answers = [
        solver.solve(
            Query(Prefix.of((b.lt(x, y), b.lt(y, z))), b.lt(b.add(z, n(by)), x), ZERO), effort=EASY
        )
        for by in range(MOST_IN_VAIN + 1)
    ]

    assert answers[:-1] == [LATER] * MOST_IN_VAIN
    assert isinstance(answers[-1], Unsat)


def test_the_same_slice_is_answered_by_the_cache(solver: Solver) -> None:
    prefix = (b.gt(x, n(0)), b.lt(y, x))
    first = ask(solver, b.gt(y, n(10)), {"x": 1, "y": 0, "z": 0}, *prefix)
    again = ask(solver, b.gt(y, n(10)), {"x": 5, "y": 4, "z": 9}, b.gt(z, n(8)), *prefix)

    assert isinstance(first, Sat) and isinstance(again, Sat)
    assert again.by == "cache"


def test_the_cache_knows_the_values_that_a_repair_left_alone(solver: Solver) -> None:
    difference = b.sub(x, y)
    assert isinstance(ask(solver, b.gt(difference, n(5)), {"x": 3, "y": 2}), Sat)
    again = ask(solver, b.gt(difference, n(5)), {"x": -100, "y": 100})

    assert isinstance(again, Sat)
    assert again.by == "cache"


def test_a_cached_model_changes_no_more_than_it_must(solver: Solver) -> None:
    prefix = (b.lt(x, y), b.lt(y, z))
    goal = b.gt(x, n(50))
    assert isinstance(ask(solver, goal, {"x": 1, "y": 2, "z": 3}, *prefix), Sat)
    again = ask(solver, goal, {"x": 1, "y": 2, "z": 900}, *prefix)

    assert isinstance(again, Sat)
    assert "z" not in again.model


def test_unsat_is_remembered(solver: Solver) -> None:
    goal = b.eq(b.mul(x, x), n(2))
    assert ask(solver, goal, ZERO) == Unsat("z3")
    assert ask(solver, goal, ZERO) == Unsat("cache")


def test_bit_tricks(solver: Solver) -> None:
    power_of_two = b.eq(b.bitand(x, b.sub(x, n(1))), n(0))
    three_ones = b.eq(b.bit_count(x), n(3))
    split = b.conjunction((b.eq(b.bitxor(x, y), n(12345)), b.eq(b.bitand(x, y), n(0))))
    assert isinstance(ask(solver, b.conjunction((power_of_two, b.gt(x, n(5)))), ZERO), Sat)
    assert isinstance(ask(solver, b.conjunction((three_ones, b.gt(x, n(500)))), ZERO), Sat)
    assert isinstance(ask(solver, split, ZERO), Sat)


def test_facts_about_bits_prove_that_there_is_nothing(solver: Solver) -> None:
    negative = b.conjunction((b.lt(b.bitand(x, y), n(0)), b.gt(x, n(5))))
    odd = b.conjunction((b.eq(b.lshift(x, y), n(3)), b.gt(y, n(0))))
    assert isinstance(ask(solver, negative, ZERO), Unsat)
    assert isinstance(ask(solver, odd, ZERO), Unsat)


@pytest.mark.slow
def test_fermat_is_not_refuted_by_looking_at_small_numbers(solver: Solver) -> None:
    def cube(term: Term) -> Term:
        return b.power(term, n(3))

    positive = [b.gt(variable, n(0)) for variable in (x, y, z)]
    goal = b.eq(b.add(cube(x), cube(y)), cube(z))
    answer = ask(solver, goal, {"x": 1, "y": 1, "z": 1}, *positive)

    assert isinstance(answer, Unknown)
    assert "gave up" in answer.reason


def test_a_bound_on_widths_proves_nothing(solver: Solver) -> None:
    huge = b.conjunction((b.gt(b.bitand(x, y), n(1 << 80)), b.ne(x, y)))

    assert not isinstance(ask(solver, huge, ZERO), Unsat)


@pytest.mark.slow
def test_unknown_is_tried_again_only_with_more_effort(solver: Solver) -> None:
    goal = b.conjunction((b.eq(b.mul(x, y), n(999983 * 1000003)), b.gt(x, n(1)), b.lt(x, y)))
    query = Query(Prefix.empty(), goal, ZERO)
    first = solver.solve(query)
    if isinstance(first, Unknown):
        assert solver.solve(query) is first


def test_a_divisor_that_is_zero_is_no_answer(solver: Solver) -> None:
    answer = ask(solver, b.eq(b.mod(x, y), n(5)), ZERO)

    assert isinstance(answer, Sat)


def test_an_alternative_without_the_division_is_an_answer(solver: Solver) -> None:
    goal = b.conjunction(
        (b.disjunction((b.eq(x, n(0)), b.gt(b.floordiv(n(10), x), n(2)))), b.le(x, n(0)))
    )
    answer = ask(solver, goal, {"x": 7})

    assert isinstance(answer, Sat)


def test_models_are_small_and_change_little(solver: Solver) -> None:
    parent = {"x": 5, "y": 7, "z": 9}
    # Both x and y have to move; z may stay.
    answer = ask(solver, b.gt(x, n(100)), parent, b.le(x, y), b.le(y, b.add(x, n(2))), b.gt(z, x))

    assert isinstance(answer, Sat)
    assert all(abs(value) < 5000 for value in answer.model.values())
    kept = ask(solver, b.gt(b.mul(x, y), n(50)), {"x": 0, "y": 0, "z": 300}, b.lt(x, z))
    assert isinstance(kept, Sat)
    assert "z" not in kept.model


def test_variables_that_only_the_goal_knows_need_no_value(solver: Solver) -> None:
    assert isinstance(ask(solver, b.gt(b.add(x, z), n(3)), {"x": 1, "y": 0, "z": 0}), Sat)
    answer = solver.solve(Query(Prefix.empty(), b.gt(x, z), {}))
    assert isinstance(answer, Sat)


def test_a_long_chain_is_solved_in_its_neighbourhood(solver: Solver) -> None:
    variables = [b.variable(f"v{i}", Sort.INT) for i in range(300)]
    parent = {f"v{i}": i for i in range(300)}
    prefix = [b.lt(one, other) for one, other in itertools.pairwise(variables)]
    one, other = variables[150], variables[152]

    impossible = ask(solver, b.le(b.sub(other, one), n(1)), parent, *prefix)
    possible = ask(solver, b.ge(b.sub(other, one), n(3)), parent, *prefix)
    crowded = ask(solver, b.ge(variables[0], n(5)), parent, *prefix)

    assert isinstance(impossible, Unsat)
    assert isinstance(possible, Sat)
    assert isinstance(crowded, Sat)


def test_answers_are_counted(solver: Solver) -> None:
    ask(solver, b.gt(x, n(5)), ZERO)
    ask(solver, b.gt(x, n(5)), ZERO, b.le(x, n(5)))
    assert solver.statistics["queries"] == 2
    assert solver.statistics["repair"] == 1
    assert solver.statistics["unsat"] == 1
    assert solver.seconds > 0


def test_solvers_are_imported_when_first_asked() -> None:
    code = "import sys, wend.solve.chain; print('z3' in sys.modules, 'bitwuzla' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert shown.stdout.split() == ["False", "False"]


def test_a_closed_solver_leaves_no_process(solver: Solver) -> None:
    ask(solver, b.conjunction((b.eq(b.bit_count(x), n(3)), b.gt(x, n(500)))), ZERO)
    pid = solver._solvers._bitwuzla._pid
    solver.close()

    assert solver._solvers._bitwuzla._pid is None
    if pid is not None:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


INTS = st.integers(-6, 6)
LINEAR = st.builds(
    lambda a, c, d: b.add(b.add(b.mul(n(a), x), b.mul(n(c), y)), b.mul(n(d), z)), INTS, INTS, INTS
)
SHAPES = st.one_of(
    LINEAR,
    st.builds(lambda t, m: b.mod(t, n(m)), LINEAR, st.integers(2, 5)),
    st.builds(lambda t, m: b.bitand(t, n(m)), LINEAR, INTS),
    st.builds(lambda c, t, e: b.ite(b.gt(c, n(0)), t, e), LINEAR, LINEAR, LINEAR),
)
CONDITIONS = st.builds(
    lambda make, t, bound: make(t, n(bound)),
    st.sampled_from([b.le, b.ge, b.eq, b.ne]),
    SHAPES,
    INTS,
)


def _holding(conditions: list[Term], parent: dict[str, int]) -> list[Term]:
    return [k if holds([k], parent) else b.negate(k) for k in conditions]


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(CONDITIONS, max_size=6), st.tuples(INTS, INTS, INTS))
def test_flips_of_random_paths(conditions: list[Term], values: tuple[int, int, int]) -> None:
    """Sat is checked by `ask`; unsat against every small assignment."""
    parent = dict(zip("xyz", values, strict=True))
    path = _holding(conditions, parent)
    solver = Solver()
    for at, condition in enumerate(path):
        prefix, goal = path[:at], b.negate(condition)
        answer = ask(solver, goal, parent, *prefix)
        assert not isinstance(answer, Unknown)
        if isinstance(answer, Unsat):
            small = range(-4, 5)
            assert not any(
                holds([goal, *prefix], {"x": i, "y": j, "z": k})
                for i in small
                for j in small
                for k in small
            )
    solver.close()


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(CONDITIONS, max_size=6), st.tuples(INTS, INTS, INTS))
def test_the_same_questions_have_the_same_answers(
    conditions: list[Term], values: tuple[int, int, int]
) -> None:
    parent = dict(zip("xyz", values, strict=True))
    path = _holding(conditions, parent)

    def answers() -> list[Answer]:
        solver = Solver()
        given = [ask(solver, b.negate(c), parent, *path[:at]) for at, c in enumerate(path)]
        solver.close()
        return given

    assert answers() == answers()


def test_nothing_is_answered_after_the_deadline(solver: Solver) -> None:
    """Who asks for one sample after the other would go on long after the budget is spent."""
    solver.deadline = time.monotonic() - 1
    answer = ask(solver, b.gt(y, n(10)), {"x": 1, "y": 0}, b.gt(x, n(0)))

    assert isinstance(answer, Unknown)
    assert solver.spent["repair"] == 0.0
