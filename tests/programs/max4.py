"""[001] Figure 2."""

EXPECTED = {
    "max4": {
        "verdict": "complete",
        "paths": 8,
        "over": {"a": range(4), "b": range(4), "c": range(4), "d": range(4)},
    },
    "max2": {"verdict": "complete", "paths": 2, "over": {"s": range(2), "t": range(2)}},
}


def max2(s: int, t: int) -> int:
    if s < t:
        return t
    else:
        return s


def max4(a: int, b: int, c: int, d: int) -> int:
    return max2(max2(a, b), max2(c, d))
