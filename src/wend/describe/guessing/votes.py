"""Votes on the type of a value, given by the expressions that use it."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wend.describe.guessing.uses import Uses

Subject = Callable[[ast.AST], bool]
"""Whether an expression is the value in question."""

ELSEWHERE = 0.7
"""The weight of a vote by another function that the value is passed to."""


class Votes:
    """The votes of all uses of one value."""

    def __init__(self, uses: Uses, subject: Subject) -> None:
        self._uses = uses
        self._subject = subject
        self._others: list[Votes] = []
        """The votes of functions that the value is passed to."""
        self.weights: defaultdict[str, float] = defaultdict(float)
        self.inside: defaultdict[str, float] = defaultdict(float)
        """Votes on the items of the value."""
        self.classes: dict[Any, None] = {}
        self.values: dict[str, None] = {}
        """Sources of sentinels and classes that the value is compared with."""
        self.equals: list[Any] = []
        """Containers of literals that the value is compared with."""
        self.keys: dict[str, None] = {}
        """Keys that the value is asked for, if it is a dict."""
        self.attributes: dict[str, None] = {}
        self.asked: dict[str, None] = {}
        """Kinds of types that the function tests the value for."""
        self._hints: dict[str, float] = {}
        self.checked = False
        """Whether the function looks at the type; then values of other types matter, too."""
        self.unpacked: list[str] = []
        """Names in `a, b = value`."""

    def copy(self) -> Votes:
        """A copy that may be changed."""
        made = Votes(self._uses, self._subject)
        for name, value in vars(self).items():
            is_own = isinstance(value, dict | list)
            setattr(made, name, value.copy() if is_own else value)
        return made

    def add(self, kind: str, weight: float = 1.0) -> None:
        self.weights[kind] += weight

    def hint(self, kind: str, weight: float) -> None:
        """Adds a vote that counts once, however often it is given: many types have items."""
        more = weight - self._hints.get(kind, 0.0)
        if more > 0:
            self._hints[kind] = weight
            self.weights[kind] += more

    def ask(self, kind: str) -> None:
        """Notes that the function tests the value for a kind."""
        self.asked[kind] = None
        self.checked = True
        self.add(kind, 2)

    def absorb(self, other: Votes) -> None:
        """Adds the votes of another function on the same value."""
        for kind, weight in other.weights.items():
            self.weights[kind] += ELSEWHERE * weight
        for kind, weight in other.inside.items():
            self.inside[kind] += ELSEWHERE * weight
        for own, known in (
            (self.classes, other.classes),
            (self.keys, other.keys),
            (self.attributes, other.attributes),
        ):
            own.update(dict.fromkeys(known))
        self.equals += other.equals
        self._others.append(other)

    @property
    def fitting(self) -> list[Any]:
        """Classes that have all attributes that are read of the value."""
        return self._uses.classes_with({*self.attributes}) if self.attributes else []

    @property
    def places(self) -> list[Votes]:
        """For a tuple that is unpacked: the votes on each item."""
        found = [self._uses.of_name(name) for name in self.unpacked]
        return found or next((each.places for each in self._others if each.unpacked), [])

    def forget_places(self) -> None:
        """Forgets the items of an unpacked tuple, so that a nested one is not looked into."""
        self.unpacked.clear()
        self._others.clear()

    def element(self) -> Votes:
        """The votes on the items of the value, or on the value of a key."""
        votes = self._uses.votes(self._uses.element_of(self._subject))
        for kind, weight in self.inside.items():
            votes.add(kind, weight)
        self._uses.mapped(self._subject, votes)
        unpacked = self._uses.unpacked_from(self._subject)
        if unpacked:
            votes.unpacked = unpacked
            votes.add("tuple", 9)
        return self._with_others(votes, [each.element() for each in self._others])

    def at_key(self, key: str) -> Votes:
        found = self._uses.votes(_is_at_key(self._subject, key))
        return self._with_others(found, [each.at_key(key) for each in self._others])

    def attribute(self, name: str) -> Votes:
        found = self._uses.votes(_is_attribute(self._subject, name))
        return self._with_others(found, [each.attribute(name) for each in self._others])

    def result(self) -> Votes:
        """The votes on the result of calling the value."""
        found = self._uses.votes(_is_call(self._subject))
        return self._with_others(found, [each.result() for each in self._others])

    def key_element(self) -> Votes:
        return self._uses.votes(self._uses.key_of(self._subject))

    @staticmethod
    def _with_others(votes: Votes, others: list[Votes]) -> Votes:
        for each in others:
            votes.absorb(each)
        return votes


@functools.cache
def _is_at_key(subject: Subject, key: str) -> Subject:
    def is_there(node: ast.AST) -> bool:
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=index)):
                return index == key and subject(value)
            case ast.Call(
                func=ast.Attribute(value=value, attr="get" | "pop" | "setdefault"),
                args=[ast.Constant(value=index), *_],
            ):
                return index == key and subject(value)
        return False

    return is_there


@functools.cache
def _is_attribute(subject: Subject, name: str) -> Subject:
    def is_it(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and node.attr == name and subject(node.value)

    return is_it


@functools.cache
def _is_call(subject: Subject) -> Subject:
    return lambda node: isinstance(node, ast.Call) and subject(node.func)
