"""Inputs for the alternatives within one path: each member of a set, each entry of a table.

A lookup in a table is one path for all entries, because its result is one if-then-else term. But
the reader of a small function wants to see a case for each entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wend.expr.build import conjunction, negate
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.solve.answer import Sat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query

MOST_CHOICES = 16
"""Alternatives of one path that are looked at."""


def alternatives(paths: Sequence[Path], solver: Solver, most: int) -> Iterator[Inputs]:
    """Inputs that take one of these paths and choose another alternative in it."""
    given = 0
    for path in paths:
        prefix: Prefix | None = None
        for choice in _choices(path):
            if given >= most:
                return
            prefix = prefix or Prefix.of(path.condition)
            answer = solver.solve(Query(prefix, choice, path.inputs))
            if isinstance(answer, Sat):
                given += 1
                yield path.inputs.updated(answer.model)


def _choices(path: Path) -> list[Term]:
    """The conditions that choose an alternative: of a membership that held, or of the result."""
    found: list[Term] = []
    for condition in path.condition:
        if condition.op == "or":
            found.extend(condition.args[:MOST_CHOICES])
    if path.result is not None and path.result.sort is Sort.BOOL:
        found.extend((path.result, negate(path.result)))
    elif path.result is not None and path.result.op == "ite":
        found.extend(_leaves(path.result))
    return found[:MOST_CHOICES]


def _leaves(choice: Term) -> list[Term]:
    """The conditions under which each leaf of nested if-then-else terms is the value."""
    found: list[Term] = []
    stack: list[tuple[Term, tuple[Term, ...]]] = [(choice, ())]
    while stack and len(found) < MOST_CHOICES:
        node, conditions = stack.pop()
        if node.op != "ite":
            found.append(conjunction(conditions))
            continue
        condition, then, otherwise = node.args
        stack.append((otherwise, (*conditions, negate(condition))))
        stack.append((then, (*conditions, condition)))
    return found
