"""What runs of single functions tell: calls that were composed, and results. [003] §4.2"""

from __future__ import annotations

from typing import Any

from wend.expr.terms import Term
from wend.record import Record

Slot = tuple[Any, ...]
"""What a parameter is given: ("int",), ("str",), ("const", 7), ("tuple", (slot, …)), …"""

Key = tuple[str, str, tuple[Slot, ...], tuple[str, ...]]
"""A function that is summarised: module, qualified name, what it is given, names of the last
arguments that are given by name."""

TextPart = tuple[int, tuple[str, int] | None]
"""How text of the caller is put together: so many codes, then the open part of an input, named by
its path and where it begins."""


class Call(Record):
    """A call in a path: after how many branches, of what, with which arguments."""

    position: int
    symbol: str
    key: Key
    texts: tuple[TextPart, ...]
    args: tuple[Term, ...]


def symbol_of(key: Key, texts: tuple[TextPart, ...]) -> str:
    """The function of an application: that of a call, and how its texts are put together."""
    module, name, slots, names = key
    return f"{module}.{name}({slots!r}, {names!r}, {texts!r})"
