"""What the statements of a constructor do: assign to attributes, refuse arguments, or more."""

from __future__ import annotations

import ast
import functools


def assigned_by(statement: ast.AST, own: str) -> tuple[str, ast.expr, ast.expr | None] | None:
    """What `self.name = value` assigns, with the annotation that it may have."""
    match statement:
        case ast.Assign(
            targets=[ast.Attribute(value=ast.Name(id=whose), attr=name)], value=value
        ) if whose == own:
            return name, value, None
        case ast.AnnAssign(
            target=ast.Attribute(value=ast.Name(id=whose), attr=name),
            annotation=annotation,
            value=value,
        ) if whose == own and value is not None:
            return name, value, annotation
    return None


@functools.cache
def assignments_in(tree: ast.AST) -> dict[str, list[tuple[ast.FunctionDef, ast.expr]]]:
    """What functions of a module assign to attributes, by the names of these."""
    found: dict[str, list[tuple[ast.FunctionDef, ast.expr]]] = {}
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    for function in functions:
        for node in ast.walk(function):
            for target in node.targets if isinstance(node, ast.Assign) else ():
                if isinstance(node, ast.Assign) and isinstance(target, ast.Attribute):
                    found.setdefault(target.attr, []).append((function, node.value))
    return found


def stored_by(node: ast.AST, own: str) -> str:
    """The attribute of `self` that is assigned in another way: `self.x, self.y = …`."""
    match node:
        case ast.Attribute(value=ast.Name(id=whose), attr=name, ctx=ast.Store()) if whose == own:
            return name
    return ""


def called_by(node: ast.AST, own: str) -> str:
    """The method of `self` that is called."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=whose), attr=name)) if whose == own:
            return name
    return ""


def does_nothing(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def refuses(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but raise where arguments are wrong."""
    match statement:
        case ast.Assert() | ast.Raise():
            return True
        case ast.If(body=body, orelse=orelse):
            return all(map(refuses, (*body, *orelse)))
    return False


def is_constant(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Attribute(value=ast.Name()):
            return True
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]):
            return name in ("list", "dict", "set", "deque")
        case ast.Name():
            return True
    return False
