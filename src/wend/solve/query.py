"""A question for the solver: a path prefix that holds, and the condition wanted after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wend.expr.terms import Term
from wend.record import Record
from wend.solve.slice import Knowledge


class Prefix:
    """The conditions along a path, as a list shared from its beginning.

        empty ── x > 0 ── y < x ── y != 3
                              └─── y == 3

    There is one for each node of an execution tree, so that the flips of all paths share the
    knowledge about their common beginnings.
    """

    __slots__ = ("_known", "condition", "is_opaque", "length", "parent")

    parent: Prefix | None
    condition: Term | None
    """None only for the empty prefix."""
    length: int
    _known: Knowledge | None
    """Computed when first asked for, then kept."""

    def __init__(self, parent: Prefix | None, condition: Term | None) -> None:
        self.parent = parent
        self.condition = condition
        self.length = 0 if parent is None else parent.length + 1
        self._known = Knowledge() if parent is None else None
        self.is_opaque: bool = parent is not None and (
            parent.is_opaque or (condition is not None and condition.is_opaque)
        )
        """Whether a condition speaks of what an opaque function returns."""

    @staticmethod
    def empty() -> Prefix:
        """A new root; prefixes of one exploration grow from one root."""
        return Prefix(None, None)

    @staticmethod
    def of(conditions: Iterable[Term]) -> Prefix:
        prefix = Prefix.empty()
        for condition in conditions:
            prefix = prefix.extended(condition)
        return prefix

    def extended(self, condition: Term) -> Prefix:
        return Prefix(self, condition)

    def __iter__(self) -> Iterator[Term]:
        """The conditions in the order of the path."""
        conditions = []
        node: Prefix | None = self
        while node is not None and node.condition is not None:
            conditions.append(node.condition)
            node = node.parent
        return reversed(conditions)

    def __len__(self) -> int:
        return self.length

    @property
    def known(self) -> Knowledge:
        """The knowledge that the conditions give, by variable."""
        waiting = []
        node = self
        while node._known is None:
            waiting.append(node)
            assert node.parent is not None
            node = node.parent
        known = node._known
        for node in reversed(waiting):
            assert node.condition is not None
            known = node._known = known.extended(node.condition)
        return known


class Query(Record):
    """The question whether inputs satisfy prefix and goal."""

    prefix: Prefix
    """Conditions known to hold for `parent`."""
    goal: Term
    """The negated branch condition."""
    parent: Mapping[str, Any]
    """The inputs of the run whose branch is flipped."""
