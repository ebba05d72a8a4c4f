"""f(x) where f may be one of many: `convert(text)` of a table, a parameter, what a call has made.

It may be a function that is made anew again and again, a builtin, or the method of a native object;
the latter are called as they are with plain values.
"""

from __future__ import annotations

import ast

from wend.instrument.rewrite.callees import (
    has_code,
    is_bound,
    is_hashed,
    is_in,
    is_object,
    known,
    met,
    replaced,
    site_of,
    standing,
)
from wend.instrument.rewrite.checks import (
    AND,
    OR,
    Check,
    arguments,
    do,
    is_same,
    joint,
    kept,
    on_stack,
    plain,
)
from wend.instrument.rewrite.given import argument_checks, put_last, values_of
from wend.instrument.rewrite.inline_calls import call
from wend.instrument.rewrite.methods import held
from wend.instrument.rewrite.names import ATTRIBUTE_READERS, MAKING, WITH_METHODS
from wend.instrument.rewrite.nodes import NULL_LAST, at
from wend.instrument.rewrite.shapes import has_one_argument, has_simple_arguments, size_of_call


def call_of_varied(node: ast.Call, number: int, *, is_made: bool = False) -> ast.Call:
    """f(x); what may take its place is looked for when x is there.

    `is_made`: f was made by a call, as a rule, or is a method that was given a name.
    """
    values = values_of(node)
    is_new = _makes(node.func)
    if not values or not has_simple_arguments(node):
        return call(node, number, is_varied=True, is_new=is_new)
    place, depth = values[-1], len(values) + 1 + NULL_LAST
    may_hold = is_made and has_one_argument(node)
    site = site_of("varied_made" if may_hold else f"varied_{size_of_call(node)}", number, place)
    are_plain = arguments(values, "scalars")
    if is_new:
        tests = [has_code(depth, site)]
    else:
        tests = _native(depth, site, are_plain, place) if may_hold else held(depth, site, 0)
    plainly = on_stack([[is_in(depth, "plainly", site)], *are_plain], place)
    tests += [*met(depth, site, plainly), is_object(depth, site)]
    put_last(node, _chosen(depth, site, tests, place))
    return node


def _makes(node: ast.expr) -> bool:
    """Whether what is called was made just now, as a rule, by a function: `adding(1)(x)`."""
    while isinstance(node, ast.Call):
        node = node.func
        if isinstance(node, ast.Name):
            return node.id not in ATTRIBUTE_READERS
    return False


def call_of_attribute(node: ast.Call, number: int, imported: str) -> ast.Call | None:
    """x.m(a), where that makes something by a class, as a rule, or was `imported` by a name."""
    assert isinstance(node.func, ast.Attribute)
    if node.func.attr in MAKING and values_of(node) and has_simple_arguments(node):
        return _call_of_class(node, number, node.func.attr)
    is_function = imported and imported.rpartition(".")[0] not in WITH_METHODS
    return _call_of_imported(node, number) if is_function else None


def _call_of_imported(node: ast.Call, number: int) -> ast.Call:
    """module.f(x); some names that a module defines are methods of native objects."""
    if not has_one_argument(node):
        return call(node, number)
    # No call of a method to the compiler: what is called is one thing on the stack.
    node.func = is_same(node.func, do("DROP 1", node.func))
    place, depth = node.args[0], 2 + NULL_LAST
    site = site_of("made", number, place)
    tests = _native(depth, site, plain(1, place, "scalars"), place)
    node.args[0] = _chosen(depth, site, tests, place)
    return node


def _call_of_class(node: ast.Call, number: int, name: str) -> ast.Call:
    """int.from_bytes(data), as it is where what it is given is plain."""
    values = values_of(node)
    checks = argument_checks(values, name)
    node.func = is_same(node.func, do("DROP 1", node.func))
    place, depth = values[-1], len(values) + 1 + NULL_LAST
    site = site_of(f"class_{size_of_call(node)}", number, place)
    plainly = on_stack([[is_hashed(depth, site)], [is_in(depth, "plainly", site)], *checks], place)
    put_last(node, _chosen(depth, site, [plainly, is_bound(depth, site)], place))
    return node


def _chosen(depth: int, site: ast.expr, tests: Check, place: ast.expr) -> ast.expr:
    """What stands for the last argument: where the callee is none that is known here, and no test
    holds of it, it is asked what takes its place."""
    asked = replaced("called", depth, place, site)
    otherwise = at(ast.IfExp(joint(OR, tests, place), do("NOP", place), asked), place)
    test = kept([place], [known(depth, site)], place)
    slow = standing(depth, site, place, otherwise)
    return at(ast.IfExp(test, do("NOP", place), slow), place)


def _native(depth: int, site: ast.expr, are_plain: list[Check], place: ast.expr) -> Check:
    """Whether what is called is a native method that was called here before, and its argument is
    plain."""
    method = held(depth, site, 0)
    return [joint(AND, [*method, on_stack(are_plain, place)], place)] if are_plain else method
