"""Models of the methods of bytes that ask what kind of characters there are, or change their case.

Of bytes only those of ASCII have a kind and a case, so everything is a term.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import boolean, conjunction, disjunction, integer, negate
from wend.expr.reads import table
from wend.expr.terms import Term, remembered
from wend.run.models.octets.octets_common import as_part, method
from wend.run.models.text.text_common import MISSING, is_char
from wend.run.tracked.decisions import one_of
from wend.run.tracked.lift import track
from wend.run.tracked.octets import LATIN
from wend.run.tracked.text import as_code, as_term, chars, raw, settle, settled_codes, text
from wend.run.tracked.text_operators import chained

Kind = Callable[[bytes], bool]


def _terms(value: str) -> list[Term]:
    return [*map(as_term, settled_codes(value))]


def _plain(value: str) -> bytes:
    return raw(value).encode(LATIN)


@remembered
def _is(term: Term, kind: Kind) -> Term:
    return one_of(term, [code for code in range(256) if kind(bytes((code,)))])


# Kinds


def _every(name: str) -> None:
    """A method that tells whether all bytes are of a kind, and there is one."""
    kind = getattr(bytes, name)

    @method(name)
    def model(value: str) -> Any:
        terms = _terms(value)
        if not terms:
            return False
        return track(kind(_plain(value)), conjunction([_is(term, kind) for term in terms]))


for _name in ("isalpha", "isdigit", "isalnum", "isspace"):
    _every(_name)


@method("isascii")
def isascii(value: str) -> Any:
    parts = [build.lt(term, integer(128)) for term in _terms(value)]
    return track(_plain(value).isascii(), conjunction(parts))


def _in_one_case(name: str, wanted: Kind, unwanted: Kind) -> None:
    @method(name)
    def model(value: str) -> Any:
        terms = _terms(value)
        there = disjunction([_is(term, wanted) for term in terms])
        others = [negate(_is(term, unwanted)) for term in terms]
        return track(wanted(_plain(value)), conjunction([there, *others]))


_in_one_case("islower", bytes.islower, bytes.isupper)
_in_one_case("isupper", bytes.isupper, bytes.islower)


@method("istitle")
def istitle(value: str) -> Any:
    """Upper case follows only what has no case, lower case only what has."""
    parts: list[Term] = []
    cased: list[Term] = []
    after = boolean(False)
    for term in _terms(value):
        upper, lower = _is(term, bytes.isupper), _is(term, bytes.islower)
        parts += [negate(conjunction((upper, after))), negate(conjunction((lower, negate(after))))]
        after = disjunction((upper, lower))
        cased.append(after)
    return track(_plain(value).istitle(), conjunction([disjunction(cased), *parts]))


# Case


def _lower(term: Term) -> Term:
    return build.ite(_is(term, bytes.isupper), build.add(term, integer(32)), term)


def _upper(term: Term) -> Term:
    return build.ite(_is(term, bytes.islower), build.sub(term, integer(32)), term)


def _swapped(term: Term) -> Term:
    return build.ite(_is(term, bytes.isupper), build.add(term, integer(32)), _upper(term))


def _changed(made: bytes, terms: Sequence[Term]) -> str:
    return text(made.decode(LATIN), [*map(as_code, terms)])


def _by_byte(name: str, change: Callable[[Term], Term]) -> None:
    original = getattr(bytes, name)

    @method(name)
    def model(value: str) -> Any:
        return _changed(original(_plain(value)), [*map(change, _terms(value))])


_by_byte("lower", _lower)
_by_byte("upper", _upper)
_by_byte("swapcase", _swapped)


@method("capitalize")
def capitalize(value: str) -> Any:
    terms = _terms(value)
    changed = [*map(_upper, terms[:1]), *map(_lower, terms[1:])]
    return _changed(_plain(value).capitalize(), changed)


@method("title")
def title(value: str) -> Any:
    changed: list[Term] = []
    after = boolean(False)
    for term in _terms(value):
        changed.append(build.ite(after, _lower(term), _upper(term)))
        after = _is(term, bytes.isalpha)
    return _changed(_plain(value).title(), changed)


# Tables


@method("translate", "table", "delete")
def translate(value: str, by: Any, delete: Any = MISSING) -> Any:
    """Which bytes are deleted is decided, what the others become is a term."""
    if by is not None and len(as_part(by)) != 256:
        b"".translate(_plain(as_part(by)))  # raises what Python raises
    unwanted = "" if delete is MISSING else as_part(delete)
    settle(unwanted)
    kept = _kept(value, unwanted)
    if by is None:
        return kept
    results = _terms(as_part(by))
    changed = [table(term, range(256), results) for term in _terms(kept)]
    return _changed(_plain(kept).translate(_plain(as_part(by))), changed)


def _kept(value: str, unwanted: str) -> str:
    if not raw(unwanted):
        return value
    return chained([char for char in chars(value) if not is_char(char, unwanted)])
