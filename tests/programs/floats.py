"""Floats: thresholds, rounding, nan and infinities, ints that become floats."""

import math

EXPECTED = {
    "temperature": {
        "verdict": "complete",
        "needs_bitwuzla": True,
        "raises": {"ValueError"},
        "returns": {"'freezing'", "'cool'", "'warm'", "'body'", "'boiling'", "'hot'"},
        "over": {"celsius": [math.nan, -300.0, -5.0, 10.0, 20.0, 30.0, 37.0, 150.0]},
    },
    "interest": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'bad'", "'flat'", "'grown'", "'doubled'"},
        "over": {"principal": [-1.0, 1.0], "rate": [0.0, 0.01, 0.5], "years": [0, 1, 2]},
    },
    "special": {
        "verdict": "complete",
        "returns": {"'nan'", "'infinite'", "'minus zero'", "'zero'", "'tiny'", "'number'"},
        "over": {"x": [math.nan, math.inf, -0.0, 0.0, 5e-324, 1.0]},
    },
    "absorbs": {
        "verdict": "complete",
        "returns": {"True", "False"},
        "over": {"x": [0.0, 1.0, 100.0]},
    },
    "no_root_of_two": {
        "verdict": "complete",
        "needs_bitwuzla": True,
        "over": {"x": [1.0, 1.4142135623730951]},
    },
    "cents": {
        "verdict": "complete",
        "raises": {"ValueError", "OverflowError"},
        "returns": {"'exact'", "'other'"},
        "over": {"price": [12.34, 1.0, math.nan, math.inf]},
    },
    "average": {
        "verdict": "complete",
        "raises": {"OverflowError", "ZeroDivisionError"},
        "returns": {"'half'", "'large'", "'small'"},
        "over": {"total": [1, 100, 0, 10**400], "count": [0, 1, 2]},
    },
    "wave": {
        "verdict": ("complete", "exhausted"),
        "raises": {"ValueError"},
        "returns": {"'crest'", "'trough'", "'between'"},
        "over": {"angle": [0.0, 1.5707963, -1.5707963, math.inf]},
    },
}


def temperature(celsius: float) -> str:
    if math.isnan(celsius):
        raise ValueError("not a number")
    if celsius < -273.15:
        raise ValueError("below absolute zero")
    fahrenheit = celsius * 9 / 5 + 32
    if fahrenheit <= 32.0:
        return "freezing"
    elif fahrenheit < 60:
        return "cool"
    elif 60 <= fahrenheit < 80:
        return "warm"
    elif fahrenheit == 98.6:
        return "body"
    elif fahrenheit >= 212:
        return "boiling"
    return "hot"


def interest(principal: float, rate: float, years: int) -> str:
    if principal <= 0 or not 0 <= rate < 1 or years < 0 or years > 50:
        return "bad"
    amount = principal * (1 + rate) ** years
    if amount > 2 * principal:
        return "doubled"
    if amount == principal:
        return "flat"
    return "grown"


def special(x: float) -> str:
    if x != x:
        return "nan"
    if math.isinf(x):
        return "infinite"
    if x == 0:
        return "minus zero" if math.copysign(1.0, x) < 0 else "zero"
    if abs(x) < 1e-300:
        return "tiny"
    return "number"


def absorbs(x: float) -> bool:
    if x != 0 and 1e16 + x == 1e16:
        return True
    return False


def no_root_of_two(x: float) -> bool:
    if x * x == 2.0:
        return True  # unreached
    return False


def cents(price: float) -> str:
    if round(price * 100) == 1234:
        return "exact"
    return "other"


def average(total: int, count: int) -> str:
    mean = total / count
    if mean == 0.5:
        return "half"
    return "large" if mean > 20 else "small"


def wave(angle: float) -> str:
    height = math.sin(angle)
    if height > 0.999:
        return "crest"
    if height < -0.999:
        return "trough"
    return "between"
