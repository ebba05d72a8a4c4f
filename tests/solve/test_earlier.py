"""Answers of earlier runs: the same as a solver's, and only to the same questions."""

from __future__ import annotations

import math

import pytest

from wend.expr.build import conjunction, eq, integer, le, lt, mul, variable
from wend.expr.floats import is_exactly
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.answer import Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.quick.earlier_answers import Earlier
from wend.solve.slice import Slice

X, Y = variable("x", Sort.INT), variable("y", Sort.INT)
BELOW = lt(X, Y)
F, B = variable("f", Sort.FLOAT), variable("b", Sort.BOOL)


class Texts:
    """Answers in a dict."""

    def __init__(self, seconds: float = 5.0) -> None:
        self.seconds = seconds
        self.texts: dict[str, str] = {}

    def find(self, question: str) -> str | None:
        return self.texts.get(question)

    def keep(self, question: str, answer: str) -> None:
        self.texts[question] = answer


def part(*conditions: Term, goal: Term = BELOW) -> Slice:
    return Slice(conditions, goal, (B, F, X, Y))


PARENT = {"x": 5, "y": 5, "f": 0.0, "b": False}


def test_unsat_is_known_for_every_parent() -> None:
    earlier = Earlier(Texts(), 0)
    earlier.remember(part(le(Y, X), B), PARENT, 1, Unsat("z3"))

    assert earlier.find(part(B, le(Y, X)), {"x": 1, "y": 0}, 4) == Unsat("cache")
    assert earlier.find(part(le(Y, X)), PARENT, 1) is None
    assert earlier.find(part(le(Y, X), B, goal=lt(Y, X)), PARENT, 1) is None


@pytest.mark.parametrize("value", [0.0, -0.0, 1e-310, math.inf, -math.inf, math.nan])
def test_models_come_back_bit_for_bit(value: float) -> None:
    earlier = Earlier(Texts(), 0)
    asked = part(is_exactly(F, value), B)
    earlier.remember(asked, PARENT, 1, Sat({"f": value, "y": 6, "b": True}, "z3"))
    found = earlier.find(asked, PARENT, 1)
    assert isinstance(found, Sat)
    assert repr(found.model) == repr({"b": True, "f": value, "y": 6})


def test_a_question_too_long_for_text_is_not_kept() -> None:
    texts = Texts()
    Earlier(texts, 0).remember(part(le(integer(10**5000), Y)), PARENT, 1, Unsat("z3"))

    assert texts.texts == {}


def test_a_model_is_known_for_its_parent() -> None:
    earlier = Earlier(Texts(), 0)
    asked = part(B)
    earlier.remember(asked, PARENT, 1, Sat({"b": True, "y": 6}, "z3"))

    assert earlier.find(asked, {**PARENT, "x": 3}, 1) is None


def test_a_model_that_does_not_hold_is_none() -> None:
    texts = Texts()
    earlier = Earlier(texts, 0)
    asked = part(B)
    earlier.remember(asked, PARENT, 1, Sat({"b": True, "y": 6}, "z3"))
    for text in ("True - - 0x0", "True", "1 2 3 4", "x - - 0x6", ""):
        texts.texts = dict.fromkeys(texts.texts, text)
        assert earlier.find(asked, PARENT, 1) is None


def test_unknown_is_tried_again_with_more_effort_or_time() -> None:
    texts = Texts(5.0)
    earlier = Earlier(texts, 0)
    earlier.remember(part(), PARENT, 4, Unknown("it is hard"))

    assert earlier.find(part(), PARENT, 4) == Unknown("it is hard")
    assert earlier.find(part(), PARENT, 16) is None
    texts.seconds = 20.0
    assert earlier.find(part(), PARENT, 4) is None


def test_accidents_are_not_kept() -> None:
    texts = Texts()
    killed = Unknown("z3 did not keep to its limits", is_accident=True)
    Earlier(texts, 0).remember(part(), PARENT, 4, killed)

    assert texts.texts == {}


def test_solvers_ask_what_is_kept_and_agree_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wend.solve.chain.WORTH_SECONDS", 0.0)
    prefix = Prefix.of([lt(integer(1), X), lt(X, Y)])
    goals = [
        eq(mul(X, Y), integer(221)),
        conjunction((eq(mul(X, Y), integer(223)), lt(Y, integer(300)))),
    ]
    texts = Texts()
    answers, by = [], []
    for _ in range(2):
        solver = Solver(answers=texts)
        parent = {"x": 2, "y": 3}
        answers.append([solver.solve(Query(prefix, goal, parent)) for goal in goals])
        by.append(solver.statistics["z3"] + solver.statistics["bitwuzla"])
        solver.close()

    first, second = answers
    assert texts.texts
    assert by[0] > 0 and by[1] == 0
    assert [type(each) for each in first] == [type(each) for each in second]
    assert [getattr(each, "model", None) for each in first] == [
        getattr(each, "model", None) for each in second
    ]
