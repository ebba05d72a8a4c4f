"""A set that can be a constant of a code object."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


class HashedSet(set[Item]):
    """A set that equals only itself, since code is hashed and compared with its constants."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other
