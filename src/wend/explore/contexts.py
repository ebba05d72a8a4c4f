"""The known calls of each function: `C_f`. [003] §4.2

A condition on the variables of a function is turned into one on the target's inputs: the arguments
of a call take the place of the variables, and the conditions before the call are added.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wend.aim.summaries import ENTRY, Summaries
from wend.expr.build import boolean, conjunction, disjunction
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.path.summary import Call, Key

MOST_CONTEXTS = 20
"""Calls of a function that are tried for one goal in it."""

MOST_TOGETHER = 400
"""Calls of a function that one condition may speak of."""

DEEPEST = 6
"""Calls between the target and a goal."""

Context = tuple[Key, Path, Call]
"""A call in a path of the function that makes it."""


class Contexts:
    """The calls that runs made."""

    def __init__(self, summaries: Summaries) -> None:
        self._summaries = summaries
        self._first: dict[Key, list[Context]] = {}
        """One of each call."""
        self._all: dict[Key, list[Context]] = {}
        """One of each call and of each way to it."""
        self._seen: set[Any] = set()

    def add(self, caller: Key, path: Path, call: Call) -> None:
        place = caller, call.symbol, call.args
        way = place, tuple([branch.holds for branch in path.branches[: call.position]])
        for kind, known in ((place, self._first), (way, self._all)):
            if kind not in self._seen:
                self._seen.add(kind)
                known.setdefault(call.key, []).append((caller, path, call))

    def count(self, key: Key) -> int:
        """The calls of a function that are known."""
        return len(self._first.get(key, ()))

    def __len__(self) -> int:
        return len(self._seen)

    def each(
        self, key: Key, conditions: list[Term], path: Path, depth: int = 0
    ) -> Iterator[tuple[list[Term], Inputs]]:
        """The conditions on the target's inputs, for one chain of calls after another."""
        if key == ENTRY:
            yield conditions, path.inputs
            return
        if depth == DEEPEST:
            return
        for caller, calling, call in self._first.get(key, [])[:MOST_CONTEXTS]:
            binding = self._summaries.binding(call)
            before = [branch.holds for branch in calling.branches[: call.position]]
            yield from self.each(
                caller, [*before, *map(binding.of, conditions)], calling, depth + 1
            )

    def together(self, key: Key, condition: Term, depth: int = 0) -> Term | None:
        """The condition on the target's inputs that holds for some chain of calls; None where there
        are too many calls.
        """
        if key == ENTRY:
            return condition
        calls = self._all.get(key, ())
        if depth == DEEPEST or len(calls) > MOST_TOGETHER:
            return None
        ways = [boolean(False)]
        for caller, calling, call in calls:
            before = [branch.holds for branch in calling.branches[: call.position]]
            inside = self._summaries.binding(call).of(condition)
            way = self.together(caller, conjunction((*before, inside)), depth + 1)
            if way is None:
                return None
            ways.append(way)
        return disjunction(ways)
