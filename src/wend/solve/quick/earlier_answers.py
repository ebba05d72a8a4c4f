"""The exact cache across runs of wend: answers that took a solver long.

Unsat and Unknown are looked up by the slice alone. A model is looked up by the parent's values,
too, so that it is the one that the solver would find again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

from wend.expr.evaluate import holds
from wend.expr.transport import pack
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.slice import Slice

WORTH_SECONDS = 0.004
"""Answers that took less time are found again as quickly as they are looked up."""

MOST_CONDITIONS = 128
"""The largest slice that is kept; larger ones take long to write down."""


class Answers(Protocol):
    """A table of answers by question, both texts, that is kept from run to run."""

    seconds: float
    """The budget of this run in seconds."""

    def find(self, question: str) -> str | None: ...

    def keep(self, question: str, answer: str) -> None: ...


class Earlier:
    """Answers of earlier runs."""

    def __init__(self, answers: Answers, seed: int) -> None:
        self._answers = answers
        self._seed = seed

    def find(self, part: Slice, parent: Mapping[str, Any], effort: float) -> Answer | None:
        """The answer of an earlier run. A model is checked, since the file may be wrong."""
        question = self._question(part)
        if question is None:
            return None
        match (self._answers.find(question) or "").split(" ", 3):
            case ["unsat"]:
                return Unsat("cache")
            case ["unknown" | "lacking" as kind, tried, seconds, reason]:
                # With more time or more effort than then, another try may succeed.
                known = float(tried) >= effort and float(seconds) >= self._answers.seconds
                return Unknown(reason, lacks_bitwuzla=kind == "lacking") if known else None
        found = self._answers.find(question + _values(part, parent))
        model = None if found is None else _model(part, found)
        if model is not None and holds(part.parts, {**part.values_of(parent), **model}):
            return Sat(model, "cache")
        return None

    def remember(
        self, part: Slice, parent: Mapping[str, Any], effort: float, answer: Answer
    ) -> None:
        question = self._question(part)
        if question is None:
            return
        match answer:
            case Unsat():
                self._answers.keep(question, "unsat")
            case Unknown(reason, is_accident, lacks_bitwuzla):
                if not is_accident:
                    kind = "lacking" if lacks_bitwuzla else "unknown"
                    text = f"{kind} {effort:g} {self._answers.seconds} {reason}"
                    self._answers.keep(question, text)
            case Sat(model):
                text = _text([model.get(variable.payload.text) for variable in part.variables])
                self._answers.keep(question + _values(part, parent), text)

    def _question(self, part: Slice) -> str | None:
        """The slice as text, the same for the same conditions in any order."""
        if len(part.conditions) > MOST_CONDITIONS:
            return None
        conditions = sorted(part.conditions, key=lambda each: each.order)
        rows, places = pack([*conditions, part.goal])
        try:
            return f"{self._seed} {places} {rows}"
        except ValueError:  # an int of too many digits
            return None


def _values(part: Slice, parent: Mapping[str, Any]) -> str:
    return f" given {_text(list(part.values_of(parent).values()))}"


def _text(values: list[Any]) -> str:
    """The values as text, ints in base 16, floats bit for bit."""
    return " ".join(
        "-" if value is None
        else str(value) if type(value) is bool
        else hex(value) if type(value) is int
        else value.hex()
        for value in values
    )  # fmt: skip


def _model(part: Slice, text: str) -> dict[str, Any] | None:
    words = text.split(" ")
    if len(words) != len(part.variables):
        return None
    model: dict[str, Any] = {}
    for variable, word in zip(part.variables, words, strict=True):
        if word != "-":
            value = _value(word, variable.sort.value)
            if value is None:
                return None
            model[variable.payload.text] = value
    return model


def _value(word: str, sort: str) -> Any:
    try:
        match sort:
            case "bool":
                return {"True": True, "False": False}.get(word)
            case "int":
                return int(word, 16)
            case _:
                return math.nan if word == "nan" else float.fromhex(word)
    except ValueError:
        return None
