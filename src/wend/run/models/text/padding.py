"""Tracked text filled up to a width, and as `repr` and `ascii` show it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import conjunction, integer
from wend.run import recorder
from wend.run.models.text.numerals import digit_code, last_digits, padded
from wend.run.tracked.decisions import decide, one_of
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.text import SymStr, as_term, foretold, lose, raw, settled_codes, unread

# Text in a shape


_TEXT_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>^]))?(?P<zero>0?)(?P<width>\d*)(?:\.(?P<precision>\d+))?s?",
    re.DOTALL,
)


def shaped(value: str, spec: str) -> str:
    """format(value, spec) of tracked text."""
    format("", spec)  # raises what Python raises
    found = _TEXT_SPEC.fullmatch(spec)
    assert found is not None
    return fitted(
        value,
        int(found["width"] or 0),
        None if found["precision"] is None else int(found["precision"]),
        found["fill"] or ("0" if found["zero"] else " "),
        found["align"] or "<",
    )


def fitted(value: str, width: int, precision: int | None, fill: str, align: str) -> str:
    """Tracked text cut to a precision and filled up to a width."""
    if not width and precision is None:
        return value
    return unread((Shaped(value, width, precision, fill, align),))


class _OfText(Piece):
    """A piece that is made of tracked text."""

    __slots__ = ("inner",)

    inner: str

    def shown(self, plain: str) -> str:
        """What becomes of plain text."""
        raise NotImplementedError

    def foretold(self, assignment: Mapping[str, Any]) -> str:
        inner = self.inner
        return self.shown(foretold(inner, assignment) if type(inner) is SymStr else inner)

    def lose(self, says: str) -> None:
        lose(self.inner, says)


class Shaped(_OfText):
    """Tracked text cut to a precision and filled up to a width."""

    __slots__ = ("align", "fill", "precision", "width")

    def __init__(
        self, inner: str, width: int, precision: int | None, fill: str, align: str
    ) -> None:
        self.inner, self.width, self.precision = inner, width, precision
        self.fill, self.align = fill, align
        self.text = self.shown(raw(inner))

    def shown(self, plain: str) -> str:
        codes = padded([], [ord(char) for char in plain[: self.precision]], *self._room())
        return "".join(map(chr, codes))  # type: ignore[arg-type]

    def _room(self) -> tuple[str, str, int]:
        return self.fill, self.align, self.width

    def codes(self) -> Sequence[Code]:
        return padded([], list(settled_codes(self.inner))[: self.precision], *self._room())


# Quoted text


class Quoted(_OfText):
    """Tracked text as `repr` shows it, or the bytes that the text stands for."""

    __slots__ = ("kind",)

    def __init__(self, inner: str, kind: type = str) -> None:
        self.inner = inner
        self.kind = kind
        self.text = self.shown(raw(inner))

    def shown(self, plain: str) -> str:
        return repr(plain) if self.kind is str else repr(self.kind(plain.encode("latin-1")))

    def codes(self) -> Sequence[Code]:
        codes, plain = settled_codes(self.inner), raw(self.inner)
        quote = "'"
        if _any_is(codes, plain, "'") and not _any_is(codes, plain, '"'):
            quote = '"'
        escaped = quote if self.kind is not bytearray else _ESCAPED_IN_ARRAYS + quote
        before, after = _AROUND[self.kind]
        made: list[Code] = [*map(ord, before + quote)]
        as_it_is = conjunction([_is_shown_as_it_is(code, escaped) for code in codes])
        if decide(as_it_is, _all_shown(plain, escaped), "text"):
            made.extend(codes)
        else:
            for code, char in zip(codes, plain, strict=True):
                made.extend(_escaped(code, char, escaped, self.kind is not str))
        return [*made, *map(ord, quote + after)]


_AROUND: dict[type, tuple[str, str]] = {
    str: ("", ""),
    bytes: ("b", ""),
    bytearray: ("bytearray(b", ")"),
}
_ESCAPED_IN_ARRAYS = "'" if "\\" in repr(bytearray(b"'")) else ""
"""A bytearray escapes this quotation mark even between others."""


def _any_is(codes: Sequence[Code], plain: str, char: str) -> bool:
    found = [build.eq(as_term(code), integer(ord(char))) for code in codes]
    return decide(build.disjunction(found), char in plain, "text")


def _is_shown_as_it_is(code: Code, quotes: str) -> Any:
    return one_of(as_term(code), _shown(quotes))


def _shown(quotes: str) -> list[int]:
    return [code for code in range(32, 127) if chr(code) not in "\\" + quotes]


def _all_shown(plain: str, quotes: str) -> bool:
    return all(" " <= char <= "~" and char not in "\\" + quotes for char in plain)


_SHORT = {"\t": "t", "\n": "n", "\r": "r", "\\": "\\"}


def _escaped(code: Code, char: str, quotes: str, of_bytes: bool) -> Sequence[Code]:
    """A character as `repr` shows it, one that may need a backslash."""
    if type(code) is int and not of_bytes:
        shown = f"\\{char}" if char in quotes else char if char in "'\"" else repr(char)[1:-1]
        return [ord(each) for each in shown]
    term = as_term(code)
    if decide(_is_shown_as_it_is(code, quotes), _all_shown(char, quotes), "text"):
        return [code]
    for special, letter in (*_SHORT.items(), *zip(quotes, quotes, strict=True)):
        if decide(build.eq(term, integer(ord(special))), char == special, "text"):
            return [ord("\\"), ord(letter)]
    if of_bytes or decide(build.lt(term, integer(128)), ord(char) < 128, "text"):
        return [ord("\\"), ord("x"), *_hex_digits(term, 2)]
    recorder.current.lose(term, ord(char), "whether the character is printable has no term")
    return [ord(each) for each in repr(char)[1:-1]]


def _hex_digits(term: Any, count: int) -> list[Code]:
    """The last `count` hexadecimal digits."""
    return [digit_code(as_term(digit), 16) for digit in last_digits(term, 16, count)]


class Escaped(_OfText):
    """Tracked text with what is not ASCII escaped, as `ascii` does to what `repr` shows."""

    __slots__ = ()

    def __init__(self, inner: str) -> None:
        self.inner = inner
        self.text = escaped(raw(inner))

    def shown(self, plain: str) -> str:
        return escaped(plain)

    def codes(self) -> Sequence[Code]:
        made: list[Code] = []
        for code, char in zip(settled_codes(self.inner), raw(self.inner), strict=True):
            term = as_term(code)
            if decide(build.lt(term, integer(128)), ord(char) < 128, "text"):
                made.append(code)
                continue
            for letter, digits in (("x", 2), ("u", 4), ("U", 8)):
                limit = 16**digits
                if decide(build.lt(term, integer(limit)), ord(char) < limit, "text"):
                    made.extend([ord("\\"), ord(letter), *_hex_digits(term, digits)])
                    break
        return made


def escaped(shown: str) -> str:
    return shown.encode("ascii", "backslashreplace").decode("ascii")
