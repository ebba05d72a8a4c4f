"""Models of the methods of `str` that look for something.

Whether text begins or ends with something is one condition. What is looked for is decided place by
place, from the front or from the back: conditions on single characters are those that are
answered at once, and the place that is found is a plain int.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from wend.expr import build
from wend.expr.build import boolean, conjunction, disjunction, integer
from wend.expr.reads import table
from wend.expr.terms import Term
from wend.run.models.text.text_common import (
    MISSING,
    Refused,
    as_count,
    as_text,
    as_truth,
    is_char,
    method,
)
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import track
from wend.run.tracked.places import settle_bound
from wend.run.tracked.text import (
    as_code,
    as_term,
    char,
    chars,
    codes_of,
    cut,
    has,
    length,
    length_term,
    raw,
    settle,
    settled_codes,
    tail_of,
    text,
)
from wend.run.tracked.text_operators import chained, same_codes, starts_with

# Bounds


def _bounds(value: str, start: Any, end: Any) -> tuple[int, int]:
    """The part that is looked at, as Python counts it; the start may lie beyond the end."""
    if not all(each is None or hasattr(type(each), "__index__") for each in (start, end)):
        raise Refused
    settle(value)
    now = str.__len__(value)
    low, high = [settle_bound(each, now + 1) for each in (start, end)]
    low, high = [None if each is None else each.__index__() for each in (low, high)]
    first, last, _ = slice(low, high).indices(now)
    return (now + 1 if low is not None and low > now else first), last


def _within(value: str, start: Any, end: Any) -> tuple[str, int] | None:
    """The part between the bounds and where it begins; None where it would begin past its end."""
    if start is None and end is None:
        return value, 0
    if end is None and type(start) is int and start >= 0:  # which leaves an open end open
        is_inside = start == 0 or has(value, start - 1)
        return (cut(value, start), start) if is_inside else None
    low, high = _bounds(value, start, end)
    return (cut(value, low, high), low) if low <= high else None


# Beginnings and ends


def _affix(value: str, affix: Any, start: Any, end: Any, condition: Callable[..., Term]) -> Any:
    given = affix if isinstance(affix, tuple) else (affix,)
    options = [*takewhile(lambda each: isinstance(each, str), given)]
    part = _within(value, start, end)
    found: Any = False
    if part is not None:
        for each in options:
            settle(each)
        native = str.startswith if condition is _begins else str.endswith
        holds = native(raw(part[0]), tuple(map(raw, options)))
        found = track(holds, disjunction([condition(part[0], each) for each in options]))
    if len(options) < len(given) and not found:
        raise Refused  # what is no text is not looked at if one before it fits
    return found


def _begins(value: str, prefix: str) -> Term:
    count = str.__len__(prefix)
    if tail_of(value) is None and str.__len__(value) < count:
        return boolean(False)
    enough = build.ge(length_term(value), integer(count)) if count else boolean(True)
    return conjunction((enough, starts_with(value, prefix)))


def _ends(value: str, suffix: str) -> Term:
    count = str.__len__(suffix)
    if not count:
        return boolean(True)
    codes = settled_codes(value)
    return same_codes(codes[-count:], codes_of(suffix)) if len(codes) >= count else boolean(False)


@method("startswith")
def startswith(value: str, prefix: Any, start: Any = None, end: Any = None) -> Any:
    return _affix(value, prefix, start, end, _begins)


@method("endswith")
def endswith(value: str, suffix: Any, start: Any = None, end: Any = None) -> Any:
    return _affix(value, suffix, start, end, _ends)


@method("removeprefix")
def removeprefix(value: str, prefix: Any) -> str:
    if not startswith(value, as_text(prefix)):
        return value
    return cut(value, str.__len__(prefix))


@method("removesuffix")
def removesuffix(value: str, suffix: Any) -> str:
    settle(as_text(suffix))
    count = str.__len__(suffix)
    if not count or not endswith(value, suffix):
        return value
    return cut(value, 0, str.__len__(value) - count)


# Places


def _is_at(value: str, part: str, at: int) -> bool:
    """Decides whether a text of known length is found at a place where there is room for it."""
    count = str.__len__(part)
    alike = same_codes(codes_of(value)[at : at + count], codes_of(part))
    return decide(alike, raw(value).startswith(raw(part), at), "character")


def _places(value: str, part: str) -> Iterator[int]:
    """The places where there is room for the part, from the front; an open end stays open."""
    at, count = 0, str.__len__(part)
    while has(value, at + count - 1):
        yield at
        at += 1


def _places_from_the_back(value: str, part: str) -> Iterator[int]:
    settle(value)
    yield from range(str.__len__(value) - str.__len__(part), -1, -1)


def _found(
    value: str, part: Any, start: Any, end: Any, places: Callable[[str, str], Iterator[int]]
) -> Any:
    """The first place of a part within bounds, of those in the order given."""
    settle(as_text(part))
    found = _within(value, start, end)
    if found is None:
        return -1
    value, skipped = found
    if not str.__len__(part):  # found at once, at either end
        return skipped if places is _places else length(value) + skipped
    if str.__len__(part) == 1 and type(value) is str:
        return _place_of_char(value, part, skipped, str.find if places is _places else str.rfind)
    at = _first(value, part, places)
    return at if at < 0 else at + skipped


def _first(value: str, part: str, places: Callable[[str, str], Iterator[int]]) -> int:
    """The first of the places where a part is found, decided one by one; -1 where there is none."""
    return next((at for at in places(value, part) if _is_at(value, part, at)), -1)


def _place_of_char(value: str, char: str, skipped: int, find: Callable[[str, str], int]) -> Any:
    """Where a tracked character is in plain text: one term for all that are there."""
    if not is_char(char, value):
        return -1
    codes = sorted(set(map(ord, value)))
    found = [integer(find(value, chr(code)) + skipped) for code in codes]
    place = table(as_term(codes_of(char)[0]), codes, found)
    return track(find(value, raw(char)) + skipped, place)


@method("find")
def find(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return _found(value, part, start, end, _places)


@method("rfind")
def rfind(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    return _found(value, part, start, end, _places_from_the_back)


@method("index")
def index(
    value: str, part: Any, start: Any = None, end: Any = None, *, kind: str = "substring"
) -> Any:
    return _present(find(value, part, start, end), kind)


@method("rindex")
def rindex(
    value: str, part: Any, start: Any = None, end: Any = None, *, kind: str = "substring"
) -> Any:
    return _present(rfind(value, part, start, end), kind)


def _present(at: Any, kind: str) -> Any:
    if type(at) is int and at < 0:
        raise ValueError(f"{kind} not found")
    return at


@method("count")
def count(value: str, part: Any, start: Any = None, end: Any = None) -> Any:
    settle(as_text(part))
    found = _within(value, start, end)
    if found is None:
        return 0
    value, _ = found
    if not str.__len__(part):
        return length(value) + 1
    settle(value)
    if _may_overlap(part):
        return sum(1 for _ in _occurrences(value, part))
    codes, wanted = codes_of(value), codes_of(part)
    numbers = [
        build.as_int(same_codes(codes[at : at + len(wanted)], wanted))
        for at in range(len(codes) - len(wanted) + 1)
    ]
    return track(raw(value).count(raw(part)), _sum(numbers))


def _sum(terms: list[Term]) -> Term:
    """The sum, by halves: terms that are as deep as a text is long are slow."""
    if len(terms) <= 1:
        return terms[0] if terms else integer(0)
    middle = len(terms) // 2
    return build.add(_sum(terms[:middle]), _sum(terms[middle:]))


def _may_overlap(part: str) -> bool:
    """Whether one occurrence may begin inside of another: then the first one counts."""
    codes = codes_of(part)
    return len(codes) > 1 and any(
        same_codes(codes[at:], codes[: len(codes) - at]) is not boolean(False)
        for at in range(1, len(codes))
    )


def _occurrences(value: str, part: str, most: int = -1) -> Iterator[int]:
    """The places of a part in a text of known length, from the front, one after the other."""
    at, count = 0, str.__len__(part)
    while most != 0 and at + count <= str.__len__(value):
        if _is_at(value, part, at):
            yield at
            at += count
            most -= 1
        else:
            at += 1


# Parts

SPACES = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


@method("partition")
def partition(value: str, separator: Any) -> Any:
    return _parted(value, separator, _places, str.partition)


@method("rpartition")
def rpartition(value: str, separator: Any) -> Any:
    return _parted(value, separator, _places_from_the_back, str.rpartition)


def _parted(value: str, separator: Any, places: Any, original: Any) -> Any:
    settle(as_text(separator))
    count = str.__len__(separator)
    if not count:
        return original(raw(value), "")  # raises what Python raises
    at = _first(value, separator, places)
    if at < 0:
        return (value, "", "") if places is _places else ("", "", value)
    return cut(value, 0, at), separator, cut(value, at + count)


@method("split", "sep", "maxsplit")
def split(value: str, sep: Any = MISSING, maxsplit: Any = MISSING, *, spaces: str = SPACES) -> Any:
    most = as_count(maxsplit)
    settle(value)
    if sep is None or sep is MISSING:
        return _words(value, most, spaces)
    _check_separator(sep)
    made, start = [], 0
    for at in _occurrences(value, sep, most):
        made.append(cut(value, start, at))
        start = at + str.__len__(sep)
    return [*made, cut(value, start)]


def _check_separator(sep: Any) -> None:
    settle(as_text(sep))
    if not str.__len__(sep):
        raise ValueError("empty separator")


def _words(value: str, most: int, spaces: str) -> list[str]:
    """The parts between spaces; the last one is the rest where there are more than `most`."""
    made: list[str] = []
    at, end = 0, str.__len__(value)
    while True:
        while at < end and is_char(char(value, at), spaces):
            at += 1
        if at == end:
            return made
        if most == 0:
            return [*made, cut(value, at)]
        start = at
        while at < end and not is_char(char(value, at), spaces):
            at += 1
        made.append(cut(value, start, at))
        most -= 1


@method("rsplit", "sep", "maxsplit")
def rsplit(value: str, sep: Any = MISSING, maxsplit: Any = MISSING, *, spaces: str = SPACES) -> Any:
    most = as_count(maxsplit)
    settle(value)
    if sep is None or sep is MISSING:
        return [*map(_reversed, reversed(_words(_reversed(value), most, spaces)))]
    _check_separator(sep)
    made: list[str] = []
    end, width = str.__len__(value), str.__len__(sep)
    at = end - width
    while most != 0 and at >= 0:
        if _is_at(value, sep, at):
            made.append(cut(value, at + width, end))
            end, at = at, at - width
            most -= 1
        else:
            at -= 1
    return [cut(value, 0, end), *reversed(made)]


def _reversed(value: str) -> str:
    """A text of known length, from its last character to its first."""
    return text(raw(value)[::-1], codes_of(value)[::-1])


LINE_ENDS = "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
"""The characters that end a line; a carriage return may have a newline after it."""


@method("splitlines", "keepends")
def splitlines(value: str, keepends: Any = MISSING, *, ends: str = LINE_ENDS) -> Any:
    keeps = as_truth(keepends)
    made: list[str] = []
    start = at = 0
    each = chars(value)
    while at < len(each):
        if not is_char(each[at], ends):
            at += 1
            continue
        end = at + 1
        if end < len(each) and is_char(each[at], "\r") and is_char(each[end], "\n"):
            end += 1
        made.append(cut(value, start, end if keeps else at))
        start = at = end
    return [*made, cut(value, start)] if start < len(each) else made


@method("replace", *(("count",) if sys.version_info >= (3, 13) else ()))
def replace(value: str, old: Any, new: Any, count: Any = MISSING) -> Any:
    most = as_count(count)
    settle(as_text(old))
    as_text(new)
    if most == 0:
        return value
    settle(value)
    if not str.__len__(old):
        return _woven(value, new, most)
    if str.__len__(old) == 1 and most < 0:
        settle(new)
        if str.__len__(new) == 1:
            return _exchanged(value, old, new)
    made: list[str] = []
    start = 0
    for at in _occurrences(value, old, most):
        made += [cut(value, start, at), new]
        start = at + str.__len__(old)
    return chained([*made, cut(value, start)])


def _woven(value: str, new: str, most: int) -> str:
    """The new text before each character, and at the end."""
    made: list[str] = []
    for each in chars(value):
        made += [new, each] if most else [each]
        most -= 1 if most else 0
    return chained([*made, new] if most else made)


def _exchanged(value: str, old: str, new: str) -> str:
    """One character in place of another, wherever it is: no decision, as all places are terms."""
    wanted, put = as_term(codes_of(old)[0]), as_term(codes_of(new)[0])
    codes = [
        as_code(build.ite(build.eq(code, wanted), put, code))
        for code in map(as_term, codes_of(value))
    ]
    return text(raw(value).replace(raw(old), raw(new)), codes)


# Ends taken off


def _leading(value: str, is_one: Callable[[str], bool]) -> int:
    """How many characters at the front are of a kind; an open end stays open."""
    at = 0
    while has(value, at) and is_one(char(value, at)):
        at += 1
    return at


def _trailing(value: str, start: int, is_one: Callable[[str], bool]) -> int:
    """Where the characters at the end that are of a kind begin."""
    settle(value)
    end = str.__len__(value)
    while end > start and is_one(char(value, end - 1)):
        end -= 1
    return end


def _strippable(which: Any, spaces: str) -> Callable[[str], bool]:
    if which is not None:
        settle(as_text(which))
    return lambda char: is_char(char, spaces if which is None else which)


@method("lstrip")
def lstrip(value: str, chars: Any = None, *, spaces: str = SPACES) -> Any:
    return cut(value, _leading(value, _strippable(chars, spaces)))


@method("rstrip")
def rstrip(value: str, chars: Any = None, *, spaces: str = SPACES) -> Any:
    return cut(value, 0, _trailing(value, 0, _strippable(chars, spaces)))


@method("strip")
def strip(value: str, chars: Any = None, *, spaces: str = SPACES) -> Any:
    is_one = _strippable(chars, spaces)
    start = _leading(value, is_one)
    return cut(value, start, _trailing(value, start, is_one))
