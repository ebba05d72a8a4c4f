"""Questions about the shape of syntax nodes, and chains of comparisons taken apart."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from wend.instrument.rewrite.nodes import at


def header_start(statement: Any) -> int:
    """The first line of a statement, its decorators included."""
    decorators = getattr(statement, "decorator_list", ())
    return min([int(statement.lineno), *[int(each.lineno) for each in decorators]])


def header_end(statement: Any) -> int:
    """The last line of a statement, or of the head of a compound statement."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return int(statement.end_lineno)
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(int(statement.lineno), int(first.lineno) - 1)


def can_be_unchained(node: ast.Compare) -> bool:
    """Whether a chain of comparisons has `in` or `is`, and its middle operands are the same when
    read twice."""
    return (
        len(node.ops) > 1
        and any(isinstance(each, ast.In | ast.NotIn | ast.Is | ast.IsNot) for each in node.ops)
        and all(isinstance(each, ast.Name | ast.Constant) for each in node.comparators[:-1])
    )


def unchained(node: ast.Compare) -> ast.expr:
    """`a < b in c` as `a < b and b in c`."""
    operands = [node.left, *node.comparators]
    pairs: list[ast.expr] = [
        at(ast.Compare(left, [operator], [right]), node)
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False)
    ]
    return at(ast.BoolOp(ast.And(), pairs), node)


def is_harmless_key(node: ast.expr) -> bool:
    """Whether a key can equal no tracked key, so that the subscript may stay as it is."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, int | float | complex | str | bytes)
    return False


def bounds(node: ast.Slice, rewritten: Callable[[ast.expr], ast.expr]) -> list[ast.expr]:
    """Start, stop and step of a slice."""
    made: list[ast.expr] = []
    for part in (node.lower, node.upper, node.step):
        match part:
            case None:
                made.append(at(ast.Constant(None), node))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                made.append(at(ast.Constant(-number), part))
            case _:
                made.append(rewritten(part))
    return made


def is_none(node: ast.expr) -> bool:
    """Whether an expression is the only object of its type, which no tracked value stands for."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is ...)
