"""What interval arithmetic rules out cannot hold."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr import floats as f
from wend.expr.build import floating as c
from wend.expr.build import integer as n
from wend.expr.evaluate import Undefined, holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.quick.ranges import out_of_range

x, y = (b.variable(name, Sort.FLOAT) for name in "xy")
i, j = (b.variable(name, Sort.INT) for name in "ij")
digit = [b.ge(i, n(0)), b.le(i, n(9))]

ENDS = st.sampled_from([0.0, -0.0, 1.0, -2.5, 1e308, -1e308, math.inf, -math.inf, 5e-324, 0.1])
INTS = st.recursive(
    st.sampled_from([i, j, n(0), n(-3), n(10**200)]),
    lambda below: (
        st.builds(b.add, below, below)
        | st.builds(b.mul, below, below)
        | st.builds(lambda a, d: b.ite(b.le(i, n(4)), a, d), below, below)
        | below.map(lambda a: b.mod(a, n(7)))
    ),
    max_leaves=5,
)
FLOATS = st.recursive(
    st.sampled_from([x, y]) | ENDS.map(c) | INTS.map(f.to_float),
    lambda below: (
        st.builds(f.fadd, below, below)
        | st.builds(f.fsub, below, below)
        | st.builds(f.fmul, below, below)
        | st.builds(lambda a, d: b.ite(b.le(i, n(4)), a, d), below, below)
        | below.map(f.fneg)
        | below.map(f.fabs)
        | below.map(lambda a: f.call("math.sin", a))
        | below.map(lambda a: f.fpow(a, c(2.0)))
        | INTS.map(lambda a: f.fdiv(a, n(10)))
    ),
    max_leaves=5,
)
ATOM = st.builds(
    lambda make, a, d: make(a, d), st.sampled_from([f.flt, f.fle, f.feq]), FLOATS, FLOATS
)
CONDITION = (
    ATOM
    | ATOM.map(b.negate)
    | FLOATS.map(f.is_nan)
    | FLOATS.map(f.is_inf)
    | st.builds(lambda a, k: b.le(a, n(k)), INTS, st.integers(-9, 99))
    | st.builds(lambda a, k: b.ge(a, n(k)), INTS, st.integers(-9, 99))
)  # fmt: skip
VALUES = st.fixed_dictionaries(
    {"x": ENDS | st.floats(), "y": ENDS, "i": st.integers(-9, 9), "j": st.integers(-99, 10**9)}
)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(st.lists(CONDITION, min_size=1, max_size=3), VALUES)
def test_what_holds_somewhere_is_in_range(conditions: list[Term], values: dict[str, Any]) -> None:
    try:
        does = holds(conditions, values)
    except (Undefined, OverflowError):
        return
    if does:
        assert not out_of_range(conditions)


def test_products_of_digits_are_numbers() -> None:
    scaled = f.fmul(f.to_float(i), f.to_float(b.ite(b.eq(j, n(107)), n(1024), n(2**30))))

    assert out_of_range([*digit, f.is_nan(scaled)])
    assert out_of_range([*digit, f.is_inf(scaled)])
    assert out_of_range([*digit, f.fgt(scaled, c(9.0 * 2**30))])
    assert not out_of_range([*digit, f.fge(scaled, c(9.0 * 2**30))])


def test_large_numbers_may_overflow_when_they_are_added() -> None:
    total = f.fadd(f.to_float(i), f.to_float(j))

    assert not out_of_range([f.is_inf(total)])
    assert out_of_range([f.is_nan(total)])
