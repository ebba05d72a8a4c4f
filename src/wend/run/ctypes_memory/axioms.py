"""The axioms about pointers: the distances that two pointers can't have by their types. [002] §6

Figures 3 to 5 of the paper, for two pointers at a time: both are the same, or one points into the
other where the type says so, or their values share no byte. Each case is a set of distances.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from wend.describe.memory.types import code_of, is_array, is_compound, positions
from wend.expr.build import (
    conjunction,
    disjunction,
    eq,
    ge,
    integer,
    le,
    mod,
    sub,
)
from wend.expr.terms import Term, remembered
from wend.inputs.memory import HIGH, LOW

Interval = tuple[int, int]


def overlap(size: int, other: int) -> Interval:
    """The least and the greatest distance at which a value shares bytes with another one."""
    return -(size - 1), other - 1


@cache
def embeddings(cls: Any, other: Any) -> tuple[int, ...]:
    """The distances at which a value of one class is inside of a value of the other, or is it."""
    inside = positions(other, cls)
    around = [-at for at in positions(cls, other)]
    return tuple(sorted({*inside, *around}))


@cache
def forbidden(cls: Any, other: Any, aligned: bool) -> tuple[Interval, ...]:
    """The distances that the types of two pointers forbid."""
    if aligned and cls is other and code_of(cls) is not None:
        return ()  # by alignment they are equal or apart anyway: [002] §7.2
    low, high = overlap(ctypes.sizeof(cls), ctypes.sizeof(other))
    gaps = []
    for at in embeddings(cls, other):
        if low < at:
            gaps.append((low, at - 1))
        low = at + 1
    if low <= high:
        gaps.append((low, high))
    return tuple(gaps)


def apart(distance: Term, gaps: tuple[Interval, ...]) -> Term:
    """The condition that a distance lies in none of some intervals."""
    below = [le(distance, integer(low - 1)) for low, _ in gaps]
    above = [ge(distance, integer(high + 1)) for _, high in gaps]
    return conjunction([*map(disjunction, zip(below, above, strict=True))])


@remembered
def within(pointer: Term, cls: Any, aligned: bool) -> Term:
    """The condition that a pointer points into the buffer, where its type may be."""
    size = ctypes.sizeof(cls)
    conditions = [ge(pointer, integer(LOW)), le(pointer, integer(HIGH - size))]
    if aligned and (by := alignment(cls)) > 1:
        conditions.append(eq(mod(pointer, integer(by)), integer(0)))
    return conjunction(conditions)


@remembered
def related(pointer: Term, cls: Any, other: Term, of: Any, aligned: bool) -> Term:
    """The condition that two pointers that are not NULL keep to the axioms."""
    return apart(sub(pointer, other), forbidden(cls, of, aligned))


def alignment(cls: Any) -> int:
    return ctypes.alignment(cls) if is_compound(cls) or is_array(cls) or code_of(cls) else 1
