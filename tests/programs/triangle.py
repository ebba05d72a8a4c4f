"""The classic of testing books."""

EXPECTED = {
    "classify": {
        "verdict": "complete",
        "paths": 11,
        "returns": {"'invalid'", "'equilateral'", "'isosceles'", "'scalene'"},
        "over": {"a": range(-1, 6), "b": range(-1, 6), "c": range(-1, 6)},
    },
    "classify_sorted": {
        "verdict": "complete",
        "returns": {"'invalid'", "'equilateral'", "'isosceles'", "'scalene'"},
        "over": {"a": range(-1, 6), "b": range(-1, 6), "c": range(-1, 6)},
    },
}


def classify(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0:
        return "invalid"
    if a + b <= c or a + c <= b or b + c <= a:
        return "invalid"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


def classify_sorted(a: int, b: int, c: int) -> str:
    short, middle, long = sorted((a, b, c))
    if short <= 0 or short + middle <= long:
        return "invalid"
    if short == long:
        return "equilateral"
    if short == middle or middle == long:
        return "isosceles"
    return "scalene"
