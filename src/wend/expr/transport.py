"""Terms as plain tuples, for the way between processes.

A row is (op, indices of the arguments, payload, sort) and refers only to rows before it, so that
shared parts travel once and deep terms need no recursion.
"""

from __future__ import annotations

from typing import Any

from wend.expr.sorts import Sort
from wend.expr.terms import Term, term, walk

Row = tuple[str, tuple[int, ...], Any, str]
"""The last field is the value of the sort."""


def pack(roots: list[Term]) -> tuple[list[Row], list[int]]:
    """The rows of all terms below the roots, and where each root is."""
    rows: list[Row] = []
    index: dict[Term, int] = {}
    for node in walk(*roots):
        index[node] = len(rows)
        args = tuple([index[arg] for arg in node.args])
        rows.append((node.op, args, node.payload, node.sort._value_))
    return rows, [index[root] for root in roots]


def unpack(rows: list[Row]) -> list[Term]:
    """The term of each row, in this process."""
    terms: list[Term] = []
    for op, args, payload, sort in rows:
        terms.append(term(op, tuple([terms[arg] for arg in args]), payload, _SORTS[sort]))
    return terms


_SORTS = {sort.value: sort for sort in Sort}
