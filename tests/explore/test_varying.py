"""What varies from process to process is noticed; what does not is called, or has samples."""

from __future__ import annotations

from typing import Any

import pytest

PROGRAMS = """
import ctypes
import hmac
import math
import os
import random
import time
import unicodedata

import wend

library = ctypes.CDLL(None)
library.labs.restype = ctypes.c_long
library.labs.argtypes = [ctypes.c_long]


def unseeded(x: int):
    return "low" if random.randint(1, 6) < 4 else "high"


def own_generator(x: int):
    return "low" if random.Random().random() < 0.5 else "high"


def seeded(x: int):
    random.seed(5)
    return "low" if random.random() < 0.5 else "high"


def identity(x: int):
    return "even" if id(object()) % 32 == x else "odd"


def of_text(x: int):
    return "hit" if hash("key") % 4 == x else "other"


class Key:
    def __hash__(self):
        return hash("key")


def in_a_dict(x: int):
    return {Key(): 1}.get(x, "absent")


def in_order(x: int):
    for name in {"alpha", "beta", "gamma", "delta"}:
        if x > 3:
            return name


def listed(x: int):
    return list({"alpha", "beta", "gamma", "delta"})[0] if x > 3 else ""


def joined(x: int):
    return "".join({"alpha", "beta", "gamma", "delta"})[0] if x > 3 else ""


def in_any_order(x: int):
    names = {"alpha", "beta", "gamma", "delta"}
    if x > 3 and any(name == "beta" for name in sorted(names)) and all({1, 2}):
        return max(names), len(names), [each for each in {1, 2, 3}]
    return ""


def outside(path: str):
    return "there" if os.path.exists(path) else "gone"


@wend.opaque
def clocked(x: int) -> int:
    return x + time.perf_counter_ns() % 1000


def clock(x: int):
    if clocked(x) == 50:
        return "fifty"
    return "seven" if x == 7 else "other"


def foreign(x: int):
    return "hit" if library.labs(x) == 77 else "other"


HUGE = 371993326789901217467999448150835200000000


def counting(n: int):
    return "hit" if 0 <= n < 20 and math.factorial(n + 30) == HUGE else "other"


def exponent(x: float):
    return "hit" if math.frexp(x) == (0.75, 10) else "other"


def normal(text: str):
    return "hit" if len(text) == 1 and unicodedata.category(text) == "Sc" else "other"


def signed(message: bytes, tag: str):
    signature = hmac.new(b"k", message, "sha256").hexdigest()
    return "hit" if hmac.compare_digest(signature, tag) else "other"


@wend.opaque
def cell(place, grid) -> int:
    return (place["x"] * 73856093 ^ place["y"] * 19349663) % grid


def in_a_cell(x: int, y: int, wanted: int):
    return "hit" if cell({"x": x, "y": y}, 1000) == wanted and y == 3 else "other"
"""

VARY = (
    "unseeded",
    "own_generator",
    "identity",
    "of_text",
    "outside",
    "clock",
    "in_order",
    "listed",
    "joined",
)
SAME = ("seeded", "in_a_dict", "in_any_order")
FOUND = ("foreign", "counting", "exponent", "normal", "signed", "in_a_cell")


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.file("varying.py", PROGRAMS)
    targets = [f"varying.py::{name}" for name in (*VARY, *SAME, *FOUND)]
    options = ("--no-chance", "--max-executions", "25", "--budget", "20", "--json", "-")
    done = shared_wend("cover", *targets, *options)
    return {each["target"]["function"]: each for each in done.results}


def words(result: dict[str, Any]) -> set[str]:
    return {reason["what"] for reason in result["reasons"]}


@pytest.mark.parametrize("name", VARY)
def test_what_varies_has_a_reason(results: dict[str, dict[str, Any]], name: str) -> None:
    assert "nondeterministic" in words(results[name])
    assert results[name]["verdict"] == "exhausted"
    assert all(
        reason["remedy"] for reason in results[name]["reasons"] if "nondet" in reason["what"]
    )


@pytest.mark.parametrize("name", SAME)
def test_what_does_not_vary_has_none(results: dict[str, dict[str, Any]], name: str) -> None:
    assert "nondeterministic" not in words(results[name])


def test_what_does_not_hang_on_it_is_reached(results: dict[str, dict[str, Any]]) -> None:
    methods = {case["outcome"]["value"]: case["method"] for case in results["clock"]["cases"]}

    assert methods["'seven'"] == "unpinned"


@pytest.mark.parametrize("name", FOUND)
def test_what_is_found(results: dict[str, dict[str, Any]], name: str) -> None:
    returned = {case["outcome"].get("value") for case in results[name]["cases"]}

    assert {"'hit'", "'other'"} <= returned
    assert results[name]["divergences"] == 0


def test_only_what_the_target_calls_is_told(results: dict[str, dict[str, Any]]) -> None:
    """ctypes.CDLL was seen while the module was imported."""
    assert {each["function"] for each in results["counting"]["opaque"]} == {"math.factorial"}
