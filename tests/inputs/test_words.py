"""Texts that the code under test says, for those who look for inputs by trying."""

from __future__ import annotations

import types
import unicodedata

from wend.describe.guessing.constants import texts_of
from wend.describe.guessing.words import MOST, words_of

SOURCE = '''
"""Reads dates like ``12 May``."""
import re

UNITS = {"kg": 1000, "lb": 453}
DATE = re.compile(r"[0-9]{2}/[0-9]{2}")


def read(text):
    """Reads 'key: value', don't ask why.

    >>> read("a=1")
    """
    return re.match(r"v[0-9]+", text) or text == "none"


def other(text):
    return text == "elsewhere"
'''


def module_of(source: str) -> types.ModuleType:
    module = types.ModuleType("said")
    exec(source, vars(module))
    return module


def test_the_nearest_words_come_first() -> None:
    module = module_of(SOURCE)
    words = words_of(module.read, module)

    assert words[:4] == ["v0", "a=1", "key: value", "00/00"]
    assert {"kg", "lb", "elsewhere", "12 May"} <= {*words}


def test_an_apostrophe_is_no_quotation() -> None:
    module = module_of(SOURCE)

    assert not any("ask why" in str(each) for each in words_of(module.read, module))


def test_code_that_asks_for_kinds_of_characters_gets_one_of_each() -> None:
    module = module_of(f"import unicodedata\n{SOURCE}")
    words = [each for each in words_of(module.read, module) if len(each) == 1]

    directions = {unicodedata.bidirectional(str(each)) for each in words}
    assert {"L", "R", "AL", "EN", "AN", "NSM"} <= directions
    assert len(words_of(module.read, module)) <= MOST


def test_builtins_are_no_texts_of_a_module() -> None:
    module = module_of(SOURCE)

    assert "__builtins__" in vars(module)
    assert "print" not in texts_of(module)
