"""Numbers that are too large for the C code that takes them: that raises something of its own."""

import datetime
import re
from itertools import repeat


def inserted(n: int) -> list[int]:
    items = [1, 2]
    items.insert(n, 3)
    return items


def popped(n: int) -> int:
    return [1, 2].pop(n)


def ruled(n: int) -> str:
    return "-" * n if n < 2 else ""


def padded(n: int) -> str:
    return "ab".ljust(n) if n < 4 else ""


def zeros(n: int) -> bytes:
    return bytes(n) if n < 2 else b""


def day(n: int) -> int:
    return datetime.date(2024, n, 30).month


def repeated(n: int) -> int:
    return len([*repeat(1, n)]) if n < 2 else 2


def replaced(n: int) -> str:
    return re.sub("a", "b", "aa", n)


def handled(n: int) -> str:
    items = [1]
    try:
        items.insert(n, 2)
    except OverflowError:
        return "too large"
    return "inserted"


HUGE = (-(10**30), 10**30)
NEAR = {"n": [*range(-4, 32), 2**40, *HUGE]}
LARGE = {"verdict": "complete", "raises": {"OverflowError"}, "over": NEAR}

EXPECTED = {
    "inserted": {**LARGE, "returns": {"[3, 1, 2]", "[1, 3, 2]", "[1, 2, 3]"}},
    "popped": {**LARGE, "raises": {"OverflowError", "IndexError"}, "returns": {"1", "2"}},
    "ruled": {**LARGE, "returns": {"''", "'-'"}},
    "padded": {**LARGE, "returns": {"''", "'ab'", "'ab '"}},
    "zeros": {**LARGE, "raises": {"OverflowError", "ValueError"}, "returns": {"b''"}},
    "day": {**LARGE, "raises": {"OverflowError", "ValueError"}, "returns": {"1"}},
    "repeated": {**LARGE, "returns": {"0", "1", "2"}},
    "replaced": {**LARGE, "returns": {"'ba'", "'bb'"}},
    "handled": {
        "verdict": "complete",
        "returns": {"'too large'", "'inserted'"},
        "over": NEAR,
    },
}
