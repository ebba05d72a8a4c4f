"""Chained comparisons, `not`, `is`, and conditions kept in variables."""

EXPECTED = {
    "chained": {
        "verdict": "complete",
        "paths": 5,
        "returns": {"'inside'", "'equal'", "'outside'"},
        "over": {"a": range(4), "b": range(4), "c": range(4)},
    },
    "kept": {"verdict": "complete", "returns": {"0", "1", "2"}, "over": {"x": range(-20, 20)}},
    "counted": {
        "verdict": "complete",
        "returns": {"'none'", "'one'", "'more'"},
        "over": {"x": range(-2, 3), "y": range(-2, 3), "z": range(-2, 3)},
    },
    "exclusive": {
        "verdict": "complete",
        "returns": {"'one of them'", "'both or none'"},
        "over": {"x": range(-1, 2), "y": range(-1, 2)},
    },
    "identity": {"verdict": "complete", "returns": {"'none'", "'odd'"}, "over": {"x": range(4)}},
    "against_floats": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'small'", "'middle'", "'large'"},
        "over": {"x": range(-3, 12)},
    },
    "impossible": {"verdict": "complete", "paths": 2, "over": {"x": range(-5, 20)}},
    "far_apart": {
        "verdict": "complete",
        "paths": 3,
        "returns": {"'huge'", "'precise'", "'other'"},
        "over": {"x": [0, 10**30 + 1, 12345678901234567890]},
    },
    "or_value": {"verdict": "complete", "paths": 3, "over": {"x": range(3), "y": range(3)}},
}


def chained(a: int, b: int, c: int) -> str:
    if a < b < c:
        return "inside"
    if a == b == c:
        return "equal"
    return "outside"


def kept(x: int) -> int:
    large = x > 10
    odd = x % 2 == 1
    if large and not odd:
        return 2
    if not large:
        return 0
    return 1


def counted(x: int, y: int, z: int) -> str:
    positive = (x > 0) + (y > 0) + (z > 0)
    if positive == 0:
        return "none"
    if positive == 1:
        return "one"
    return "more"


def exclusive(x: int, y: int) -> str:
    if (x > 0) != (y > 0):
        return "one of them"
    return "both or none"


def identity(x: int) -> str:
    found = None
    if x % 2:
        found = x
    if found is None:
        return "none"
    if found is not None:  # one way
        return "odd"
    return "impossible"  # unreached


def against_floats(x: int) -> str:
    if x < 1.5:
        return "small"
    if 2.0 <= x <= 7.9:
        return "middle"
    return "large"


def impossible(x: int) -> bool:
    if x > 10:
        if x < 5:  # one way
            return True  # unreached
        return False
    return False


def far_apart(x: int) -> str:
    if x > 10**30:
        return "huge"
    if x == 12345678901234567890:
        return "precise"
    return "other"


def or_value(x: int, y: int) -> int:
    z = x or y or 5
    return z + 1
