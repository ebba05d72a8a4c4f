"""What runs of single functions tell: calls that were composed, and results. [003] §4.2"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from wend.expr.terms import Term
from wend.record import Record

Slot = tuple[Any, ...]
"""What a function is given in one place: what varies, or a description of what does not.

    ("int",)  ("bool",)  ("float",)  ("str",)  ("bytes",)       a variable, or those of a text
    ("const", "int", 7)  ("named", module, name)                a constant, a class, a function, …
    ("item", slot, key)  ("attribute", slot, name)              a table in a table that is named
    ("tuple", class, (slot, …))                                 class: () or module and name
    ("list", (slot, …))  ("dict", ((slot, key), …))  ("set", class, (key, …))
    ("object", module, name, ((slot, attribute), …))  ("error", module, name, args, (…, …))
    ("cell", slot, name)  ("closure", module, name, (cell, …))  ("method", function, receiver)
    ("globals", ((slot, module, name), …))                      variables of modules and classes
    ("same", 2)                                                 the object number 2 once more

Objects that can change are numbered as they come; what is in them comes right after them."""

VARYING = frozenset(("int", "bool", "float", "str", "bytes"))

Key = tuple[str, str, tuple[Slot, ...], tuple[str, ...]]
"""A function that is summarised: module, qualified name, what it is given, names of the last
arguments that are given by name. What it is given beside its arguments, a ("beside", …), comes
after all of them."""


def shown_name(module: str, name: str) -> str:
    """The name of a function as people are told it."""
    return f"{module}.{name.partition(':')[0]}"


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


LONGEST_SYMBOL = 200


def symbol_of(key: Key, texts: tuple[TextPart, ...]) -> str:
    """The function of an application: that of a call, and how its texts are put together."""
    module, name, slots, names = key
    given = f"{slots!r}, {names!r}, {texts!r}"
    if len(given) > LONGEST_SYMBOL:
        given = hashlib.sha1(
            given.encode("utf-8", "surrogatepass"), usedforsecurity=False
        ).hexdigest()
    return f"{module}.{name}({given})"


def leaves(key: Key) -> Iterator[Slot]:
    """What varies of what a function is given, in order."""
    stack: list[Any] = list(reversed(key[2]))
    while stack:
        slot = stack.pop()
        if not slot or slot[0] in ("const", "named"):
            continue
        if slot[0] in VARYING and len(slot) == 1:
            yield slot
        else:
            stack.extend([part for part in reversed(slot) if type(part) is tuple])
