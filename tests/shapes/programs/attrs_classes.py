"""Classes of attrs as object graphs, and by their constructors."""

from __future__ import annotations

from typing import Optional

import attr
import attrs


@attrs.define
class Node:
    value: int
    next: Node | None = None


@attrs.define
class Marked(Node):
    mark: int = 0


@attr.s
class Old:
    a = attr.ib(type=int)
    b = attr.ib(default=None, type=Optional["Old"])
    _c = attr.ib(default=5, type=int)


@attrs.frozen
class Fixed:
    a: int
    next: Fixed | None = None


@attrs.define
class Place:
    x: int = attrs.field(validator=attrs.validators.gt(0))
    y: int = attrs.field(default=3, converter=abs)
    tags: list[str] = attrs.field(factory=list)


def ring(p: Node) -> str:
    if isinstance(p, Marked):
        return "marked" if p.mark == 5 else "below"
    if p.next is p:
        return "ring"
    return "else"


def old(p: Old) -> str:
    if p.b is not None and p.b is not p and p.b.a > p.a and p._c == 9:
        return "found"
    return "ring" if p.b is p else "else"


def fixed(p: Fixed) -> str:
    if p.next is p:
        return "never"
    if p.next is not None and p.next.a == p.a + 1:
        return "found"
    return "else"


def place(p: Place) -> str:
    if p.x <= 0 or p.y < 0:
        return "never"
    return "found" if p.y == 77 and p.tags == ["a"] else "else"


def evolved(p: Fixed) -> str:
    other = attrs.evolve(p, a=p.a + 1)
    if other == p:
        return "never"
    return "found" if attrs.asdict(other, recurse=False)["a"] == 10 else "else"
