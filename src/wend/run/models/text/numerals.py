"""Ints as text: sign and number of digits are decided, each digit is a term."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.evaluate import evaluate
from wend.expr.terms import Term
from wend.record import Record
from wend.run import recorder
from wend.run.tracked import SymBool, SymFloat
from wend.run.tracked.boolean import as_int
from wend.run.tracked.decisions import decide, decide_inside
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.text import as_code


class DigitLayout(Record):
    """How the digits of an int are laid out, as format specifications say it."""

    base: int = 10
    upper: bool = False
    sign: str = "-"
    prefix: str = ""
    grouping: str = ""
    fill: str = " "
    align: str = ">"
    width: int = 0
    least: int = 1
    """How many digits there are at least."""


PLAIN = DigitLayout()
CHARACTER = DigitLayout(base=0)
"""The int is a code."""

_BASES = {"b": 2, "o": 8, "x": 16, "X": 16, "d": 10, "n": 10, "": 10}
_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<alternate>#?)(?P<zero>0?)"
    r"(?P<width>\d*)(?P<grouping>[,_]?)(?P<type>[bcdnoxX]?)",
    re.DOTALL,
)


def layout_of(spec: str) -> DigitLayout | None:
    """The layout that a valid specification asks for; None where it asks for a float."""
    if not spec:
        return PLAIN
    found = _SPEC.fullmatch(spec)
    if found is None or (found["type"] == "n" and format(1234567, "n") != "1234567"):
        return None
    zero = "0" if found["zero"] else " "
    return DigitLayout(
        base=_BASES.get(found["type"], 0),
        upper=found["type"] == "X",
        sign=found["sign"] or "-",
        prefix=f"0{found['type']}" if found["alternate"] and found["type"] in list("boxX") else "",
        grouping=found["grouping"],
        fill=found["fill"] or zero,
        align=found["align"] or ("=" if found["zero"] else ">"),
        width=int(found["width"] or 0),
    )


class NumberPiece(Piece):
    """A number that becomes text."""

    __slots__ = ("layout", "make", "term", "value")

    def __init__(
        self, number: Any, make: Callable[[Any], str], layout: DigitLayout | None = PLAIN
    ) -> None:
        """`make` is Python's way to do it; `layout` says the same, or nothing can be said."""
        self.value = number._wend_value
        self.term: Term = number._wend_term
        self.make = make
        self.layout = layout
        self.text = make(self.value)

    def codes(self) -> Sequence[Code]:
        if self.layout is None:
            self.lose("the number becomes text in a way that has no terms")
            return [ord(char) for char in self.text]
        return laid_out(self.term, self.value, self.layout)

    def foretold(self, assignment: Mapping[str, Any]) -> str:
        return self.make(evaluate(self.term, assignment))

    def lose(self, says: str) -> None:
        recorder.current.lose(self.term, self.value, says)


class Truth(NumberPiece):
    """A truth value that becomes its name."""

    __slots__ = ()

    def codes(self) -> Sequence[Code]:
        decide(self.term, self.value, "text")
        return [ord(char) for char in self.text]


def number(value: Any, spec: str = "") -> Piece:
    """The piece that is `format(value, spec)` of a tracked number or truth value."""
    if type(value) is SymFloat:
        return NumberPiece(value, lambda plain: format(plain, spec), None)
    if type(value) is SymBool:
        if not spec:
            return Truth(value, str)
        value = as_int(value)
    layout = layout_of(spec)
    if layout is not None and not layout.base:
        decide_is_code(value._wend_term, value._wend_value)
    return NumberPiece(value, lambda plain: format(plain, spec), layout)


def decide_is_code(term: Term, value: int) -> bool:
    """Decides whether an int is the code of a character."""
    return decide_inside(term, value, 0, 0x110000, "value")


# Layout


def laid_out(term: Term, value: int, layout: DigitLayout) -> list[Code]:
    """The codes of an int in a layout."""
    if not layout.base:
        return padded([], [term], layout.fill, layout.align, layout.width)
    head: list[Code] = []
    if decide(build.lt(term, integer(0)), value < 0, "text"):
        head.append(ord("-"))
        term, value = build.neg(term), -value
    elif layout.sign != "-":
        head.append(ord(layout.sign))
    head.extend(map(ord, layout.prefix))
    digits: list[Code] = digit_codes(term, value, layout.base, layout.upper)
    while len(digits) < layout.least:
        digits.insert(0, ord("0"))
    if layout.fill == "0" and layout.align == "=":
        # Zeros are grouped like digits; none of them is put before a separator.
        while len(grouped(digits, layout)) + len(head) < layout.width:
            digits.insert(0, ord("0"))
    return padded(head, grouped(digits, layout), layout.fill, layout.align, layout.width)


def digit_codes(term: Term, value: int, base: int, upper: bool = False) -> list[Code]:
    """The digits of an int that is not negative, the first one first."""
    count = decide_digits(term, value, base)
    codes: list[Code] = []
    for at in reversed(range(count)):
        digit = build.floordiv(term, integer(base**at))
        if at < count - 1:
            digit = build.mod(digit, integer(base))
        codes.append(digit_code(digit, base, upper))
    return codes


def last_digits(term: Term, base: int, count: int) -> list[Code]:
    """The last digits of an int as numbers, the last one at the end."""
    parts = [build.floordiv(term, integer(base**at)) for at in reversed(range(count))]
    return [as_code(build.mod(part, integer(base))) for part in parts]


def digit_code(digit: Term, base: int, upper: bool = False) -> Code:
    """The code of a digit."""
    code = build.add(digit, integer(ord("0")))
    if base > 10:
        letter = build.add(digit, integer(ord("A" if upper else "a") - 10))
        code = build.ite(build.lt(digit, integer(10)), code, letter)
    return as_code(code)


def decide_digits(term: Term, value: int, base: int) -> int:
    """How many digits an int has that is not negative: decided by doubling and halving."""
    low, high = 1, 2
    while _has_digits(term, value, base, high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if _has_digits(term, value, base, middle):
            low = middle
        else:
            high = middle
    return low


def _has_digits(term: Term, value: int, base: int, count: int) -> bool:
    least = base ** (count - 1)
    return decide(build.ge(term, integer(least)), value >= least, "text")


def grouped(digits: list[Code], layout: DigitLayout) -> list[Code]:
    """The digits with a separator between groups."""
    if not layout.grouping:
        return digits
    size = 3 if layout.base == 10 else 4
    made: list[Code] = []
    for at, digit in enumerate(digits):
        if at and (len(digits) - at) % size == 0:
            made.append(ord(layout.grouping))
        made.append(digit)
    return made


def padded(head: list[Code], body: list[Code], fill: str, align: str, width: int) -> list[Code]:
    """Head and body, filled up to a width; with `=` between them."""
    missing = max(0, width - len(head) - len(body))
    filler: list[Code] = [ord(fill)]
    if align == "=":
        return head + filler * missing + body
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    return filler * left + head + body + filler * (missing - left)
