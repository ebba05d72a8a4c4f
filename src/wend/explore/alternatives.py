"""Inputs for the alternatives inside one path: which member, which entry of a table.

A lookup in a table is one path however many entries there are, because its result is one
if-then-else term. For the reader of a small function the entries are what it can do.
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
    """Inputs that stay on a path and choose otherwise inside it."""
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
    """The alternatives of memberships that held, and those of the result."""
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
