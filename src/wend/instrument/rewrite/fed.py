"""x.update(data), where x may be a hash object of ours: plain bytes go where it keeps them.

Such an object has a method written in Python, which looks at what it is given; the twin does so
itself, and appends to the list of the object without calling it.
"""

from __future__ import annotations

import ast

from wend.instrument.rewrite.checks import (
    LOAD,
    Check,
    alone,
    do,
    is_a,
    is_same,
    kept,
    type_at,
)
from wend.instrument.rewrite.nodes import NULL_LAST, PLACEHOLDER, at

PARTS = "_wend_parts"
"""The list in which such an object keeps what it is given."""


def fed(place: ast.expr, receiver: ast.expr, kinds: str, otherwise: ast.expr) -> ast.expr:
    """What stands for the one argument, `place`; `otherwise` finds it on the stack.

    Below it are the method and its object, whose type was looked at.
    """
    if NULL_LAST:  # there may be no object
        is_kept = is_same(do("COPY 3", place), _named("keep", place))
    else:
        is_kept = is_same(type_at(2, place), alone(kinds, receiver))
    checks: list[Check] = [[is_kept], [is_a(1, "bytes", place)]]
    parts = at(ast.Attribute(do("COPY 2", place), PARTS, LOAD), place)
    put = is_same(
        is_same(parts, do("SWAPPOP 3", place)),
        is_same(is_same(_named("append", place), do("SWAPPOP 4", place)), do("DROP 2", place)),
    )
    return at(ast.IfExp(kept([place], checks, place), put, otherwise), place)


def _named(name: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(PLACEHOLDER + name), place)
