"""Draws values of annotations: ordinary ones, and those that fit and are seldom thought of."""

from __future__ import annotations

import ast
import enum
import math
import random
import types
import typing
from collections.abc import Callable
from typing import Any


class Count(enum.IntEnum):
    ZERO = 0
    ONE = 1
    SEVEN = 7


class More:
    """Has what the classes below lack, and overrides nothing of theirs."""

    name = value = z = "a"

    def __call__(self) -> str:
        return "called"

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class Number(int, More):
    def __getitem__(self, at: int) -> int:
        return range(2)[at]


class Word(enum.StrEnum):
    A = "a"
    AB = "ab"
    EMPTY = ""


class Text(str, More):
    def __sub__(self, other: object) -> str:
        return "less"


class Row(list[Any], More):
    pass


class Real(float, More):
    pass


INTS = (0, 1, -1, 2, 3, 5, 7, 8, 10, 64, 100, -7, 255, 256, 257, 1000, 2**31, 2**53 + 1, 2**63,
        -(2**63), 10**20)  # fmt: skip
TEXTS = ("", "a", "b", "ab", "A", " ", "0", "1", "7", "-3", "abc", "a b", "x\n", "é", "ß", "a,b",
         "/a/b", "a.b", "a=1", "None", "True")  # fmt: skip
FLOATS = (0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 3.0, 1e300, 5e-324, 2.0**53, math.inf, -math.inf,
          math.nan, -0.0)  # fmt: skip
LENGTHS = (0, 1, 1, 2, 3, 5)


class CannotDraw(Exception):
    """There is no value of an annotation here."""


class Drawer:
    """Draws values of the annotations in a module, whose literals are among them."""

    def __init__(self, module: types.ModuleType, tree: ast.AST, chance: random.Random) -> None:
        self.module, self.chance = module, chance
        literals = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
        ints = [each for each in literals if type(each) is int and abs(each) < 10**6]
        self.ints = [*INTS, *ints, *[n + by for n in ints for by in (-1, 1)]]
        self.texts = [*TEXTS, *[each for each in literals if type(each) is str and len(each) < 30]]
        self.drawn: list[Any] = []
        """Lists and objects of this call, which may be given to it twice."""

    def call(self, kinds: list[Any]) -> list[Any]:
        """The arguments of a call."""
        self.drawn = []
        return [self.draw(kind) for kind in kinds]

    def draw(self, kind: Any) -> Any:
        same = [each for of, each in self.drawn if of == kind]
        if same and self.chance.random() < 0.15:
            return self.chance.choice(same)
        value = self._new(kind)
        if not isinstance(value, (int, str, float, bytes, type(None))):
            self.drawn.append((kind, value))
        return value

    def _new(self, kind: Any) -> Any:
        chance = self.chance
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin in (typing.Union, types.UnionType):
            return self.draw(chance.choice(args))
        if origin is typing.Literal:
            return chance.choice(args)
        if kind is None or kind is type(None):
            return None
        if isinstance(kind, type) and kind in _DRAWN:
            return _DRAWN[kind](self)
        if origin in (list, set, frozenset) or kind in (list, set, frozenset):
            items = self._items(args[0] if args else int)
            cls = Row if origin is list and chance.random() < 0.05 else origin or kind
            return cls(items)
        if origin is tuple and len(args) == 2 and args[1] is ...:
            return tuple(self._items(args[0]))
        if origin is tuple:
            return tuple([self.draw(each) for each in args])
        if origin is dict:
            keys = self._items(args[0])
            return {key: self.draw(args[1]) for key in keys}
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return chance.choice([*kind])
        if isinstance(kind, type) and kind.__module__ == self.module.__name__:
            return self._made(kind)
        raise CannotDraw(str(kind))

    def _items(self, kind: Any) -> list[Any]:
        items = [self.draw(kind) for _ in range(self.chance.choice(LENGTHS))]
        return items[:1] * len(items) if self.chance.random() < 0.1 else items

    def _int(self) -> int:
        chance, rare = self.chance, self.chance.random()
        if rare < 0.08:
            return chance.random() < 0.5
        if rare < 0.14:
            return chance.choice([*Count])
        if rare < 0.2:
            return Number(chance.choice(self.ints))
        return chance.choice(self.ints) if rare < 0.8 else chance.randint(-20, 20)

    def _text(self) -> str:
        chance, rare = self.chance, self.chance.random()
        if rare < 0.08:
            return chance.choice([*Word])
        if rare < 0.16:
            return chance.choice([Text, *self._below(str)])(chance.choice(self.texts))
        if rare < 0.7:
            return chance.choice(self.texts)
        if rare < 0.8:
            return chance.choice(self.texts) + chance.choice(self.texts)
        return "".join(chance.choice("ab01 -.,:/xyzAB") for _ in range(chance.randint(0, 6)))

    def _float(self) -> float:
        value = self.chance.choice(FLOATS)
        return Real(value) if self.chance.random() < 0.06 else value

    def _made(self, cls: type) -> Any:
        cls = self.chance.choice([cls, *cls.__subclasses__(), type(cls.__name__, (cls, More), {})])
        hints = typing.get_type_hints(cls.__init__)
        hints.pop("return", None)
        return cls(*[self.draw(each) for each in hints.values()])

    def _below(self, cls: type) -> list[type]:
        """Classes of the module below one, without enumerations."""
        found = [each for each in vars(self.module).values() if isinstance(each, type)]
        return [each for each in found if issubclass(each, cls) and not issubclass(each, enum.Enum)]

    def varied(self, value: Any) -> Any:
        """A value like another one."""
        chance = self.chance
        if chance.random() < 0.4:
            return value
        match value:
            case bool():
                return not value
            case int():
                return chance.choice((value + 1, value - 1, -value, value * 2, self._int()))
            case float():
                return chance.choice((value + 1, -value, value / 2, *FLOATS))
            case str():
                other, at = self._text(), chance.randint(0, len(value))
                changed = (value[:at] + other + value[at:], value[:at], value[::-1], value.upper())
                return chance.choice((*changed, other))
            case bytes():
                return self.varied(value.decode("latin-1")).encode("utf-8", "replace")
            case list():
                items = [self.varied(each) for each in value]
                return items[: chance.randint(0, len(items))] + items[: chance.randint(0, 1)]
            case tuple():
                return tuple([self.varied(each) for each in value])
            case dict():
                return {self.varied(key): self.varied(each) for key, each in value.items()}
            case _:
                return value


_DRAWN: dict[type, Callable[[Drawer], Any]] = {
    bool: lambda drawer: drawer.chance.random() < 0.5,
    int: lambda drawer: drawer._int(),
    str: lambda drawer: drawer._text(),
    float: lambda drawer: drawer._float(),
    bytes: lambda drawer: drawer._text().encode("utf-8", "replace"),
}
