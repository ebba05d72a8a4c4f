"""Comprehensions that unpack: keys that are tracked are conditions, as in displays."""

EXPECTED = {
    "flat": {
        "verdict": "complete",
        "returns": {"'sum'", "'last'", "'other'"},
        "over": {"x": range(-3, 12), "y": range(-3, 12)},
    },
    "members": {
        "verdict": "complete",
        "returns": {"1", "2", "3"},
        "over": {"x": range(4), "y": range(4), "z": range(4)},
    },
    "merged": {
        "verdict": "complete",
        "returns": {"'replaced'", "'both'", "'one'"},
        "over": {"x": range(-2, 6), "y": range(-2, 6)},
    },
    "drawn": {
        "verdict": "complete",
        "returns": {"'first'", "'third'", "'neither'"},
        "over": {"x": range(-2, 8), "y": range(-2, 8)},
    },
    "of_lists": {
        "verdict": "budget",
        "runs": 80,
        "returns": {"'found'", "'not'"},
        "over": {"xss": [[], [[7]], [[1, 2], [7]]]},
    },
}


def flat(x: int, y: int) -> str:
    made = [*pair for pair in [(x, y), (y + 1,)]]
    if sum(made) == 10:
        return "sum"
    if made[-1] == 4:
        return "last"
    return "other"


def members(x: int, y: int, z: int) -> int:
    return len({*each for each in [[x], [y, z]]})


def merged(x: int, y: int) -> str:
    made = {**each for each in [{x: 1, 3: 2}, {y: 5}]}
    if made.get(3) == 5:
        return "replaced"
    if len(made) == 3:
        return "both"
    return "one"


def drawn(x: int, y: int) -> str:
    generator = (*each for each in ([x], [y, x + y]))
    if next(generator) == 5:
        return "first"
    next(generator)
    if next(generator) == 5:
        return "third"
    return "neither"


def of_lists(xss: list[list[int]]) -> str:
    if 7 in {*xs for xs in xss}:
        return "found"
    return "not"
