"""Texts that match the regular expressions of the code."""

from __future__ import annotations

import re
from types import FunctionType
from typing import Any

import pytest

from wend.describe.guessing.patterns import matching_texts

WORD = re.compile(r"(?P<first>\w)-(?P=first)")


def compiled(text: str) -> Any:
    return WORD.match(text)


def written(text: str) -> Any:
    return re.match(r"(?:ab|[^a\s])+?x{2,3}$", text) or re.search("[A-F0-9]{4}", text)


def message(text: str) -> str:
    return "is this (a pattern)? " + text


@pytest.mark.parametrize("function", [compiled, written])
def test_patterns_that_are_used_have_examples(function: FunctionType) -> None:
    found = matching_texts(function)

    assert found
    assert all(function(text) for text in found)


def test_a_part_that_may_be_missing_is_there_once() -> None:
    def optional(text: str) -> Any:
        """What is it (if anything)?"""
        return re.match("a(?:-b)?c*", text)

    assert matching_texts(optional) == ["a", "a-bc"]


def test_texts_that_are_no_patterns_have_none() -> None:
    assert matching_texts(message) == []  # type: ignore[arg-type]


def test_a_pattern_that_looks_around_has_none_that_it_would_not_match() -> None:
    def around(text: str) -> Any:
        return re.match("a(?=b)", text)

    assert matching_texts(around) == []
