"""The laws, on functions that nobody thought of: statements and expressions put together by chance."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import random

import pytest
from laws import check

VALUES = {"x": (0, 1, 2, 3, -1, -2, 7), "y": (0, 1, 2, 5, -3), "p": (False, True)}
NAMES = ("x", "y", "a", "b", "p")


class Author:
    """Writes a function; every choice comes from one generator of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def function(self) -> str:
        lines = ["a = x", "b = 3", "l = [4, 0, 2, 7]", "d = {1: 5, 2: 6, 0: 7}", "s = {2, 3}"]
        lines += self.block(2, self.random.randint(3, 6))
        return "\n".join([*lines, "return a, b, l, d, len(s), sorted(s)"])

    def block(self, depth: int, length: int) -> list[str]:
        return [line for _ in range(length) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        pick = self.random.choice
        target = pick(("a", "b"))
        kind = self.random.randrange(14 if depth else 10)
        if kind < 4:
            return [f"{target} = {self.number(2)}"]
        if kind == 4:
            return [f"{target} {pick(('+', '-', '*', '|', '^', '&'))}= {self.number(1)}"]
        if kind == 5:
            return [f"l[{self.number(1)} % 4] = {self.number(1)}"]
        if kind == 6:
            return [f"d[{self.number(1)} % 5] = {self.number(1)}"]
        if kind == 7:
            return [f"s.{pick(('add', 'discard'))}({self.number(1)} % 4)"]
        if kind == 8:
            return [f"{target} = d.{pick(('get', 'pop'))}({self.number(1)} % 4, {self.number(1)})"]
        if kind == 9:
            return [f"s {pick(('|', '&', '-', '^'))}= {{{self.number(1)} % 4, 2}}"]
        inner = ["    " + line for line in self.block(depth - 1, 2)]
        if kind < 12:
            other = ["    " + line for line in self.block(depth - 1, 1)]
            return [f"if {self.condition(2)}:", *inner, "else:", *other]
        if kind == 12:
            return [f"for b in range({self.number(1)} % 4):", *inner]
        return [
            "try:",
            *inner,
            "except (ZeroDivisionError, ValueError, KeyError):",
            f"    {target} = -1",
        ]

    def number(self, depth: int) -> str:
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.2:
            return pick((*NAMES, *NAMES, "1", "2", "-3", "10"))
        one, two = self.number(depth - 1), self.number(depth - 1)
        kind = self.random.randrange(12)
        if kind < 5:
            return f"({one} {pick(('+', '-', '*', '//', '%', '&', '|', '^'))} {two})"
        if kind == 5:
            return f"({one} {pick(('<<', '>>'))} ({two} % 5))"
        if kind == 6:
            return f"{pick(('abs', 'int', '-', '~int', '+'))}({one})"
        if kind == 7:
            return f"{pick(('min', 'max'))}({one}, {two}, 2)"
        if kind == 8:
            return f"l[{one} % 4]"
        if kind == 9:
            return f"({one} if {self.condition(depth - 1)} else {two})"
        if kind == 10:
            return f"len({pick(('l', 'd', 's', 'range(abs(' + one + ') % 6)'))})"
        return f"sum([{one}, {two}])"

    def condition(self, depth: int) -> str:
        pick = self.random.choice
        kind = self.random.randrange(8) if depth else 0
        if kind < 3:
            return f"({self.number(depth)} {pick(('<', '<=', '==', '!=', '>', '>='))} {self.number(1)})"
        if kind == 3:
            return (
                f"({self.condition(depth - 1)} {pick(('and', 'or'))} {self.condition(depth - 1)})"
            )
        if kind == 4:
            return f"(not {self.condition(depth - 1)})"
        if kind == 5:
            return f"({self.number(1)} {pick(('in', 'not in'))} {pick(('l', 'd', 's', '(1, x, 5)', 'range(4)'))})"
        if kind == 6:
            return f"(0 < {self.number(1)} < {self.number(1)})"
        return f"({self.condition(depth - 1)} is {pick(('True', 'False', 'p'))})"


@pytest.mark.parametrize("seed", range(150))
def test_random_functions(seed: int) -> None:
    check(Author(seed).function(), VALUES, exact=False, size=16)
