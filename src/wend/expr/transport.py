"""Terms as plain tuples, to be sent to other processes.

A row is (op, indices of the arguments, payload, sort). It refers only to rows before it: shared
parts travel once, and deep terms need no recursion. A variable travels as its text.

A process that sends many messages has a `Sender`, which leaves out the rows of earlier messages.
"""

from __future__ import annotations

from typing import Any

from wend.expr.sorts import Sort
from wend.expr.terms import Term, on_forgetting, term
from wend.expr.variables import named

Row = tuple[str, tuple[int, ...], Any, str]
"""Operation, indices of the arguments, payload, value of the sort."""


def pack(roots: list[Term]) -> tuple[list[Row], list[int]]:
    """The rows of all terms below the roots, and the index of each root."""
    index: dict[Term, int] = {}
    return _new_rows(roots, index), [index[root] for root in roots]


def _new_rows(roots: list[Term], index: dict[Term, int]) -> list[Row]:
    """The rows of terms that have no index yet; they get one."""
    rows: list[Row] = []
    stack = [*reversed(roots)]
    while stack:
        node = stack[-1]
        missing = [arg for arg in node.args if arg not in index]
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        if node not in index:
            index[node] = len(index)
            rows.append(_row(node, tuple([index[arg] for arg in node.args])))
    return rows


def _row(node: Term, args: tuple[int, ...]) -> Row:
    payload = node.payload.text if node.op == "var" else node.payload
    return node.op, args, payload, node.sort._value_


def unpack(rows: list[Row], terms: list[Term] | None = None) -> list[Term]:
    """The term of each row, appended to the terms of earlier messages if these are given."""
    terms = [] if terms is None else terms
    for op, args, payload, sort in rows:
        if op == "var":
            payload = named(payload)
        terms.append(term(op, tuple([terms[arg] for arg in args]), payload, _SORTS[sort]))
    return terms


class Sender:
    """The sending end of many messages. Each message has only rows that are new."""

    def __init__(self) -> None:
        self._index: dict[Term, int] = {}
        on_forgetting(self._index.clear)

    def pack(self, roots: list[Term]) -> tuple[int, list[Row], list[int]]:
        """The number of rows that the receiver has, the new rows, and the index of each root."""
        start = len(self._index)
        rows = _new_rows(roots, self._index)
        return start, rows, [self._index[root] for root in roots]


class Receiver:
    """The receiving end.

    A message may begin at a row that was received already. It comes from another fork of the
    sender, and the rows from there on were those of a fork that is gone.
    """

    def __init__(self) -> None:
        self._terms: list[Term] = []

    @property
    def terms(self) -> list[Term]:
        """The terms of all rows so far, valid until the next message."""
        return self._terms

    def unpack(self, start: int, rows: list[Row]) -> list[Term]:
        """The terms of all rows so far, valid until the next message."""
        assert start <= len(self._terms), "a message was lost"
        del self._terms[start:]
        return unpack(rows, self._terms)


_SORTS = {sort.value: sort for sort in Sort}
