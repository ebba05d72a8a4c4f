"""What opaque functions read in the attributes of objects, and what they do to what they get."""

from __future__ import annotations

from typing import Any

import pytest

PROGRAMS = """
import dataclasses
import datetime
import enum
import typing

import wend


@dataclasses.dataclass
class User:
    id: int
    name: str = "ab"


class Salted:
    __slots__ = ("salt",)

    def __init__(self, salt: int):
        self.salt = salt

    @wend.opaque
    def hash(self, x: int) -> int:
        assert type(self.salt) is int
        return (x * 2654435761 ^ self.salt) & 0xFFFF


class Counted:
    def __init__(self, number: int):
        self.number = number

    @property
    @wend.opaque
    def size(self):
        return "large" if (self.number > 3) is True else "small"

    @wend.opaque
    def __len__(self):
        return 5 if (self.number > 7) is True else 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@wend.opaque
def key(users, color) -> int:
    return sum(user.id + len(user.name) for user in users) * 7919 % 10007 + color.value


@wend.opaque
def day(date) -> int:
    return date.toordinal() * 37 % 1000


class Place(typing.NamedTuple):
    x: int
    names: tuple


@wend.opaque
def code(place) -> int:
    assert type(place.x) is int and type(place.names[0]) is str
    return place.x * 7919 % 10007 + len(place.names[0])


def placed(x: int, name: str, wanted: int):
    return "hit" if code(Place(x, (name,))) == wanted and x == 5 else "other"


@wend.opaque
def rename(user) -> int:
    user.id += 1
    return 1


@wend.opaque
def fill(numbers, table, known) -> int:
    numbers.append(len(numbers))
    table["n"] = 5
    known.add(99)
    return 1


def sized(counted: Counted):
    return "long" if len(counted) else counted.size


def salted(salt: int, x: int, y: int):
    if Salted(salt).hash(x) == y:
        return "deep" if x == 10 and salt == 99 else "hit"
    return "other"


def in_a_list(a: int, b: int, x: int, color: Color):
    return "hit" if key([User(a), User(b)], color) == x and b == 5 else "other"


def dated(date: datetime.date, x: int):
    return "hit" if day(date) == x else "other"


def changed(x: int):
    user = User(x)
    rename(user)
    return "eight" if user.id == 8 else ("nine" if x == 8 else "other")


def filled(numbers: list[int], table: dict[str, int], known: set[int]):
    before = len(numbers)
    fill(numbers, table, known)
    assert len(numbers) == before + 1 and table["n"] == 5 and 99 in known
    return "other"
"""

REACHED = {
    "sized": {"long", "large", "small"},
    "salted": {"deep", "hit", "other"},
    "in_a_list": {"hit", "other"},
    "dated": {"hit", "other"},
    "placed": {"hit", "other"},
    "changed": {"nine", "other"},
    "filled": {"other"},
}


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.file("given.py", PROGRAMS)
    done = shared_wend(
        *("cover", *[f"given.py::{name}" for name in REACHED], "--no-chance", "--json", "-"),
        *("--budget", "10", "--max-executions", "30"),
    )
    return {each["target"]["function"]: each for each in done.results}


@pytest.mark.parametrize("name", REACHED)
def test_what_is_reached(results: dict[str, dict[str, Any]], name: str) -> None:
    found = {case["outcome"]["value"].strip("'") for case in results[name]["cases"]}

    assert found >= REACHED[name]
    assert results[name]["divergences"] == 0


def test_what_an_opaque_function_does_to_its_arguments_is_pinned(results) -> None:
    (case,) = [each for each in results["changed"]["cases"] if each["outcome"]["value"] == "'nine'"]

    assert case["method"] == "unpinned"
