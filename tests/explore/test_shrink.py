"""Smaller inputs take the same path."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from wend.explore.shrink import shrink
from wend.expr.build import (
    add,
    conjunction,
    disjunction,
    eq,
    floordiv,
    ge,
    gt,
    integer,
    le,
    mod,
    mul,
    negate,
    variable,
)
from wend.expr.evaluate import evaluate, holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.path.branch import Branch
from wend.path.outcome import Returned
from wend.path.path import Path
from wend.path.site import Site

X, Y, B = variable("x", Sort.INT), variable("y", Sort.INT), variable("b", Sort.BOOL)


def path(inputs: dict[str, int | bool], *conditions: Term) -> Path:
    branches = tuple(
        Branch(Site("f.py", "f", line, 0, "test"), each, bool(evaluate(each, inputs)))
        for line, each in enumerate(conditions)
    )
    return Path(Inputs.of(inputs), branches, Returned("0", "0"))


def test_values_that_do_not_matter_become_zero():
    found = shrink(path({"x": 812, "y": -99, "b": True}, gt(X, integer(10))))

    assert dict(found) == {"x": 11, "y": 0, "b": False}


def test_negative_values_become_positive_where_the_sign_does_not_matter():
    even = eq(mod(X, integer(2)), integer(0))

    found = shrink(path({"x": -14}, negate(eq(X, integer(0))), even))

    assert dict(found) == {"x": 2}


def test_a_path_that_needs_its_values_keeps_them():
    exact = conjunction((ge(X, integer(-40)), le(X, integer(-40))))

    assert dict(shrink(path({"x": -40}, exact))) == {"x": -40}


def test_a_value_gets_smaller_once_another_one_lets_it():
    """`x // y > 10000` holds x up as long as y is 15, and y comes after x."""
    heavy = gt(floordiv(X, Y), integer(10_000))

    found = shrink(path({"x": 150_015, "y": 15}, negate(eq(Y, integer(0))), heavy))

    assert dict(found) == {"x": 10_001, "y": 1}


def test_what_a_condition_speaks_of_need_not_be_there():
    """`len(s) <= 3 or s[3] == 'x'` holds for short texts, which have no such character."""
    length, fourth = variable("len(s)", Sort.INT), variable("ord(s[3])", Sort.INT)
    ends = disjunction((le(length, integer(3)), eq(fourth, integer(120))))

    assert dict(shrink(path({"len(s)": 2}, ends))) == {"len(s)": 0}


@settings(max_examples=100, derandomize=True, deadline=None)
@given(
    st.integers(-(10**6), 10**6),
    st.integers(-(10**6), 10**6),
    st.lists(
        st.builds(
            lambda a, b, c, op: op(add(mul(integer(a), X), mul(integer(b), Y)), integer(c)),
            st.integers(-3, 3),
            st.integers(-3, 3),
            st.integers(-100, 100),
            st.sampled_from([ge, le, gt, eq]),
        ),
        max_size=5,
    ),
)
def test_shrunk_inputs_satisfy_the_path_condition_and_are_no_larger(x, y, conditions):
    original = path({"x": x, "y": y}, *conditions)

    found = shrink(original)

    assert holds(original.condition, found)
    assert all(abs(found[name]) <= abs(original.inputs[name]) for name in found)
