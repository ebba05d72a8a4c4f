"""The blocks that the run under way has entered, by their numbers.

To add to a set costs more than a look at an attribute, and loops enter the same blocks again and
again. So twin code asks the block whether it is new to the run, and notes its number but once.
"""

from __future__ import annotations

from wend.run.hashed import HashedSet

marks: HashedSet[int] = HashedSet()


class Block:
    """A block of instrumented code."""

    __slots__ = ("is_new", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_new = True
        """Whether the run has not entered it yet."""

    def enter(self) -> None:
        """Notes that it is entered."""
        marks.add(self.number)
        self.is_new = False


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
            _blocks[number].is_new = True
    marks.clear()
