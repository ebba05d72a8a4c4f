"""f(x) where a call gave f its name: `quote = quoter(safe)`; or `find = table.__getitem__` did.

It may be a function that is made anew again and again, or the method of a native object, which is
called as it is with plain values.
"""

from __future__ import annotations

import ast

from wend.instrument.rewrite.callees import known, replaced, site_of
from wend.instrument.rewrite.checks import AND, LOAD, OR, do, is_same, joint, kept, on_stack, plain
from wend.instrument.rewrite.inline_calls import call
from wend.instrument.rewrite.methods import held
from wend.instrument.rewrite.nodes import NULL_LAST, at
from wend.instrument.rewrite.shapes import has_one_argument


def call_of_made(node: ast.Call, number: int) -> ast.Call:
    """f(x); what may take its place is looked for when x is there."""
    place = node.args[0]
    site, depth = site_of("made", number, place), 2 + NULL_LAST
    is_plain = plain(1, place, "scalars")
    method = held(depth, site, 0)
    if is_plain:
        method = [joint(AND, [*method, on_stack(is_plain, place)], place)]
    test = kept([place], [known(depth, site)], place)
    stands = is_same(do(f"COPY {depth}", place), at(ast.Attribute(site, "original", LOAD), place))
    instead = at(ast.Attribute(site, "instead", LOAD), place)
    put = is_same(instead, do(f"SWAPPOP {depth + 1}", place))
    asked = replaced("called", depth, place, site)
    slow = at(ast.IfExp(joint(OR, method, place), do("NOP", place), asked), place)
    slow = at(ast.IfExp(stands, put, slow), place)
    node.args[0] = at(ast.IfExp(test, do("NOP", place), slow), place)
    return node


def call_of_imported(node: ast.Call, number: int) -> ast.Call:
    """module.f(x); some names that a module defines are methods of native objects."""
    if not has_one_argument(node):
        return call(node, number)
    # No call of a method to the compiler: what is called is one thing on the stack.
    node.func = is_same(node.func, do("DROP 1", node.func))
    return call_of_made(node, number)
