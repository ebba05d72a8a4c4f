"""Subscripts and membership of sequences where an index or a member is tracked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.reads import table
from wend.expr.terms import Term
from wend.run.operations.equality import any_of, condition, same
from wend.run.tracked import text
from wend.run.tracked.decisions import (
    common_sort,
    decide,
    decide_between,
    decide_inside,
    one_of,
    pick,
)
from wend.run.tracked.lift import int_of, track, value_of
from wend.run.tracked.places import fit, position
from wend.run.tracked.text import SymStr

SEQUENCES: tuple[Any, ...] = (list, tuple, str, bytes, bytearray, deque)
WIDEST_WRITE = 64
"""The most items of a list that keeps both alternatives where a tracked index is written. In a
longer list the index is decided."""


# Sequences


def sequence_item(sequence: Sequence[Any], key: Any) -> Any:
    """sequence[key] with a tracked key: a term where all items have terms, else the key is
    decided."""
    place = position(len(sequence), key)
    if place is None:
        return sequence[value_of(key)]  # raises what Python raises
    term, value = place
    return chosen(term, value, range(len(sequence)), sequence, "which")


def write_item(sequence: Any, key: Any, item: Any) -> None:
    """sequence[key] = item. A list whose items have terms gets both alternatives in each place."""
    place = position(len(sequence), key)
    if place is None:
        sequence[value_of(key)] = item
        return
    term, value = place
    length = len(sequence)
    written: list[Any] = []
    if isinstance(sequence, list) and length <= WIDEST_WRITE:
        for at, old in enumerate(list.__iter__(sequence)):
            is_here = build.eq(term, integer(at))
            new = melted([item, old], int(at != value), partial(_either, is_here))
            if new is _APART:
                break
            written.append(new)
    if len(written) == length:
        list.__setitem__(sequence, slice(None), written)
    else:
        sequence[decide_between(term, value, 0, length, "which")] = item


def _either(condition: Term, terms: Sequence[Term]) -> Term:
    return build.ite(condition, *terms)


def settle_index(sequence: Sequence[Any], key: Any, *, is_sized: bool = False) -> int:
    """The index as a plain int. A tracked one is decided, and may be out of range. `is_sized`: an
    int that is too large for C code raises something of its own."""
    place = position(len(sequence), key)
    if place is None:
        if is_sized:
            fit(key)
        return value_of(key)  # type: ignore[no-any-return]
    return decide_between(place[0], place[1], 0, len(sequence), "which")


# One of several items


def chosen(term: Term, value: int, keys: Sequence[int], items: Any, kind: str) -> Any:
    """The item of the key that a term equals: a term where all items have them, else the key is
    decided. Keys ascend, and one of them fits."""
    made = melted(items, keys.index(value), partial(table, term, keys))
    return pick(term, value, keys, items, kind) if made is _APART else made


def chosen_by(truths: Sequence[Any], items: Sequence[Any]) -> Any:
    """The item whose truth value is true, in the same way. Exactly one of them is."""
    conditions = [*map(condition, truths)]
    values = [bool(value_of(truth)) for truth in truths]

    def select(terms: Sequence[Term]) -> Term:
        made = terms[-1]
        for at in reversed(range(len(terms) - 1)):
            made = build.ite(conditions[at], terms[at], made)
        return made

    made = melted(items, values.index(True), select) if len(items) <= WIDEST_WRITE else _APART
    low, high = 0, len(items)
    while made is _APART:
        if all(items[at] is items[low] for at in range(low, high)):
            return items[low]
        middle = (low + high) // 2
        if decide(build.disjunction(conditions[low:middle]), any(values[low:middle]), "which"):
            high = middle
        else:
            low = middle
    return made


_APART: Any = object()
Select = Callable[[Sequence[Term]], Term]


def melted(items: Sequence[Any], at: int, select: Select) -> Any:
    """One value that is one of several items, depending on the inputs; `_APART` if there is none.

    There is one for numbers of one sort, texts of one length, and tuples of such.
    """
    sort, terms = common_sort(items)
    if sort is not None:
        return track(value_of(items[at]), select(terms))
    first = type(items[0])
    if first is str or first is SymStr:
        return _melted_text(items, at, select)
    if first is not tuple or any(type(item) is not tuple for item in items):
        return _APART
    if any(len(item) != len(items[0]) for item in items):
        return _APART
    columns = [melted(column, at, select) for column in zip(*items, strict=True)]
    return _APART if any(column is _APART for column in columns) else tuple(columns)


def _melted_text(items: Sequence[Any], at: int, select: Select) -> Any:
    length = str.__len__(items[0])
    for item in items:
        is_text = type(item) is str or (type(item) is SymStr and not text.is_unread(item))
        if not is_text or text.tail_of(item) is not None or str.__len__(item) != length:
            return _APART
    columns = zip(*[text.codes_of(item) for item in items], strict=True)
    codes = [_code(select([text.as_term(code) for code in column])) for column in columns]
    return text.text(text.raw(items[at]), codes)


def _code(term: Term) -> Any:
    return term.payload if term.op == "const" else term


# Membership


def member_of_sequence(member: Any, sequence: Iterable[Any]) -> Any:
    """Whether a value is in a list or tuple, as one condition if no code of a class must tell."""
    truths: list[Any] = []
    for item in sequence:
        truth = same(item, member)
        if truth is None:
            if any_of(truths):  # decided before code of the item's class runs
                return True
            truths = []
            truth = item is member or bool(item == member)
        if truth is True:
            return True
        if truth is not False:
            truths.append(truth)
    return any_of(truths)


def member_of_bytes(member: Any, sequence: bytes | bytearray) -> Any:
    """Whether a tracked value is one of the bytes. One that is no byte is an error."""
    term, value = int_of(member)
    if not decide_inside(term, value, 0, 256, "value"):
        return value in sequence  # raises what Python raises
    return track(value in sequence, one_of(term, sequence))
