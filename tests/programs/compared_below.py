"""Objects of classes below native ones, and other native containers, to the left of a comparison:
Python asks them first, and C code would not ask what is tracked."""

import collections
import enum
import http


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class Name(str):
    pass


class Raw(bytes):
    pass


class Row(list):
    pass


class Table(dict):
    pass


HELLO = Name("hello")


def member(text: str) -> str:
    for colour in Colour:
        if colour == text:
            return colour.name
    return "none"


class Key(Name):
    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    __hash__ = Name.__hash__


class Buffer(bytearray):
    pass


def by_super(text: str) -> int:
    if Key("abc") == text:
        return 1
    return 2


def buffer(data: bytes) -> int:
    if Buffer(b"abc") == data:
        return 1
    return 2


def differs(text: str) -> int:
    if HELLO != text:
        return 1
    return 2


def less(text: str) -> int:
    if HELLO < text:
        return 1
    return 2


def of_the_library(text: str) -> int:
    if http.HTTPStatus.OK.phrase == text or http.HTTPMethod.GET == text:
        return 1
    return 2


def defined_here(text: str) -> int:
    class Local(str):
        pass

    if Local("abc") == text:
        return 1
    return 2


def octets(data: bytes) -> int:
    if Raw(b"abc") == data:
        return 1
    return 2


def index(text: str) -> int:
    return [Colour.RED, Colour.BLUE].index(text)


def inside(text: str) -> int:
    if [HELLO, 1] == [text, 1]:
        return 1
    return 2


def row(items: list[int]) -> int:
    if Row([1, 2]) == items:
        return 1
    return 2


def table(entries: dict[str, int]) -> int:
    if Table({"a": 7}) == entries:
        return 1
    return 2


def default(entries: dict[str, int]) -> int:
    wanted: collections.defaultdict = collections.defaultdict(int)
    wanted["a"] += 7
    if wanted == entries:
        return 1
    return 2


def frozen(numbers: set[int]) -> int:
    if frozenset({5, 7}) <= numbers:
        return 1
    return 2


ALL = {"verdict": "complete", "returns": {"1", "2"}}
SOME = {"verdict": ("budget", "exhausted"), "returns": {"1", "2"}, "runs": 60}

EXPECTED = {
    "member": {
        **{"verdict": "complete", "returns": {"'RED'", "'BLUE'", "'none'"}},
        "over": {"text": ["", "red", "blue"]},
    },
    "by_super": {**ALL, "over": {"text": ["", "abc"]}},
    "buffer": {**ALL, "over": {"data": [b"", b"abc"]}},
    "differs": {**ALL, "over": {"text": ["", "hello"]}},
    "less": {**ALL, "over": {"text": ["", "help"]}},
    "of_the_library": {**ALL, "over": {"text": ["", "OK", "GET"]}},
    "defined_here": {**ALL, "over": {"text": ["", "abc"]}},
    "octets": {**ALL, "over": {"data": [b"", b"abc"]}},
    "index": {
        **{"verdict": "complete", "returns": {"0", "1"}, "raises": {"ValueError"}},
        "over": {"text": ["", "red", "blue"]},
    },
    "inside": {**ALL, "over": {"text": ["", "hello"]}},
    "row": {**ALL, "over": {"items": [[], [1, 2]]}},
    "table": {**SOME, "over": {"entries": [{}, {"a": 7}]}},
    "default": {**SOME, "over": {"entries": [{}, {"a": 7}]}},
    "frozen": {**SOME, "over": {"numbers": [set(), {5, 7}]}},
}
