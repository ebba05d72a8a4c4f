"""Indices and bounds of slices that are tracked, settled against a known length."""

from __future__ import annotations

from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run.tracked.decisions import decide, decide_between, decide_inside
from wend.run.tracked.lift import TRACKED, int_of


def position(length: int, key: Any) -> tuple[Term, int] | None:
    """Term and value of a tracked index, counted from the front; None where out of range."""
    term, value = int_of(key)
    if not decide_inside(term, value, -length, length, "index"):
        return None
    if decide(build.ge(term, integer(0)), value >= 0, "which"):
        return term, value
    return build.add(term, integer(length)), value + length


def fit(number: Any, bits: int = 64) -> None:
    """Decides whether a tracked int fits into C code's int of this size, and raises what C code
    raises.

    It is asked where all other values are alike: they are out of range, or clipped.
    """
    if type(number) not in TRACKED:
        return
    if not decide_inside(*int_of(number), -(2 ** (bits - 1)), 2 ** (bits - 1), "index"):
        raise OverflowError("Python int too large to convert to C integer")


def settle_bound(bound: Any, length: int) -> Any:
    """A tracked bound of a slice as a plain one. All bounds beyond an end are alike."""
    if type(bound) not in TRACKED:
        return bound
    term, value = int_of(bound)
    if decide(build.ge(term, integer(length)), value >= length, "which"):
        return length
    if decide(build.lt(term, integer(-length)), value < -length, "which"):
        return -length - 1
    if decide(build.ge(term, integer(0)), value >= 0, "which"):
        return decide_between(term, value, 0, length, "which")
    return decide_between(term, value, -length, 0, "which")


def settle_place(place: Any, length: int) -> Any:
    """The same for the place of an insertion, which may be too large for C code."""
    settled = settle_bound(place, length)
    if not -length <= settled < length:
        fit(place)
    return settled


def settle_slice(length: int, key: slice) -> slice:
    """A slice with tracked parts as one with plain parts."""
    step = key.step
    if type(step) in TRACKED:
        step = settle_bound(step, max(length + 1, 2))  # by steps of 1 another size may be assigned
    return slice(settle_bound(key.start, length), settle_bound(key.stop, length), step)
