"""Solves quadratic equations, with floats.

$ wend cover examples/roots.py::roots
"""

import math


def roots(a: float, b: float, c: float) -> list[float]:
    """Return the real solutions of a x² + b x + c = 0, the smaller one first."""
    if a == 0:
        return [-c / b]
    inside = b * b - 4 * a * c
    if inside < 0:
        return []
    root = math.sqrt(inside)
    if root == 0:
        return [-b / (2 * a)]
    return sorted([(-b - root) / (2 * a), (-b + root) / (2 * a)])
