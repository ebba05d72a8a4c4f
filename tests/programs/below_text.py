"""Classes below those that read text natively: what is lost there is said."""

from array import array
from decimal import Decimal


class Source(str):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.place = len(text)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return "Source " + super().__repr__()


class Octets(bytes):
    def __init__(self, data: bytes) -> None:
        self.size = len(data)


class Number(int):
    def __init__(self, text: str) -> None:
        self.size = len(text)


class Exact(Decimal):
    def __init__(self, text: str) -> None:
        self.size = len(text)


class Row(array):
    def __init__(self, code: str, items: list[int]) -> None:
        self.code = code


def compared(text: str) -> bool:
    return Source(text) == "ab"


def shown(text: str) -> str:
    source = Source(text)
    return repr(source) if source.place == 2 else "other"


def octets(data: bytes) -> bool:
    return Octets(data) == b"ab"


def number(text: str) -> bool:
    return Number("1" + text) == 12


def exact(text: str) -> bool:
    return Exact("1" + text) == 12


def row(items: list[int]) -> bool:
    if len(Row("q", items)) == 2:
        return True
    return False


LOST = {"verdict": "exhausted", "returns": {"False"}, "runs": 40}

EXPECTED = {
    "compared": {**LOST, "over": {"text": ["", "ab"]}},
    "shown": {
        "verdict": ("exhausted", "budget"),
        "runs": 40,
        "returns": {"'other'"},
        "over": {"text": ["", "ab"]},
    },
    "octets": {**LOST, "over": {"data": [b"", b"ab"]}},
    "number": {**LOST, "over": {"text": ["", "2"]}, "may_raise": {"ValueError"}},
    "exact": {**LOST, "over": {"text": ["", "2"]}, "may_raise": {"InvalidOperation"}},
    "row": {
        "verdict": "budget",
        "runs": 40,
        "returns": {"True", "False"},
        "may_raise": {"OverflowError"},
        "over": {"items": [[], [1, 2]]},
    },
}
