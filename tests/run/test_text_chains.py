"""Methods and operators of text one after the other, chosen at random, the same every time."""

from __future__ import annotations

import random

import pytest
from laws import check
from texts import TEXTS

STEPS = (
    ".upper()", ".lower()", ".title()", ".swapcase()", ".capitalize()", ".casefold()", ".strip()",
    ".lstrip('a')", ".rstrip('bX')", ".replace('a', 'bc')", ".replace('b', 'a')", "[1:]", "[:2]",
    "[::-1]", " + 'ab'", " + x", " * 2", ".split(',')[0]", ".split('b')[-1]", ".partition('X')[2]",
    ".removeprefix('a')", ".removesuffix('b')", ".center(4, '-')", ".zfill(3)", ".expandtabs(2)",
    ".join(['a', x])", ".translate({97: 98})", ".ljust(3)", "[-1:]", ".rpartition('b')[0]",
)  # fmt: skip
ENDS = (
    "", " == 'ab'", " == x", " < x", ".isalpha()", ".isupper()", ".startswith('a')", ".find('b')",
    ".count('a')", "[0]", " in 'abab'", ".split()", ".endswith(x)", ".rfind('a')",
    ".isidentifier()", " in ('ab', 'AB', '')", ".splitlines()", ".islower()", ".index('a')",
    " != 'B'", ".rsplit('a', 1)",
)  # fmt: skip


def chains(count: int, seed: int) -> list[str]:
    chosen = random.Random(seed)
    made = []
    for _ in range(count):
        source = "x"
        for step in chosen.sample(STEPS, chosen.choice((1, 2, 2, 3))):
            source = f"({source}{step})"
        made.append(source + chosen.choice(ENDS))
    return made


@pytest.mark.parametrize("source", chains(80, 0))
def test_chains(source: str) -> None:
    check(source, {"x": TEXTS}, size=20)
