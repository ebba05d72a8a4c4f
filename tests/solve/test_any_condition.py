"""Flips of paths over every operation: what is sat holds, what is unsat has no small solution."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_terms import Twin, bools, environments

from wend.expr.build import negate
from wend.expr.evaluate import holds
from wend.expr.terms import Term
from wend.solve.answer import Sat, Unsat
from wend.solve.chain import Solver
from wend.solve.encode import z3_int
from wend.solve.query import Prefix, Query
from wend.solve.workers import bitwuzla

SMALL = [
    dict(zip("xyzpq", values, strict=True))
    for values in itertools.product(
        range(-4, 5), range(-4, 5), (-3, -1, 0, 1, 2, 7), (False, True), (False, True)
    )
]


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitwuzla, "POLLS", 3000)
    monkeypatch.setattr(z3_int, "RLIMIT", 300_000)


def _path(twins: list[Twin], parent: dict[str, Any]) -> Iterator[Term]:
    """The conditions, each with the side that the parent takes."""
    for twin in twins:
        for condition in (twin.term, negate(twin.term)):
            if condition.op != "const" and holds([condition], parent):
                yield condition


@pytest.mark.slow
@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(bools(3), min_size=1, max_size=5), environments())
def test_answers_are_true(twins: list[Twin], parent: dict[str, Any]) -> None:
    path = list(_path(twins, parent))
    solver = Solver()
    prefix = Prefix.empty()
    for at, condition in enumerate(path):
        goal = negate(condition)
        answer = solver.solve(Query(prefix, goal, parent))
        prefix = prefix.extended(condition)
        if isinstance(answer, Sat):
            assert holds([*path[:at], goal], {**parent, **answer.model})
        if isinstance(answer, Unsat):
            assert not any(holds([goal, *path[:at]], assignment) for assignment in SMALL)
    solver.close()
