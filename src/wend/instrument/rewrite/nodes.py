"""Building syntax nodes that stand where another node stood."""

from __future__ import annotations

import ast
from typing import Any, TypeVar

PLACEHOLDER = "\0wend:"

Node = TypeVar("Node", bound=ast.AST)


def at(node: Node, place: Any) -> Node:
    """The node with the position of another, so that tracebacks point where they did."""
    made: Any = node
    made.lineno = place.lineno
    made.col_offset = place.col_offset
    made.end_lineno = place.end_lineno
    made.end_col_offset = place.end_col_offset
    return node


def probe(name: str, args: list[ast.expr], place: ast.AST) -> ast.Call:
    """A call of the probe of this name."""
    function = at(ast.Constant(PLACEHOLDER + name), place)
    return at(ast.Call(function, args, []), place)
