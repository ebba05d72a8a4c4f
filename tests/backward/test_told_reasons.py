"""What is told of a line that was not reached: by what the search knows, not by what it lacks."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

SOURCE = textwrap.dedent(
    """
    import enum
    import os
    import re
    from typing import Literal

    class Color(enum.Enum):
        RED = 1
        BLUE = 2

    RULES = [(r"[0-9]+", "number"), (r"[a-z]+", "word"), (r"", "other")]


    def digest(size: int, algorithm: Literal["legacy", "modern"] = "modern") -> int:
        if algorithm == "legacy" and size > 3:
            return 1
        if algorithm == "legacy":
            return 2
        elif algorithm == "modern":
            return size
        raise ValueError(algorithm)  # algorithm is 'legacy' or 'modern'; needs another value


    def painted(color: Color) -> int:
        if color is not Color.RED:
            if color not in (Color.BLUE, Color.RED):
                return 7  # color is Color.RED or Color.BLUE; needs another value
            return 1
        return 2


    def limited(size: int, mode: Literal["a", "b"]) -> int:
        limit = 3 if os.name == "posix" else 0
        if mode == "a" and limit == 0:
            return 1  # another reason
        mode = mode.upper()
        if mode == "A":
            return 3
        if mode == "a":
            return 2  # another reason
        return size


    def kind(text: str) -> str:
        for pattern, name in RULES:
            if re.match(pattern, text):
                return name
        raise ValueError("no rule")  # dead
    """
)
LINES = SOURCE.splitlines()


def line_with(text: str, nth: int = 0) -> int:
    return [at for at, line in enumerate(LINES, 1) if text in line][nth]


@pytest.fixture(scope="module")
def missed(shared_wend: Any) -> list[str]:
    """What is told of the branches that no case takes."""
    shared_wend.directory.joinpath("told.py").write_text(SOURCE)
    names = "told.py::digest", "told.py::painted", "told.py::limited"
    results = shared_wend("cover", *names, "--max-executions", "30", "--json", "-").results
    return [each for result in results for each in result["not_reached"] if "never goes on" in each]


def test_a_line_that_needs_another_value_of_few(missed: list[str]) -> None:
    for text in ("'legacy' or 'modern'; needs", "Color.BLUE; needs"):
        line = line_with(text)
        says = LINES[line - 1].partition("# ")[2].replace("needs", f"line {line} needs")
        assert any(each.endswith(f"to line {line}: {says}") for each in missed)


def test_no_value_is_blamed_where_something_else_decides(missed: list[str]) -> None:
    for nth in (0, 1):
        line = line_with("# another reason", nth)
        (says,) = [each for each in missed if f"to line {line}: " in each]
        assert "another value" not in says


def test_no_more_time_is_advised_where_no_open_branch_leads_nearer(shared_wend: Any) -> None:
    shared_wend.directory.joinpath("told.py").write_text(SOURCE)
    line = line_with("# dead")

    result = shared_wend("reach", f"told.py:{line}", "--max-executions", "60", "--json", "-")

    (told,) = result.results
    assert told["verdict"] == "unknown"
    assert (
        "no open branch leads nearer to the line, so more time or runs may not help" in told["left"]
    )
    assert not any("more time or runs may help" in each for each in told["left"])
