"""Constructs under `from __future__ import annotations`, see constructs.py."""
# ruff: noqa
# fmt: off

from __future__ import annotations

import dataclasses
import typing


def annotations_stay_text():
    def f(a: never_defined, b: list[also_never] = None) -> nothing[0]:
        local: not_evaluated[f(1)] = 5
        return local

    class Local:
        field: never_defined

    return f.__annotations__, Local.__annotations__, f(1)


@dataclasses.dataclass
class Tree:
    value: int
    left: Tree | None = None

    def total(self) -> int:
        return self.value + (self.left.total() if self.left is not None else 0)


def data_class():
    return Tree(1, Tree(2)).total(), typing.get_type_hints(Tree)["value"], Tree.total.__annotations__
