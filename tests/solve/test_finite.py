"""Slices over few values: all are tried, and what is said of them is what is so."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import bounded, char_of, choice_of
from wend.solve.answer import Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.quick.finite import tried
from wend.solve.slice import whole_slice_of

x, y, z = (b.variable(bounded(name, 0, 3), Sort.INT) for name in "xyz")
first, second = (b.variable(char_of("s", at), Sort.INT) for at in range(2))
VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def n(value: int) -> Term:
    return b.integer(value)


def is_digit(code: Term) -> Term:
    return b.disjunction([b.eq(code, n(ord(char))) for char in VALUES])


def looked_up(code: Term) -> Term:
    made = n(1000)
    for char, value in reversed([*VALUES.items()][:-1]):
        made = b.ite(b.eq(code, n(ord(char))), n(value), made)
    return made


@pytest.fixture
def solver() -> Iterator[Solver]:
    made = Solver()
    yield made
    made.close()


def test_tables_of_characters_need_no_solver(solver: Solver) -> None:
    prefix = Prefix.of([is_digit(first), is_digit(second)])
    parent = {first.payload.text: ord("I"), second.payload.text: ord("I")}
    total = b.add(looked_up(first), looked_up(second))
    possible = solver.solve(Query(prefix, b.eq(total, n(1050)), parent))
    impossible = solver.solve(Query(prefix, b.eq(total, n(1051)), parent))

    assert isinstance(possible, Sat) and possible.by == "finite"
    assert {possible.model[each.payload.text] for each in (first, second)} == {ord("M"), ord("L")}
    assert impossible == Unsat("finite")
    assert not solver.statistics["z3"] and solver._solvers._z3 is None


def test_what_need_not_change_does_not(solver: Solver) -> None:
    prefix = Prefix.of([b.ne(b.add(x, y), n(1))])
    parent = {each.payload.text: 2 for each in (x, y, z)}
    answer = solver.solve(Query(prefix, b.eq(b.mul(x, b.add(y, z)), n(3)), parent))

    assert isinstance(answer, Sat)
    assert answer.by == "finite"
    assert len(answer.model) == 2


def test_many_values_are_left_to_others() -> None:
    n_variable = b.variable("n", Sort.INT)
    goal = b.eq(b.mul(n_variable, x), n(6))
    known = Prefix.of([b.gt(n_variable, n(0))]).known
    part = whole_slice_of(known, goal, 16)
    assert part is not None

    assert tried(known, part, {"n": 1, x.payload.text: 0}) is None


def test_many_combinations_are_left_to_others() -> None:
    several = [b.variable(choice_of(f"c{at}", 50), Sort.INT) for at in range(4)]
    squares = n(0)
    for each in several:
        squares = b.add(squares, b.mul(each, each))
    known = Prefix.empty().known
    part = whole_slice_of(known, b.eq(squares, n(4 * 49 * 49 - 1)), 16)
    assert part is not None

    assert tried(known, part, {each.payload.text: 0 for each in several}) is None


def test_what_has_no_value_is_no_answer(solver: Solver) -> None:
    parent = {each.payload.text: 1 for each in (x, y, z)}
    never = b.eq(b.floordiv(x, b.sub(y, y)), n(0))
    nowhere = b.ge(b.mod(n(0), n(0)), n(0))
    divided = b.conjunction((b.eq(b.mod(x, b.mul(y, z)), n(2)), b.lt(y, n(2))))

    assert isinstance(solver.solve(Query(Prefix.empty(), never, parent)), Unsat)
    assert isinstance(solver.solve(Query(Prefix.empty(), nowhere, parent)), Unsat)
    answer = solver.solve(Query(Prefix.empty(), divided, parent))
    assert isinstance(answer, Sat)
    assert holds([divided], {**parent, **answer.model})


TERMS = st.recursive(
    st.sampled_from([x, y, z]) | st.integers(-2, 5).map(n),
    lambda inner: st.one_of(
        st.builds(b.add, inner, inner),
        st.builds(b.mul, inner, inner),
        st.builds(b.mod, inner, inner),
        st.builds(b.bitxor, inner, inner),
        st.builds(lambda c, a, d: b.ite(b.gt(c, n(1)), a, d), inner, inner, inner),
    ),
    max_leaves=6,
)
CONDITIONS = st.builds(
    lambda make, a, c: make(a, c), st.sampled_from([b.le, b.ge, b.eq, b.ne]), TERMS, TERMS
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(CONDITIONS, max_size=3), CONDITIONS)
def test_answers_are_those_of_trying_everything(prefix: list[Term], goal: Term) -> None:
    names = [each.payload.text for each in (x, y, z)]
    every = [dict(zip(names, v, strict=True)) for v in itertools.product(range(4), repeat=3)]
    parent = next((each for each in every if holds(prefix, each)), None)
    if parent is None:
        return
    solver = Solver()
    answer = solver.solve(Query(Prefix.of(prefix), goal, parent))
    solver.close()

    assert not isinstance(answer, Unknown)
    if isinstance(answer, Sat):
        assert holds([*prefix, goal], {**parent, **answer.model})
    else:
        assert not any(holds([*prefix, goal], each) for each in every)
