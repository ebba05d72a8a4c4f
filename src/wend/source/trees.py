"""Syntax trees: how to walk them, and what single nodes are called.

Nothing here calls the `ast` module's own functions: `ast` may be the code under test, instrumented.
"""

from __future__ import annotations

import ast

Def = ast.FunctionDef | ast.AsyncFunctionDef
DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)

Function = Def | ast.Lambda
FUNCTIONS = (*DEFS, ast.Lambda)

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def below(node: ast.AST) -> list[ast.AST]:
    """The node and all nodes below it, those of one level after those of the level above."""
    found, at = [node], 0
    while at < len(found):
        found.extend(children(found[at]))
        at += 1
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, in order."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        items = value if isinstance(value, list) else [value]
        found.extend(item for item in items if isinstance(item, ast.AST))
    return found


def name_of(node: ast.AST | None) -> str:
    """The last part of a dotted name: `b` of `b` and of `a.b`; "" for any other node."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def called_name(node: ast.AST) -> str:
    """The name of what is called or subscribed in the end: `b` of `a.b`, `a.b(…)` and `a.b[…]`."""
    while isinstance(node, ast.Subscript | ast.Call):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    return name_of(node)


def root_of(node: ast.AST) -> str:
    """The name that an expression begins with: `a` of `a.b`, `a[0].b`; "" if it is no name."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return name_of(node)


def first_name(node: ast.AST) -> str:
    """The name that an expression begins with, also if it is called: `a` of `a.b(…)[0]`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return name_of(node)


def start_of(node: ast.stmt | ast.excepthandler | ast.match_case) -> int:
    """The first line of a statement; that of the first decorator, as `co_firstlineno` has it."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    if isinstance(node, (*DEFS, ast.ClassDef)) and node.decorator_list:
        return min(decorator.lineno for decorator in node.decorator_list)
    return node.lineno
