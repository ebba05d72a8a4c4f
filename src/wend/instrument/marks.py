"""Numbers of marks. A twin notes the number of a mark when it enters a block, or comes to a line
that is sought."""

from __future__ import annotations

import zlib

from wend.source.installed import is_installed

_MOST = (1 << 30) - 1
"""The largest number of a mark: ints up to it are hashed without arithmetic."""


def goal_mark(line: int) -> int:
    """The number of the mark before a statement that is to be reached."""
    return -line


def number_of_arm(file: str, line: int, column: int, arm: str) -> int:
    """The mark of an arm of a decision. It depends on the position, so that every process gives the
    same number."""
    number = zlib.crc32(f"{file}:{line}:{column}:{arm}".encode()) & _MOST
    return number | 1 if is_installed(file) else number & ~1


def is_of_others(mark: int) -> bool:
    """Whether a mark is in installed code."""
    return mark > 0 and bool(mark & 1)
