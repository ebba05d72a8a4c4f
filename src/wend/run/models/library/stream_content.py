"""What is in a tracked stream: text whose characters have terms, and a place in it.

Bytes are text of the characters 0 … 255, as ever. Nothing here knows the native stream, which
holds the same without terms: here is decided what is read and written, there it is done as well.
"""

from __future__ import annotations

import operator
import sys
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.run.models.text import text_search
from wend.run.models.text.text_common import Refused, is_char
from wend.run.tracked.decisions import decide, settled_int
from wend.run.tracked.lift import TRACKED, int_term, value_of
from wend.run.tracked.octets import is_byte
from wend.run.tracked.places import settle_bound
from wend.run.tracked.text import char, cut, has, length, raw, settle
from wend.run.tracked.text_operators import chained

MOST_AT_ONCE = 64
"""Where more is read, how long the text is gets decided before: nobody asks for 8192 characters
because a program reads in blocks of so many."""

WIDEST_GAP = 1_000_000
"""Between the end of a stream and what is written beyond it: for more there may be no memory."""

_FROM_START, _FROM_HERE, _FROM_END = range(3)


class Content:
    """A text, and where in it reading and writing go on."""

    __slots__ = ("ends", "is_of_bytes", "is_universal", "newline", "place", "text")

    def __init__(
        self, text: str, place: Any, newline: str | None = "\n", *, is_of_bytes: bool = False
    ) -> None:
        self.text = text
        self.is_of_bytes = is_of_bytes
        self.place: Any = place
        """An int; a tracked one that lies beyond the end, which is settled then; None for the
        end, wherever that is."""
        self.ends = newline or "\n"
        """What a line ends with."""
        self.is_universal = newline == ""
        """Whether it may end with a carriage return as well, or with both."""
        self.newline = newline
        """As the stream was told."""

    def held(self) -> list[Any]:
        """All that may be tracked."""
        return [self.text, self.place]

    def is_plain(self) -> bool:
        """Whether nothing is tracked any more."""
        return type(self.text) is str and type(self.place) not in TRACKED

    # Reading

    def read(self, size: Any = -1) -> str:
        """So many characters; all that are left, if the number is negative or None."""
        count = self._count(size)
        start = self.place
        if type(start) is not int or not self._is_within(start):
            return ""
        if count is None:
            self.place = None
        elif count <= MOST_AT_ONCE and has(self.text, start + count - 1):
            self.place = start + count
        else:
            settle(self.text)
            self.place = min(start + count, str.__len__(self.text))
        return cut(self.text, start, self.place)

    def line(self, size: Any = -1) -> str:
        """What is left of the line, and its end; at most so many characters."""
        count = self._count(size)
        start = at = self.place
        if type(start) is not int or not self._is_within(start):
            return ""
        stop = None if count is None else start + count
        while self._is_there(at, stop):
            if (ended := self._ended(at, stop)) is not None:
                at = ended
                break
            at += 1
        self.place = at
        return cut(self.text, start, at)

    def _ended(self, at: int, stop: int | None) -> int | None:
        """Where the end of a line that begins at a place is over; None where there is none."""
        here = char(self.text, at)
        if not is_char(here, "\r\n" if self.is_universal else self.ends[0]):
            return None
        is_first_of_two = len(self.ends) == 2 or (self.is_universal and is_char(here, "\r"))
        if not is_first_of_two:
            return at + 1
        if self._is_there(at + 1, stop) and is_char(char(self.text, at + 1), "\n"):
            return at + 2
        return at + 1 if self.is_universal else None

    def _is_there(self, at: int, stop: int | None) -> bool:
        return (stop is None or at < stop) and has(self.text, at)

    def _is_within(self, at: int) -> bool:
        """Decides whether a place is not beyond the end."""
        return at == 0 or has(self.text, at - 1)

    # Writing

    def write(self, part: str) -> Any:
        """Puts text at the place, in place of what is there; how long it was is told."""
        count, part = length(part), self.as_written(part)
        if self._is_at_end():
            self.text, self.place = chained([self.text, part]), None
            return count
        settle(part)
        size = str.__len__(part)
        if size:
            self._overwrite(part, size)
        return count

    def _is_at_end(self) -> bool:
        at = self.place
        return at is None or (type(at) is int and self._is_within(at) and not has(self.text, at))

    def _overwrite(self, part: str, size: int) -> None:
        at = self.place = settled_int(self.place)
        if not self._is_within(at):
            settle(self.text)
            missing = at - str.__len__(self.text)
            if missing > WIDEST_GAP:
                raise Refused
            gap = "\0" * missing
            self.text, self.place = chained([self.text, gap, part]), None
        elif not has(self.text, at + size - 1):
            self.text, self.place = chained([cut(self.text, 0, at), part]), None
        else:
            rest = cut(self.text, at + size)
            self.text, self.place = chained([cut(self.text, 0, at), part, rest]), at + size

    def as_written(self, part: str) -> str:
        """The text with the ends of lines that this stream has."""
        if self.newline is None:
            return _replaced(_replaced(part, "\r\n", "\n"), "\r", "\n")
        if self.newline in ("\r", "\r\n"):
            return _replaced(part, "\n", self.newline)
        return part

    def truncate(self, size: Any = None) -> Any:
        """Cuts the text off after so many characters, or at the place."""
        told = self.told() if size is None else size
        size = self.place if size is None else self._size(size)
        if type(size) is int and size < 0:
            raise Refused
        if type(size) is int and has(self.text, size):
            if self.place is None:
                settle(self.text)
                self.place = str.__len__(self.text)
            self.text = cut(self.text, 0, size)
        return told

    def _size(self, size: Any) -> int:
        """Where a text is cut off; all sizes beyond its end are alike."""
        size = _index(size)
        if type(size) is int:
            return size
        if size < 0:
            raise Refused
        settle(self.text)
        return settle_bound(size, str.__len__(self.text))  # type: ignore[no-any-return]

    # The place

    def told(self) -> Any:
        """How many characters are before the place."""
        return length(self.text) if self.place is None else self.place

    def seek(self, offset: Any, whence: Any = _FROM_START) -> Any:
        """Goes to a place; text may not go by a number from here or from the end."""
        offset = _index(offset)
        if type(whence) is not int or whence not in (_FROM_START, _FROM_HERE, _FROM_END):
            raise Refused
        if whence == _FROM_START:
            if offset < 0:
                raise Refused
            self._go(offset)
        elif not self.is_of_bytes or (type(offset) is int and offset == 0):
            if offset != 0:
                raise Refused
            self.place = self.place if whence == _FROM_HERE else None
        else:
            settle(self.text)
            from_there = self.told() if whence == _FROM_HERE else str.__len__(self.text)
            wanted = from_there + offset
            self._go(0 if wanted < 0 else wanted)
        return self.told()

    def _go(self, wanted: Any) -> None:
        if type(wanted) is int:
            self.place = wanted
            return
        settle(self.text)
        end = str.__len__(self.text)
        at = settle_bound(wanted, end)
        self.place = wanted if at == end else at

    def _count(self, size: Any) -> int | None:
        """How many characters are asked for, as far as there are; None for all."""
        if size is None:
            return None
        size = _index(size)
        if size < 0:
            return None
        if type(size) is int or type(self.place) is not int:
            return size if type(size) is int else 0
        settle(self.text)
        left = max(0, str.__len__(self.text) - self.place)
        return settle_bound(size, left)  # type: ignore[no-any-return]


def _index(value: Any) -> Any:
    """An int that native code takes for a size, tracked or not."""
    if type(value) is int:
        return value
    if type(value) not in TRACKED:
        if not hasattr(type(value), "__index__"):
            raise Refused
        return operator.index(value)
    term, number = int_term(value), value_of(value)
    if term is None:
        raise Refused
    if not is_byte(term):
        sizes = (build.ge(term, integer(_LEAST)), build.le(term, integer(sys.maxsize)))
        if not decide(build.conjunction(sizes), _LEAST <= number <= sys.maxsize, "value"):
            raise Refused
    return value if type(number) is int else value + 0


_LEAST = -sys.maxsize - 1


def _replaced(part: str, old: str, new: str) -> str:
    if type(part) is str:
        return part.replace(old, new)
    made: str = text_search.replace(part, old, new)
    return raw(made) if type(made) is str else made
