"""Plain values, which contain nothing tracked: native code may read them as they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wend.run import recorder

SCALARS: frozenset[type] = frozenset((int, float, complex, bool, str, bytes, type(None)))
PLAIN: frozenset[type] = SCALARS | {type(...), range}
"""Types of values that contain nothing tracked, and become text without code of others."""
_BY_HASHES = frozenset((dict, set, frozenset))
_DEPTH = 3


def holds_plainly(value: Any) -> bool:
    """Whether a value is a container of plain values, or of containers of them."""
    cls = type(value)
    if cls is list or cls is tuple:
        return are_plain(value)
    return cls in _BY_HASHES and _is_plainly_hashed(value, cls, _DEPTH)


def are_plain(items: Iterable[Any], depth: int = _DEPTH) -> bool:
    """Whether all values are plain, or containers of plain values."""
    for item in items:
        cls = type(item)
        if cls not in PLAIN:
            if not depth:
                return False
            if cls is list or cls is tuple:
                if not are_plain(item, depth - 1):
                    return False
            elif cls not in _BY_HASHES or not _is_plainly_hashed(item, cls, depth - 1):
                return False
    return True


def _is_plainly_hashed(holder: Any, cls: type, depth: int) -> bool:
    """Whether a dict or set holds plain values; its keys tell nothing while others are tracked."""
    if recorder.current.keyed:
        return False
    return are_plain(holder, depth) and (cls is not dict or are_plain(holder.values(), depth))


def are_plain_pairs(given: Any) -> bool:
    """Whether a value is a list of pairs whose first items are plain values."""
    if (type(given) is not list and type(given) is not tuple) or recorder.current.keyed:
        return False
    for pair in given:
        if type(pair) is not tuple and type(pair) is not list:
            return False
        if not pair or type(pair[0]) not in SCALARS:
            return False
    return True
