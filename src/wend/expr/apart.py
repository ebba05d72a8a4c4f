"""The distance between two numbers for local search, counted in floats that lie between them."""

from __future__ import annotations

import math
from typing import Any

from wend.expr.floats import ordinal

NOT_A_NUMBER = 1 << 65
UNDEFINED = 1 << 70
"""Farther than any two numbers."""


def nearest_float(value: float) -> float:
    """The float nearest to a number. It is an infinity for an int that is too large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def apart(a: Any, b: Any) -> int:
    """The number of floats between two numbers, neither of them nan; negative if a < b."""
    return ordinal(nearest_float(a)) - ordinal(nearest_float(b))
