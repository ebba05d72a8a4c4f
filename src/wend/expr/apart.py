"""How far two numbers are apart, as local search counts it: ints by value, floats in ulps."""

from __future__ import annotations

import math
from typing import Any

from wend.expr.floats import ordinal

NOT_A_NUMBER = 1 << 65
UNDEFINED = 1 << 70
"""Farther than any two numbers."""


def nearest_float(value: float) -> float:
    """The float nearest to a number; an infinity for ints that are too large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def apart(a: Any, b: Any) -> int:
    """How many floats are between two numbers that are not nan; below 0 where the first is less."""
    return ordinal(nearest_float(a)) - ordinal(nearest_float(b))
