"""Rarer garbage collection while targets are explored.

Trees and terms are many, live long and hold no cycles. With Python's own thresholds, looking
through them again and again made a path of ten thousand conditions a third slower than a hundred
paths of a hundred conditions.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

SELDOM = (10_000, 10, 10)
"""The thresholds of `gc.set_threshold`."""

_before: list[tuple[int, int, int]] = []
"""The thresholds before, for each exploration that is open."""


@contextlib.contextmanager
def seldom_collected() -> Iterator[None]:
    """Sets the thresholds; the last one that is closed restores them, in whatever order."""
    _before.append(gc.get_threshold())
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        first = _before.pop(0)
        if _before:
            _before[0] = first
        else:
            gc.set_threshold(*first)
