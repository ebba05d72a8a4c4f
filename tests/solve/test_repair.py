"""One-variable repair: what it finds is right, and what it should find it does."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.query import Prefix
from wend.solve.quick.repair import repair, repair_in_steps
from wend.solve.quick.windows import Window

x, y = b.variable("x", Sort.INT), b.variable("y", Sort.INT)
p = b.variable("p", Sort.BOOL)


def n(value: int) -> Term:
    return b.integer(value)


def repaired(goal: Term, parent: dict[str, Any], *conditions: Term) -> dict[str, Any] | None:
    assert holds(conditions, parent)
    found = repair(Prefix.of(conditions).known, goal, parent)
    if found is not None:
        assert len(found) == 1
        assert holds([*conditions, goal], {**parent, **found})
    return found


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (b.gt(x, n(5)), {"x": 6}),
        (b.lt(x, n(-5)), {"x": -6}),
        (b.eq(x, n(1234)), {"x": 1234}),
        (b.ne(x, n(0)), {"x": -1}),
        (b.eq(b.mul(n(3), x), n(21)), {"x": 7}),
        (b.eq(b.mod(x, n(4)), n(3)), {"x": -1}),
        (b.eq(b.floordiv(x, n(10)), n(3)), {"x": 30}),
        (b.eq(b.mod(b.mul(n(3), x), n(7)), n(2)), {"x": 3}),
        (b.conjunction((b.gt(x, n(3)), b.lt(x, n(5)))), {"x": 4}),
        (b.disjunction((b.gt(x, n(30)), b.eq(x, n(7)))), {"x": 7}),
        (p, {"p": True}),
        (b.conjunction((b.gt(b.absolute(x), n(8)),)), {"x": 9}),
    ],
)
def test_the_nearest_value_is_found(goal: Term, expected: dict[str, Any]) -> None:
    assert repaired(goal, {"x": 0, "y": 0, "p": False}) == expected


def test_the_prefix_still_holds() -> None:
    even = b.eq(b.mod(x, n(2)), n(0))
    third = b.eq(b.mod(x, n(3)), n(0))
    assert repaired(b.gt(x, n(20)), {"x": 0}, even, third) == {"x": 24}
    assert repaired(b.gt(x, n(20)), {"x": 0}, b.lt(x, n(21))) is None
    assert repaired(b.gt(b.add(x, y), n(20)), {"x": 0, "y": 0}, b.le(x, n(0))) == {"y": 21}


def test_the_variable_with_fewer_conditions_changes() -> None:
    conditions = [b.lt(x, n(9)), b.ne(x, n(4)), b.ge(b.mul(x, x), n(0))]

    assert repaired(b.gt(y, x), {"x": 0, "y": 0}, *conditions) == {"y": 1}


def test_a_division_by_zero_is_no_repair() -> None:
    goal = b.eq(b.floordiv(n(10), x), n(5))

    assert repaired(goal, {"x": 0}) == {"x": 2}


INTS = st.integers(-8, 8)
LINEAR = st.builds(
    lambda a, c, d: b.add(b.add(b.mul(n(a), x), b.mul(n(c), y)), n(d)), INTS, INTS, INTS
)
SHAPES = st.one_of(
    LINEAR,
    st.builds(lambda t, m: b.mod(t, n(m)), LINEAR, st.integers(2, 9)),
    st.builds(lambda t, m: b.floordiv(t, n(m)), LINEAR, st.integers(2, 9)),
    st.builds(b.mul, LINEAR, LINEAR),
    st.builds(b.bitand, LINEAR, LINEAR),
    st.builds(b.absolute, LINEAR),
    st.builds(b.bit_count, LINEAR),
)
CONDITIONS = st.builds(
    lambda make, t, bound: make(t, n(bound)),
    st.sampled_from([b.le, b.ge, b.eq, b.ne]),
    SHAPES,
    st.integers(-30, 30),
)


@settings(max_examples=300)
@given(st.lists(CONDITIONS, max_size=5), CONDITIONS, INTS, INTS)
def test_whatever_is_found_is_right(conditions: list[Term], goal: Term, a: int, c: int) -> None:
    parent = {"x": a, "y": c}
    holding = [k if holds([k], parent) else b.negate(k) for k in conditions]

    repaired(goal, parent, *holding)


@settings(max_examples=200)
@given(st.lists(CONDITIONS, max_size=4), st.lists(CONDITIONS, min_size=2, max_size=4), INTS, INTS)
def test_what_is_found_in_steps_is_right(
    conditions: list[Term], parts: list[Term], a: int, c: int
) -> None:
    parent = {"x": a, "y": c}
    holding = [k if holds([k], parent) else b.negate(k) for k in conditions]
    for goal in (b.conjunction(parts), b.disjunction([b.conjunction(parts), parts[0]])):
        found = repair_in_steps(Prefix.of(holding).known, goal, parent)

        assert found is None or holds([*holding, goal], {**parent, **found})


def test_conditions_on_several_variables_take_a_step_each() -> None:
    goal = b.conjunction((b.eq(x, n(7)), b.gt(y, n(3))))
    known = Prefix.of([b.lt(y, n(9))]).known

    assert repair_in_steps(known, goal, {"x": 0, "y": 0}) == {"x": 7, "y": 4}
    assert repair_in_steps(known, b.disjunction((b.gt(y, n(9)), goal)), {"x": 0, "y": 0}) == {
        "x": 7,
        "y": 4,
    }


@given(st.integers(-20, 20), st.integers(0, 20), st.integers(1, 9), INTS, st.integers(-40, 40))
def test_the_nearest_of_a_window(low: int, size: int, step: int, residue: int, home: int) -> None:
    window = Window(low, low + size, step, residue % step)
    members = [v for v in range(low, low + size + 1) if v % step == residue % step]

    found = window.nearest(home)

    if members and low <= home <= low + size:
        assert found is not None
        assert abs(found - home) == min(abs(v - home) for v in members)
    if found is not None:
        assert found in members


def test_a_value_is_found_beside_many_that_are_taken() -> None:
    """The next character of a text in which all differ."""
    others = [b.variable(f"ord(s[{at}])", Sort.INT) for at in range(60)]
    last = b.variable("ord(s[60])", Sort.INT)
    parent = {each.payload.text: 97 - 30 + at for at, each in enumerate(others)} | {
        "ord(s[60])": 97
    }
    known = Prefix.of([b.ne(a, c) for a, c in itertools.combinations(others, 2)]).known
    goal = b.conjunction([b.ne(last, other) for other in others])

    changed = repair(known, goal, parent)

    assert changed is not None and list(changed) == ["ord(s[60])"]
    assert changed["ord(s[60])"] not in range(97 - 30, 97 + 30)


def test_divisors_are_found() -> None:
    assert repaired(b.gt(b.floordiv(n(100), x), n(50)), {"x": -1}, b.ne(x, n(0))) is not None
    assert repaired(b.eq(b.floordiv(n(100), x), n(7)), {"x": 1}, b.ne(x, n(0))) is not None
    assert repaired(b.le(b.floordiv(n(100), x), n(0)), {"x": 1}, b.gt(x, n(0))) is not None
    assert repaired(b.eq(b.mod(y, x), n(3)), {"x": 5, "y": 50}, b.gt(x, n(0))) is not None
    assert repaired(b.eq(b.mod(y, x), n(0)), {"x": 7, "y": 50}, b.gt(x, n(1))) is not None
