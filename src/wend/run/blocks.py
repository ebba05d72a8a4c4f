"""The blocks that the run under way has entered, by the numbers of their marks."""

from __future__ import annotations

from wend.run.operations.hashed_set import HashedSet

marks: HashedSet[int] = HashedSet()
"""Twin code adds to it."""


def forget() -> None:
    """A run begins."""
    marks.clear()
