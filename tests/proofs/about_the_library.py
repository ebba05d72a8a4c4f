"""Names that are imported from the library, and that code seems to change by methods of one name."""

from __future__ import annotations

import keyword
import operator
from collections import ChainMap, namedtuple
from enum import Flag

Size = namedtuple("Size", ["w", "h"])


class Box:
    def __init__(self, w: int) -> None:
        self.w = w


class Access(Flag):
    R = 1
    W = 2
    X = 4


def widen(box: Box) -> None:
    box.w += 1


def learn(word: str) -> None:
    keyword.kwlist.append(word)
    keyword.last = word  # type: ignore[attr-defined]


def function_of_a_module(a: int, b: int) -> None:
    assert operator.add(a, b) == a + b
    assert operator.itemgetter(1)([a, b]) == b


def wrong_function_of_a_module(a: int, b: int) -> None:
    assert operator.add(a, b) != 7


def class_of_the_library(a: int, b: int) -> None:
    found = ChainMap({"x": a}, {"x": b, "y": b})
    found["y"] = a
    assert found["x"] == found["y"]


def attribute_of_a_named_tuple(w: int, h: int) -> None:
    size = Size(w, h)
    assert size.w * size.h == size[0] * size[1]


def open_list_of_a_module(x: int) -> None:
    assert len(keyword.kwlist) < 100 + x * x


def open_attributes_of_a_module(x: int) -> None:
    assert "last" not in vars(keyword) or x * x < 0


def open_dict_of_a_module(x: int) -> None:
    assert "last" not in keyword.__dict__ or x * x < 0


def open_names_in_a_module(x: int) -> None:
    assert "last" not in dir(keyword) or x * x < 0


def open_attribute_or_default(x: int) -> None:
    assert getattr(keyword, "last", "") == "" or x * x < 0


def open_attribute_of_a_module(x: int) -> None:
    assert not hasattr(keyword, "last") or x * x < 0


def members_of_a_flag(a: Access) -> None:
    assert (a | Access.R) & Access.R
    assert Access.W not in a & ~Access.W


def wrong_members_of_a_flag(a: Access) -> None:
    assert a.value < 7
