"""Texts that the code under test says: worth a try as a text of the inputs, or as a part of one.

The nearest come first: texts that match the patterns of the function, texts of its docstring, then
the patterns, constants and docstring of its module. Code that asks `unicodedata` about characters
gets one character of each kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from types import FunctionType, ModuleType

from wend.describe.guessing.constants import LONGEST, texts_of
from wend.describe.guessing.docstrings import example_texts
from wend.describe.guessing.patterns import matching_texts, texts_matching

MOST = 80
"""Words of one function; with more of them each would be tried less often."""

LAST_KIND = 0x2100
"""The character before which every kind but surrogates and private characters has come."""

_QUOTED = re.compile(r"``([^`\n]+)``|(?<!\w)(['\"])([^'\"\n]+)\2(?!\w)")
"""``text``, 'text' and "text" in prose; an apostrophe within a word is no quotation mark."""


def words_of(function: FunctionType, module: ModuleType) -> list[str | bytes]:
    """Texts besides the function's own constants."""
    found = dict.fromkeys(_words(function, module))
    return [each for each in found if 0 < len(each) <= LONGEST][:MOST]


def _words(function: FunctionType, module: ModuleType) -> Iterator[str | bytes]:
    yield from matching_texts(function)
    yield from _documented(function.__doc__)
    if "unicodedata" in vars(module):
        yield from _one_of_each_kind()
    compiled = [each for each in vars(module).values() if type(each) is re.Pattern]
    yield from texts_matching(each for each in compiled if isinstance(each.pattern, str))
    yield from texts_of(module)
    yield from _documented(module.__doc__)


def _documented(doc: str | None) -> Iterator[str | bytes]:
    """The texts in the examples of a docstring, and those that its prose quotes."""
    if not isinstance(doc, str):
        return
    yield from example_texts(doc)
    for quoted in _QUOTED.finditer(doc):
        yield quoted[1] or quoted[3]


def _one_of_each_kind() -> Iterator[str]:
    """The first character of each general category and of each direction of Unicode."""
    seen: set[str] = set()
    for character in map(chr, range(LAST_KIND)):
        kinds = {unicodedata.category(character), unicodedata.bidirectional(character)}
        if not kinds <= seen:
            seen |= kinds
            yield character
