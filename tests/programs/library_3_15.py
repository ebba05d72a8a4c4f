"""Functions and methods that came with Python 3.15, and what they replace."""

import base64
import math
import re

EXPECTED = {
    "floats": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'tiny'", "'negative'", "'nan'", "'normal'", "'zero'"},
        "over": {"x": [0.0, -0.0, 5e-324, math.nan, 1.0, -1.0]},
    },
    "larger": {
        "verdict": ("complete", "exhausted", "budget"),
        "runs": 60,
        "returns": {"'x'", "'y'"},
        "over": {"x": [0.0, 2.0, 3.0], "y": [0.0, 2.0, 3.0]},
    },
    "taken": {
        "verdict": "complete",
        "returns": {"'found'", "'left'", "'not'"},
        "over": {"x": range(-1, 256), "count": range(3)},
    },
    "prefixes": {
        "verdict": "budget",
        "runs": 60,
        "returns": {"'ab'", "'not'"},
        "over": {"text": ["", "ab", "xab", "abc"]},
    },
    "for_addresses": {
        "verdict": "complete",
        "returns": {"'found'", "'not'"},
        "over": {"x": range(-1, 256)},
    },
}


def floats(x: float) -> str:
    if math.isnan(x):
        return "nan"
    if math.issubnormal(x):
        return "tiny"
    if math.isnormal(x):
        return "negative" if math.signbit(x) else "normal"
    return "zero"


def larger(x: float, y: float) -> str:
    if math.fmax(x, y) == 3.0 and math.fmin(x, y) == 2.0 and x < y:
        return "y"
    return "x"


def taken(x: int, count: int) -> str:
    if not 0 <= x < 256 or not 0 <= count <= 2:
        return "not"
    made = bytearray([x, 8])
    if made.take_bytes(count) == b"\x07":
        return "found"
    if made == b"\x08":
        return "left"
    return "not"


def prefixes(text: str) -> str:
    if re.compile("ab+").prefixmatch(text):
        return "ab"
    return "not"


def for_addresses(x: int) -> str:
    if not 0 <= x < 256:
        return "not"
    if base64.urlsafe_b64encode(bytes([x, 255])) == b"_v8=":
        return "found"
    return "not"
