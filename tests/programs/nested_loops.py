"""Loops in loops, left by break, continue, return and else."""

EXPECTED = {
    "pairs": {"verdict": "complete", "over": {"target": range(-2, 20)}, "returns": {"None"}},
    "until_product": {
        "verdict": "complete",
        "returns": {"(0, 0)"},
        "over": {"limit": range(-2, 40), "skip": range(-2, 8)},
    },
    "rectangle": {
        "verdict": "complete",
        "paths": 17,
        "over": {"width": range(-1, 6), "height": range(-1, 6)},
    },
    "prime": {
        "verdict": "complete",
        "returns": {"'prime'", "'composite'", "'out of range'"},
        "over": {"n": range(-1, 130)},
    },
    "spiral": {
        "verdict": ("complete", "exhausted"),
        "over": {"x": range(-3, 4), "y": range(-3, 4)},
    },
    "first_even_row": {
        "verdict": "complete",
        "paths": 7,
        "returns": {"-1"},
        "over": {"a": range(2), "b": range(2), "c": range(2), "d": range(2)},
    },
}


def pairs(target: int) -> tuple[int, int] | None:
    for a in range(1, 5):
        for b in range(a, 5):
            if a * b == target:
                return a, b
            if a * b > target:
                break
    return None


def until_product(limit: int, skip: int) -> tuple[int, int]:
    last = (0, 0)
    for a in range(1, 5):
        if a == skip:
            continue
        for b in range(1, 5):
            if a * b > limit:
                break
            last = (a, b)
        else:
            continue
        break
    return last


def rectangle(width: int, height: int) -> int:
    if width < 0 or width > 3 or height < 0 or height > 3:
        return -1
    area = 0
    x = 0
    while x < width:
        y = 0
        while y < height:
            area += 1
            y += 1
        x += 1
    return area


def prime(n: int) -> str:
    if n < 2 or n > 120:
        return "out of range"
    for divisor in (2, 3, 5, 7):
        if n == divisor:
            break
        if n % divisor == 0:
            return "composite"
    return "prime"


def spiral(x: int, y: int) -> int:
    if not (-2 <= x <= 2 and -2 <= y <= 2):
        return -1
    px = py = count = 0
    dx, dy = 1, 0
    for length in (1, 1, 2, 2, 3, 3, 4, 4, 5):  # one way
        for _ in range(length):
            if px == x and py == y:
                return count
            px, py = px + dx, py + dy
            count += 1
        dx, dy = -dy, dx
    return -2  # unreached


def first_even_row(a: int, b: int, c: int, d: int) -> int:
    for row, cells in enumerate(((a, b), (c, d))):
        for cell in cells:
            if cell % 2:
                break
        else:
            return row
    return -1
