"""Text that nobody has looked at yet.

Whether `f"bad day: {day}"` has one digit or two is a decision, and most such text is never looked
at: it is the message of an exception, or is returned. So text that is put together of values is
kept as what it is put together of, plain text and pieces, and only who asks for its characters or
its length makes a piece decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wend.expr.terms import Term

Code = int | Term


class Piece:
    """A value that becomes text."""

    __slots__ = ("text",)

    text: str
    """The text of the value in this run."""

    def codes(self) -> Sequence[Code]:
        """The codes of the text. Their number, and whatever they depend on, is decided."""
        raise NotImplementedError

    def equals(self, other: str) -> Term | None:
        """The condition that the text is a given one, if it can be told without the codes."""
        return None

    def foretold(self, assignment: Mapping[str, Any]) -> str:
        """The text for other inputs."""
        raise NotImplementedError

    def lose(self, says: str) -> None:
        """Notes that the text goes on without its terms."""
        raise NotImplementedError
