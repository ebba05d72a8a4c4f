"""x.update(data) of a hash object, x.extend(data), x += data of a bytearray of ours: plain bytes go
right in.

Such an object has a method written in Python, which looks at what it is given; the twin does so
itself, and calls something native in its place.
"""

from __future__ import annotations

import ast
from typing import Any

from wend.instrument.rewrite.checks import (
    LOAD,
    Check,
    alone,
    do,
    is_a,
    is_same,
    kept,
    probed,
    type_at,
)
from wend.instrument.rewrite.nodes import NULL_LAST, PLACEHOLDER, at

FED = frozenset(("extend", "update"))
"""The names of such methods."""

PARTS = "_wend_parts"
"""The list in which a hash object keeps what it is given."""


def fed(name: str, place: ast.expr, receiver: ast.expr, otherwise: ast.expr) -> ast.expr:
    """What stands for the one argument, `place`; `otherwise` finds it on the stack.

    Below it are the method and its object, whose type was looked at.
    """
    checks: list[Check] = []
    if NULL_LAST:  # there may be no object
        checks.append([is_same(do("COPY 3", place), _named(f"fed_{name}", place))])
    if not NULL_LAST or name == "extend":  # a bytearray with tracked bytes has the same method
        checks.append([is_same(type_at(2, place), alone(f"methods:{name}", receiver))])
    checks.append([is_a(1, "bytes", place)])
    put = is_same(_named(_NATIVE[name], place), do("SWAPPOP 4", place))
    if name == "update":
        parts = at(ast.Attribute(do("COPY 2", place), PARTS, LOAD), place)
        put = is_same(is_same(parts, do("SWAPPOP 3", place)), is_same(put, do("DROP 2", place)))
    return at(ast.IfExp(kept([place], checks, place), put, otherwise), place)


def extended(array: ast.expr, more: ast.expr, node: ast.AugAssign) -> ast.expr:
    """array += more, of what is a bytearray as a rule."""
    place: Any = node
    checks: list[Check] = [
        [is_same(type_at(2, place), _named("bare", place))],
        [is_a(1, "bytes", place)],
    ]
    put = probed("array_extend", [do("COPY 4", place), do("COPY 4", place)], place)
    put = is_same(is_same(put, do("SWAPPOP 2", place)), do("POP", place))  # the array is left
    # Of two texts the compiler would make one; a text has no item by another.
    left = at(ast.Subscript(do("NOP", place), do("UNDO", place), LOAD), place)
    general = at(ast.BinOp(left, ast.Add(), do("INPLACE", place)), place)
    return at(ast.IfExp(kept([array, more], checks, place), put, general), place)


_NATIVE = {"extend": "array_extend", "update": "list_append"}


def _named(name: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(PLACEHOLDER + name), place)
