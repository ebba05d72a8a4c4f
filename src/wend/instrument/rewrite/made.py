"""f(x) where a call gave f its name: `quote = quoter(safe)`; or `find = table.__getitem__` did.

It may be a function that is made anew again and again, or the method of a native object, which is
called as it is with plain values.
"""

from __future__ import annotations

import ast

from wend.instrument.rewrite.callees import has_code, known, replaced, site_of
from wend.instrument.rewrite.checks import AND, LOAD, do, is_same, joint, kept, on_stack, plain
from wend.instrument.rewrite.methods import held
from wend.instrument.rewrite.nodes import NULL_LAST, at


def call_of_made(node: ast.Call, number: int) -> ast.Call:
    """f(x); what may take its place is looked for when x is there."""
    place = node.args[0]
    site, depth = site_of("made", number, place), 2 + NULL_LAST
    is_plain = plain(1, place, "scalars")
    method = held(depth, site, 0)
    if is_plain:
        method = [joint(AND, [*method, on_stack(is_plain, place)], place)]
    test = kept([place], [[*known(depth, site), *method, has_code(depth, site, place)]], place)
    stands = is_same(do(f"COPY {depth}", place), at(ast.Attribute(site, "original", LOAD), place))
    instead = at(ast.Attribute(site, "instead", LOAD), place)
    put = is_same(instead, do(f"SWAPPOP {depth + 1}", place))
    slow = at(ast.IfExp(stands, put, replaced("called", depth, place, site)), place)
    node.args[0] = at(ast.IfExp(test, do("NOP", place), slow), place)
    return node
