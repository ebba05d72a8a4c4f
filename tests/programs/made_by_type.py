"""Classes that are called past their metaclass: what C code reads there is said."""


class Name(str):
    pass


class Octets(bytes):
    pass


class Counted(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Word(bytes, metaclass=Counted):
    pass


class Point(metaclass=Counted):
    def __init__(self, x: int) -> None:
        self.x = x


def by_type(data: bytes) -> bool:
    return type.__call__(Octets, data) == b"ab"


def by_itself(data: bytes) -> bool:
    return Octets.__call__(data) == b"ab"


def text_by_type(text: str) -> bool:
    return type.__call__(Name, text) == "ab"


def by_metaclass(data: bytes) -> bool:
    return Word(data) == b"ab"


def past_metaclass(data: bytes) -> bool:
    return type.__call__(Word, data) == b"ab"


def not_native(x: int) -> bool:
    if Point(x).x == 7:
        return type.__call__(Point, x).x == 7
    return False


def number(x: int) -> bool:
    return type.__call__(int, x) == 7


LOST = {"verdict": "exhausted", "returns": {"False"}, "runs": 40}
KEPT = {"verdict": "complete", "returns": {"True", "False"}, "over": {"x": range(9)}}

EXPECTED = {
    "by_type": {**LOST, "over": {"data": [b"", b"ab"]}},
    "by_itself": {**LOST, "over": {"data": [b"", b"ab"]}},
    "text_by_type": {**LOST, "over": {"text": ["", "ab"]}},
    "by_metaclass": {**LOST, "over": {"data": [b"", b"ab"]}},
    "past_metaclass": {**LOST, "over": {"data": [b"", b"ab"]}},
    "not_native": KEPT,
    "number": KEPT,
}
