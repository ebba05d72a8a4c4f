"""Match statements, enums, Optional and unions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, IntEnum, auto
from typing import Literal, NamedTuple, Optional, TypedDict, Union

import wend


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Level(IntEnum):
    LOW = 1
    HIGH = 5


class Right(Flag):
    READ = auto()
    WRITE = auto()


@dataclass
class Circle:
    radius: int


@dataclass
class Box:
    width: int
    height: int


class Pair(NamedTuple):
    first: int
    second: int = 0


class Movie(TypedDict):
    title: str
    year: int


def _area(shape: Circle | Box) -> int:
    match shape:
        case Circle(radius=r):
            return 3 * r * r
        case Box(w, h):
            return w * h


def literal_cases(n: int) -> None:
    match n:
        case 0:
            s = "zero"
        case 1 | 2:
            s = "few"
        case _ if n < 0:
            s = "less"
        case _:
            s = "many"
    assert (s == "many") == (n > 2)


def wrong_literal_cases(n: int) -> None:
    match n:
        case 0 | 1 | 2:
            small = True
        case _:
            small = False
    assert small or n > 2


def sequence_cases(xs: list[int]) -> None:  # not proved: lists of any length
    match xs:
        case []:
            assert len(xs) == 0
        case [a]:
            assert xs == [a]
        case [a, *_, b]:
            assert a == xs[0] and b == xs[-1] and len(xs) >= 2


def mapping_cases(a: int) -> None:
    d = {"kind": a, "rest": 1}
    match d:
        case {"kind": 0}:
            assert a == 0
        case {"kind": k, **others}:
            assert k == a and others == {"rest": 1}


def areas(r: int, w: int) -> None:
    wend.assume(0 <= r <= 10 and 0 <= w <= 10)
    assert _area(Circle(r)) >= 0
    assert _area(Box(w, w)) == w * w


def area_of_input(shape: Circle | Box) -> None:  # not proved: a dataclass may have subclasses
    if isinstance(shape, Circle):
        wend.assume(0 <= shape.radius <= 10)
    else:
        wend.assume(0 <= shape.width <= 10 and 0 <= shape.height <= 10)
    assert 0 <= _area(shape) <= 300


def wrong_area(shape: Circle | Box) -> None:
    if isinstance(shape, Box) and shape.width > 0:
        assert _area(shape) != 50


def enum_of_input(c: Color) -> None:
    assert c.value in (1, 2, 3)
    assert Color(c.value) is c


def wrong_enum(c: Color) -> None:
    assert c in (Color.RED, Color.GREEN)


def enum_by_value(n: int) -> None:
    try:
        c = Color(n)
    except ValueError:
        assert n not in (1, 2, 3)
    else:
        assert c.value == n


def int_enum_compares(level: Level) -> None:
    if level > 2:
        assert level is Level.HIGH
    else:
        assert level == 1


def flags(read: bool, write: bool) -> None:
    rights = Right(0)
    if read:
        rights |= Right.READ
    if write:
        rights |= Right.WRITE
    assert (Right.READ in rights) == read
    assert (Right.WRITE in rights) == write


def optional_default(x: Optional[int]) -> None:
    y = 0 if x is None else x
    assert x is None or y == x


def wrong_optional(x: Optional[int]) -> None:
    y = x or 1
    assert x is None or y == x


def union_of_text(x: Union[int, str]) -> None:
    if isinstance(x, int):
        assert x + 1 > x
    else:
        assert len(x) >= 0


def literal_type(mode: Literal["r", "w"]) -> None:
    n = {"r": 1, "w": 2}[mode]
    assert n in (1, 2)


def named_tuple(a: int, b: int) -> None:
    p = Pair(a)
    q = p._replace(second=b)
    assert q.first == a and q[1] == b
    assert p == (a, 0)


def named_tuple_of_input(p: Pair) -> None:
    x, y = p
    assert x == p.first and y == p.second


def typed_dict(m: Movie) -> None:  # not proved: a TypedDict may have more keys
    m["year"] = 1999
    assert m["year"] + 1 == 2000
    assert isinstance(m["title"], str)


def type_pattern(x: int | str | None) -> None:
    match x:
        case None:
            assert x is None
        case int():
            assert x == x
        case str():
            assert x + "" == x


def enum_members_in_order(n: int) -> None:
    wend.assume(0 <= n < 3)
    assert list(Color)[n].value == n + 1
    assert Color["RED"].name == "RED"
