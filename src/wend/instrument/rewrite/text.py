"""Text put together: f-strings, and `%`, which may have a text on its left.

f"{x!r:>5} of {y}"      joined(formatted(x, "r", ">5"), " of ", formatted(y))
a % b                   modulo(a, b)
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from wend.instrument.rewrite.nodes import at, probe

Rewrite = Callable[[ast.expr], ast.expr]


def f_string(node: ast.JoinedStr, rewrite: Rewrite) -> ast.expr:
    """An f-string as a call, since the interpreter would join its parts without asking them."""
    if not any(isinstance(part, ast.FormattedValue) for part in node.values):
        return node
    # Python 3.12 ends some specifications with an empty text.
    parts = [_part(part, rewrite) for part in node.values if not _is_empty(part)]
    return probe("joined", parts, node)


def _is_empty(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and part.value == ""


def _part(node: ast.expr, rewrite: Rewrite) -> ast.expr:
    if not isinstance(node, ast.FormattedValue):
        return node
    args = [rewrite(node.value)]
    if node.conversion >= 0 or node.format_spec is not None:
        conversion = chr(node.conversion) if node.conversion >= 0 else ""
        args.append(at(ast.Constant(conversion), node))
    if isinstance(node.format_spec, ast.JoinedStr):
        args.append(f_string(node.format_spec, rewrite))
    return probe("formatted", args, node)


def may_be_template(left: ast.expr, right: ast.expr) -> bool:
    """Whether `left % right` may be a text template and its values."""
    return not _is_number(left) and not _is_number(right)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant) and not isinstance(node.value, str | bytes)
