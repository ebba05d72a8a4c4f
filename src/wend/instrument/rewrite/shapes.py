"""What the shape of a syntax node tells, and chains of comparisons taken apart."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from wend.instrument.rewrite.nodes import at


def header_start(statement: Any) -> int:
    """The first line of a statement, its decorators included."""
    decorators = getattr(statement, "decorator_list", ())
    return min([int(statement.lineno), *[int(each.lineno) for each in decorators]])


def header_end(statement: Any) -> int:
    """The last line of a statement, of a compound one: of what stands before its body."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return int(statement.end_lineno)
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(int(statement.lineno), int(first.lineno) - 1)


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Those of a function, not of functions and classes in it."""
    for statement in body:
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for name in ("body", "orelse", "finalbody"):
                yield from statements(getattr(statement, name, []))
            for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                yield from statements(part.body)


def can_be_unchained(node: ast.Compare) -> bool:
    """Whether a chain asks by `in` or `is`, and what stands between is the same when read twice."""
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
    if isinstance(node, ast.Slice):
        return all(
            part is None or isinstance(part, ast.Constant) or _is_negative_constant(part)
            for part in (node.lower, node.upper, node.step)
        )
    return False


def may_be_plain_key(node: ast.expr) -> bool:
    """Whether a look at the type of a key can tell that nothing of it is tracked."""
    return not isinstance(node, ast.Slice | ast.Tuple)


def _is_negative_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)


def bounds(node: ast.Slice, rewritten: Callable[[ast.expr], ast.expr]) -> list[ast.expr]:
    """Start, stop and step of a slice."""
    made: list[ast.expr] = []
    for part in (node.lower, node.upper, node.step):
        match part:
            case None:
                made.append(at(ast.Constant(None), node))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                made.append(at(ast.Constant(-number), part))  # which nobody has to look at
            case _:
                made.append(rewritten(part))
    return made


def is_none(node: ast.expr) -> bool:
    """Whether it is the one object of its type, which no tracked value stands for."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is ...)


def is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def is_super(node: ast.expr) -> bool:
    """Whether it is `super()`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )


def has_one_argument(node: ast.Call) -> bool:
    return len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)


def size_of_call(node: ast.Call) -> str:
    """The kind of a site, by how many arguments the call has."""
    if not node.args and not node.keywords:
        return "of_none"
    if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
        return "site"
    return {1: "of_one", 2: "of_two"}.get(len(node.args), "site")


def dotted(node: ast.expr) -> str:
    """A name, or names with dots between them; nothing for all else."""
    if isinstance(node, ast.Attribute):
        first = dotted(node.value)
        return f"{first}.{node.attr}" if first else ""
    return node.id if isinstance(node, ast.Name) else ""


def has_simple_arguments(node: ast.Call) -> bool:
    return (
        len(node.args) + 2 * len(node.keywords) <= _MOST_ARGUMENTS
        and not any(isinstance(arg, ast.Starred) for arg in node.args)
        and all(keyword.arg is not None for keyword in node.keywords)
    )


_MOST_ARGUMENTS = 8
"""Calls with many are compiled in another way."""
