"""Concrete runs find what no solver sees, and harm nothing."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.slow

OPAQUE = """
import zlib

def four_ways(data: bytes):
    kind = zlib.crc32(data) % 4
    if kind == 0:
        return "zero"
    if kind == 1:
        return "one"
    if kind == 2:
        return "two"
    return "three"
"""


def cover(wend, source: str, *options: str) -> dict[str, Any]:
    wend.file("program.py", source)
    caps = ("--budget", "10", "--max-executions", "300")
    done = wend("cover", "program.py", "--json", "-", *caps, *options)
    (result,) = done.results
    return result


def returned(result: dict[str, Any]) -> set[str]:
    return {case["outcome"].get("value") for case in result["cases"]}


def test_what_hangs_on_an_opaque_call_is_found(wend) -> None:
    result = cover(wend, OPAQUE, "--imprecision", "concretize")

    assert returned(result) == {"'zero'", "'one'", "'two'", "'three'"}
    assert result["concrete"] > 0
    assert result["executions"] > result["concrete"]
    assert result["verdict"] == "exhausted"


def test_the_same_seed_finds_the_same(wend) -> None:
    first, second = cover(wend, OPAQUE), cover(wend, OPAQUE)

    assert first["cases"] == second["cases"]


def test_there_is_one_before_a_solver_is_asked(wend) -> None:
    """A question about remainders of remainders takes z3 longer than a hundred runs take."""
    source = """
        PRIMES = [p for p in range(2, 60) if all(p % q for q in range(2, p))]

        def factors(n: int) -> str:
            if n < 2:
                return "none"
            for prime in PRIMES:
                while n % prime == 0:
                    n //= prime
            return "smooth" if n == 1 else "large"
        """
    result = cover(wend, source, "--max-queries", "3", "--max-executions", "1000")

    assert {case["outcome"]["value"]: case["method"] for case in result["cases"]} == {
        "'none'": "seed",
        "'smooth'": "flip",
        "'large'": "chance",
    }


def test_a_cap_on_executions_counts_them(wend) -> None:
    result = cover(wend, OPAQUE, "--max-executions", "40")

    assert result["executions"] <= 40


def test_state_that_they_leave_behind_is_not_seen_by_other_runs(wend) -> None:
    result = cover(
        wend,
        """
        import zlib

        seen = []

        def counts(data: bytes):
            if zlib.crc32(data) % 7 == 3:
                seen.append(data)
                return len(seen)
            return 0
        """,
    )

    assert returned(result) <= {"0", "1"}


@pytest.mark.parametrize("harm", ["while True: pass", "os._exit(0)", "os.abort()"])
def test_harm_costs_little(wend, harm: str) -> None:
    result = cover(
        wend,
        f"""
        import os, zlib

        def f(data: bytes, x: int):
            kind = zlib.crc32(data) % 8
            if kind == 0:
                {harm}
            if x == 12345:
                return "flipped"
            return "other"
        """,
    )

    assert {"'flipped'", "'other'"} <= returned(result)
    assert result["error"] is None


def test_failures_are_found(wend) -> None:
    result = cover(
        wend,
        """
        import zlib

        def f(data: bytes):
            return 10 // (zlib.crc32(data) % 11)
        """,
    )

    assert "ZeroDivisionError" in {case["outcome"].get("type") for case in result["cases"]}
