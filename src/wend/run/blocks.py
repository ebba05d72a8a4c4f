"""The blocks that the run under way has entered, by the numbers of their marks."""

from __future__ import annotations

from wend.run.operations.hashed_set import HashedSet

marks: HashedSet[int] = HashedSet()
"""Twin code adds the number of each mark that it passes."""


def forget() -> None:
    """Forgets the blocks of the run before."""
    marks.clear()
