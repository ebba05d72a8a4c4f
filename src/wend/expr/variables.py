"""Variables: their names tell what part of the inputs they stand for, and so what values they take.

    x                  the parameter itself, or by `xs[2].price` a part of it: any value of its sort
    len(xs)            how many items, characters or entries: 0 and up
    ord(s[3])          a character: 0 … 0x10FFFF
    byte(s[3])         a byte: 0 … 255
    which3(x)          which of three alternatives: 0 … 2

A variable that the inputs do not mention has its default: conditions may speak of the tenth
character of a text of three.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from wend.expr.sorts import Sort
from wend.expr.terms import Term

Range = tuple[int | None, int | None]
"""The least and the greatest value."""

ANY_INT: Range = (None, None)
_LENGTHS: Range = (0, sys.maxsize)
_CODES: Range = (0, sys.maxunicode)
_BYTES: Range = (0, 255)


def length_name(path: str) -> str:
    return f"len({path})"


def code_name(path: str, at: int) -> str:
    return f"ord({path}[{at}])"


def byte_name(path: str, at: int) -> str:
    return f"byte({path}[{at}])"


def choice_name(path: str, count: int) -> str:
    return f"which{count}({path})"


def range_of(variable: Term) -> Range:
    """The values that a variable may take; of an Int only."""
    return _range(variable.payload) if variable.sort is Sort.INT else ANY_INT


@cache
def _range(name: str) -> Range:
    if not name.endswith(")"):
        return ANY_INT
    match name.partition("(")[0]:
        case "len":
            return _LENGTHS
        case "ord":
            return _CODES
        case "byte":
            return _BYTES
        case which:
            return 0, int(which.removeprefix("which")) - 1


def default_of(variable: Term) -> Any:
    """What a variable is that the inputs do not mention."""
    match variable.sort:
        case Sort.BOOL:
            return False
        case Sort.INT:
            # A character that people can read; 0 for everything else.
            return ord("a") if variable.payload.startswith(("ord(", "byte(")) else 0


def value_in(assignment: Mapping[str, Any], variable: Term) -> Any:
    """The value of a variable, its default where the assignment does not mention it."""
    value = assignment.get(variable.payload)
    return default_of(variable) if value is None else value
