"""[001] Figure 4: a function that cannot be inverted, only sampled; and one that can be read."""

import zlib

EXPECTED = {
    "dart": {
        "verdict": ("exhausted", "budget"),
        "returns": {"0", "1"},
        "may_raise": {"OverflowError"},
        "reasons": ["opaque-call"],
        "over": {"x": range(-3, 4), "y": [0, zlib.crc32((0).to_bytes(8, "little"))]},
    },
    "dart_twice": {
        "may_diverge": True,
        "verdict": ("exhausted", "budget"),
        "returns": {"0", "1", "2"},
        "may_raise": {"OverflowError"},
        "reasons": ["opaque-call"],
        "over": {
            "x": range(4),
            "y": [0, zlib.crc32((0).to_bytes(8, "little")), zlib.crc32((3).to_bytes(8, "little"))],
        },
    },
    "dart_readable": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"0", "1"},
        "over": {"x": range(10), "y": [0, 12345, 20264]},
    },
    "dart_looping": {
        "verdict": ("complete", "exhausted"),
        "returns": {"0", "1"},
        "over": {"x": range(-10, 300), "y": range(10)},
    },
}


def unknown(x: int) -> int:
    return zlib.crc32(x.to_bytes(8, "little", signed=True))


def dart(x: int, y: int) -> int:
    if unknown(x) == y:
        return 1
    return 0


def dart_twice(x: int, y: int) -> int:
    if unknown(x) == y:
        if x == 3:
            return 2
        return 1
    return 0


def readable(x: int) -> int:
    return (x * 7919 + 12345) % 1000003


def dart_readable(x: int, y: int) -> int:
    if readable(x) == y:
        return 1
    return 0


def digit_sum(x: int) -> int:
    total = 0
    while x > 0:
        total += x % 10
        x //= 10
    return total


def dart_looping(x: int, y: int) -> int:
    if x < 1000 and digit_sum(x) == y:
        return 1
    return 0
