"""Steps of the Collatz sequence, bounded so that it ends."""

EXPECTED = {
    "steps": {
        "verdict": ("complete", "exhausted"),
        "paths": 22,
        "over": {"n": range(-1, 25)},
    },
    "reaches_one_in_five": {
        "verdict": ("complete", "exhausted"),
        "returns": {"True", "False"},
        "over": {"n": range(-40, 40)},
    },
}


def steps(n: int) -> int:
    if n < 1 or n > 20:
        return -1
    count = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def reaches_one_in_five(n: int) -> bool:
    for _ in range(5):
        if n == 1:
            return True
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return False
