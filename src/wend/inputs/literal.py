"""Values as Python source, and whether they have one."""

from __future__ import annotations

import math
from typing import Any

LONGEST = 10_000
"""Longer sources help nobody."""


def to_source(value: Any) -> str | None:
    """Source that evaluates to an equal value of the same type, with builtins only; or None."""
    try:
        text = _source(value, 8)
    except (_NoSource, RecursionError):
        return None
    return text if len(text) <= LONGEST else None


class _NoSource(Exception):
    """Some part of the value has no source."""


def _source(value: Any, depth: int) -> str:
    cls = type(value)
    if cls in (int, bool, str, bytes, type(None), type(...)):
        try:
            return repr(value)
        except ValueError:  # more digits than Python is willing to print
            return hex(value)
    if cls is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if cls is complex:
        return f"complex({_source(value.real, 1)}, {_source(value.imag, 1)})"
    if cls is range:
        return repr(value)
    if depth == 0:
        raise _NoSource
    if cls is list:
        return f"[{_items(value, depth)}]"
    if cls is tuple:
        return f"({_items(value, depth)}{',' if len(value) == 1 else ''})"
    if cls is set or cls is frozenset:
        # Sorted, because the order of a set is not the same in every process.
        items = ", ".join(sorted(_source(item, depth - 1) for item in value))
        if cls is set:
            return f"{{{items}}}" if value else "set()"
        return f"frozenset({{{items}}})" if value else "frozenset()"
    if cls is bytearray:
        return f"bytearray({bytes(value)!r})"
    if cls is dict:
        pairs = (f"{_source(k, depth - 1)}: {_source(v, depth - 1)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    raise _NoSource


def _items(values: Any, depth: int) -> str:
    return ", ".join([_source(item, depth - 1) for item in values])
