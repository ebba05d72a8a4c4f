"""Roman numerals, both ways."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
STEPS = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]  # fmt: skip

EXPECTED = {
    "to_number": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"0"},
        "over": {"text": ["", "I", "IV", "VI", "Z", "MCM"]},
        "runs": 300,
    },
    "to_text": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "over": {"number": [-1, 0, 1, 4, 9, 1994, 3999, 4000]},
        "runs": 300,
    },
    "is_canonical": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"True", "False"},
        "over": {"text": ["", "I", "IIII", "IX", "Q"]},
        "runs": 300,
    },
}


def to_number(text: str) -> int:
    total = 0
    previous = 0
    for char in reversed(text):
        if char not in VALUES:
            raise ValueError(f"{char!r} is no Roman digit")
        value = VALUES[char]
        if value < previous:
            total -= value
        else:
            total += value
            previous = value
    return total


def to_text(number: int) -> str:
    if not 0 < number < 4000:
        raise ValueError("out of range")
    parts = []
    for value, sign in STEPS:
        while number >= value:
            parts.append(sign)
            number -= value
    return "".join(parts)


def is_canonical(text: str) -> bool:
    try:
        number = to_number(text)
    except ValueError:
        return False
    if not 0 < number < 4000:
        return False
    return to_text(number) == text
