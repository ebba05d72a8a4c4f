"""Loops with else, early exits, conditional expressions, walrus, global constants."""

LIMIT = 25
STEPS = (5, 7, 11)

EXPECTED = {
    "while_else": {
        "verdict": "complete",
        "paths": 12,
        "returns": {"'found'", "'ran out'"},
        "over": {"x": range(-3, 40)},
    },
    "for_else": {
        "verdict": "complete",
        "paths": 7,
        "returns": {"-1"},
        "over": {"x": range(-3, 400)},
    },
    "limited": {"verdict": "complete", "paths": 4, "over": {"x": range(-3, 40)}},
    "walrus": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'none'"},
        "over": {"x": range(-20, 20)},
    },
    "ternaries": {"verdict": "complete", "paths": 4, "over": {"x": range(-20, 20)}},
    "ladder": {
        "verdict": "complete",
        "paths": 7,
        "returns": {"'F'", "'D'", "'C'", "'B'", "'A'", "'?'"},
        "over": {"score": range(-5, 110)},
    },
    "linear_system": {
        "verdict": "complete",
        "paths": 3,
        "returns": {"'solved'", "'half'", "'no'"},
        "over": {"x": range(-2, 40), "y": range(-2, 40)},
    },
    "digits": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'lucky'", "'other'", "'not three digits'"},
        "over": {"n": range(90, 1010)},
    },
    "needle": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'found'", "'no'"},
        "over": {"a": [1234, 0], "b": [-5678, 0], "c": [1234 - 5678 + 1, 0]},
    },
}


def while_else(x: int) -> str:
    tries = 0
    while tries < 10:
        if x == tries * 3:
            break
        tries += 1
        if x < 0:
            tries = 10
    else:
        return "ran out"
    return "found"


def for_else(x: int) -> int:
    for step in STEPS:
        if x % step == 0:
            break
    else:
        return -1
    if x > 300:
        return step
    return 0


def limited(x: int) -> int:
    total = 0
    for step in STEPS:
        if total + step * x > LIMIT:
            break
        total += step
    if total == 0:
        return -1
    return total


def walrus(x: int) -> object:
    if (rest := x % 13) > 6:
        return rest
    return "none"


def ternaries(x: int) -> int:
    a = 1 if x > 0 else -1
    b = x if x % 2 else -x
    return a * b


def ladder(score: int) -> str:
    if score < 0 or score > 100:
        return "?"
    if score < 50:
        return "F"
    elif score < 60:
        return "D"
    elif score < 75:
        return "C"
    elif score < 90:
        return "B"
    return "A"


def linear_system(x: int, y: int) -> str:
    if 3 * x + 2 * y == 61:
        if x - y == 7 and x > 0:
            return "solved"
        return "half"
    return "no"


def digits(n: int) -> str:
    if not 100 <= n <= 999:
        return "not three digits"
    if n // 100 + n // 10 % 10 + n % 10 == 26:
        return "lucky"
    return "other"


def needle(a: int, b: int, c: int) -> str:
    if a == 1234 and b == -5678 and a + b - c == -1:
        return "found"
    return "no"
