"""The text that a pattern is held against, and what the answers so far say of it.

Every question is one about the code of one character or about the end of the text, and what
follows from earlier answers is not asked again.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Sequence
from re import _compiler  # type: ignore[attr-defined]
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.models.regex.classes import ANY_BYTE, ANY_CODE, Codes, split
from wend.run.models.regex.program import Folding
from wend.run.tracked import octets, text
from wend.run.tracked.decisions import decide, decide_between, decide_value
from wend.run.tracked.lift import TRACKED, int_of, plain
from wend.run.tracked.places import fit
from wend.run.tracked.text import as_term
from wend.run.tracked.text_operators import equal

_sre = _compiler._sre


class Backward(Exception):
    """The text is to end before it begins: only the native engine knows what that means."""


class Subject:
    """A text or bytes, tracked or plain, up to `end`."""

    def __init__(self, value: Any, start: Any, end: Any) -> None:
        self.value = value
        self.plain = plain(value)
        self._is_bytes = not isinstance(value, str)
        self._shown = octets.view(value) if self._is_bytes else value
        """Bytes as text of the characters 0 … 255."""
        self._any = ANY_BYTE if self._is_bytes else ANY_CODE
        self._raw = text.raw(self._shown)
        self._codes = text.codes_of(self._shown)
        self._tail = text.tail_of(self._shown)
        self._known: dict[int, Codes] = {}
        """What the code at a place may be."""
        self.asking: tuple[int, ...] = ()
        """The place in the pattern that asks: a site of its own, so that all of it is explored."""
        self._limit: int | None = None
        self.start = self._settled(start)
        self._limit = None if end is sys.maxsize else self._settled(end)
        if self._limit is not None and self.start > self._limit:
            raise Backward
        if self.start > 0 and not self.has(self.start - 1):
            self.start = self._length()

    @property
    def _kind(self) -> str:
        return f"pattern {'.'.join(map(str, self.asking))}"

    def has(self, at: int) -> bool:
        """Whether there is a character at this place."""
        if self._limit is not None and at >= self._limit:
            return False
        if self._tail is None:
            return at < len(self._codes)
        return self._tail.goes_past(at - len(self._codes) + self._tail.start, self._kind)

    def is_one_of(self, at: int, codes: Codes) -> bool:
        """Whether the character at a place that there is belongs to a class."""
        code = self._codes[at]
        if type(code) is int:
            return code in codes
        inside, outside = split(self._known.get(at, self._any), codes)
        if not inside or not outside:
            return not outside
        taken = decide(codes.condition(as_term(code)), self._code(at) in codes, self._kind)
        self._known[at] = inside if taken else outside
        return taken

    def are_of(self, at: int, classes: Sequence[Codes]) -> bool:
        """Whether there are characters of these classes, one after the other: one question."""
        last, tail = at + len(classes) - 1, self._tail
        before = last - len(self._codes) + tail.start if tail is not None else 0
        """So many places of the variable part must be before the last one."""
        if self._limit is not None and last >= self._limit:
            return False
        if last >= len(self._codes) and (tail is None or tail.settled):
            return False
        known: dict[int, Codes] = {}
        conditions = []
        if tail is not None and not tail.settled and before >= tail.known:
            conditions.append(build.gt(tail.length, integer(before)))
        for place, codes in enumerate(classes, at):
            term = text.term_at(self._shown, place)
            if term.op == "const":
                if term.payload not in codes:
                    return False
                continue
            inside, outside = split(self._known.get(place, self._any), codes)
            if not inside:
                return False
            if outside:
                conditions.append(codes.condition(term))
                known[place] = inside
        taken = last < len(self._codes) and all(
            self._code(place) in codes for place, codes in enumerate(classes, at)
        )
        if decide(build.conjunction(conditions), taken, self._kind):
            self._known.update(known)
            if tail is not None and not recorder.current.quiet:
                tail.known = max(tail.known, before + 1)
        return taken

    def are_equal(self, one: int, other: int, folding: Folding) -> bool:
        """Whether two characters are the same, or the same but for case."""
        a, b = as_term(self._codes[one]), as_term(self._codes[other])
        code_a, code_b = self._code(one), self._code(other)
        if folding == "unicode" and not decide(
            build.conjunction((build.le(a, integer(127)), build.le(b, integer(127)))),
            code_a <= 127 and code_b <= 127,
            self._kind,
        ):
            some, others = decide_value(a, code_a), decide_value(b, code_b)
            same: bool = _sre.unicode_tolower(some) == _sre.unicode_tolower(others)
            return same
        if folding:
            a, b = _lowered(a), _lowered(b)
            code_a, code_b = _sre.ascii_tolower(code_a), _sre.ascii_tolower(code_b)
        return decide(build.eq(a, b), code_a == code_b, self._kind)

    def is_literal(self, literal: str) -> bool:
        """Whether the whole text is this one: one question."""
        same = equal(self._shown, literal)
        return same if type(same) is bool else decide(same._wend_term, same._wend_value, "test")

    def part(self, start: int, end: int) -> Any:
        """The text between two places that there are."""
        return self._made(text.text(self._raw[start:end], self._codes[start:end]))

    def rest(self, start: int) -> Any:
        """The text from a place on."""
        tail = None if self._tail is None or self._tail.settled else self._tail
        return self._made(text.text(self._raw[start:], self._codes[start:], tail))

    def joined(self, parts: Sequence[Any]) -> Any:
        """Texts of this kind one after the other."""
        if not self._is_bytes:
            return text.unread(parts)
        return octets.octets(text.unread([octets.view(part) for part in parts]))

    def end(self) -> Any:
        """Where it ends, as a number that may be tracked."""
        if self._limit is not None and (self._limit == 0 or self.has(self._limit - 1)):
            return self._limit
        return text.length(self._shown)

    def _code(self, at: int) -> int:
        return ord(self._raw[at])

    def _made(self, shown: str) -> Any:
        return octets.octets(shown) if self._is_bytes else shown

    def _length(self) -> int:
        text.settle(self._shown)
        return len(self._codes)

    def _settled(self, bound: Any) -> int:
        """A bound of the part that is looked at, as C code takes it."""
        if type(bound) not in TRACKED:
            return max(0, operator.index(bound))
        (term, number), length = int_of(bound), self._length()
        if decide(build.le(term, integer(0)), number <= 0, "which"):
            fit(bound)
            return 0
        if decide(build.ge(term, integer(length)), number >= length, "which"):
            fit(bound)
            return length
        return decide_between(term, number, 1, length, "which")


def _lowered(code: Term) -> Term:
    upper = build.conjunction((build.ge(code, integer(65)), build.le(code, integer(90))))
    return build.ite(upper, build.add(code, integer(32)), code)
