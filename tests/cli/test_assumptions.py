"""Proofs name what they assume, and none rests on what the user lifts."""

from __future__ import annotations

import pytest

PROGRAM = """
def digits(n: int):
    return f"{n}"


def whole(x: float):
    if x * 0 > 1:
        return 1
    return 0


def never(n: int):
    if n * n < 0:
        return 1
    return 0


def flag(b: bool):
    return not b
"""


@pytest.fixture
def program(wend):
    return wend.file("program.py", PROGRAM)


@pytest.mark.parametrize(
    ("function", "names"),
    [
        ("digits", ["machine-limits", "overrides-behave"]),
        pytest.param(
            "whole",
            ["float-not-int", "machine-limits", "overrides-behave"],
            marks=pytest.mark.needs_bitwuzla,
        ),
        ("flag", ["machine-limits"]),
    ],
)
def test_complete_names_its_assumptions(wend, program, function: str, names: list[str]) -> None:
    (result,) = wend("cover", f"program.py::{function}", "--json", "-").results

    assert (result["verdict"], result["assumes"]) == ("complete", names)


@pytest.mark.parametrize("name", ["machine-limits", "overrides-behave"])
def test_lifting_one_withholds_the_proof(wend, program, name: str) -> None:
    (covered,) = wend("cover", "program.py::digits", "--lift", name, "--json", "-").results
    (reached,) = wend("reach", "program.py:13", "--lift", name, "--json", "-").results

    assert (covered["verdict"], covered["assumes"]) == ("exhausted", [])
    assert (reached["verdict"], reached["assumes"]) == ("unknown", [])
    for result in (covered, reached):
        assert "assumption-lifted" in [each["what"] for each in result["reasons"]]


def test_lifting_what_a_proof_does_not_need_changes_nothing(wend, program) -> None:
    (result,) = wend("cover", "program.py::flag", "--lift", "float-not-int", "--json", "-").results

    assert result["verdict"] == "complete"


def test_unreachable_names_its_assumptions(wend, program) -> None:
    (result,) = wend("reach", "program.py:13", "--json", "-").results

    assert result["verdict"] == "unreachable"
    assert result["assumes"] == ["machine-limits", "overrides-behave"]


def test_an_unknown_assumption_is_a_wrong_call(wend, program) -> None:
    done = wend("cover", "program.py", "--lift", "nothing")

    assert (done.code, "float-not-int" in done.err) == (2, True)
