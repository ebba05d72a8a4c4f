"""Votes for what a value is, of the places where it is used."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wend.run.uses import Uses

Subject = Callable[[ast.AST], bool]
"""Whether an expression is the value in question."""


class Votes:
    """What the uses of one value speak for."""

    def __init__(self, uses: Uses, subject: Subject) -> None:
        self._uses = uses
        self._subject = subject
        self.weights: defaultdict[str, float] = defaultdict(float)
        self.classes: dict[Any, None] = {}
        self.keys: dict[str, None] = {}
        """Names that the value is asked for, if it is a dict."""
        self.attributes: dict[str, None] = {}
        self.checked = False
        """Whether the function looks at its type: then another one is of interest, too."""
        self.places: list[Votes] = []
        """For a tuple that is unpacked: the votes for each place."""

    def add(self, kind: str, weight: float = 1.0) -> None:
        self.weights[kind] += weight

    def element(self) -> Votes:
        """The votes for what is in the value, or what a key leads to."""
        votes = self._uses.votes(self._uses.element_of(self._subject))
        for name in self._uses.unpacked_from(self._subject):
            votes.places.append(self._uses.of_name(name))
        if votes.places:
            votes.add("tuple", 9)
        return votes

    def at_key(self, key: str) -> Votes:
        return self._uses.votes(_is_at_key(self._subject, key))

    def key_element(self) -> Votes:
        return self._uses.votes(self._uses.key_of(self._subject))


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
