"""Finds conditions of a trace that contradict each other because equality is transitive.

Comparing texts of any length is infinitely many paths for a search that runs them. So here `a ==
b`, `b == c` and `a != c` contradict each other by reasoning about expressions: equal operands give
equal results, and facts about a value hold for all equal values. This is done only for text and for
numbers without nan, if the type is certain and the same, since `1 == True`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple

from wend.aim.backward.effects import Reader
from wend.aim.backward.learned import Positions
from wend.instrument.trace import EXTRACTED, Step
from wend.source.control.graph import Control
from wend.source.types.of_locals import Types

Value = tuple[Any, ...]
"""An expression over the values that its names have at that step."""

_EXACT = ("int", "bool", "str", "bytes")


class _Fact(NamedTuple):
    """The need of one condition: two values are equal, or not."""

    position: int
    left: Value
    right: Value
    holds: bool


class Equalities:
    """Looks for contradictions in the traces of one function."""

    def __init__(self, control: Control, types: Types, reader: Reader) -> None:
        self._control = control
        self._types = types
        self._reader = reader

    def contradiction(self, steps: Sequence[Step]) -> Positions | None:
        """The positions of conditions that can't hold at once, counted from the end of the
        trace."""
        facts = self._facts(steps)
        if not _is_contradictory(facts):
            return None
        for fact in list(facts):
            fewer = [each for each in facts if each is not fact]
            if _is_contradictory(fewer):
                facts = fewer
        return frozenset([len(steps) - 1 - each.position for each in facts])

    def _facts(self, steps: Sequence[Step]) -> list[_Fact]:
        known: dict[str, Value] = {}
        fresh = count()
        facts: list[_Fact] = []
        for position, (number, how) in enumerate(steps):
            node = self._control.nodes[number]
            is_plain = how not in (*EXTRACTED, "raises")
            if is_plain and node.kind == "test" and how in ("true", "false"):
                facts.extend(self._told(position, node.tree, how == "true", known))
            writes = self._reader.of((number, how)).writes
            bound: dict[str, Value | None] = {}
            match node.tree:
                case [ast.Assign(targets=[ast.Name(id=name)], value=expression)] if is_plain:
                    bound[name] = self._value(expression, known)
            for name in writes:
                known[name] = bound.get(name) or ("some", next(fresh))
        return facts

    def _told(
        self, position: int, test: ast.expr, holds: bool, known: dict[str, Value]
    ) -> Iterable[_Fact]:
        match test:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as op], comparators=[right]):
                one, other = self._value(left, known), self._value(right, known)
                is_same = self._types.of(left) == self._types.of(right)
                if is_same and one is not None and other is not None:
                    yield _Fact(position, one, other, holds is isinstance(op, ast.Eq))
            case _:
                value = self._value(test, known)
                if value is not None and self._types.of(test) == frozenset(("bool",)):
                    yield _Fact(position, value, ("constant", "bool", True), holds)

    def _value(self, node: ast.expr, known: dict[str, Value]) -> Value | None:
        """The value of an expression; None if equal parts may give unequal values, or if its type
        is not certain."""
        kinds = self._types.of(node)
        if kinds is None or len(kinds) != 1 or not kinds <= {*_EXACT}:
            return None
        parts: list[ast.expr]
        match node:
            case ast.Constant(value=value):
                return "constant", type(value).__name__, value
            case ast.Name(id=name) if self._types.is_own(name):
                return known.get(name, ("given", name))
            case ast.BinOp(left=left, op=operator, right=right):
                name, parts = type(operator).__name__, [left, right]
            case ast.UnaryOp(op=operator, operand=operand):
                name, parts = type(operator).__name__, [operand]
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if not isinstance(
                operator, ast.Is | ast.IsNot
            ):
                name, parts = type(operator).__name__, [left, right]
            case ast.Call(func=ast.Name(id=called), args=args, keywords=[]):
                name, parts = f"{called}()", args
            case ast.Call(func=ast.Attribute(value=owner, attr=called), args=args, keywords=[]):
                name, parts = f".{called}()", [owner, *args]
            case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
                name, parts = "[]", [owner, index]
            case _:
                return None
        values = [self._value(part, known) for part in parts]
        if any(value is None for value in values):
            return None
        return "made", name, *values


def _is_contradictory(facts: Sequence[_Fact]) -> bool:
    """Whether facts contradict each other: classes of equal values, grown until nothing changes."""
    classes: dict[Value, Value] = {}

    def found(value: Value) -> Value:
        while value in classes:
            value = classes[value]
        return value

    def join(one: Value, other: Value) -> bool:
        """Joins two classes of equal values; returns whether they were apart. A constant represents
        its class."""
        one, other = found(one), found(other)
        if one == other:
            return False
        if one[0] == "constant":
            one, other = other, one
        classes[one] = other
        return True

    everything = {part for fact in facts for each in (fact.left, fact.right) for part in _all(each)}
    made = [value for value in everything if value[0] == "made"]
    for fact in facts:
        if fact.holds:
            join(fact.left, fact.right)
    is_growing = True
    while is_growing:
        is_growing = False
        by_parts: dict[Value, Value] = {}
        for value in made:
            key = (value[1], *map(found, value[2:]))
            is_growing |= join(value, by_parts.setdefault(key, value))
    is_two = any(value[0] == "constant" and value in classes for value in everything)
    return (
        is_two
        or any(_is_never_made(value, found(value)) for value in made)
        or any(not fact.holds and found(fact.left) == found(fact.right) for fact in facts)
    )


def _is_never_made(value: Value, equal: Value) -> bool:
    """Whether a method never returns this constant: `lower()` changes nothing in its own
    results."""
    if equal[0] != "constant" or value[1] not in _SETTLING or len(value) != 3:
        return False
    constant = equal[2]
    return bool(getattr(constant, value[1][1:-2])() != constant)


_SETTLING = frozenset((".casefold()", ".lower()", ".lstrip()", ".rstrip()", ".strip()", ".upper()"))
"""Methods of text that change nothing when they are called once more."""


def _all(value: Value) -> Iterable[Value]:
    yield value
    if value[0] == "made":
        for part in value[2:]:
            yield from _all(part)
