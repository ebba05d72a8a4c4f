"""Functions without annotations: the code itself tells what they take, and tests show it."""

from __future__ import annotations

import pytest

from .test_written_tests import run_pytest

SOURCE = """
MISSING = object()
ALPHABET = b"ABCD"


class Field:
    def __init__(self, name, default):
        self.name = name
        self.default = default


def of_an_iterator(tokens):
    if next(tokens) == "x":
        return next(tokens).upper()
    return None


def of_attributes(node):
    for each in node.children:
        if each.kind == 3 and each.text.startswith("a"):
            return 1
    return 0


def of_a_class(cls):
    if issubclass(cls, ValueError):
        return 1
    return 0


def of_pairs(items):
    for key, value in items[1:]:
        if key == "a" and value is None:
            return 1
    return 0


def of_bytes(head):
    if head.startswith(b"GIF8") and head[4:5] in (b"7", b"9"):
        return 1
    return 0


def of_another_type(value):
    if isinstance(value, (str, bytes)):
        return 1
    if isinstance(value, tuple):
        return 2
    if value is None:
        return 3
    return 4


def of_a_sentinel(field):
    if field.default is MISSING:
        return 1
    return field.name


def _strips(text):
    return text.strip() == "x"


def of_what_is_called(words):
    word = words[0]
    return 1 if _strips(word) else 0


def of_callers(letters, at):
    return 1 if letters[at] == 67 else 0


def calls():
    return of_callers(ALPHABET, 2)
"""

FUNCTIONS = (
    "of_an_iterator", "of_attributes", "of_a_class", "of_pairs", "of_bytes", "of_another_type",
    "of_a_sentinel", "of_what_is_called", "of_callers",
)  # fmt: skip


@pytest.fixture(scope="module")
def explored(shared_wend):
    shared_wend.file("untold.py", SOURCE)
    targets = [f"untold.py::{name}" for name in FUNCTIONS]
    found = shared_wend(
        "cover", *targets, "--json", "-", "-o", "out", "--max-executions", "80"
    ).results
    return {each["target"]["function"]: each for each in found}, shared_wend


@pytest.mark.parametrize("name", FUNCTIONS)
def test_all_of_it_is_covered(explored, name: str) -> None:
    result = explored[0][name]

    assert result["coverage"]["branches"]["missed"] == []
    assert "type-guessed" in {each["what"] for each in result["reasons"]}


def test_the_tests_pass(explored) -> None:
    directory = explored[1].directory / "out"

    assert run_pytest(directory).returncode == 0
    assert "SimpleNamespace(" in (directory / "test_untold.py").read_text()
