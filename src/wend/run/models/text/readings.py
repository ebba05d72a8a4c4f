"""Text read as ints and floats, as `int()` and `float()` read it: what kind each character is of is
decided, the digits are terms. A float is a term of the digits, rounded once as Python rounds it.

The common cases are one question each: whether all characters are digits, and whether there is one
that no int is written with. Only what is left is read character by character.
"""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

from wend.expr import build, floats
from wend.expr.build import conjunction, disjunction, integer
from wend.expr.floats import TOO_LARGE
from wend.expr.terms import Term, remembered
from wend.run.models.text.padding import fitted
from wend.run.models.text.spelling import joined, repr_of
from wend.run.tracked.decisions import decide, decide_value, one_of, one_of_chars, settled_int
from wend.run.tracked.lift import int_of, plain, track
from wend.run.tracked.octets import octets, view
from wend.run.tracked.pieces import Code
from wend.run.tracked.text import as_term, lose_all, raw, settled_codes

SPACES = " \t\n\r\v\f"
MOST_DIGITS = 4000
"""Longer numbers meet Python's own limit, which is none of ours."""
PREFIXES = {16: "xX", 8: "oO", 2: "bB"}


def int_of_text(*args: Any, **keywords: Any) -> Any:
    """int(text, base) of tracked text, or with a tracked base."""
    base = args[1] if len(args) == 2 else keywords.get("base", 10)
    is_usual = len(args) == 1 if keywords.keys() == {"base"} else len(args) <= 2 and not keywords
    of_bytes = bool(args) and isinstance(args[0], bytes | bytearray)
    is_text = of_bytes or isinstance(args[0], str)
    if not is_usual or not is_text or not hasattr(type(base), "__index__"):
        return int(*map(plain, args), **keywords)  # raises what Python raises
    base = settled_int(base).__index__()
    shown = view(args[0]) if of_bytes else args[0]
    if base == 1 or not 0 <= base <= 36 or len(raw(shown)) > MOST_DIGITS:
        return int(plain(args[0]), base)  # raises what Python raises
    with contextlib.suppress(Invalid):
        return Reading(settled_codes(shown), raw(shown)).read(base, not of_bytes)
    given = octets(shown) if of_bytes else shown
    shown = fitted(repr_of(given), 0, 200, " ", "<")
    # Raised out here, where nothing else is handled: that would be its __context__.
    raise ValueError(joined(f"invalid literal for int() with base {base}: ", shown))


class Invalid(Exception):
    """The text is no int."""


class Reading:
    """The characters of a text that is read, and how far."""

    def __init__(self, codes: Sequence[Code], chars: str) -> None:
        self.codes: list[Code] = list(codes)
        self.chars: list[str] = list(chars)
        self.at = 0

    def read(self, base: int, unicode: bool) -> Any:
        if not self.codes:
            raise Invalid
        first = "123456789" if base == 0 else digits_of(base)
        usual = [first, *[digits_of(base or 10)] * (len(self.codes) - 1)]
        if self.all_are(usual):
            return self.value(base or 10, range(len(self.codes)))
        self.check_all(_possible(base), unicode)
        return self.step_by_step(base)

    def check_all(self, possible: str, unicode: bool) -> None:
        """Decides that all characters are possible, or stand for such, or the text is invalid."""
        kinds = [possible] * len(self.codes)
        if not self.all_are(kinds, or_beyond_ascii=unicode):
            raise Invalid
        if unicode and not self.all_are(kinds):
            for at in range(len(self.codes)):
                self.simplify(at)

    def all_are(self, kinds: Sequence[str], or_beyond_ascii: bool = False) -> bool:
        """Decides whether each character is of its kind."""
        parts, holds = [], True
        for code, char, kind in zip(self.codes, self.chars, kinds, strict=True):
            is_beyond = build.boolean(False)
            if or_beyond_ascii:
                is_beyond = build.ge(as_term(code), integer(128))
            parts.append(disjunction((one_of_chars(as_term(code), kind), is_beyond)))
            holds = holds and (char in kind or (or_beyond_ascii and not char.isascii()))
        return decide(conjunction(parts), holds, "character")

    def is_one_of(self, at: int, kind: str) -> bool:
        """Decides whether there is a character at a place, and it is one of these."""
        if at >= len(self.codes):
            return False
        condition = one_of_chars(as_term(self.codes[at]), kind)
        return decide(condition, self.chars[at] in kind, "character")

    def simplify(self, at: int) -> None:
        """Puts in place of a space or digit beyond ASCII the one that Python takes it for."""
        term, char = as_term(self.codes[at]), self.chars[at]
        if decide(build.lt(term, integer(128)), char.isascii(), "character"):
            return
        if decide(one_of(term, _SPACES_BEYOND), char.isspace(), "character"):
            self.codes[at], self.chars[at] = ord(" "), " "
            return
        zeros = _zeros()
        if not decide(_is_decimal(term), char.isdecimal(), "character"):
            raise Invalid
        low, high = 0, len(zeros)
        while high - low > 1:
            middle = (low + high) // 2
            if decide(
                build.lt(term, integer(zeros[middle])), ord(char) < zeros[middle], "character"
            ):
                high = middle
            else:
                low = middle
        digit = build.add(term, integer(ord("0") - zeros[low]))
        self.codes[at] = digit.payload if digit.op == "const" else digit
        self.chars[at] = chr(ord(char) - zeros[low] + ord("0"))

    def step_by_step(self, base: int) -> Any:
        """As `PyLong_FromString` does."""
        self.spaces()
        negative = self.sign()
        base, must_be_zero = self.base(base)
        places = self.digits(base)
        self.end()
        value = self.value(base, places)
        if must_be_zero and value != 0:
            raise Invalid
        return -value if negative else value

    def spaces(self) -> None:
        while self.is_one_of(self.at, SPACES):
            self.at += 1

    def sign(self) -> bool:
        """Whether a minus comes next; a plus is passed over, too."""
        if not self.is_one_of(self.at, "+-"):
            return False
        self.at += 1
        return self.is_one_of(self.at - 1, "-")

    def end(self) -> None:
        self.spaces()
        if self.at < len(self.codes):
            raise Invalid

    def base(self, base: int) -> tuple[int, bool]:
        """Which base a prefix asks for; without one, base 0 takes nothing that begins with 0."""
        begins_with_zero = base in (0, *PREFIXES) and self.is_one_of(self.at, "0")
        if not begins_with_zero:
            return base or 10, False
        for each, letters in PREFIXES.items():
            if base in (0, each) and self.is_one_of(self.at + 1, letters):
                self.at += 2
                if self.is_one_of(self.at, "_"):
                    self.at += 1
                return each, False
        return base or 10, base == 0

    def digits(self, base: int) -> list[int]:
        """The places of the digits; single underscores may stand between them."""
        places: list[int] = []
        while True:
            if self.is_one_of(self.at, digits_of(base)):
                places.append(self.at)
                self.at += 1
            elif places and self.is_one_of(self.at, "_"):
                self.at += 1
                if not self.is_one_of(self.at, digits_of(base)):
                    raise Invalid
            elif places:
                return places
            else:
                raise Invalid

    def value(self, base: int, places: Sequence[int]) -> Any:
        """The int of the digits at these places."""
        total, value = integer(0), 0
        for power, at in enumerate(reversed(places)):
            digit = digit_value(as_term(self.codes[at]), base)
            total = build.add(total, build.mul(digit, integer(base**power)))
            value += int(self.chars[at], base) * base**power
        return track(value, total)


def digit_value(code: Term, base: int) -> Term:
    """The value of a digit."""
    number = build.sub(code, integer(ord("0")))
    if base <= 10:
        return number
    upper = build.sub(code, integer(ord("A") - 10))
    lower = build.sub(code, integer(ord("a") - 10))
    letter = build.ite(build.lt(code, integer(ord("a"))), upper, lower)
    return build.ite(build.le(code, integer(ord("9"))), number, letter)


@cache
def digits_of(base: int) -> str:
    """The digits of a base, letters in both cases."""
    letters = "abcdefghijklmnopqrstuvwxyz"[: max(0, base - 10)]
    return "0123456789"[:base] + letters + letters.upper()


_SPACES_BEYOND = [code for code in range(128, 0x3001) if chr(code).isspace()]


@cache
def _possible(base: int) -> str:
    """The characters of ASCII that an int may be written with."""
    letters = "".join(PREFIXES.values()) if base == 0 else PREFIXES.get(base, "")
    return digits_of(base or 16) + letters + SPACES + "+-_"


@cache
def _zeros() -> list[int]:
    """The codes of the digits zero beyond ASCII: nine more digits follow each."""
    return [code for code in range(128, 0x20000) if chr(code).isdecimal() and int(chr(code)) == 0]


@remembered
def _is_decimal(term: Term) -> Term:
    return build.among(term, [(zero, zero + 9) for zero in _zeros()])


# Floats

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
        term, value = int_of(self.value(10, self.digits(10)))
        largest = LARGEST_EXPONENT
        if decide(build.ge(term, integer(largest)), value >= largest, "value"):
            value = largest
        else:
            decide_value(term, value)
        return -value if negative else value

    def made(self, negative: bool, places: list[int], shift: int) -> Any:
        """The float of the digits at these places, times ten to the power of `shift`."""
        term, value = int_of(self.value(10, places))
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
