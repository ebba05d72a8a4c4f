"""Lengths within reason: a solver is free to ask for a text of a billion characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wend.expr.build import conjunction, integer, le, variable
from wend.expr.sorts import Sort
from wend.solve.answer import Unknown
from wend.solve.query import Query

LONGEST = 5000
"""Text and lists of the inputs are not made longer than this."""


def too_long(model: Mapping[str, Any]) -> list[str]:
    """The lengths in a model that nobody should build."""
    return [name for name, value in model.items() if name.startswith("len(") and value > LONGEST]


def shorter(query: Query, lengths: Sequence[str]) -> Query:
    """The query with these lengths kept within reason."""
    short = [le(variable(name, Sort.INT), integer(LONGEST)) for name in lengths]
    return Query(query.prefix, conjunction((query.goal, *short)), query.parent)


def needs_long(lengths: Sequence[str]) -> Unknown:
    """The answer where nothing shorter will do."""
    return Unknown(f"{lengths[0]} would have to be more than {LONGEST}")
