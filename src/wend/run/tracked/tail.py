"""Open ends: text and lists of the inputs whose length is not settled yet.

A list of three items is three items and a tail: it may go on, with variables that exist as soon
as somebody speaks of them. What needs the end to be where it is asks for it (`settle`), and that
is a decision like any other: the solver may choose another length.
"""

from __future__ import annotations

from wend.expr.build import add, ge, gt, integer, lt
from wend.expr.terms import Term
from wend.expr.variables import Character, char_of
from wend.run import recorder
from wend.run.tracked.decisions import decide


class Tail:
    """The places from `start` on of the variable part `path`. There are none of them now."""

    __slots__ = ("known", "length", "naming", "path", "settled", "start")

    def __init__(self, path: str, start: int, length: Term, naming: Character = char_of) -> None:
        self.path = path
        self.naming = naming
        """Makes the names of the variables of text: those of characters, or those of bytes."""
        self.start = start
        """The present length of the whole variable part."""
        self.length = length
        """The length, as a term."""
        self.known = 0
        """The least length that was decided."""
        self.settled = False
        """Whether it was decided that the part ends at its present end."""

    def settle(self) -> None:
        """Decides that the part ends at its present end, by doubling and halving."""
        if self.settled:
            return
        low, high = self.known, self.known * 2 or 1
        while decide(ge(self.length, integer(high)), self.start >= high, "length"):
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            if decide(lt(self.length, integer(middle)), self.start < middle, "length"):
                high = middle
            else:
                low = middle
        if not recorder.current.quiet:  # nothing was decided then
            self.known, self.settled = self.start, True

    def goes_past(self, count: int, kind: str = "length") -> bool:
        """Decides whether the whole variable part has more than `count` places."""
        if self.settled or count < self.known or recorder.current.quiet:
            return self.start > count
        if decide(gt(self.length, integer(count)), self.start > count, kind):
            self.known = count + 1
            return True
        self.settled = self.known == count
        return False

    def total(self, before: int) -> Term:
        """The length of something with `before` places so far and this tail."""
        return add(self.length, integer(before - self.start))
