"""What is called, and what knows that: the site of a call."""

from __future__ import annotations

import ast

from wend.instrument.rewrite.checks import (
    AND,
    IN,
    LOAD,
    OR,
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


def met(depth: int, site: ast.expr, *more: ast.expr) -> Check:
    """Whether what is called is one of several that were called here: by itself, or by the function
    of a bound method. `more` tells of those that have conditions.
    """
    reference = probed("ref", [do(f"COPY {depth + 2}", site)], site)
    among = [is_in(depth, "others", site), *more]
    among.append(at(ast.Compare(reference, [IN], [_of(site, "met")]), site))
    tests = [is_hashed(depth, site), at(ast.BoolOp(OR, among), site)]
    return [at(ast.BoolOp(AND, tests), site), is_bound(depth, site)]


def is_hashed(depth: int, site: ast.expr) -> ast.expr:
    """Whether what is called can be looked up in a set, and nobody's code is asked for its hash."""
    return at(ast.Compare(type_at(depth, site), [IN], [_named("hashed", site)]), site)


def is_bound(depth: int, site: ast.expr) -> ast.expr:
    """Whether what is called is a bound method of the function that is known here."""
    inner = at(ast.Attribute(do(f"COPY {depth}", site), "__func__", LOAD), site)
    is_inner = is_same(inner, _of(site, "inner"))
    return at(ast.BoolOp(AND, [is_a(depth, "bound", site), is_inner]), site)


def is_object(depth: int, site: ast.expr) -> ast.expr:
    """Whether what is called is an object of the class that is known here."""
    return is_same(type_at(depth, site), _of(site, "cls"))


def has_code(depth: int, site: ast.expr) -> ast.expr:
    """Whether what is called is a function of the code that is known here."""
    code = at(ast.Attribute(do(f"COPY {depth}", site), "__code__", LOAD), site)
    is_known = is_same(code, _of(site, "code"))
    return at(ast.BoolOp(AND, [is_a(depth, "routines", site), is_known]), site)


def is_in(depth: int, kind: str, site: ast.expr) -> ast.expr:
    """Whether what is called is among those of a kind."""
    return at(ast.Compare(do(f"COPY {depth}", site), [IN], [_of(site, kind)]), site)


def standing(depth: int, site: ast.expr, place: ast.expr, otherwise: ast.expr) -> ast.expr:
    """What takes the place of the callee at a depth, where that is known; else what is asked."""
    stands = is_same(do(f"COPY {depth}", place), _of(site, "original"))
    put = is_same(_of(site, "instead"), do(f"SWAPPOP {depth + 1}", place))
    return at(ast.IfExp(stands, put, otherwise), place)


def _of(site: ast.expr, name: str) -> ast.expr:
    return at(ast.Attribute(site, name, LOAD), site)


def _named(name: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(PLACEHOLDER + name), place)


def is_method_below(count: int, place: ast.expr) -> ast.expr:
    """Whether the callee below so many arguments is a native method and its object."""
    if NULL_LAST:
        return is_a(count + 2, "descriptors", place)
    receivers = at(ast.Constant(PLACEHOLDER + "receivers"), place)
    return at(ast.Compare(type_at(count + 1, place), [IN], [receivers]), place)
