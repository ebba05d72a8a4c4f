"""Euclid: endless paths for all integers, a few for small ones."""

EXPECTED = {
    "gcd": {
        "verdict": "budget",
        "needs_bitwuzla": True,  # z3 alone gives up on the longest paths: exhausted
        "over": {"a": range(-3, 4), "b": range(-3, 4)},
        "budget": 4,
    },
    "gcd_small": {
        "verdict": "complete",
        "paths": 10,
        "returns": {"-1"},
        "over": {"a": range(-1, 15), "b": range(-1, 15)},
    },
    "gcd_by_subtraction": {
        "verdict": "complete",
        "paths": 27,
        "over": {"a": range(-1, 8), "b": range(-1, 8)},
    },
    "lcm": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ZeroDivisionError"},
        "over": {"a": range(-1, 6), "b": range(-1, 6)},
        "budget": 10,
    },
}


def gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def gcd_small(a: int, b: int) -> int:
    if not (0 <= a < 12 and 0 <= b < 12):
        return -1
    while b:
        a, b = b, a % b
    return a


def gcd_by_subtraction(a: int, b: int) -> int:
    if a < 1 or b < 1 or a > 6 or b > 6:
        return 0
    while a != b:
        if a > b:
            a -= b
        else:
            b -= a
    return a


def lcm(a: int, b: int) -> int:
    if a < 0 or b < 0 or a > 4 or b > 4:
        return 0
    return a * b // gcd(a, b)
