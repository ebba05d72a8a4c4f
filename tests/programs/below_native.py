"""Classes whose constructors call those of native ones: what is lost there is said."""

import collections
import decimal
import io
import struct


class Lines(io.StringIO):
    def __init__(self, text: str, width: int) -> None:
        super().__init__(text)
        self.width = width


class Octets(io.BytesIO):
    def __init__(self, data: bytes) -> None:
        super().__init__(data)


class Layout(struct.Struct):
    def __init__(self, order: str) -> None:
        super().__init__(order + "i")


class Rounding(decimal.Context):
    def __init__(self, digits: int) -> None:
        super().__init__(prec=digits)


class Last(collections.deque[str]):
    def __init__(self, text: str, most: int) -> None:
        super().__init__(text, most)


class Failed(KeyError):
    def __init__(self, key: str) -> None:
        super().__init__(key)


def lines(text: str) -> bool:
    return Lines(text, 3).getvalue() == "ab"


def octets(data: bytes) -> bool:
    return Octets(data).getvalue() == b"ab"


def layout(order: str) -> int:
    return Layout(order).size


def rounding(digits: int) -> int:
    if 0 < digits < 9:
        return Rounding(digits).prec
    return 0


def last(text: str, most: int) -> int:
    if not 0 < most < 3:
        return 0
    if len(Last(text, most)) == 1:
        return 1
    return 2


def failed(key: str) -> str:
    if Failed(key).args == ("no",):
        return "no"
    return "yes"


EXPECTED = {
    "lines": {
        "verdict": "exhausted",
        "runs": 20,
        "returns": {"False"},
        "over": {"text": ["", "ab"]},
    },
    "octets": {
        "verdict": "exhausted",
        "runs": 20,
        "returns": {"False"},
        "over": {"data": [b"", b"ab"]},
    },
    "layout": {
        "verdict": "exhausted",
        "runs": 20,
        "returns": {"4"},
        "may_raise": {"error"},
        "over": {"order": ["", "<"]},
    },
    "rounding": {
        "verdict": "exhausted",
        "returns": {"0"},
        "over": {"digits": [0, 1, 8, 9]},
    },
    "last": {
        "verdict": "budget",
        "runs": 60,
        "returns": {"0", "1", "2"},
        "over": {"text": ["", "a", "ab"], "most": [0, 1, 2, 3]},
    },
    "failed": {
        "verdict": "complete",
        "returns": {"'no'", "'yes'"},
        "over": {"key": ["", "no"]},
    },
}
