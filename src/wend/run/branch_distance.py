"""Branch distances of plain values: how far a condition is from what is wanted, 0 where it is so.

    5 == 12                7            by value, floats in ulps
    "abd" == "abc"         1            by their characters, and by what one has more of them
    4 in [9, 6]            2            the nearest of the items

What can't be told so is 1 apart: search sees that it is wrong, and not where to go.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from wend.expr.apart import NOT_A_NUMBER, apart

MISSING = 128
"""The distance that counts for each character or item too many or too few."""

MOST_ITEMS = 60
"""The most items of a container that are compared."""

DEEPEST = 4

OPPOSITES = {
    "Eq": "NotEq", "NotEq": "Eq", "Lt": "GtE", "GtE": "Lt", "Gt": "LtE", "LtE": "Gt",
    "In": "NotIn", "NotIn": "In", "Is": "IsNot", "IsNot": "Is",
}  # fmt: skip

_HOLDS: dict[str, Callable[[Any, Any], Any]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Is": operator.is_,
    "IsNot": operator.is_not,
    "In": lambda a, b: a in b,
    "NotIn": lambda a, b: a not in b,
}


def comparison_distance(left: Any, right: Any, compared: str, wanted: bool) -> int:
    """The distance of a comparison. It is made as the code makes it, so it may raise."""
    if bool(_HOLDS[compared](left, right)) is wanted:
        return 0
    match compared if wanted else OPPOSITES[compared]:
        case "Eq":
            return max(1, _unequal(left, right, DEEPEST))
        case "Lt":
            return _over(left, right, 1)
        case "LtE":
            return _over(left, right, 0)
        case "Gt":
            return _over(right, left, 1)
        case "GtE":
            return _over(right, left, 0)
        case "In":
            return _outside(left, right)
        case _:
            return 1


def truth_distance(value: Any, wanted: bool) -> int:
    """The distance of a value that is tested for its truth."""
    if bool(value) is wanted:
        return 0
    if not wanted and type(value) in _NUMBERS:
        return max(1, _unequal(value, 0, 0))
    if not wanted and type(value) in _SIZED:
        return len(value)
    return 1


_NUMBERS = (int, float, bool)
_TEXTS = (str, bytes, bytearray)
_SIZED = (*_TEXTS, list, tuple, dict, set, frozenset)


def _unequal(a: Any, b: Any, depth: int) -> int:
    if isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS):
        return abs(_difference(a, b))
    for kinds in ((str,), (bytes, bytearray)):
        if isinstance(a, kinds) and isinstance(b, kinds):
            return _texts(a, b)
    for kind in (list, tuple):
        if depth and isinstance(a, kind) and isinstance(b, kind):
            far = MISSING * abs(len(a) - len(b))
            pairs = [*zip(a, b, strict=False)][:MOST_ITEMS]
            return far + sum([0 if x == y else max(1, _unequal(x, y, depth - 1)) for x, y in pairs])
    if isinstance(a, set | frozenset) and isinstance(b, set | frozenset):
        return len(a ^ b)
    if depth and isinstance(a, dict) and isinstance(b, dict):
        both = [key for key in a if key in b][:MOST_ITEMS]
        values = [0 if a[k] == b[k] else max(1, _unequal(a[k], b[k], depth - 1)) for k in both]
        return MISSING * len(a.keys() ^ b.keys()) + sum(values)
    return MISSING


def _difference(a: Any, b: Any) -> int:
    """The difference of two numbers, below 0 where the first is less."""
    if a != a or b != b:
        return NOT_A_NUMBER
    return apart(a, b) if isinstance(a, float) or isinstance(b, float) else int(a) - int(b)


def _texts(a: Any, b: Any) -> int:
    codes = zip(_codes(a[: MOST_ITEMS * 4]), _codes(b[: MOST_ITEMS * 4]), strict=False)
    return MISSING * abs(len(a) - len(b)) + sum([min(abs(x - y), MISSING) for x, y in codes])


def _codes(text: Any) -> Sequence[int]:
    return [ord(char) for char in text] if isinstance(text, str) else text


def _over(a: Any, b: Any, strict: int) -> int:
    """How much `a` has to become less to be at most `b`, or below `b` if `strict` is 1."""
    if isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS):
        return max(1, _difference(a, b) + strict)
    if type(a) is type(b) and isinstance(a, str | bytes):
        for x, y in zip(_codes(a), _codes(b), strict=False):
            if x != y:
                return max(1, x - y + strict)
        return max(1, len(a) - len(b) + strict)
    if type(a) is type(b) and isinstance(a, list | tuple):
        for x, y in zip(a, b, strict=False):
            if x != y:
                return _over(x, y, strict)
        return max(1, len(a) - len(b) + strict)
    if isinstance(a, set | frozenset) and isinstance(b, set | frozenset):
        return max(1, len(a - b))
    return 1


def _outside(item: Any, items: Any) -> int:
    if isinstance(item, str) and isinstance(items, str):
        size = len(item)
        starts = range(min(max(1, len(items) - size + 1), MOST_ITEMS))
        return max(1, min([_texts(item, items[at : at + size]) for at in starts]))
    if isinstance(items, list | tuple | set | frozenset | dict | range) and items:
        nearest = [
            _unequal(item, each, 2) for each, _ in zip(items, range(MOST_ITEMS), strict=False)
        ]
        return max(1, min(nearest))
    return MISSING
