"""Simplification keeps the meaning; show and transport say the same term again."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_terms import Twin, bools, environments, ints

from wend.expr import build
from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.show import LONGEST, show
from wend.expr.sorts import Sort
from wend.expr.transport import Receiver, Sender, pack, unpack


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


@settings(max_examples=100)
@given(st.lists(st.lists(ints() | bools(), max_size=3), max_size=4))
def test_what_was_sent_before_is_not_sent_again(messages: list[list[Twin]]) -> None:
    sender, receiver = Sender(), Receiver()
    sent = set()
    for twins in messages:
        roots = [twin.term for twin in twins]
        start, rows, at = sender.pack(roots)

        terms = receiver.unpack(start, rows)

        assert all(terms[index] is root for index, root in zip(at, roots, strict=True))
        assert start == len(sent)
        assert sent.isdisjoint(terms[start:])
        sent.update(terms)


def test_a_receiver_forgets_what_only_a_child_knew():
    x, y = build.variable("x", Sort.INT), build.variable("y", Sort.INT)
    receiver = Receiver()
    receiver.unpack(*Sender().pack([x])[:2])
    for term in (build.lt(x, y), build.eq(x, y)):
        child = Sender()
        child.pack([x])  # as the one that it was forked from did
        start, rows, (at,) = child.pack([term])

        assert receiver.unpack(start, rows)[at] is term


def test_a_receiver_begins_anew_with_a_new_sender():
    x, y = build.variable("x", Sort.INT), build.variable("y", Sort.INT)
    receiver = Receiver()
    first, second = Sender(), Sender()
    receiver.unpack(*first.pack([build.lt(x, y)])[:2])

    start, rows, (at,) = second.pack([y])

    assert receiver.unpack(start, rows)[at] is y
