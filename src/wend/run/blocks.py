"""The blocks that the run under way has entered, by their numbers.

To add to a set costs more than a look at an attribute, and loops enter the same blocks again and
again. So twin code asks the block whether it was entered, and notes its number but once.
"""

from __future__ import annotations

from wend.run.hashed import HashedSet

marks: HashedSet[int] = HashedSet()


class Block:
    """A block of instrumented code."""

    __slots__ = ("entered", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.entered: bool | None = None
        """None until the run enters it; the twin sets it."""

    def enter(self) -> bool:
        """Notes that it is entered; for twin code that is an expression."""
        marks.add(self.number)
        self.entered = True
        return True


_blocks: dict[int, Block] = {}


def block(number: int) -> Block:
    """The block of this number: one, however many twins of its code are made."""
    found = _blocks.get(number)
    if found is None:
        found = _blocks[number] = Block(number)
    return found


def forget() -> None:
    """A run begins."""
    for number in marks:
        if number in _blocks:
            _blocks[number].entered = None
    marks.clear()
