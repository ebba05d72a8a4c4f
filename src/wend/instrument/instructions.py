"""Which instructions of compiled code do something on a line, beside leading to another one."""

from __future__ import annotations

from collections.abc import Iterator
from opcode import opmap
from types import CodeType

_ELSEWHERE = frozenset(
    [number for name, number in opmap.items() if "JUMP" in name or "RETURN" in name]
)
"""Compilers put jumps of conditions in an expression onto lines where something else stands."""


def places(code: CodeType) -> Iterator[tuple[int, int]]:
    """Instructions and their lines."""
    instructions = code.co_code
    for first, last, line in code.co_lines():
        if line is not None:
            for at in range(first, last, 2):
                if instructions[at] not in _ELSEWHERE:
                    yield at, line
