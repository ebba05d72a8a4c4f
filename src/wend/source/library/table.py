"""The table of all facts, and what is supposed of a name that is in none of them."""

from __future__ import annotations

from collections.abc import Iterator

from wend.source.library import (
    by_name,
    changes,
    classes,
    frames,
    left_open,
    outside,
    type_questions,
)
from wend.source.library.fact import Fact


def facts() -> Iterator[tuple[str, Fact]]:
    """All facts, with the names that they have in their modules."""
    for module in (by_name, changes, classes, frames, left_open, outside, type_questions):
        for name, value in vars(module).items():
            if isinstance(value, Fact):
                yield name, value


def facts_of(home: str, name: str) -> frozenset[str]:
    """The facts about a function or method, by their names: `facts_of("list", "append")`.

    Everything else is supposed to be what the absence from all facts says. That is also what is
    supposed of a name that is not in the table: it changes nothing but, if it is a method, its own
    object; it sees nothing outside, unless its module tells of the machine; and its result may
    share anything with its arguments.
    """
    return frozenset(fact for fact, known in facts() if name in known.homes.get(home, ()))
