"""Makes texts that match the regular expressions of the code: worth a try as inputs.

A text is made of the parsed pattern: first with each part as short as it can be, then with every
optional part once. A text that the pattern does not match after all is left out.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from types import CodeType, FunctionType
from typing import Any

LONGEST = 200
"""The longest pattern that is read."""

MOST = 12
"""Patterns of one function."""

_CALLED = frozenset(
    (
        *("compile", "finditer", "findall", "fullmatch", "match", "prefixmatch", "search"),
        *("split", "sub", "subn"),
    )
)
_SPECIAL = frozenset("\\[(*+?{|^$.")
_CATEGORIES = {
    sre.CATEGORY_DIGIT: "0", sre.CATEGORY_NOT_DIGIT: "a",
    sre.CATEGORY_SPACE: " ", sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_WORD: "a", sre.CATEGORY_NOT_WORD: "-",
}  # fmt: skip
_CANDIDATES = "a0A _-.,:;=\n"


def matching_texts(function: FunctionType) -> list[str]:
    """Texts that match patterns in a function's code, or compiled ones that it names."""
    return texts_matching(_patterns(function))


def texts_matching(patterns: Iterable[re.Pattern[str]]) -> list[str]:
    """Two texts for each of the first patterns: a short one, and one with its optional parts."""
    found: dict[str, None] = {}
    for pattern in [*dict.fromkeys(patterns)][:MOST]:
        for with_options in (False, True):
            text = _example(pattern, with_options)
            if text:
                found[text] = None
    return list(found)


def _patterns(function: FunctionType) -> Iterator[re.Pattern[str]]:
    codes = [*_codes(function.__code__)]
    names = {name for code in codes for name in code.co_names}
    for name in sorted(names):
        value = function.__globals__.get(name)
        if type(value) is re.Pattern and isinstance(value.pattern, str):
            yield value
    if names.isdisjoint(_CALLED):
        return
    for code in codes:
        for text in code.co_consts:
            if type(text) is not str or text == function.__doc__:
                continue
            if len(text) <= LONGEST and not _SPECIAL.isdisjoint(text):
                compiled = _compiled(text)
                if compiled is not None:
                    yield compiled


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _compiled(text: str) -> re.Pattern[str] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return re.compile(text)
        except (re.error, OverflowError, RecursionError):
            return None


def _example(pattern: re.Pattern[str], with_options: bool) -> str | None:
    """A text that matches, made without trying others; None if it does not match."""
    if len(pattern.pattern) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = sre_parser.parse(pattern.pattern, pattern.flags)
        text = _text(parsed, with_options, {})
    except (re.error, RecursionError, KeyError):
        return None
    return text if pattern.search(text) else None


def _text(parts: Iterable[Any], with_options: bool, groups: dict[int, str]) -> str:
    return "".join([_part(op, value, with_options, groups) for op, value in parts])


def _part(op: Any, value: Any, with_options: bool, groups: dict[int, str]) -> str:
    if op is sre.LITERAL:
        return chr(value)
    if op is sre.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if op is sre.ANY:
        return "a"
    if op is sre.IN:
        return _member(value)
    if op is sre.BRANCH:
        return _text(value[1][-1 if with_options else 0], with_options, groups)
    if op is sre.SUBPATTERN:
        text = _text(value[3], with_options, groups)
        if value[0] is not None:
            groups[value[0]] = text
        return text
    if op is sre.GROUPREF:
        return groups[value]
    if op in _REPEATS:
        least, most, inside = value
        count: int = max(least, 1) if with_options and most else least
        return _text(inside, with_options, groups) * count
    if op is sre.ATOMIC_GROUP:
        return _text(value, with_options, groups)
    return ""  # a position such as `^`, or a look-ahead


_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


def _member(items: list[tuple[Any, Any]]) -> str:
    op, value = items[0]
    if op is sre.NEGATE:
        return next((each for each in _CANDIDATES if not _is_member(each, items[1:])), "")
    if op is sre.RANGE:
        return chr(value[0])
    return _CATEGORIES.get(value, "") if op is sre.CATEGORY else chr(value)


def _is_member(char: str, items: list[tuple[Any, Any]]) -> bool:
    for op, value in items:
        if op is sre.LITERAL and value == ord(char):
            return True
        if op is sre.RANGE and value[0] <= ord(char) <= value[1]:
            return True
        if op is sre.CATEGORY and re.match(_CLASSES.get(value, "(?!)"), char):
            return True
    return False


_CLASSES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
