"""Goals that no recipe is valid for, reached by trial: arguments vary, results are watched."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.slow

PROGRAMS = """
import binascii
import hashlib
import math
import struct
import zlib

COMMON = ["letmein", "hunter2"]


def fnv(number: int) -> int:
    value = 0x811C9DC5
    for byte in (number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def steep(number: int) -> int:
    return number * number * number + 7


def mixed(number: int, *, salt: int = 0) -> int:
    return fnv(number + 31 * salt)


def digits(number: int):
    return [number % 7, (number // 7 % 7, "abc"[number % 3])]


def keyed(x: int):
    return "two" if mixed(x, salt=5) % 8 == 2 else "other"


def listed(x: int):
    found = digits(x)
    found.append(1)
    first, (second, letter), last = found
    return "found" if first == 3 and letter == "b" and last == 1 else "other"


def ordered(x: int, y: int):
    if fnv(x) < fnv(y):
        return "less"
    if fnv(x) > fnv(y):
        return "greater"
    return "same"


def bucket(x: int):
    return ["zero", "one", "two", "three"][fnv(x) % 4]


def product(x: int, y: int):
    if x * y == 6 and fnv(x) != fnv(y):
        return "six"
    return "other"


def uphill(x: int):
    if steep(x) > 10**6:
        return "high"
    return "low"


def sine(u: float):
    if abs(u) > 1e6 or u != u:
        return "far"
    return "top" if math.sin(u) > 0.99 else "below"


def checksum(data: bytes):
    return "three" if zlib.crc32(data, 7) % 16 == 3 else "other"


def bits(data: bytes):
    return "half" if len(data) == 4 and struct.unpack(">f", data)[0] == 0.5 else "other"


def password(user: str, text: str):
    digest = hashlib.sha1(text.encode()).hexdigest()
    return "in" if digest == "f3bbbd66a63d4bf1747940578ec3d0103530e21d" else "out"


def never(x: int, y: int):
    return "error" if x == fnv(y) and y == fnv(x) else "fine"
"""

REACHED = {
    "keyed": {"two", "other"},
    "listed": {"found", "other"},
    "ordered": {"less", "greater", "same"},
    "bucket": {"zero", "one", "two", "three"},
    "product": {"six", "other"},
    "uphill": {"high", "low"},
    "sine": {"top", "below", "far"},
    "checksum": {"three", "other"},
    "bits": {"half", "other"},
    "password": {"in", "out"},
    "never": {"fine"},
}


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.file("tried.py", PROGRAMS)
    done = shared_wend(
        *("cover", *[f"tried.py::{name}" for name in REACHED], "--no-chance", "--json", "-"),
        *("--opaque", "tried.fnv", "--opaque", "tried.steep"),
        *("--opaque", "tried.mixed", "--opaque", "tried.digits"),
        *("--budget", "10", "--max-executions", "60"),
    )
    return {each["target"]["function"]: each for each in done.results}


@pytest.mark.parametrize("name", REACHED)
def test_what_trials_reach(results: dict[str, dict[str, Any]], name: str) -> None:
    found = {case["outcome"]["value"].strip("'") for case in results[name]["cases"]}

    assert found == REACHED[name]
    assert results[name]["divergences"] == 0


def test_trials_that_fail_are_few_and_claim_nothing(results: dict[str, dict[str, Any]]) -> None:
    assert results["never"]["verdict"] == "exhausted"
    assert any("whatever tried.fnv returns" in r["says"] for r in results["never"]["reasons"])
    assert results["never"]["executions"] < 40
