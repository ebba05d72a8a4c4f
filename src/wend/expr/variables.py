"""Variables: their names tell what part of the inputs they stand for, and so what values they take.

    x                  the parameter itself, or by `xs[2].price` a part of it: any value of its sort
    len(xs)            how many items, characters or entries: 0 and up
    ord(s[3])          a character: 0 … 0x10FFFF
    byte(s[3])         a byte: 0 … 255
    which3(x)          which of three alternatives: 0 … 2
    ref4(p.next)       which of four things a reference is: 0 … 3
    at(p)              where a pointer points to, in a buffer; 0 for NULL
    from1to12(d.month) an int between bounds, both included; `from1to` has no upper one

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

PYTHON_TYPES: dict[Sort, type] = {Sort.INT: int, Sort.BOOL: bool, Sort.FLOAT: float}

Range = tuple[int | None, int | None]
"""The least and the greatest value."""

ANY_INT: Range = (None, None)
_LENGTHS: Range = (0, sys.maxsize)
_CODES: Range = (0, sys.maxunicode)
_BYTES: Range = (0, 255)

FIRST_ADDRESS = 4096
"""The first offset of the buffer that pointers point into; before it, and behind its end, nothing
may be read."""
END_OF_ADDRESSES = FIRST_ADDRESS + (1 << 16)
_ADDRESSES: Range = (0, END_OF_ADDRESSES - 1)


def length_name(path: str) -> str:
    return f"len({path})"


def code_name(path: str, at: int) -> str:
    return f"ord({path}[{at}])"


def byte_name(path: str, at: int) -> str:
    return f"byte({path}[{at}])"


def address_name(path: str) -> str:
    return f"at({path})"


def is_address(variable: Term) -> bool:
    """Whether a term is the variable of a pointer."""
    return variable.op == "var" and variable.payload[:3] == "at("


def choice_name(path: str, count: int) -> str:
    return f"which{count}({path})"


def reference_name(path: str, count: int) -> str:
    return f"ref{count}({path})"


def lead_name(path: str) -> str:
    """Of no variable: it stands beside them and says, by a path, what a reference is likely to be
    (`inputs.heap.chosen`)."""
    return f"lead({path})"


def bounded_name(path: str, low: int | None, high: int | None) -> str:
    return f"from{'' if low is None else low}to{'' if high is None else high}({path})"


def range_of(variable: Term) -> Range:
    """The values that a variable may take; of an Int only."""
    return _range(variable.payload) if variable.sort is Sort.INT else ANY_INT


def is_in_range(name: str, value: int) -> bool:
    """Whether an int variable may have the value."""
    low, high = _range(name)
    return (low is None or low <= value) and (high is None or value <= high)


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
        case "at":
            return _ADDRESSES
        case bounded if bounded.startswith("from"):
            low, _, high = bounded.removeprefix("from").partition("to")
            return (int(low) if low else None), (int(high) if high else None)
        case reference if reference.startswith("ref"):
            return 0, int(reference.removeprefix("ref")) - 1
        case which:
            return 0, int(which.removeprefix("which")) - 1


def default_of(variable: Term) -> Any:
    """What a variable is that the inputs do not mention."""
    match variable.sort:
        case Sort.BOOL:
            return False
        case Sort.FLOAT:
            return 0.0
        case Sort.INT:
            if variable.payload.startswith(("ord(", "byte(")):
                return ord("a")  # a character that people can read
            low, high = _range(variable.payload)
            return max(low or 0, 0) if high is None or high > 0 else high


def value_in(assignment: Mapping[str, Any], variable: Term) -> Any:
    """The value of a variable, its default where the assignment does not mention it.

    The alternatives of an `int | float` have one name: a value of the other sort is none of ours.
    """
    value = assignment.get(variable.payload)
    return value if type(value) is PYTHON_TYPES[variable.sort] else default_of(variable)
