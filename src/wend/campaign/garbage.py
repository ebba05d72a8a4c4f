"""Garbage collected less often while targets are explored.

Trees and terms are many, live long and hold no cycles: to look through them again and again made
a path of ten thousand conditions a third dearer than a hundred of a hundred.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

SELDOM = (10_000, 10, 10)
"""New objects between two collections, and how many of these make one of older objects."""

_before: list[tuple[int, int, int]] = []
"""What was set before, for each exploration that is open."""


@contextlib.contextmanager
def seldom_collected() -> Iterator[None]:
    """While one of these is open; explorations that take turns end in any order."""
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
