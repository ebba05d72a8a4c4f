"""Values that are worth a try for a float, and plainer ones."""

from __future__ import annotations

import math
import struct
import sys
from collections.abc import Iterable, Iterator

from wend.expr.apart import nearest_float
from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk

_DOUBLE = struct.Struct("<d")

MOST_NODES = 400
"""Nodes of conditions that are searched for constants."""


def differ(a: object, b: object) -> bool:
    """Whether two values differ: 0.0 differs from -0.0, nan does not differ from nan."""
    if type(a) is float and type(b) is float:
        return _DOUBLE.pack(a) != _DOUBLE.pack(b)
    return a != b


def constants(conditions: Iterable[Term]) -> list[float]:
    """The numbers that conditions mention, in their order."""
    found: dict[float, None] = {}
    for count, node in enumerate(walk(*conditions)):
        if count == MOST_NODES:
            break
        is_number = node.op == "const" and node.sort is not Sort.BOOL
        if is_number or node.op in ("le", "ge", "eq"):
            found[nearest_float(node.payload)] = None
    return [value for value in found if math.isfinite(value)]


def candidates(conditions: Iterable[Term]) -> Iterator[float]:
    """Values worth a try: simple ones, those that the conditions mention and their neighbours."""
    seen: set[bytes] = set()
    for value in _proposed(constants(conditions)):
        bits = _DOUBLE.pack(value)
        if bits not in seen:
            seen.add(bits)
            yield value


def _proposed(mentioned: list[float]) -> Iterator[float]:
    yield from (0.0, 1.0, -1.0, 0.5, 2.0)
    for value in mentioned:
        yield from (value, value + 1.0, value - 1.0, value + 0.5)
    yield from (10.0, -10.0, 100.0, -100.0, 1000.0, -0.5)
    yield from (math.nan, math.inf, -math.inf, -0.0)
    for value in mentioned:
        yield from (math.nextafter(value, math.inf), math.nextafter(value, -math.inf))
        yield from (-value, value * 2.0, value / 2.0, value * 10.0, value * value)
        if value:
            yield 1.0 / value
        if value > 0:
            yield math.sqrt(value)
    yield from (5e-324, -5e-324)
    yield from (sys.float_info.max, -sys.float_info.max, 1e-10, 1e6, -1e6, 2.0**53, 1e300)


def simpler(value: float) -> Iterator[float]:
    """Floats near a value with a shorter source, the shortest first."""
    yield from (0.0, 1.0, -1.0)
    if not math.isfinite(value):
        return
    seen = set()
    for digits in (1, 2, 3, 4, 6, 9, 12):
        nearest = float(f"{value:.{digits}g}")
        last = 10.0 ** max(-300, math.floor(math.log10(abs(value) or 1.0)) + 1 - digits)
        for number in (nearest, nearest + last, nearest - last):
            shorter = float(f"{number:.{digits}g}")
            if shorter not in seen and len(repr(shorter)) < len(repr(value)):
                seen.add(shorter)
                yield shorter
