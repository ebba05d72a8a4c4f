"""The same seed gives the same result, byte for byte but for the seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """
def classify(a: int, b: int, c: int) -> str:
    if a + b <= c or a + c <= b or b + c <= a:
        raise ValueError("no triangle")
    kinds = {"equal", "two", "none"}
    if a == b == c:
        return "equal"
    if a == b or b == c or a == c:
        return "two"
    return "none" if "none" in kinds else ""


def collatz(n: int) -> int:
    steps = 0
    while n > 1 and steps < 9:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def digits(n: int):
    found = set()
    while 0 < n < 10_000:
        found.add(n % 10)
        n //= 10
    return found
"""


def without_seconds(document: dict[str, Any]) -> dict[str, Any]:
    for result in document["results"]:
        del result["seconds"]
        for part in (*result["solver"].values(), *result["searches"].values()):
            del part["seconds"]
    return document


def found(wend, *options: str, **environment: str) -> dict[str, Any]:
    file: Path = wend.file("work.py", PROGRAM)
    caps = ("--budget", "1000", "--max-executions", "25", "--json", "-")
    done = wend("cover", file.name, *caps, *options, **environment)
    assert done.code in (0, 1), done.err
    return without_seconds(json.loads(done.out))


@pytest.mark.parametrize("search", ["fair", "breadth", "depth", "generational", "random"])
def test_the_same_seed_gives_the_same_result(wend, search: str) -> None:
    first = found(wend, "--search", search, PYTHONHASHSEED="1")
    second = found(wend, "--search", search, PYTHONHASHSEED="2")

    assert first == second


def test_side_by_side_gives_the_same_result(wend) -> None:
    assert found(wend, "-j", "3") == found(wend)


def test_reach_is_as_deterministic(wend) -> None:
    file = wend.file("work.py", PROGRAM)
    documents = [
        without_seconds(json.loads(wend("reach", f"{file}:8", "--json", "-", **each).out))
        for each in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    ]

    assert documents[0] == documents[1]
    assert documents[0]["results"][0]["verdict"] == "reached"
