"""Whether containers hold nothing but plain values: then native code may read them."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import Any

from wend.run.kinds import SCALARS, STATE

PLAIN: frozenset[type] = SCALARS | {type(...), range}
"""Types of values that hold nothing tracked and run no code of others to become text."""
_BY_HASHES = frozenset((dict, set, frozenset))
_DEPTH = 3


def holds_plainly(value: Any) -> bool:
    """Whether it is a container of plain values, or of containers of such."""
    cls = type(value)
    if cls is list or cls is tuple:
        return are_plain(value)
    return cls in _BY_HASHES and _is_plainly_hashed(value, cls, _DEPTH)


def are_plain(items: Iterable[Any], depth: int = _DEPTH) -> bool:
    """Whether these are plain values, or containers of such."""
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
    if not STATE.is_plain:
        return False
    if cls is not dict:
        return are_plain(holder, depth)
    # The garbage collector has no eye on dicts of plain values.
    return not gc.is_tracked(holder) or (
        are_plain(holder, depth) and are_plain(holder.values(), depth)
    )


def are_plain_pairs(given: Any) -> bool:
    """Whether it is a list of pairs, as a rule, that begin with plain values."""
    if (type(given) is not list and type(given) is not tuple) or not STATE.is_plain:
        return False
    for pair in given:
        if type(pair) is not tuple and type(pair) is not list:
            return False
        if not pair or type(pair[0]) not in SCALARS:
            return False
    return True
