"""Goals on one variable that what is known of it contradicts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wend.expr import build
from wend.expr.evaluate import evaluate
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.quick.intervals import contradicted, values_of
from wend.solve.slice import Knowledge

CODE = build.variable("ord(s[0])", Sort.INT)
VALUES = range(-3, 60)


def _compared(make: object, value: int) -> Term:
    return make(CODE, build.integer(value))  # type: ignore[operator, no-any-return]


_LEAVES = st.builds(
    _compared,
    st.sampled_from([build.le, build.ge, build.eq, build.ne]),
    st.integers(0, 50),
) | st.sets(st.integers(0, 16), min_size=7).map(
    lambda lows: build.among(CODE, [(3 * low, 3 * low + low % 2) for low in sorted(lows)])
)
_CONDITIONS = st.recursive(
    _LEAVES,
    lambda below: (
        st.lists(below, max_size=3).map(build.conjunction)
        | st.lists(below, max_size=3).map(build.disjunction)
        | below.map(build.negate)
    ),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(_CONDITIONS)
def test_the_values_are_those_for_which_it_holds(condition: Term) -> None:
    found = values_of(condition)
    if condition.op == "const":
        return
    assert found is not None
    for value in VALUES:
        inside = any(low <= value <= high for low, high in found)
        assert inside is evaluate(condition, {"ord(s[0])": value})


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(_CONDITIONS, max_size=3), _CONDITIONS)
def test_contradictions_are_true(conditions: list[Term], goal: Term) -> None:
    known = Knowledge()
    for condition in conditions:
        known = known.extended(condition)
    holds = [
        value
        for value in (*VALUES, 1000, 0x10FFFF)
        if all(evaluate(each, {"ord(s[0])": value}) for each in (*conditions, goal))
        if value >= 0
    ]
    if holds:
        assert not contradicted(known, goal)
    elif goal.op != "const" and all(each.op != "const" for each in conditions):
        assert contradicted(known, goal)
