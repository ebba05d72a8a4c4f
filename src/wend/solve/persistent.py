"""An immutable growing array whose versions share almost everything.

It is a tree whose nodes have 16 children. A new version copies one node a level, so the thousands
of prefixes of a long path together cost little more than the longest.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from wend.record import Record

_BITS = 4
_FAN = 1 << _BITS
_MASK = _FAN - 1
_BLANK: tuple[Any, ...] = (None,) * _FAN

T = TypeVar("T")


class PersistentArray(Record, Generic[T]):
    """Values by index; None where nothing was put."""

    _root: tuple[Any, ...] = _BLANK
    _shift: int = 0

    def at(self, index: int) -> T | None:
        shift = self._shift
        if index >> shift >= _FAN:
            return None
        node: Any = self._root
        while shift:
            node = node[(index >> shift) & _MASK]
            if node is None:
                return None
            shift -= _BITS
        found: T | None = node[index & _MASK]
        return found

    def put(self, index: int, value: T) -> PersistentArray[T]:
        """The array with the value at the index; this one stays as it is."""
        root, shift = self._root, self._shift
        while index >> shift >= _FAN:
            root = (root, *_BLANK[1:])
            shift += _BITS
        return PersistentArray(_with(root, shift, index, value), shift)


def _with(node: tuple[Any, ...], shift: int, index: int, value: Any) -> tuple[Any, ...]:
    if shift:
        below = node[(index >> shift) & _MASK]
        value = _with(_BLANK if below is None else below, shift - _BITS, index, value)
    changed = list(node)
    changed[(index >> shift) & _MASK] = value
    return tuple(changed)
