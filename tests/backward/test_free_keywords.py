"""No proof rests on the names that free keywords were tried with: callers may give any."""

from __future__ import annotations

import re

import pytest

PROGRAM = """
def named(**keywords: int):
    return _has_zeta(**keywords)


def _has_zeta(**keywords: int):
    if "zeta" in keywords:
        return 1
    return 0


def many(**keywords: int):
    if len(keywords) > 4:
        return 1  # sought
    return 0


def summed(start: int, **keywords: int):
    if start == 3 and sum(keywords.values()) == 12 and len(keywords) == 3:
        return 1  # sought
    return 0


def spelled(**keywords: int):
    if any(not name.isidentifier() for name in keywords):
        return 1  # sought
    return 0


def spread(**keywords: int):
    if {**keywords, "a": 1}.keys() > {"a", "b", "c", "d"}:
        return 1  # sought
    return 0
"""
FUNCTIONS = re.findall(r"def ([a-z]\w+)", PROGRAM)
LINES = [at for at, line in enumerate(PROGRAM.lstrip().split("\n"), 1) if "# sought" in line]


@pytest.fixture(scope="module")
def verdicts(shared_wend):
    shared_wend.file("free.py", PROGRAM)
    caps = ("--json", "-", "--max-executions", "60")
    named = [f"free.py::{name}" for name in FUNCTIONS]
    covered = shared_wend("cover", *named, *caps).results
    reached = shared_wend("reach", *[f"free.py:{line}" for line in LINES], *caps).results
    return {each["target"]["function"]: each["verdict"] for each in covered}, {
        each["target"]["line"]: each["verdict"] for each in reached
    }


def test_nothing_is_complete(verdicts) -> None:
    covered, _ = verdicts

    assert {*covered} == {*FUNCTIONS}
    assert "complete" not in covered.values()


def test_nothing_is_unreachable(verdicts) -> None:
    _, reached = verdicts

    assert {*reached} == {*LINES}
    assert {*reached.values()} <= {"reached", "unknown"}
