"""Bounds mean the same as the conditions they were made of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.query import Prefix
from wend.solve.quick.bounds import ANYTHING
from wend.solve.quick.refute import refuted

x, y = b.variable("x", Sort.INT), b.variable("y", Sort.INT)
p = b.variable("p", Sort.BOOL)

MEANING = {
    "le": lambda value, bound: value <= bound,
    "ge": lambda value, bound: value >= bound,
    "eq": lambda value, bound: value == bound,
    "ne": lambda value, bound: value != bound,
}
COMPARISONS = st.lists(st.tuples(st.sampled_from(sorted(MEANING)), st.integers(-6, 6)))


def n(value: int) -> Term:
    return b.integer(value)


@given(COMPARISONS)
def test_bounds_allow_what_the_comparisons_allow(comparisons: list[tuple[str, int]]) -> None:
    bounds = ANYTHING
    for op, value in comparisons:
        bounds = bounds.after(op, value)
    allowed = {
        value
        for value in range(-10, 11)
        if all(MEANING[op](value, bound) for op, bound in comparisons)
    }

    assert {value for value in range(-10, 11) if bounds.allow(value)} == allowed
    if bounds.is_empty:
        assert not allowed
    else:
        conditions = list(bounds.conditions(x))
        assert {value for value in range(-10, 11) if holds(conditions, {"x": value})} == allowed


@given(st.lists(st.integers(0, 40)))
def test_an_interval_with_all_points_left_out_is_empty(points: list[int]) -> None:
    bounds = ANYTHING.within(0, 40)
    for value in points:
        bounds = bounds.without(value)

    assert bounds.is_empty == (set(points) == set(range(41)))


def _refuted(goal: Term, *conditions: Term) -> bool:
    return refuted(Prefix.of(conditions).known, goal)


def test_goals_against_the_bounds_of_the_same_term() -> None:
    total = b.add(x, y)
    assert _refuted(b.lt(total, n(3)), b.gt(total, n(3)))
    assert _refuted(b.eq(x, n(3)), b.ne(x, n(3)))
    assert _refuted(b.ne(x, n(3)), b.eq(x, n(3)))
    assert not _refuted(b.eq(x, n(4)), b.ne(x, n(3)))


def test_goals_against_the_bounds_of_their_parts() -> None:
    assert _refuted(b.lt(b.add(x, y), n(0)), b.ge(x, n(0)), b.ge(y, n(0)))
    assert _refuted(b.gt(b.sub(x, y), n(5)), b.le(x, n(5)), b.ge(y, n(0)))
    assert not _refuted(b.lt(b.add(x, y), n(0)), b.ge(x, n(0)))


def test_goals_against_remainders() -> None:
    even, by_four = b.eq(b.mod(x, n(2)), n(0)), b.eq(b.mod(x, n(4)), n(0))
    assert _refuted(by_four, b.negate(even))
    assert not _refuted(b.negate(by_four), even)
    assert _refuted(b.eq(b.mod(x, n(12)), n(7)), b.eq(b.mod(x, n(4)), n(1)))


def test_goals_against_known_truth_values() -> None:
    assert _refuted(b.negate(p), p)
    assert _refuted(b.conjunction((b.gt(x, n(0)), p)), b.negate(p))
    assert _refuted(b.disjunction((b.gt(x, n(9)), p)), b.negate(p), b.lt(x, n(5)))


SMALL = st.integers(-3, 3)
TERMS = st.builds(
    lambda a, c, m, kind: (
        b.mod(b.add(b.mul(n(a), x), n(c)), n(m)) if kind else b.add(b.mul(n(a), x), b.mul(n(c), y))
    ),
    SMALL,
    SMALL,
    st.integers(2, 6),
    st.booleans(),
)
CONDITIONS = st.builds(
    lambda make, term, bound: make(term, n(bound)),
    st.sampled_from([b.le, b.ge, b.eq, b.ne]),
    TERMS,
    SMALL,
)


@given(st.lists(CONDITIONS, max_size=5), CONDITIONS)
def test_what_is_refuted_has_no_solution(conditions: list[Term], goal: Term) -> None:
    if _refuted(goal, *conditions):
        for a in range(-8, 9):
            for c in range(-8, 9):
                assert not holds([*conditions, goal], {"x": a, "y": c})
