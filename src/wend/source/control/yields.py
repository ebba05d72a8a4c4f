"""Generators as functions: what iterates one to its end sends nothing, so a `yield` is a call."""

from __future__ import annotations

import ast
from typing import Any

from wend.source.control.graph import YIELD, YIELD_FROM


def without_yields(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Makes calls of a function's own `yield`s: who iterates it to its end sends nothing."""
    waiting: list[Any] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                value[:] = [_without_yield(each) for each in value]
                waiting.extend([each for each in value if isinstance(each, ast.AST)])
            elif isinstance(value, ast.AST):
                made = _without_yield(value)
                setattr(node, name, made)
                waiting.append(made)


def _without_yield(node: Any) -> Any:
    match node:
        case ast.Yield(value=value):
            made = ast.Call(_name(YIELD, node), [value] if value is not None else [], [])
            return ast.copy_location(made, node)
        case ast.YieldFrom(value=value):
            return ast.copy_location(ast.Call(_name(YIELD_FROM, node), [value], []), node)
        case _:
            return node


def _name(name: str, place: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Name(name, ast.Load()), place)
