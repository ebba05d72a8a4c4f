"""[000] Theorems 2 to 4 on random programs: conditions are sound, and what `sound` reaches,
`higher-order` reaches."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytestmark = pytest.mark.slow

HASH = """
def fnv(number: int) -> int:
    value = 0x811C9DC5
    for byte in (number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value
"""
COUNT = 9


def program(seed: int) -> str:
    """A function of three ints: ifs in ifs, with sums and hashes of its parameters compared."""
    chance = random.Random(seed)
    ends = 0

    def term(depth: int) -> str:
        kind = chance.random()
        if depth == 0 or kind < 0.45:
            return chance.choice("xyz")
        if kind < 0.6:
            return str(chance.randint(-9, 9))
        if kind < 0.8:
            return f"({term(depth - 1)} {chance.choice('+-')} {term(depth - 1)})"
        return f"fnv({term(depth - 1)})"

    def block(depth: int) -> list[str]:
        nonlocal ends
        if depth == 0:
            ends += 1
            return [f"return {ends}"]
        condition = f"{term(2)} {chance.choice(('==', '!=', '<', '>'))} {term(2)}"
        lines = [f"if {condition}:", *["    " + line for line in block(depth - 1)]]
        return [*lines, *block(depth - 1)]

    body = "".join(f"    {line}\n" for line in block(3))
    return f"def f{seed}(x: int, y: int, z: int):\n{body}\n"


@pytest.fixture(scope="module")
def explored(shared_wend) -> dict[str, dict[str, dict[str, Any]]]:
    shared_wend.file("programs.py", HASH + "".join(map(program, range(COUNT))))
    found = {}
    for mode in ("sound", "higher-order"):
        done = shared_wend(
            *("cover", "programs.py", "--imprecision", mode, "--opaque", "programs.fnv"),
            *("--no-chance", "--max-executions", "60", "--budget", "8", "--json", "-"),
        )
        found[mode] = {each["target"]["function"]: each for each in done.results}
    return found


def returned(result: dict[str, Any]) -> set[str]:
    return {path["outcome"].get("value") for path in result["paths"]["list"]}


@pytest.mark.parametrize("name", [f"f{seed}" for seed in range(COUNT)])
def test_what_sound_reaches_higher_order_reaches(explored, name: str) -> None:
    sound, higher_order = explored["sound"][name], explored["higher-order"][name]

    assert returned(sound) <= returned(higher_order)


@pytest.mark.parametrize("name", [f"f{seed}" for seed in range(COUNT)])
@pytest.mark.parametrize("mode", ["sound", "higher-order"])
def test_runs_follow_their_conditions(explored, mode: str, name: str) -> None:
    assert explored[mode][name]["divergences"] == 0
