"""Walking syntax trees, without the `ast` module's own walk: that may be under test itself."""

from __future__ import annotations

import ast


def below(node: ast.AST) -> list[ast.AST]:
    """The node and all below it."""
    found, at = [node], 0
    while at < len(found):
        found.extend(children(found[at]))
        at += 1
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, in order."""
    # Not ast.iter_child_nodes: the code under test may be the ast module itself, instrumented.
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        items = value if isinstance(value, list) else [value]
        found.extend(item for item in items if isinstance(item, ast.AST))
    return found
