"""A tracked key, constant lists."""

SORTED = [1, 3, 4, 8, 12, 19, 30]
POWERS = (1, 2, 4, 8, 16, 32, 64)

EXPECTED = {
    "find": {"verdict": "complete", "paths": 14, "returns": {"-1"}, "over": {"key": range(-2, 40)}},
    "bisect_left": {"verdict": "complete", "paths": 8, "over": {"key": range(-2, 40)}},
    "library_bisect": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'at the start'", "'at the end'", "'found'", "'between'"},
        "over": {"key": range(-2, 40)},
    },
    "linear": {"verdict": "complete", "paths": 8, "over": {"key": range(-2, 40)}},
    "guess": {
        "verdict": "complete",
        "paths": 17,
        "returns": {"'out of range'"},
        "over": {"key": range(-2, 40)},
    },
}


def find(key: int) -> int:
    low, high = 0, len(SORTED) - 1
    while low <= high:
        middle = (low + high) // 2
        if SORTED[middle] == key:
            return middle
        if SORTED[middle] < key:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def bisect_left(key: int) -> int:
    low, high = 0, len(SORTED)
    while low < high:
        middle = (low + high) // 2
        if SORTED[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def library_bisect(key: int) -> str:
    import bisect

    place = bisect.bisect_left(SORTED, key)
    if place == len(SORTED):
        return "at the end"
    if SORTED[place] == key:
        return "found"
    if place == 0:
        return "at the start"
    return "between"


def linear(key: int) -> int:
    for place, value in enumerate(SORTED):
        if value == key:
            return place
    return -1


def guess(key: int) -> object:
    if not 0 <= key < 15:
        return "out of range"
    low, high, steps = 0, 15, 0
    while high - low > 1:
        middle = (low + high) // 2
        steps += 1
        if key < middle:
            high = middle
        else:
            low = middle
    return steps
