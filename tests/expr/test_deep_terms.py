"""Loops make terms as deep as they run long: nothing may recurse."""

from __future__ import annotations

import pytest

from wend.expr import build
from wend.expr.evaluate import evaluate
from wend.expr.show import show
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.transport import pack, unpack

pytestmark = pytest.mark.slow

DEPTH = 100_000


def deep_choice() -> Term:
    # Made here: explorations of other tests may have emptied the table of terms.
    x, p = build.variable("x", Sort.INT), build.variable("p", Sort.BOOL)
    node = build.gt(x, build.integer(0))
    for step in range(DEPTH // 2):
        bound = build.integer(step)
        node = build.disjunction((build.conjunction((node, build.ne(x, bound))), p))
    return node


def test_deep_choices_are_evaluated_shown_and_sent() -> None:
    root = deep_choice()

    assert evaluate(root, {"x": -1, "p": True}) is True
    assert evaluate(root, {"x": -1, "p": False}) is False
    assert show(root)
    rows, (at,) = pack([root])
    assert unpack(rows)[at] is root


def test_deep_conditions_are_negated() -> None:
    root = deep_choice()

    assert evaluate(build.negate(root), {"x": -1, "p": True}) is False
    assert build.negate(build.negate(root)) is root


def test_deep_arithmetic_is_evaluated_shown_and_sent() -> None:
    x = build.variable("x", Sort.INT)
    node = x
    for step in range(DEPTH):
        node = build.mod(build.mul(node, build.bitxor(x, node)), build.integer(step % 5 + 2))

    assert 0 <= evaluate(node, {"x": 12}) < 7
    assert show(node)
    rows, (at,) = pack([node])
    assert unpack(rows)[at] is node
