"""Tracked indexes and keys into constant tables."""

WEIGHTS = [5, 0, 12, 7]
LABELS = ("red", "green", "blue")
PRICES = {3: 300, 8: 150, 20: 90}
WORD = "wend"
GRID = ((1, 2, 3), (4, 0, 6), (7, 8, 9))

EXPECTED = {
    "weight": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'heavy'", "'light'"},
        "raises": {"IndexError"},
        "over": {"i": range(-7, 7)},
    },
    "inverse": {
        "verdict": ("complete", "exhausted"),
        "raises": {"IndexError", "ZeroDivisionError"},
        "over": {"i": range(-7, 7)},
    },
    "negative_only": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'the last'", "'not negative'", "'another'"},
        "raises": {"IndexError"},
        "over": {"i": range(-7, 3)},
    },
    "label": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'found blue'", "'other'"},
        "raises": {"IndexError"},
        "over": {"i": range(-5, 5)},
    },
    "price": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'cheap'", "'dear'"},
        "raises": {"KeyError"},
        "over": {"key": range(25)},
    },
    "price_or": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'none'", "'some'"},
        "over": {"key": range(25)},
    },
    "letter": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'e'", "'not e'"},
        "raises": {"IndexError"},
        "over": {"i": range(-6, 6)},
    },
    "cell": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'hole'", "'nine'", "'other'"},
        "raises": {"IndexError"},
        "over": {"row": range(-5, 5), "column": range(-5, 5)},
    },
    "stored": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'moved'", "'kept'"},
        "raises": {"IndexError"},
        "over": {"i": range(-5, 5), "value": range(7)},
    },
    "jump": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'same'", "'different'"},
        "over": {"i": range(-1, 6)},
    },
    "slice_sum": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'twelve'", "'other'"},
        "over": {"start": range(-6, 7), "stop": range(-6, 7)},
    },
    "counted": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'pair'", "'all different'"},
        "over": {"a": range(3), "b": range(3), "c": range(3)},
    },
}


def weight(i: int) -> str:
    if WEIGHTS[i] > 6:
        return "heavy"
    return "light"


def inverse(i: int) -> int:
    return 100 // WEIGHTS[i]


def negative_only(i: int) -> str:
    if i >= 0:
        return "not negative"
    if WEIGHTS[i] == 7:
        return "the last"
    return "another"


def label(i: int) -> str:
    if LABELS[i] == "blue":
        return "found blue"
    return "other"


def price(key: int) -> str:
    if PRICES[key] < 100:
        return "cheap"
    return "dear"


def price_or(key: int) -> str:
    found = PRICES.get(key)
    if found is None:
        return "none"
    return "some"


def letter(i: int) -> str:
    if WORD[i] == "e":
        return "e"
    return "not e"


def cell(row: int, column: int) -> str:
    value = GRID[row][column]
    if value == 0:
        return "hole"
    if value == 9:
        return "nine"
    return "other"


def stored(i: int, value: int) -> str:
    mine = [1, 2, 3]
    mine[i] = value
    if mine[1] == 5:
        return "moved"
    return "kept"


def jump(i: int) -> str:
    targets = [3, 2, 0, 1]
    if not 0 <= i < 4:
        return "different"
    if targets[targets[i]] == i and i > 2:  # one way
        return "impossible"  # unreached
    if targets[targets[targets[i]]] == 3:
        return "same"
    return "different"


def slice_sum(start: int, stop: int) -> str:
    if sum(WEIGHTS[start:stop]) == 12:
        return "twelve"
    return "other"


def counted(a: int, b: int, c: int) -> str:
    counts: dict[int, int] = {}
    for value in (a, b, c):
        counts[value] = counts.get(value, 0) + 1
    if 2 in counts.values() or len(counts) == 1:
        return "pair"
    return "all different"
