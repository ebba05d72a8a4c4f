"""What is called, and what knows that: the site of a call."""

from __future__ import annotations

import ast

from wend.instrument.rewrite.checks import (
    AND,
    IN,
    LOAD,
    Check,
    do,
    is_a,
    is_same,
    probed,
    type_at,
)
from wend.instrument.rewrite.nodes import NULL_LAST, PLACEHOLDER, at


def site_of(kinds: str, number: int, place: ast.AST) -> ast.expr:
    return at(ast.Constant(f"{PLACEHOLDER}{kinds}:{number}"), place)


def known(depth: int, site: ast.expr) -> Check:
    """Whether what is called is what was called here before."""
    last = at(ast.Attribute(site, "known", LOAD), site)
    return [is_same(do(f"COPY {depth}", site), last)]


def replaced(probe: str, depth: int, place: ast.AST, *more: ast.expr) -> ast.expr:
    """Puts what the probe says of what is at a depth in its place."""
    read = do(f"COPY {depth + 2}", place)
    return is_same(probed(probe, [read, *more], place), do(f"SWAPPOP {depth + 1}", place))


def has_code(depth: int, site: ast.expr, place: ast.expr) -> ast.expr:
    """Whether what is at a depth is a function of the code that is known here."""
    code = at(ast.Attribute(do(f"COPY {depth}", place), "__code__", LOAD), place)
    is_known = is_same(code, at(ast.Attribute(site, "code", LOAD), place))
    return at(ast.BoolOp(AND, [is_a(depth, "routines", place), is_known]), place)


def is_method_below(count: int, place: ast.expr) -> ast.expr:
    """Whether the callee below so many arguments is a native method and its object."""
    if NULL_LAST:
        return is_a(count + 2, "descriptors", place)
    receivers = at(ast.Constant(PLACEHOLDER + "receivers"), place)
    return at(ast.Compare(type_at(count + 1, place), [IN], [receivers]), place)
