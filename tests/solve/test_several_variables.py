"""Goals on several variables that need no solver: what is said of them is true."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from wend.expr import build
from wend.expr.evaluate import evaluate, holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import bounded
from wend.solve.quick.intervals import chosen_of_several, contradicted_by_all
from wend.solve.quick.refute import refuted
from wend.solve.quick.sums import balanced
from wend.solve.slice import Knowledge

LAST = 5
NAMES = [bounded(name, 0, LAST).text for name in "xyz"]
VARIABLES = [build.variable(name, Sort.INT) for name in NAMES]
EVERY = [dict(zip(NAMES, v, strict=True)) for v in itertools.product(range(LAST + 1), repeat=3)]


def _table(variable: Term, results: list[int]) -> Term:
    node = build.integer(results[0])
    for key, result in enumerate(results[1:]):
        node = build.ite(build.eq(variable, build.integer(key)), build.integer(result), node)
    return node


def _sum(by: list[int]) -> Term:
    whole = build.integer(0)
    for variable, each in zip(VARIABLES, by, strict=True):
        whole = build.add(whole, build.mul(variable, build.integer(each)))
    return whole


_WHOLE = (
    st.sampled_from(VARIABLES)
    | st.builds(_table, st.sampled_from(VARIABLES), st.lists(st.integers(0, 9), min_size=1))
    | st.builds(_sum, st.lists(st.integers(-12, 12), min_size=3, max_size=3))
)
_COMPARED = st.builds(
    lambda make, whole, value: make(whole, build.integer(value)),
    st.sampled_from([build.le, build.ge, build.eq, build.ne]),
    _WHOLE,
    st.integers(-9, 30),
)
_CONDITIONS = st.recursive(
    _COMPARED,
    lambda below: (
        st.lists(below, min_size=1, max_size=3).map(build.conjunction)
        | st.lists(below, min_size=1, max_size=3).map(build.disjunction)
    ),
    max_leaves=5,
)


@settings(max_examples=400, deadline=None)
@given(st.lists(_CONDITIONS, max_size=4), _CONDITIONS, st.sampled_from(EVERY))
def test_proofs_and_models_are_true(
    conditions: list[Term], goal: Term, parent: dict[str, int]
) -> None:
    conditions = [each if evaluate(each, parent) else build.negate(each) for each in conditions]
    known = Knowledge()
    for condition in conditions:
        known = known.extended(condition)

    if contradicted_by_all(known, goal) or refuted(known, goal):
        assert not any(holds([*conditions, goal], each) for each in EVERY)
    for find in (chosen_of_several, balanced):
        changed = find(known, goal, parent)
        if changed is not None:
            assert holds([*conditions, goal], {**parent, **changed})


def test_a_number_is_made_of_its_digits():
    digits = [build.variable(f"ord(s[{at}])", Sort.INT) for at in range(4)]
    known, number = Knowledge(), build.integer(0)
    for digit in digits:
        known = known.extended(build.ge(digit, build.integer(ord("0"))))
        known = known.extended(build.le(digit, build.integer(ord("9"))))
        value = build.sub(digit, build.integer(ord("0")))
        number = build.add(build.mul(number, build.integer(10)), value)
    parent = {digit.payload.text: ord("9") for digit in digits}

    changed = balanced(known, build.eq(number, build.integer(2094)), parent)

    text = {**parent, **(changed or {})}
    assert "".join(chr(text[digit.payload.text]) for digit in digits) == "2094"


def test_what_held_by_one_alternative_may_hold_by_another():
    a, b = (build.variable(f"ord(s[{at}])", Sort.INT) for at in range(2))
    hash_sign = build.integer(ord("#"))
    either = build.disjunction((build.eq(a, hash_sign), build.eq(b, hash_sign)))
    known = Knowledge().extended(either)
    goal, parent = build.ne(a, hash_sign), {a.payload.text: ord("#"), b.payload.text: ord("x")}

    changed = chosen_of_several(known, goal, parent)

    assert changed is not None and changed[b.payload.text] == ord("#")
    assert contradicted_by_all(known.extended(build.ne(b, hash_sign)), goal)
