"""Classes of characters as sets of codes: what one character of a pattern may be.

A class is made of literals, ranges and categories, and so is the same for all characters between
two neighbouring ends of these. The native engine is asked about one character of each such
stretch: all that it knows of cases and categories is in its answers.
"""

from __future__ import annotations

import array
import bisect
import functools
import re
import sys
from collections.abc import Iterable, Iterator
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term, remembered

Interval = tuple[int, int]

LAST = sys.maxunicode
_LAST_ASSIGNED = 0x40000
"""No character from here on is a letter, a digit or a space: planes without any, and private."""


class Codes:
    """A set of codes; equal sets are the same object."""

    __slots__ = ("_lows", "intervals")

    def __init__(self, intervals: tuple[Interval, ...]) -> None:
        self.intervals = intervals
        """Low and high, ascending, with gaps between them."""
        self._lows = [low for low, _ in intervals]

    def __contains__(self, code: int) -> bool:
        at = bisect.bisect_right(self._lows, code) - 1
        return at >= 0 and code <= self.intervals[at][1]

    def __bool__(self) -> bool:
        return bool(self.intervals)

    @remembered
    def condition(self, code: Term) -> Term:
        """The condition that a code is one of these."""
        outside = inverse(self)
        if len(outside.intervals) < len(self.intervals):
            return build.negate(outside.condition(code))
        if len(self.intervals) == 1:
            ((low, high),) = self.intervals
            if low == 0:
                return build.le(code, integer(high))
            if high == LAST:
                return build.ge(code, integer(low))
        return build.among(code, self.intervals)


@functools.cache
def codes(intervals: tuple[Interval, ...]) -> Codes:
    return Codes(intervals)


@functools.cache
def inverse(given: Codes) -> Codes:
    """All other codes."""
    found, start = [], 0
    for low, high in given.intervals:
        if start < low:
            found.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        found.append((start, LAST))
    return codes(tuple(found))


@functools.cache
def split(known: Codes, asked: Codes) -> tuple[Codes, Codes]:
    """Those of the known that are asked for, and those that are not."""
    return _common(known, asked), _common(known, inverse(asked))


def union(a: Codes, b: Codes) -> Codes:
    return inverse(_common(inverse(a), inverse(b)))


def _common(a: Codes, b: Codes) -> Codes:
    found: list[Interval] = []
    i = j = 0
    while i < len(a.intervals) and j < len(b.intervals):
        low = max(a.intervals[i][0], b.intervals[j][0])
        high = min(a.intervals[i][1], b.intervals[j][1])
        if low <= high:
            found.append((low, high))
        if a.intervals[i][1] < b.intervals[j][1]:
            i += 1
        else:
            j += 1
    return codes(tuple(found))


ANY_CODE = codes(((0, LAST),))
ANY_BYTE = codes(((0, 255),))
LINE_BREAK = codes(((10, 10),))


# From the parse of a pattern

UNITS = frozenset((_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN))
"""What matches one character."""


def class_of(op: Any, argument: Any, flags: int, is_bytes: bool) -> Codes:
    """The codes that a unit of the parse matches."""
    members = tuple(argument) if op is _constants.IN else ((op, argument),)
    return _class(op, members, flags & ~_constants.SRE_FLAG_DEBUG, is_bytes)


def word_class(flags: int, is_bytes: bool) -> Codes:
    """What `\\b` takes for a letter of a word."""
    word = ((_constants.CATEGORY, _constants.CATEGORY_WORD),)
    return _class(_constants.IN, word, flags, is_bytes)


@functools.cache
def _class(op: Any, members: tuple[tuple[Any, Any], ...], flags: int, is_bytes: bool) -> Codes:
    unit = (op, list(members)) if op is _constants.IN else members[0]
    pattern = _one_or_more(unit, flags)
    if is_bytes:
        spans = [match.span() for match in pattern.finditer(bytes(range(256)))]
        return codes(tuple([(start, end - 1) for start, end in spans]))
    edges = sorted({*range(129), *_edges(members, flags), LAST + 1})
    sample = "".join(map(chr, edges[:-1]))
    found = [match.span() for match in pattern.finditer(sample)]
    return codes(tuple([(edges[start], edges[end] - 1) for start, end in found]))


def _one_or_more(unit: Any, flags: int) -> re.Pattern[Any]:
    state = _parser.State()
    one = _parser.SubPattern(state, [unit])
    many = _parser.SubPattern(state, [(_constants.MAX_REPEAT, (1, _constants.MAXREPEAT, one))])
    compiled: re.Pattern[Any] = _compiler.compile(many, flags)
    return compiled


def _edges(members: Iterable[tuple[Any, Any]], flags: int) -> Iterator[int]:
    """Where the class may begin or end."""
    for op, argument in members:
        if op in (_constants.LITERAL, _constants.NOT_LITERAL):
            yield from (argument, argument + 1)
        elif op is _constants.RANGE:
            yield from (argument[0], argument[1] + 1)
        elif op is _constants.CATEGORY and flags & re.UNICODE:
            yield from _category_edges(_CATEGORIES[argument])
    if flags & re.IGNORECASE:
        yield from _cased_edges()


_CATEGORIES = {
    _constants.CATEGORY_DIGIT: r"\d+",
    _constants.CATEGORY_NOT_DIGIT: r"\d+",
    _constants.CATEGORY_SPACE: r"\s+",
    _constants.CATEGORY_NOT_SPACE: r"\s+",
    _constants.CATEGORY_WORD: r"\w+",
    _constants.CATEGORY_NOT_WORD: r"\w+",
}


@functools.cache
def _category_edges(pattern: str) -> tuple[int, ...]:
    spans = [match.span() for match in re.compile(pattern).finditer(_assigned())]
    return tuple([edge for span in spans for edge in span])


@functools.cache
def _cased_edges() -> tuple[int, ...]:
    cased = filter(_compiler._sre.unicode_iscased, range(_LAST_ASSIGNED))
    return tuple([edge for code in cased for edge in (code, code + 1)])


@functools.cache
def _assigned() -> str:
    numbers = array.array("I", range(_LAST_ASSIGNED))
    return numbers.tobytes().decode(f"utf-32-{sys.byteorder[0]}e", "surrogatepass")
