"""The ways through functions are known to later runs, for as long as their code is the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

CALLEE = """
def at(s: str, word: str) -> int:
    for i in range(len(s)):
        if is_at(s, i, word):
            return i
    return -1


def is_at(s: str, i: int, word: str) -> bool:
    for j in range(len(word)):
        if i + j >= len(s) or s[i + j] != word[j]:
            return False
    return True
"""

CALLER = """
from words import at


def caller(s: str) -> bool:
    if at(s, "wend") > 2:
        return True
    return False
"""

OPTIONS = (
    *("--compositional", "on", "--no-chance", "--budget", "60", "--json", "-"),
    *("--direction", "forward"),  # backward it is found before anything is composed
)


def composed(wend: Any, file: str, *options: str) -> dict[str, Any]:
    """What composing did for a target, whose line is reached whatever is known."""
    lines = (wend.directory / file).read_text().splitlines()
    line = lines.index("        return True") + 1
    (result,) = wend("reach", f"{file}:{line}", *OPTIONS, *options).results
    assert result["verdict"] == "reached"
    found: dict[str, Any] = result["composition"]
    return found


@pytest.fixture
def learned(wend: Any) -> Path:
    """The store after a first target learned the ways of `at`."""
    wend.file("pyproject.toml", "")
    wend.file("words.py", CALLEE)
    wend.file("first.py", CALLER)
    first = composed(wend, "first.py")
    assert first["alone"] and not first["recalled"]
    return Path(wend.directory / ".wend" / "store.db")


def test_a_changed_caller_and_one_elsewhere_begin_with_the_summary(
    wend: Any, learned: Path
) -> None:
    wend.file("second.py", CALLER.replace("return False", "return len(s) < 0"))
    without = composed(wend, "second.py", "--no-store")
    assert not without["recalled"]

    with_it = composed(wend, "second.py")
    assert with_it["recalled"] and with_it["executions"] < without["executions"]

    wend.file("first.py", CALLER.replace("> 2", "== 1"))
    assert composed(wend, "first.py")["recalled"]


def test_a_function_that_calls_changed_code_is_explored_anew(wend: Any, learned: Path) -> None:
    wend.file("words.py", CALLEE.replace("!= word[j]", "!= word[j].lower()"))
    wend.file("second.py", CALLER)

    assert not composed(wend, "second.py")["recalled"]


def test_a_row_that_does_not_fit_its_checksum_is_nothing(wend: Any, learned: Path) -> None:
    with sqlite3.connect(learned) as connection:
        connection.execute("UPDATE summaries SET ways = replace(ways, '#0', '#7')")

    wend.file("second.py", CALLER)
    assert not composed(wend, "second.py")["recalled"]
