"""Functions and methods that came with Python 3.14."""

import heapq
import operator

EXPECTED = {
    "numbers": {
        "verdict": "complete",
        "raises": {"OverflowError"},
        "returns": {"'small'", "'large'"},
        "over": {"x": [*range(-3, 9), 10**400]},
    },
    "heaps": {
        "verdict": "complete",
        "returns": {"'first'", "'other'"},
        "over": {"x": range(-2, 12), "y": range(-2, 12)},
    },
    "resized": {
        "verdict": "complete",
        "raises": {"ValueError", "OverflowError"},
        "returns": {"'zero'", "'short'", "'kept'"},
        "over": {"size": [*range(-1, 6), -(10**30)], "x": range(256)},
    },
    "nothing": {
        "verdict": "complete",
        "returns": {"'none'", "'five'", "'some'"},
        "over": {"x": [None, *range(8)]},
    },
}


def numbers(x: int) -> str:
    if float.from_number(x) > 4.5:
        return "large"
    return "small"


def heaps(x: int, y: int) -> str:
    heap = [x, 5, y]
    heapq.heapify_max(heap)
    if heapq.heappop_max(heap) == 9 and heap[0] == 7:
        return "first"
    return "other"


def resized(size: int, x: int) -> str:
    if size > 4 or not 0 <= x < 256:
        return "out of range"
    made = bytearray([1, x])
    made.resize(size)
    if len(made) == 4 and made[3] == 0 and made[1] == 7:
        return "zero"
    if len(made) < 2:
        return "short"
    return "kept"


def nothing(x: int | None) -> str:
    if operator.is_none(x):
        return "none"
    if operator.is_not_none(x) and x == 5:
        return "five"
    return "some"
