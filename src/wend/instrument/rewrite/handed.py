"""Calls that hand on a function, which is called with each item: `map`, `filter`, keys.

The twin puts what is called in its place on the stack, and calls them as they are.
"""

from __future__ import annotations

import ast

from wend.instrument.rewrite.callees import is_method_below, known, replaced, site_of
from wend.instrument.rewrite.checks import (
    LOAD,
    OR,
    do,
    is_same,
    items_of,
    joint,
    kept,
    on_stack,
    typed,
)
from wend.instrument.rewrite.methods import held
from wend.instrument.rewrite.names import KEYED, MAPPERS
from wend.instrument.rewrite.nodes import NULL_LAST, PLACEHOLDER, at
from wend.instrument.rewrite.shapes import has_simple_arguments, is_constant


def maps(node: ast.Call) -> bool:
    """Whether it is `map(f, items)`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and node.func.id in MAPPERS
        and len(node.args) == 2
        and not node.keywords
        and has_simple_arguments(node)
    )


def call_of_mapper(node: ast.Call, number: int, at_once: bool) -> ast.Call:
    """map(f, items): what is called in place of f takes its place on the stack.

    What goes through it `at_once` is the callee below ours.
    """
    place = node.args[-1]
    site, handed = site_of("mappers", number, place), site_of("handed", number, place)
    more = [handed, do("COPY 5", place)]
    is_handed = _is_handed(2, handed, place)
    if at_once:
        more.append(do(f"COPY {10 + NULL_LAST}", place))
        goes_at_once = at(ast.Attribute(handed, "consumer", LOAD), place)
        is_consumer = is_same(do(f"COPY {5 + NULL_LAST}", place), goes_at_once)
        is_own = _is_own(2, handed, 1, place, is_consumer)
        is_handed = joint(OR, [is_handed, is_own], place)
    asked = replaced("handed", 2, place, *more)
    function = _chosen(node.args[0], [is_handed], asked, place)
    checks = [known(3 + NULL_LAST, site), typed(1, "ordered", place)]
    slow = replaced("called", 3 + NULL_LAST, place, site)
    node.args[-1] = at(ast.IfExp(kept([place], checks, place), function, slow), place)
    return node


def has_key(node: ast.Call) -> bool:
    """Whether it is `sorted(items, key=f)`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and node.func.id in KEYED
        and len(node.args) == 1
        and has_simple_arguments(node)
        and is_given_key(node)
    )


def is_given_key(node: ast.Call) -> bool:
    return [each.arg for each in node.keywords if not is_constant(each.value)] == ["key"]


def _place_of_key(node: ast.Call) -> int:
    return next(index for index, each in enumerate(node.keywords) if each.arg == "key")


def call_by_key(node: ast.Call, number: int) -> ast.Call:
    """sorted(items, key=f): what is called in place of f takes its place on the stack."""
    at_key = _place_of_key(node)
    place = node.keywords[at_key].value
    site, handed = site_of("keyed", number, place), site_of("handed", number, place)
    at_items, at_callee = at_key + 2, at_key + 3 + NULL_LAST
    more = [do(f"COPY {at_items + 4}", place), do(f"COPY {at_callee + 5}", place)]
    asked = replaced("by_key", 1, place, handed, *more)
    tests = [_is_handed(1, handed, place), _is_own(1, handed, at_items, place)]
    function = _chosen(place, tests, asked, place)
    checks = [known(at_callee, site), typed(at_items, "iterables", place)]
    slow = replaced("called", at_callee, place, site)
    key = at(ast.IfExp(kept([place], checks, place), function, slow), place)
    node.keywords[at_key].value = key
    return node


def check_key(node: ast.Call, number: int) -> None:
    """x.sort(key=f): what is called in place of f takes its place on the stack, if x is a list."""
    at_key = _place_of_key(node)
    place, count = node.keywords[at_key].value, len(node.args) + at_key + 1
    if isinstance(place, ast.Lambda):
        return
    handed = site_of("handed", number, place)
    more = [do(f"COPY {count + 5}", place), do(f"COPY {count + 7}", place)]
    asked = replaced("by_key", 1, place, handed, *more)
    is_method = is_method_below(count, place)
    if NULL_LAST:  # there may be no object
        native = at(ast.Constant(PLACEHOLDER + "list_sort"), place)
        is_method = is_same(do(f"COPY {count + 2}", place), native)
    slow = at(ast.IfExp(is_method, asked, do("NOP", place)), place)
    is_own = _is_own(1, handed, count + 1, place, is_method)
    tests = [*known(1, handed), *held(1, handed, 0), is_own]
    test = kept([place], [tests], place)
    node.keywords[at_key].value = at(ast.IfExp(test, do("NOP", place), slow), place)


def _chosen(
    function: ast.expr, tests: list[ast.expr], asked: ast.expr, place: ast.expr
) -> ast.expr:
    """What is handed on as it is where a test tells that it may be: else it is asked what takes its
    place. A lambda has the code of a twin."""
    if isinstance(function, ast.Lambda):
        return do("NOP", place)
    return at(ast.IfExp(joint(OR, tests, place), do("NOP", place), asked), place)


def _is_handed(depth: int, site: ast.expr, place: ast.expr) -> ast.expr:
    """Whether a function that is handed on is the one that was."""
    return at(ast.BoolOp(OR, [*known(depth, site), *held(depth, site, 0)]), place)


def _is_own(
    depth: int, site: ast.expr, at_items: int, place: ast.expr, *more: ast.expr
) -> ast.expr:
    """Whether a function of Python's own was handed on before, the items are plain, and what more
    there is to ask holds."""
    is_last = is_same(do(f"COPY {depth}", place), at(ast.Attribute(site, "own", LOAD), place))
    checks = [[each] for each in (is_last, *more)]
    return on_stack([*checks, *items_of(at_items, "sequences", place)], place)
