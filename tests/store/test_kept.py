"""Results come out of their text as they went in, and nothing else comes out of any text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wend.inputs.inputs import Inputs
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.case import Case
from wend.path.outcome import Dropped, Raised, Returned, Stopped
from wend.path.reason import Reason
from wend.path.result import Coverage, CoverResult, NotReached, ReachResult, TakenPath
from wend.record import Record
from wend.store import records

TEXTS = st.text(st.characters(), max_size=8)  # lone surrogates among them
INTS = st.one_of(st.integers(), st.sampled_from([2**62, -(2**62), 10**5000, -(10**5000)]))
LINES = st.lists(st.integers(-100, 100), max_size=3).map(tuple)
ARCS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=3).map(tuple)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple)
TEXT_TUPLES = st.lists(TEXTS, max_size=3).map(tuple)
INPUTS = st.lists(st.tuples(TEXTS, st.one_of(INTS, st.booleans(), st.floats())), max_size=4).map(
    lambda items: Inputs(tuple(items))
)
OUTCOMES = st.one_of(
    st.builds(Returned, st.none() | TEXTS, TEXTS, TEXT_TUPLES),
    st.builds(Raised, TEXTS, TEXTS, TEXTS, st.integers(), st.booleans(), st.booleans()),
    st.builds(Stopped, st.sampled_from(["timeout", "memory", "crash", "blocked"]), TEXTS),
    st.just(Dropped()),
)
CASES = st.builds(Case, INPUTS, PAIRS, OUTCOMES, TEXT_TUPLES, TEXT_TUPLES, LINES, ARCS, TEXTS)
REASONS = st.builds(Reason, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.integers(), st.integers())
TARGETS = st.builds(
    TargetRef,
    st.builds(ModuleRef, TEXTS, TEXTS, TEXTS, st.booleans()),
    TEXTS,
    st.integers(),
    st.booleans(),
)
RESULTS = st.one_of(
    st.builds(
        CoverResult,
        TARGETS,
        st.sampled_from(["complete", "budget"]),
        executions=st.integers(),
        seconds=st.floats(0, 100),
        coverage=st.builds(Coverage, LINES, LINES, ARCS, ARCS),
        cases=st.lists(CASES, max_size=3).map(tuple),
        reasons=st.lists(REASONS, max_size=3).map(tuple),
        error=st.none() | TEXTS,
        paths=st.lists(st.builds(TakenPath, PAIRS, TEXTS, OUTCOMES), max_size=2).map(tuple),
        by_keyword=st.frozensets(TEXTS, max_size=3),
        not_reached=st.lists(
            st.builds(NotReached, st.integers(), st.none() | st.integers(), TEXTS), max_size=3
        ).map(tuple),
    ),
    st.builds(
        ReachResult, TARGETS, st.integers(), TEXTS, st.just("reached"), case=st.none() | CASES
    ),
)


def typed(value: Any) -> Any:
    """A value with the types of all that is in it: 1, True and 1.0 are equal."""
    if isinstance(value, Record):
        return type(value), [typed(each) for each in value._key()]
    if isinstance(value, Inputs):
        return Inputs, [typed(each) for each in value.items_]
    if isinstance(value, tuple):
        return tuple, [typed(each) for each in value]
    return type(value), repr(value) if isinstance(value, float) else value


@given(RESULTS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_results_come_back(result: Any) -> None:
    assert typed(records.result_of(records.text_of(result))) == typed(result)


@given(st.lists(INPUTS, max_size=3))
@settings(deadline=None)
def test_inputs_come_back(inputs: list[Inputs]) -> None:
    assert typed(tuple(records.inputs_of(records.text_of(tuple(inputs))))) == typed(tuple(inputs))


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", "3", '{"CoverResult": 3}', '{"CoverResult": [1]}'),
        *('{"os.system": ["ls"]}', '{"Record": []}', '{"a": 1, "b": 2}', "[" * 100_000),
        '{"Reason": ["a", "b"]}',
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(records.Unreadable):
        records.result_of(text)
    if text != "[]":
        with pytest.raises(records.Unreadable):
            records.inputs_of(text)


def test_text_is_ascii() -> None:
    text = records.text_of((Inputs((("ord(é)", 1), ("\ud800", 2.5))),))

    assert text.isascii()
    assert json.loads(text)
