"""A quadratic equation in floats."""

import math

EXPECTED = {
    "solve": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {
            "'anything'",
            "'nothing'",
            "'linear'",
            "'no root'",
            "'one root'",
            "'two roots'",
        },
        "over": {"a": [0.0, 1.0], "b": [0.0, 2.0, 3.0], "c": [0.0, 1.0, 5.0]},
    },
    "bmi": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "may_raise": {"ZeroDivisionError"},
        "returns": {"'under'", "'normal'", "'over'"},
        "over": {"weight": [-1.0, 10.0, 20.0, 30.0], "height": [0.0, 1.0]},
    },
}


def solve(a: float, b: float, c: float) -> str:
    if a == 0:
        if b == 0:
            return "anything" if c == 0 else "nothing"
        return "linear"
    inside = b * b - 4 * a * c
    if inside < 0:
        return "no root"
    if inside == 0:
        return "one root"
    root = math.sqrt(inside)
    return "two roots" if (-b + root) / (2 * a) != (-b - root) / (2 * a) else "too close"


def bmi(weight: float, height: float) -> str:
    if weight <= 0 or height <= 0:
        raise ValueError("not a person")
    index = weight / (height * height)
    if index < 18.5:
        return "under"
    return "normal" if index < 25 else "over"
