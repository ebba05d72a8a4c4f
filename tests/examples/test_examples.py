"""The examples: each says in its docstring what to type, and the page beside them shows what comes.

That the page shows what wend prints is tested by `tests/docs/test_doc_blocks.py`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))


def commands_in(text: str) -> list[str]:
    return re.findall(r"^\$ (.+)", text, re.MULTILINE)


def test_there_are_ten() -> None:
    assert len(PROGRAMS) >= 10


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_an_example_says_what_to_type(program: Path) -> None:
    said = commands_in(ast.get_docstring(ast.parse(program.read_text(encoding="utf-8"))) or "")
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    shown = [each for each in commands_in(page) if program.name in each]

    assert said != []
    assert [each for each in said if each not in shown] == []
