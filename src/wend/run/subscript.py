"""Subscripts and membership of sequences where an index or a member is tracked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run.tracked.decisions import common_sort, decide, decide_between, one_of, pick
from wend.run.tracked.lift import TRACKED, int_term, track, value_of
from wend.run.tracked.places import position

SEQUENCES = (list, tuple, str, bytes, bytearray)
WIDEST_WRITE = 64
"""Longer lists decide the index at which they are written, instead of keeping each alternative."""


# Sequences


def sequence_item(sequence: Sequence[Any], key: Any) -> Any:
    """sequence[key] with a tracked key: a term where the items have terms, else decided."""
    place = position(len(sequence), key)
    if place is None:
        return sequence[value_of(key)]  # raises what Python raises
    term, value = place
    return pick(term, value, range(len(sequence)), sequence, "which")


def write_item(sequence: Any, key: Any, item: Any) -> None:
    """sequence[key] = item; a list of ints keeps both alternatives of every place."""
    place = position(len(sequence), key)
    if place is None:
        sequence[value_of(key)] = item
        return
    term, value = place
    length = len(sequence)
    sort, terms = common_sort([item, *sequence]) if type(sequence) is list else (None, [])
    if sort is None or length > WIDEST_WRITE:
        sequence[decide_between(term, value, 0, length, "which")] = item
        return
    for at in range(length):
        written = build.ite(build.eq(term, integer(at)), terms[0], terms[at + 1])
        sequence[at] = track(value_of(item if at == value else sequence[at]), written)


def settle_index(sequence: Sequence[Any], key: Any) -> int:
    """The index as a plain int, decided where it is tracked; out of range it stays so."""
    place = position(len(sequence), key)
    if place is None:
        return value_of(key)  # type: ignore[no-any-return]
    return decide_between(place[0], place[1], 0, len(sequence), "which")


# Membership


def member_of_sequence(member: Any, sequence: Iterable[Any]) -> Any:
    """Whether a tracked value is in a list or tuple, as one condition."""
    parts: list[Term] = []
    concrete = False
    value = value_of(member)
    for item in sequence:
        equal = item == member if type(item) in TRACKED else member == item
        if type(equal) not in TRACKED:
            if equal:
                return True
            continue
        part = build.truth(equal._wend_term)
        concrete = concrete or value == value_of(item)
        parts.append(part)
    return track(concrete, build.disjunction(parts))


def member_of_bytes(member: Any, sequence: bytes | bytearray) -> Any:
    """Whether a tracked value is one of the bytes; that it is none at all is an error."""
    term, value = int_term(member), int(value_of(member))
    assert term is not None
    is_byte = build.conjunction((build.ge(term, integer(0)), build.lt(term, integer(256))))
    if not decide(is_byte, 0 <= value < 256, "value"):
        return value in sequence  # raises what Python raises
    return track(value in sequence, one_of(term, sequence))
