"""Simplification keeps the meaning; show and transport say the same term again."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_terms import Twin, bools, environments, ints

from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.show import LONGEST, show
from wend.expr.transport import pack, unpack


def _defined(twin: Twin, env: dict[str, object]) -> object:
    try:
        return twin.compute(env)
    except ArithmeticError:
        assume(False)


@settings(max_examples=400)
@given(ints() | bools(), environments())
def test_a_term_means_what_python_computes(twin: Twin, env: dict[str, object]) -> None:
    expected = _defined(twin, env)

    assert evaluate(twin.term, env) == expected


@settings(max_examples=300)
@given(bools(), environments())
def test_where_python_raises_a_condition_does_not_hold_unless_it_was_decided(
    twin: Twin, env: dict[str, object]
) -> None:
    try:
        expected = twin.compute(env)
    except ZeroDivisionError:
        return

    assert holds([twin.term], env) == expected


@settings(max_examples=400)
@given(ints() | bools(), environments())
def test_shown_terms_are_python(twin: Twin, env: dict[str, object]) -> None:
    text = show(twin.term)
    assume(len(text) < LONGEST and "…" not in text)
    try:
        expected = evaluate(twin.term, env)
    except Undefined:
        return

    assert eval(text, {}, dict(env)) == expected


@settings(max_examples=200)
@given(st.lists(ints() | bools(), max_size=4))
def test_transport_brings_back_the_same_terms(twins: list[Twin]) -> None:
    roots = [twin.term for twin in twins]
    rows, at = pack(roots)

    again = unpack(rows)

    assert all(again[index] is root for index, root in zip(at, roots, strict=True))
