"""Floor division and modulo, with Python's meaning for negatives."""

ANY = ("complete", "exhausted", "budget")

EXPECTED = {
    "negatives": {
        "verdict": "complete",
        "returns": {"'minus four'", "'minus three'", "'other'"},
        "over": {"x": range(-12, 12)},
    },
    "modulo_of_negatives": {
        "verdict": "complete",
        "returns": {"'one'", "'minus two'", "'zero'"},
        "over": {"x": range(-9, 9)},
    },
    "quotient": {
        "verdict": ANY,
        "returns": {"'three'", "'other'"},
        "raises": {"ZeroDivisionError"},
        "over": {"x": range(-9, 10), "y": range(-9, 10)},
        "budget": 10,
    },
    "remainder_sign": {
        "verdict": ANY,
        "returns": {"'follows the divisor'", "'divides'"},
        "raises": {"ZeroDivisionError"},
        "over": {"x": range(-5, 6), "y": range(-5, 6)},
        "budget": 10,
    },
    "divmod_": {
        "verdict": "complete",
        "returns": {"'exact'", "'below zero'", "'above'"},
        "over": {"x": range(-30, 30)},
    },
    "rebuilds": {
        "verdict": "complete",
        "paths": 1,
        "returns": {"True"},
        "over": {"x": range(-30, 30)},
    },
    "harmonic": {
        "verdict": ANY,
        "returns": {"None"},
        "over": {"x": range(-3, 13), "y": range(-3, 13)},
        "budget": 10,
    },
    "scaled": {
        "verdict": "complete",
        "returns": {"'half'", "'more'", "'less'"},
        "raises": {"OverflowError"},
        "over": {"x": (*range(-3, 4), 2**1025)},
    },
    "to_the_power": {
        "verdict": ANY,
        "returns": {"'eight'", "'other'"},
        "over": {"x": range(-3, 4)},
        "budget": 10,
    },
}


def negatives(x: int) -> str:
    if x // 2 == -4:
        return "minus four"
    if x // -3 == -3:
        return "minus three"
    return "other"


def modulo_of_negatives(x: int) -> str:
    if x < 0 and x % 3 == 1:
        return "one"
    if x > 0 and x % -3 == -2:
        return "minus two"
    return "zero"


def quotient(x: int, y: int) -> str:
    if x // y == 3:
        return "three"
    return "other"


def remainder_sign(x: int, y: int) -> str:
    rest = x % y
    if rest == 0:
        return "divides"
    if (rest > 0) == (y > 0):  # one way
        return "follows the divisor"
    return "follows the dividend"  # unreached


def divmod_(x: int) -> str:
    quotient, rest = divmod(x, 7)
    if rest == 0:
        return "exact"
    if quotient < 0:
        return "below zero"
    return "above"


def rebuilds(x: int) -> bool:
    if x // 7 * 7 + x % 7 != x:  # one way
        return False  # unreached
    return True


def harmonic(x: int, y: int) -> int | None:
    try:
        return 12 // x + 12 // (x - y)
    except ZeroDivisionError:
        return None


def scaled(x: int) -> str:
    ratio = x / 2
    if ratio == 0.5:
        return "half"
    if ratio > 0.5:
        return "more"
    return "less"


def to_the_power(x: int) -> str:
    if x**3 == 8:
        return "eight"
    return "other"
