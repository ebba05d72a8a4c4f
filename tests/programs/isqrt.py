"""Integer square roots."""

ANY = ("complete", "exhausted", "budget")

EXPECTED = {
    "newton": {
        "verdict": ANY,
        "returns": {"0"},
        "raises": {"ValueError"},
        "over": {"n": range(-2, 60)},
    },
    "counting": {
        "verdict": "complete",
        "paths": 13,
        "returns": {"-1"},
        "over": {"n": range(-2, 130)},
    },
    "by_bits": {"verdict": ANY, "paths": 18, "over": {"n": range(-1, 260)}},
    "is_square": {
        "verdict": ANY,
        "returns": {"True", "False"},
        "over": {"n": range(-2, 101), "r": range(-2, 12)},
    },
}


def newton(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return 0
    if n > 50:
        return 7
    guess = n
    while guess * guess > n:
        guess = (guess + n // guess) // 2
    if not guess * guess <= n < (guess + 1) * (guess + 1):  # one way
        return -1  # unreached
    return guess


def counting(n: int) -> int:
    if n < 0:
        return -1
    root = 0
    while (root + 1) * (root + 1) <= n:
        root += 1
        if root > 10:
            return 99
    return root


def by_bits(n: int) -> int:
    if not 0 <= n < 256:
        return -1
    root = 0
    for bit in (8, 4, 2, 1):
        if (root | bit) * (root | bit) <= n:
            root |= bit
    return root


def is_square(n: int, r: int) -> bool:
    if r < 0 or n < 50:
        return False
    if r * r == n:
        return True
    return False
