"""Terms as plain tuples, for the way between processes.

A row is (op, indices of the arguments, payload, sort) and refers only to rows before it, so that
shared parts travel once and deep terms need no recursion.
"""

from __future__ import annotations

from typing import Any

from wend.expr.sorts import Sort
from wend.expr.terms import Term, term, walk

Row = tuple[str, tuple[int, ...], Any, bool]
"""The last field says whether the sort is Bool."""


def pack(roots: list[Term]) -> tuple[list[Row], list[int]]:
    """The rows of all terms below the roots, and where each root is."""
    rows: list[Row] = []
    index: dict[Term, int] = {}
    for node in walk(*roots):
        index[node] = len(rows)
        args = tuple([index[arg] for arg in node.args])
        rows.append((node.op, args, node.payload, node.sort is Sort.BOOL))
    return rows, [index[root] for root in roots]


def unpack(rows: list[Row]) -> list[Term]:
    """The term of each row, in this process."""
    terms: list[Term] = []
    for op, args, payload, is_bool in rows:
        sort = Sort.BOOL if is_bool else Sort.INT
        terms.append(term(op, tuple([terms[arg] for arg in args]), payload, sort))
    return terms
