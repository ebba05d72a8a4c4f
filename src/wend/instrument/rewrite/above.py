"""super().m(x) where m is C code: what a class written in Python has from a native one below it.

It is called as it is with plain arguments, as the method of an object of the native class is.
"""

from __future__ import annotations

import ast

from wend.instrument.rewrite.callees import replaced, site_of
from wend.instrument.rewrite.checks import (
    AND,
    LOAD,
    all_plain,
    do,
    is_same,
    joint,
    kept,
    probed,
    type_at,
)
from wend.instrument.rewrite.given import argument_checks, put_last, values_of
from wend.instrument.rewrite.names import CHECKED_METHODS, FINDING
from wend.instrument.rewrite.nodes import NULL_LAST, at
from wend.instrument.rewrite.shapes import has_simple_arguments


def may_be_native(node: ast.Call, name: str) -> bool:
    """Whether it may be C code that is called by this name, and may be called as it is."""
    return (
        bool(node.args)
        and not node.keywords
        and has_simple_arguments(node)
        and (name in CHECKED_METHODS or name in FINDING or name in _HANDING_ON)
    )


_HANDING_ON = frozenset(("append", "appendleft"))
"""Methods that look at nothing that they are given."""


def call_of_super(node: ast.Call, number: int, name: str) -> ast.Call:
    """super().m(a, b); its site knows the class of the objects that have m from a native one."""
    values = values_of(node)
    place, depth = values[-1], len(values) + 1 + NULL_LAST
    site = site_of("above", number, place)
    owner = at(ast.Attribute(do(f"COPY {depth + 2}", place), "__self__", LOAD), place)
    is_native = [
        is_same(type_at(depth, place), at(ast.Attribute(site, "kind", LOAD), place)),
        is_same(probed("type", [owner], place), at(ast.Attribute(site, "below", LOAD), place)),
    ]
    given = [] if name in _HANDING_ON else argument_checks(values, name)
    checks = [[joint(AND, is_native, place)], *(given or [all_plain(place)])]
    slow = replaced("called", depth, place, site)
    put_last(node, at(ast.IfExp(kept([place], checks, place), do("NOP", place), slow), place))
    # Else the compiler would make no bound method.
    node.func = at(ast.Subscript(node.func, do("UNDO", node.func), LOAD), node.func)
    return node
