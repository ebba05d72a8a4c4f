"""Shifts, with a tracked amount too."""

ANY = ("complete", "exhausted", "budget")

EXPECTED = {
    "mask": {
        "verdict": ANY,
        "returns": {"-1", "'high'", "'low'"},
        "over": {"n": range(-2, 14)},
        "budget": 10,
    },
    "shift_by": {
        "verdict": ANY,
        "returns": {"'sixteen'", "'other'"},
        "raises": {"ValueError"},
        "over": {"n": [*range(-3, 9), 65]},
        "budget": 10,
    },
    "right": {
        "verdict": ANY,
        "returns": {"'gone'", "'minus one'", "'left over'"},
        "raises": {"ValueError"},
        "over": {"x": range(-8, 9), "n": range(-1, 6)},
        "budget": 10,
    },
    "of_a_negative": {
        "verdict": "complete",
        "returns": {"'minus three'", "'other'"},
        "over": {"x": range(-20, 5)},
    },
    "bit_of": {
        "verdict": ANY,
        "returns": {"'set'", "'clear'", "'no such bit'"},
        "over": {"x": range(-3, 300, 7), "n": range(-1, 10)},
        "budget": 10,
    },
}


def mask(n: int) -> object:
    if not 0 <= n <= 10:
        return -1
    if (1 << n) - 1 > 100:
        return "high"
    return "low"


def shift_by(n: int) -> str:
    if n > 64:
        return "far"
    if 1 << n == 16:
        return "sixteen"
    return "other"


def right(x: int, n: int) -> str:
    moved = x >> n
    if moved == 0:
        return "gone"
    if moved == -1:
        return "minus one"
    return "left over"


def of_a_negative(x: int) -> str:
    if x >> 2 == -3:
        return "minus three"
    return "other"


def bit_of(x: int, n: int) -> str:
    if n < 0 or n > 7:
        return "no such bit"
    if x >> n & 1:
        return "set"
    return "clear"
