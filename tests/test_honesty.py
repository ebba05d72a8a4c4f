"""Random programs: wend says `complete`, and that holds for every input of a small range.

`complete` must mean that no input executes a line, or raises an exception, that no case shows. The
programs are small: one that ends otherwise than complete shows a fault, too.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import pathlib
import random
import sys
from types import FrameType, ModuleType
from typing import Any

import pytest

from wend.campaign.begin import cover
from wend.campaign.options import Options
from wend.explore.budget import Caps
from wend.path.outcome import Raised
from wend.targets.locate import locate

SEEDS = (*range(10 if os.environ.get("WEND_QUICK") else 24), 196, 233)
"""The last two showed a bug."""
RANGE = range(-7, 12)


class Author:
    """Writes small functions of two ints, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.names = ["a", "b"]

    def program(self) -> str:
        self.lines = ["TABLE = [3, 1, 4, 1, 5]", "NAMES = {0: 2, 3: 7, 9: -1}", ""]
        self.lines.append("def f(a: int, b: int):")
        self.block(1, self.random.randint(2, 4))
        self.write(1, f"return {self.number(2)}")
        return "\n".join(self.lines) + "\n"

    def write(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, depth: int, length: int) -> None:
        for _ in range(length):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        kinds = ["assign", "if", "if", "return", "loop", "try", "while"]
        kind = self.random.choice(kinds if depth < 3 else ["assign", "return"])
        if kind == "assign":
            name = self.random.choice(["a", "b", "c", "d"])
            self.write(depth, f"{name} = {self.number(2)}")
            if name not in self.names and depth == 1:
                self.names.append(name)
        elif kind == "if":
            self.write(depth, f"if {self.condition()}:")
            self.block(depth + 1, self.random.randint(1, 2))
            if self.random.random() < 0.5:
                self.write(depth, "else:")
                self.block(depth + 1, 1)
        elif kind == "return":
            self.write(depth, f"if {self.condition()}:")
            self.write(depth + 1, f"return {self.number(1)}")
        elif kind == "loop":
            self.write(depth, f"for i in range(min({self.number(1)}, 3)):")
            self.write(depth + 1, f"if {self.condition()}:")
            self.write(depth + 2, self.random.choice(["break", "continue", "a = a + i", "b -= i"]))
        elif kind == "while":
            self.write(depth, f"n = {self.number(1)} % 4")
            self.write(depth, "while n > 0:")
            self.write(depth + 1, "n -= 1")
            self.write(depth + 1, f"b = {self.number(1)}")
        else:
            self.write(depth, "try:")
            self.write(depth + 1, f"a = {self.number(1)} {self.random.choice(['//', '%'])} b")
            self.write(depth, "except ZeroDivisionError:")
            self.write(depth + 1, f"return {self.number(1)}")

    def number(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.25:
            return self.random.choice([*self.names, str(self.random.randint(-5, 9))])
        left, right = self.number(depth - 1), self.number(depth - 1)
        constant = self.random.randint(1, 6)
        return self.random.choice(
            [
                f"({left} + {right})",
                f"({left} - {right})",
                f"({constant} * {left})",
                f"({left} // {constant})",
                f"({left} % {constant})",
                f"abs({left})",
                f"max({left}, {right})",
                f"({left} if {left} > {right} else {constant})",
                f"TABLE[{left} % 5]",
                f"TABLE[{left}]",
                f"NAMES.get({left}, {constant})",
                f"NAMES[{left}]",
                f"({left} & {constant})",
                f"({left} >> 1)",
                f"({left} // {right})",
            ]
        )

    def condition(self) -> str:
        left, right = self.number(1), self.number(1)
        sign = self.random.choice(["<", "<=", "==", "!=", ">"])
        simple = f"{left} {sign} {right}"
        return self.random.choice(
            [
                simple,
                f"{simple} and {self.names[0]} > {self.random.randint(-3, 6)}",
                f"{simple} or {self.names[1]} == {self.random.randint(-3, 6)}",
                f"not {simple}",
                f"{left} in NAMES",
                f"{left} in (1, 4, 6)",
                f"{left} in range(2, 9, 3)",
                f"0 < {left} < 5",
            ]
        )


def load(file: pathlib.Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def brute_force(module: ModuleType) -> tuple[set[int], set[str]]:
    """The lines that some input executes, and the exceptions that some input raises."""
    lines: set[int] = set()
    raised: set[str] = set()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is not module.f.__code__:
            return None
        if event == "line":
            lines.add(frame.f_lineno)
        return trace

    for a, b in itertools.product(RANGE, RANGE):
        sys.settrace(trace)
        try:
            module.f(a, b)
        except Exception as error:
            raised.add(type(error).__name__)
        finally:
            sys.settrace(None)
    return lines, raised


@pytest.mark.parametrize("seed", SEEDS)
def test_complete_is_true_of_random_programs(seed: int, tmp_path: pathlib.Path):
    file = tmp_path / f"random_program_{seed}.py"
    file.write_text(Author(seed).program())
    (ref,) = locate(f"{file}::f")

    result = cover(ref, Options(caps=Caps(60, executions=1000)))
    lines, raised = brute_force(load(file))
    shown = {case.outcome.type for case in result.cases if isinstance(case.outcome, Raised)}

    assert result.error is None, file.read_text()
    assert result.divergences == 0, file.read_text()
    assert not [reason for reason in result.reasons if reason.what == "divergence"]
    assert result.verdict == "complete", file.read_text()
    assert lines <= set(result.coverage.lines_hit), file.read_text()
    assert raised <= shown, file.read_text()
