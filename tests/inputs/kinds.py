"""A module with something of every kind that annotations can name."""

from __future__ import annotations

import abc
import collections
import enum
from collections import namedtuple
from collections.abc import Iterable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Generic, NamedTuple, NewType, NotRequired, Protocol, Required, TypedDict, TypeVar

T = TypeVar("T")
Read = TypeVar("Read", covariant=True)
Bounded = TypeVar("Bounded", bound=str)
Either = TypeVar("Either", bytes, bool)
UserId = NewType("UserId", int)
Pair = namedtuple("Pair", "left right")


class Color(enum.Enum):
    RED = 1
    GREEN = "g"
    ALSO_RED = 1  # noqa: PIE796 - an alias is no alternative


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Rights(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


class Movie(TypedDict):
    title: str
    year: int


class Draft(TypedDict, total=False):
    title: str
    year: int


class Sequel(TypedDict, total=False):
    title: Required[str]
    year: int


class Remake(TypedDict):
    title: str
    year: NotRequired[int]


class Spot(NamedTuple):
    x: int
    label: str = "here"


@dataclass
class Point:
    x: int
    y: int = 3


@dataclass
class Order:
    amount: int
    factor: InitVar[int]
    lines: list[str] = field(default_factory=list)
    total: int = field(init=False)
    _: KW_ONLY
    paid: bool = False

    def __post_init__(self, factor: int) -> None:
        self.total = self.amount * factor


@dataclass
class Tree:
    value: int
    left: Tree | None = None
    right: Tree | None = None


@dataclass
class Branching:
    value: int
    children: list[Branching]


@dataclass
class Box(Generic[T]):
    content: T


class Plain:
    def __init__(self, size, name: str = "x", *, log=print) -> None:
        self.size = size + 1
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and vars(self) == vars(other)


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...


@dataclass
class Square(Shape):
    side: int

    def area(self) -> int:
        return self.side**2


class HasArea(Protocol):
    def area(self) -> int: ...


class Reads(Protocol[Read]):
    def read(self, size: int = ..., /) -> Read: ...


class ReadsLines(Protocol):
    def readline(self) -> str: ...


class Compares(Protocol):
    def __call__(self, a: int, b: int) -> bool: ...


class Covered:
    def __init__(self, size: int, by: HasArea):
        self.size = size
        self.by = by


class Prices(dict[str, int]):
    pass


class Celsius(float):
    pass


class Recent(collections.deque[int]):
    pass


class NeedsItself:
    def __init__(self, other: NeedsItself) -> None:
        self.other = other


def total(numbers: Iterable[int]) -> int:
    return sum(numbers)
