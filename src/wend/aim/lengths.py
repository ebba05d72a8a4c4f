"""Keeps lengths reasonable: a solver may ask for a text of a billion characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wend.expr.build import conjunction, integer, le, variable
from wend.expr.sorts import Sort
from wend.expr.variables import Variable, lengths_in
from wend.solve.answer import Answer, Sat, Unknown
from wend.solve.query import Query

LONGEST = 5000
"""The longest text or list of the inputs."""


def answered(solve: Callable[[Query], Answer], query: Query) -> Answer:
    """The answer to a query, asked again for short inputs where a model has long ones."""
    answer = solve(query)
    if isinstance(answer, Sat) and (lengths := _too_long(answer.model)):
        answer = solve(_shorter(query, lengths))
        if not isinstance(answer, Sat) or _too_long(answer.model):
            return Unknown(f"{lengths[0].text} would have to be more than {LONGEST}")
    return answer


def _too_long(model: Mapping[str, Any]) -> list[Variable]:
    """The lengths in a model that are too long."""
    return [length for length, value in lengths_in(model) if value > LONGEST]


def _shorter(query: Query, lengths: Sequence[Variable]) -> Query:
    short = [le(variable(each, Sort.INT), integer(LONGEST)) for each in lengths]
    return Query(query.prefix, conjunction((query.goal, *short)), query.parent)
