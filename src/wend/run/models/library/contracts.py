"""Messages of contracts: what icontract tells of one that is violated.

It writes the condition down with what is in it, by parsing and evaluating it once more. Nobody
looks at most of these messages, so that is done without a trace; who looks has lost what it
depends on, and that is noted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

from wend.run import recorder
from wend.run.tracked.lift import FOLLOWED, TEXTS, TRACKED, plain
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.text import lose_all, unread


def message_model(function: FunctionType) -> Any:
    """The model of the function that makes such a message; None for other functions."""
    if (function.__module__, function.__name__) != ("icontract._represent", "generate_message"):
        return None

    def generate_message(contract: Any, resolved_kwargs: Mapping[str, Any]) -> str:
        if recorder.current.quiet:
            return function(contract, resolved_kwargs)  # type: ignore[no-any-return]
        with recorder.quietly():
            given = {name: plain(value) for name, value in resolved_kwargs.items()}
            told = plain(function(contract, given))
        return unread([_Message(told, [*resolved_kwargs.values()])])

    return generate_message


class _Message(Piece):
    """A message that depends on some values in unknown ways."""

    __slots__ = ("_values",)

    def __init__(self, text: str, values: Sequence[Any]) -> None:
        self.text = text
        self._values = values

    def codes(self) -> Sequence[Code]:
        self.lose("the message of a contract is looked at")
        return [*map(ord, self.text)]

    def foretold(self, assignment: Mapping[str, Any]) -> str:
        return self.text

    def lose(self, says: str) -> None:
        found: list[Any] = []
        for each in self._values:
            inner = vars(each).values() if hasattr(each, "__dict__") else ()
            found += [one for one in (each, *inner) if type(one) in FOLLOWED]
        for each in found:
            if type(each) in TRACKED:
                recorder.current.lose(each._wend_term, each._wend_value, says)
        lose_all([each for each in found if type(each) in TEXTS], says)
