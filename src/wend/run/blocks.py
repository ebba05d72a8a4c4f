"""The blocks that the run under way has entered, by the numbers of their marks."""

from __future__ import annotations


class _HashedSet(set[int]):
    """A set that can be a constant of twin code. Code is hashed and compared with its constants, so
    the set equals only itself."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


marks = _HashedSet()
"""Twin code adds the number of each mark that it passes."""


def forget() -> None:
    """Forgets the blocks of the run before."""
    marks.clear()
