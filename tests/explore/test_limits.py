"""Numbers that fit no C int, or no C size: what refuses them is a case of its own."""

from __future__ import annotations

from typing import Any

PROGRAM = """
def char(x: int) -> str:
    return chr(x)


def count(n: int) -> str:
    return "many" if len(range(n)) > 3 else "few"
"""


def raised(function: Any, value: int) -> str:
    try:
        function(value)
    except Exception as error:
        return type(error).__name__
    return ""


def test_they_are_found(shared_wend) -> None:
    shared_wend.file("limits.py", PROGRAM)
    done = shared_wend("cover", "limits.py", "--json", "-")
    outcomes = {
        each["target"]["function"]: {case["outcome"].get("type") for case in each["cases"]}
        for each in done.results
    }

    assert all(each["verdict"] == "complete" for each in done.results)
    # On 3.13 `chr` raises ValueError for all.
    assert {"ValueError", raised(chr, 2**40)} <= outcomes["char"]
    assert "OverflowError" in outcomes["count"]
