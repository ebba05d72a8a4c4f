"""Models of the methods of bytes that ask what kind of characters there are, or change their case.

Of bytes only those of ASCII have a kind and a case, so everything is a term.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from wend.expr import build
from wend.expr.build import boolean
from wend.expr.reads import table
from wend.expr.terms import Term
from wend.run.models.octets.octets_common import as_part, method
from wend.run.models.text.text_chars import (
    add_kinds,
    in_ascii,
    lower_code,
    swapped_code,
    upper_code,
)
from wend.run.models.text.text_common import MISSING, is_char
from wend.run.tracked.octets import LATIN
from wend.run.tracked.text import (
    as_code,
    as_term,
    chars,
    codes_of,
    raw,
    settle,
    settled_codes,
    text,
)
from wend.run.tracked.text_operators import chained


def _terms(value: str) -> list[Term]:
    return [*map(as_term, settled_codes(value))]


def _plain(value: str) -> bytes:
    return raw(value).encode(LATIN)


@cache
def _native(name: str) -> Callable[[str], bool]:
    """The method of bytes that are shown as text."""
    method = getattr(bytes, name)
    return lambda shown: method(shown.encode(LATIN))


add_kinds(method, lambda char, kind: in_ascii(as_term(codes_of(char)[0]), kind), _native)


# Case


def _changed(made: bytes, terms: Sequence[Term]) -> str:
    return text(made.decode(LATIN), [*map(as_code, terms)])


def _by_byte(name: str, change: Callable[[Term], Term]) -> None:
    original = getattr(bytes, name)

    @method(name)
    def model(value: str) -> Any:
        return _changed(original(_plain(value)), [*map(change, _terms(value))])


_by_byte("lower", lower_code)
_by_byte("upper", upper_code)
_by_byte("swapcase", swapped_code)


@method("capitalize")
def capitalize(value: str) -> Any:
    terms = _terms(value)
    changed = [*map(upper_code, terms[:1]), *map(lower_code, terms[1:])]
    return _changed(_plain(value).capitalize(), changed)


@method("title")
def title(value: str) -> Any:
    changed: list[Term] = []
    after = boolean(False)
    for term in _terms(value):
        changed.append(build.ite(after, lower_code(term), upper_code(term)))
        after = in_ascii(term, _native("isalpha"))
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
