"""Text read as floats, as `float()` reads it: what kind each character is of is decided, the value
is a term of the digits, rounded once as Python rounds it."""

from __future__ import annotations

import contextlib
import math
import sys
from typing import Any

from wend.expr import build, floats
from wend.expr.build import integer
from wend.expr.floats import TOO_LARGE
from wend.expr.terms import Term
from wend.run.models.text.readings import SPACES, Invalid, Reading, digits_of
from wend.run.models.text.spelling import joined, repr_of
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.lift import int_term, plain, track
from wend.run.tracked.octets import view
from wend.run.tracked.text import lose_all, raw, settled_codes

MOST_CHARACTERS = 400
"""Longer texts are left to Python."""
LARGEST_EXPONENT = 801
"""With so many digits at most, this and all beyond it give 0 or infinity."""
_POSSIBLE = digits_of(10) + SPACES + "+-_.eE" + "inftyaINFTYA"


def float_of_text(given: Any) -> Any:
    """float(text) of tracked text or bytes."""
    of_bytes = isinstance(given, bytes | bytearray)
    shown = view(given) if of_bytes else given
    if len(raw(shown)) > MOST_CHARACTERS:
        lose_all((given,), "a long text becomes a float")
        return float(plain(given))
    with contextlib.suppress(Invalid):
        reading = _Floating(settled_codes(shown), raw(shown))
        return reading.read_float(not of_bytes)
    # Raised out here, where nothing else is handled: that would be its __context__.
    raise ValueError(joined("could not convert string to float: ", repr_of(given)))


class _Floating(Reading):
    """The characters of a text that is read as a float."""

    def read_float(self, unicode: bool) -> Any:
        if not self.codes:
            raise Invalid
        if self.all_are([digits_of(10)] * len(self.codes)):
            return self.made(False, list(range(len(self.codes))), 0)
        self.check_all(_POSSIBLE, unicode)
        self.spaces()
        negative = self.sign()
        if self.is_one_of(self.at, "iInN"):
            return self.named(negative)
        places = self.some_digits()
        whole = len(places)
        if self.is_one_of(self.at, "."):
            self.at += 1
            places += self.some_digits()
        if not places:
            raise Invalid
        exponent = self.exponent()
        self.end()
        return self.made(negative, places, exponent - (len(places) - whole))

    def some_digits(self) -> list[int]:
        """The places of the digits that come next, if there are any."""
        return self.digits(10) if self.is_one_of(self.at, digits_of(10)) else []

    def named(self, negative: bool) -> Any:
        """Infinity or nan."""
        name = "nan" if self.is_one_of(self.at, "nN") else "inf"
        self.word(name)
        if name == "inf" and self.is_one_of(self.at, "iI"):
            self.word("inity")
        self.end()
        return math.copysign(float(name), -1.0 if negative else 1.0)

    def word(self, word: str) -> None:
        for letter in word:
            if not self.is_one_of(self.at, letter + letter.upper()):
                raise Invalid
            self.at += 1

    def exponent(self) -> int:
        """The number behind an e, which is settled."""
        if not self.is_one_of(self.at, "eE"):
            return 0
        self.at += 1
        negative = self.sign()
        number = self.value(10, self.digits(10))
        term = int_term(number)
        assert term is not None
        value, largest = int(plain(number)), LARGEST_EXPONENT
        if decide(build.ge(term, integer(largest)), value >= largest, "value"):
            value = largest
        else:
            decide_value(term, value)
        return -value if negative else value

    def made(self, negative: bool, places: list[int], shift: int) -> Any:
        """The float of the digits at these places, times ten to the power of `shift`."""
        number = self.value(10, places)
        term, value = int_term(number), int(plain(number))
        assert term is not None
        up, down = 10 ** max(shift, 0), 10 ** max(-shift, 0)
        is_large = value * up >= TOO_LARGE * down
        # With fewer digits it can't be.
        if len(places) + shift > sys.float_info.max_10_exp:
            large = build.ge(build.mul(term, integer(up)), integer(TOO_LARGE * down))
            is_large = decide(large, is_large, "value")
        if is_large:
            return -math.inf if negative else math.inf
        term, exact = _quotient(term, up, down), value * up / down
        return track(-exact, floats.fneg(term)) if negative else track(exact, term)


def _quotient(number: Term, up: int, down: int) -> Term:
    """number * up / down, of which one is 1; the division of ints rounds but once."""
    if down == 1:
        return floats.to_float(build.mul(number, integer(up)))
    return floats.fdiv(number, integer(down))
