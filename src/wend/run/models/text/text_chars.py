"""Models of the methods of `str` that ask what kind of characters there are, or change their case.

Of ASCII both are terms. Beyond it, a class of characters is a table of the intervals that
Unicode has, and a character that changes with its case is settled: Python then says what becomes of
it ('ß'.upper() is two characters).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from types import FunctionType
from typing import Any

from wend.expr import build
from wend.expr.build import boolean, conjunction, disjunction, integer, negate
from wend.expr.terms import Term, remembered
from wend.run.models.text.text_common import Model, Refused, chr_model, method
from wend.run.models.text.text_search import SPACES
from wend.run.operations import probes
from wend.run.operations.keys import is_keyed
from wend.run.tracked.decisions import decide, decide_between, one_of, one_of_chars
from wend.run.tracked.lift import FOLLOWED, TEXTS, own_method, track, value_of
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.text import (
    SymStr,
    as_code,
    as_term,
    chars,
    codes_of,
    foretold,
    length_term,
    lose,
    raw,
    settled_codes,
    tail_of,
    term_at,
    text,
    unread,
)
from wend.run.tracked.text_operators import chained

ASCII = 128
"""Whether a code is below is decided first: people mean those, and their terms are small."""

Kind = Callable[[str], bool]

# Kinds of characters


def _is_title(char: str) -> bool:
    """Neither upper nor lower: the one 'ǅ' of 'ǆ' and 'Ǆ'."""
    return char.istitle() and not char.isupper()


def _continues(char: str) -> bool:
    return ("a" + char).isidentifier()


def _is(char: str, kind: Kind) -> Term:
    """The condition that a character is of a kind."""
    code = codes_of(char)[0]
    if type(code) is int:
        return boolean(kind(char))
    term = as_term(code)
    if kind is str.isspace:
        return one_of_chars(term, SPACES)
    if is_ascii(char):
        return in_ascii(term, kind)
    return _in_table(term, kind)


def is_ascii(char: str) -> bool:
    """Decides whether a character is one of ASCII."""
    term = as_term(codes_of(char)[0])
    return decide(build.lt(term, integer(ASCII)), ord(raw(char)) < ASCII, "character")


@remembered
def in_ascii(term: Term, kind: Kind) -> Term:
    """The condition that a code of ASCII is that of a character of a kind."""
    return one_of(term, _ascii(kind))


@cache
def _ascii(kind: Kind) -> list[int]:
    return [code for code in range(ASCII) if kind(chr(code))]


@remembered
def _in_table(term: Term, kind: Kind) -> Term:
    """The condition that a code beyond ASCII is that of a character of a kind."""
    return build.among(term, _intervals(kind))


@cache
def _intervals(kind: Kind) -> tuple[tuple[int, int], ...]:
    """The codes beyond ASCII of the characters of a kind."""
    found: list[tuple[int, int]] = []
    start = None
    for code in chain(*(ASSIGNED if kind in WIDE else CASED), [UNASSIGNED]):
        if kind(chr(code)):
            start = code if start is None else start
        elif start is not None:
            found.append((start, code - 1))
            start = None
    return tuple(found)


ASSIGNED = (range(ASCII, 0x40000), range(0xE0000, 0xE1000))
"""Beyond these there are no characters but those for private use, which are of no kind."""
CASED = (range(ASCII, 0x3001), range(0xA000, 0xAC01), range(0xFB00, 0x20000))
"""Beyond these no character has a case."""
UNASSIGNED = 0xF0000
WIDE = frozenset((
    str.isalpha, str.isdigit, str.isdecimal, str.isnumeric, str.isalnum, str.isidentifier,
    str.isprintable, _continues,
))  # fmt: skip
"""The kinds of characters that are found beyond those with a case."""


IsOf = Callable[[str, Kind], Term]
"""Makes the condition that a character is of a kind."""


def every(is_of: IsOf, kind: Kind, of_empty: bool = False) -> Model:
    """The model of a method that tells whether all characters are of a kind."""

    def model(value: str) -> Any:
        each = chars(value)
        if not each:
            return of_empty
        return track(kind(raw(value)), conjunction([is_of(char, kind) for char in each]))

    return model


def _in_one_case(is_of: IsOf, wanted: Kind, unwanted: Kind) -> Model:
    """The model of a method that tells whether there are characters in one case, and none in
    another."""

    def model(value: str) -> Any:
        each = chars(value)
        there = disjunction([is_of(char, wanted) for char in each])
        others = [is_of(char, kind) for char in each for kind in (unwanted, _is_title)]
        return track(wanted(raw(value)), conjunction([there, *map(negate, others)]))

    return model


def add_kinds(
    method: Callable[[str], Callable[[Model], Model]], is_of: IsOf, native: Callable[[str], Kind]
) -> None:
    """Registers the questions about kinds of characters that text and bytes are both asked.

    `native` finds the method of plain text, or of plain bytes shown as text, by name.
    """
    for name in ("isalpha", "isdigit", "isalnum", "isspace"):
        method(name)(every(is_of, native(name)))
    is_upper, is_lower = native("isupper"), native("islower")
    method("isupper")(_in_one_case(is_of, is_upper, is_lower))
    method("islower")(_in_one_case(is_of, is_lower, is_upper))

    @method("isascii")
    def isascii(value: str) -> Any:
        codes = [build.lt(as_term(code), integer(ASCII)) for code in settled_codes(value)]
        return track(raw(value).isascii(), conjunction(codes))

    @method("istitle")
    def istitle(value: str) -> Any:
        """Upper case follows only what has no case, lower case only what has."""
        parts: list[Term] = []
        cased: list[Term] = []
        after = boolean(False)
        for char in chars(value):
            upper = disjunction((is_of(char, is_upper), is_of(char, _is_title)))
            lower = is_of(char, is_lower)
            parts.append(negate(conjunction((upper, after))))
            parts.append(negate(conjunction((lower, negate(after)))))
            after = disjunction((upper, lower))
            cased.append(after)
        return track(native("istitle")(raw(value)), conjunction([disjunction(cased), *parts]))


add_kinds(method, _is, lambda name: getattr(str, name))
for _kind in (str.isdecimal, str.isnumeric):
    method(_kind.__name__)(every(_is, _kind))
method("isprintable")(every(_is, str.isprintable, of_empty=True))


@method("isidentifier")
def isidentifier(value: str) -> Any:
    each = chars(value)
    if not each:
        return False
    rest = [_is(char, _continues) for char in each[1:]]
    return track(raw(value).isidentifier(), conjunction([_is(each[0], str.isidentifier), *rest]))


# Case

Mapping = Callable[[str], str]


def lower_code(term: Term) -> Term:
    return build.ite(_between(term, "A", "Z"), build.add(term, integer(32)), term)


def upper_code(term: Term) -> Term:
    return build.ite(_between(term, "a", "z"), build.sub(term, integer(32)), term)


def swapped_code(term: Term) -> Term:
    return build.ite(_between(term, "A", "Z"), build.add(term, integer(32)), upper_code(term))


def _between(term: Term, first: str, last: str) -> Term:
    return conjunction((build.ge(term, integer(ord(first))), build.le(term, integer(ord(last)))))


SIGMA = "Σ"
"""What its lower case is depends on the characters around it."""
SIGMAS = frozenset("Σσς")


def _settled(value: str) -> str:
    """The text with each of its characters decided."""
    for char, code in zip(raw(value), settled_codes(value), strict=True):
        if type(code) is not int:
            decide_between(as_term(code), ord(char), 0, 0x110000, "character")
    return raw(value)


class Recased(Piece):
    """Text in another case that nobody has looked at yet."""

    __slots__ = ("_model", "_original", "_value")

    def __init__(self, value: str, original: Mapping, model: Callable[[str], str]) -> None:
        self.text = original(raw(value))
        self._value = value
        self._original = original
        self._model = model

    def codes(self) -> Sequence[Code]:
        return settled_codes(self._model(self._value))

    def equals(self, other: str) -> Term | None:
        if self._original not in BY_CHARACTER or not SIGMAS.isdisjoint(other):
            return None
        ways = [*islice(_origins(self._original, other), MOST_WAYS)]
        if len(ways) == MOST_WAYS:
            return None
        return disjunction([self._is_one_of(way) for way in ways])

    def _is_one_of(self, way: Sequence[Sequence[int]]) -> Term:
        """The condition that each character of the original text is one of those given for it."""
        value = self._value
        if tail_of(value) is None and str.__len__(value) != len(way):
            return boolean(False)
        alike = [one_of(term_at(value, at), codes) for at, codes in enumerate(way)]
        return conjunction((build.eq(length_term(value), integer(len(way))), *alike))

    def foretold(self, assignment: Any) -> str:
        value = self._value
        return self._original(foretold(value, assignment) if type(value) is SymStr else value)

    def lose(self, says: str) -> None:
        lose(self._value, says)


MOST_WAYS = 32
"""Ways in which a text may have come of another; 'FILE' comes of 'file' and of 'ﬁle'."""


def _origins(mapping: Mapping, text: str) -> Iterator[list[Sequence[int]]]:
    """For each way that a text may have come of another, the codes of the characters it had."""
    if not text:
        yield []
    for count in range(1, min(len(text), 3) + 1):
        codes = _inverse(mapping).get(text[:count], [])
        if count == 1 and mapping(text[0]) == text[0]:
            codes = [*codes, ord(text[0])]
        if codes:
            for rest in _origins(mapping, text[count:]):
                yield [codes, *rest]


@cache
def _inverse(mapping: Mapping) -> dict[str, list[int]]:
    """What the codes that a mapping changes become, with those that become it."""
    found: dict[str, list[int]] = {}
    for code in (*range(ASCII), *_codes(_changes(mapping))):
        image = mapping(chr(code))
        if image != chr(code):
            found.setdefault(image, []).append(code)
    return found


def _cased(name: str, model: Callable[[str], str]) -> None:
    """A method that changes the case; its model is asked when somebody looks at the text."""
    original = getattr(str, name)
    method(name)(lambda value: unread((Recased(value, original, model),)))


def _by_character(mapping: Mapping, of_ascii: Callable[[Term], Term]) -> Callable[[str], str]:
    """The model of a method that maps each character by itself, but for a sigma."""
    has_final = mapping(f"a{SIGMA}") != mapping("a") + mapping(SIGMA)

    def model(value: str) -> str:
        made = [_mapped(char, mapping, of_ascii) for char in chars(value)]
        if SIGMA in raw(value) and has_final:  # which is decided by now
            return mapping(_settled(value))
        return chained(made)

    return model


def _mapped(char: str, mapping: Mapping, of_ascii: Callable[[Term], Term]) -> str:
    code = codes_of(char)[0]
    if type(code) is int:
        return mapping(raw(char))
    term = as_term(code)
    if is_ascii(char):
        return text(mapping(raw(char)), (as_code(of_ascii(term)),))
    changes = _changes(mapping)
    if not decide(_in_table(term, changes), changes(raw(char)), "character"):
        return char
    return mapping(_one_of_these(char, _codes(changes)))


@cache
def _changes(mapping: Mapping) -> Kind:
    return lambda char: mapping(char) != char


@cache
def _codes(kind: Kind) -> list[int]:
    return [code for low, high in _intervals(kind) for code in range(low, high + 1)]


def _one_of_these(char: str, codes: Sequence[int]) -> str:
    """Decides which of these codes a character has, by halving."""
    term, now = as_term(codes_of(char)[0]), ord(raw(char))
    low, high = 0, len(codes)
    while high - low > 1:
        middle = (low + high) // 2
        if decide(build.lt(term, integer(codes[middle])), now < codes[middle], "character"):
            high = middle
        else:
            low = middle
    return raw(char)


def _capitalized(value: str) -> str:
    each = chars(value)
    made = [_mapped(char, str.title, upper_code) for char in each[:1]]
    made += [_mapped(char, str.lower, lower_code) for char in each[1:]]
    return _settled(value).capitalize() if SIGMA in raw(value)[1:] else chained(made)


def _titled(value: str) -> str:
    made: list[str] = []
    after, goes_on = boolean(False), False
    for char in chars(value):
        made.append(_in_title(char, after, goes_on))
        after, goes_on = _is(char, _is_cased), _is_cased(raw(char))
    return _settled(value).title() if SIGMA in raw(value) else chained(made)


def _in_title(char: str, after: Term, goes_on: bool) -> str:
    """A character of a title: in lower case after one that has a case."""
    now = (_later if goes_on else str.title)(raw(char))
    code = codes_of(char)[0]
    if type(code) is not int:
        term = as_term(code)
        if is_ascii(char):
            return text(now, (as_code(build.ite(after, lower_code(term), upper_code(term))),))
        if not decide(
            _in_table(term, _changes_in_title), _changes_in_title(raw(char)), "character"
        ):
            return char
        _one_of_these(char, _codes(_changes_in_title))
    if str.title(raw(char)) != _later(raw(char)):
        decide(after, goes_on, "character")
    return now


def _later(char: str) -> str:
    return ("a" + char).title()[1:]


def _changes_in_title(char: str) -> bool:
    return char.title() != char or _later(char) != char


def _is_cased(char: str) -> bool:
    return (char + "a").title()[-1] == "a"


_cased("upper", _by_character(str.upper, upper_code))
_cased("lower", _by_character(str.lower, lower_code))
_cased("casefold", _by_character(str.casefold, lower_code))
_cased("swapcase", _by_character(str.swapcase, swapped_code))
_cased("capitalize", _capitalized)
_cased("title", _titled)
BY_CHARACTER = frozenset((str.upper, str.lower, str.casefold, str.swapcase))


# Tables


@method("translate")
def translate(value: str, by: Any) -> Any:
    if type(value) not in TEXTS:
        if not _may_give_tracked(by):
            return value.translate(by)
    elif hasattr(type(by), "__missing__"):
        raise Refused
    made: list[str] = []
    for char in chars(value):
        code = track(ord(raw(char)), as_term(codes_of(char)[0]))
        try:
            found = probes.getitem(by, code)
        except LookupError:
            made.append(char)
        else:
            made.append(_translated(found))
    return chained(made)


def _may_give_tracked(by: Any) -> bool:
    """Whether a table may give something tracked: by code of its own, say."""
    if isinstance(by, dict):
        is_native = type(by) is dict and not is_keyed(by)
        return not is_native or not FOLLOWED.isdisjoint(map(type, by.values()))
    return isinstance(by, list | tuple) or type(own_method(type(by), "__getitem__")) is FunctionType


def _translated(found: Any) -> str:
    if found is None:
        return ""
    if isinstance(found, str):
        return found
    if not isinstance(found, int):
        return "a".translate({97: found})  # raises what Python raises
    with contextlib.suppress(ValueError, OverflowError):
        return chr_model(found)  # type: ignore[no-any-return]
    return "a".translate({97: value_of(found)})  # raises what Python raises
