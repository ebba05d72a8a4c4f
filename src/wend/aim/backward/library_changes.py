"""What functions and methods of Python's library change, and what nobody can change, by names."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection
from datetime import datetime, timedelta

from wend.aim.backward.recursion import name_of

MAKING_NEW = frozenset(
    ("bool", "bytes", "deepcopy", "float", "format", "int", "join", "len", "range", "repr", "str")
)
"""Functions whose results are new."""

COPYING = frozenset(
    (
        "chain", "copy", "dict", "enumerate", "filter", "frozenset", "islice", "iter", "list",
        "reversed", "set", "sorted", "sum", "tuple", "zip",
    )
)  # fmt: skip
"""Functions whose results are new, with the same items."""

CHANGING = frozenset(
    (
        "__delitem__", "__iadd__", "__ior__", "__next__", "__setitem__", "add", "append",
        "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "insert",
        "intersection_update", "move_to_end", "pop", "popitem", "popleft", "put", "remove",
        "reverse", "rotate", "send", "setLevel", "setdefault", "sort", "subtract",
        "symmetric_difference_update", "update", "write",
    )
)  # fmt: skip
"""Methods that change their object."""

CHANGING_WHAT_IS_GIVEN = frozenset(
    (
        "anext", "heapify", "heappop", "heappush", "heappushpop", "heapreplace", "iadd",
        "iconcat", "insort", "insort_left", "insort_right", "ior", "next", "pack_into", "setitem",
        "delitem", "shuffle",
    )
)  # fmt: skip
"""Functions that change an argument."""

CALLING_NOTHING = frozenset(dir(builtins)) - {"filter", "map", "max", "min", "sorted"}
"""Functions that call none that they are given."""

USED_UP = frozenset(
    ("count", "cycle", "enumerate", "filter", "iter", "map", "open", "reversed", "zip")
)
"""Functions that make what is used up when it is read."""

_CONTAINERS = frozenset(("Counter", "OrderedDict", "bytearray", "defaultdict", "deque", "fromkeys"))
"""What makes a container of the library: its methods that change it are known."""

_MAKING_STILL = frozenset(
    ("Decimal", "Fraction", "Path", "PurePath", "Struct", "UUID", "getLogger")
)
"""What makes objects whose methods change nothing that anybody asks for."""

_ASKING = {"get", "items", "keys", "locked", "values"}.union(
    *map(dir, (str, bytes, int, float, tuple, frozenset, range, re.Pattern, datetime, timedelta))
)
"""Methods that change nothing, whatever has them."""


def is_still(value: ast.expr) -> bool:
    """Whether nobody can change a value."""
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return is_still(operand)
        case ast.BinOp(left=left, right=right):
            return is_still(left) and is_still(right)
        case ast.Tuple(elts=parts):
            return all(map(is_still, parts))
        case ast.Call(func=ast.Name(id=name)):
            return name in ("frozenset", "str", "int", "float", "bool", "bytes", "range", "object")
        case _:
            return False


def is_flat(value: ast.expr) -> bool:
    """Whether nobody can change the items of a value."""
    match value:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return all(map(is_still, parts))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in COPYING:
            return all(map(is_flat, args))
        case _:
            return is_still(value)


def is_foreign(value: ast.expr | None, own: Collection[str]) -> bool:
    """Whether a value is made by a class of others, of whose methods nothing is known; `own` are
    the functions and classes of the module."""
    if not isinstance(value, ast.Call):
        return False
    name = name_of(value.func)
    return not (
        name in own
        or name in COPYING | MAKING_NEW | _CONTAINERS | _MAKING_STILL
        or hasattr(builtins, name)
    )


def is_asking(method: str) -> bool:
    """Whether a method, of whatever object, only asks, as its name tells."""
    return method in _ASKING or method.startswith(("is_", "has_"))


def is_known_base(name: str) -> bool:
    """Whether a class of the library gives classes below it no methods that are not known."""
    return hasattr(builtins, name) or name in _KNOWN_BASES


_KNOWN_BASES = _CONTAINERS | {
    *("ABC", "Enum", "Flag", "Generic", "IntEnum", "IntFlag", "NamedTuple", "Protocol"),
    *("StrEnum", "TypedDict"),
}
