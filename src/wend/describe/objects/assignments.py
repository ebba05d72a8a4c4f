"""What the statements of a constructor do: assign to attributes, refuse arguments, or more."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterable, Iterator


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


def taken_apart(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, with those that assign several things, `self.a, self.b = a, b`, one by one."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if (
                len(names) == len(values)
                and all(isinstance(each, ast.Attribute) for each in names)
                and not any(isinstance(each, ast.Starred) for each in values)
            ):
                pairs = [*zip(names, values, strict=True)]
            case ast.Assign(targets=[_, _, *_] as names, value=ast.Constant() as constant):
                pairs = [(each, constant) for each in names]
            case _:
                yield statement
                continue
        for name, value in pairs:
            yield ast.copy_location(ast.Assign(targets=[name], value=value), statement)


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


def kept_of(value: ast.expr, parameters: Collection[str]) -> tuple[str, bool]:
    """The parameter that a value is, "" for none, and whether an empty container is in its place
    where nothing is given: `kids or []`."""
    match value:
        case ast.Name(id=name) if name in parameters:
            return name, False
        case ast.BoolOp(op=ast.Or(), values=[ast.Name(id=name), empty]):
            if name in parameters and _is_empty(empty):
                return name, True
        case ast.IfExp(test=test, body=body, orelse=orelse):
            for one, other, is_none in ((body, orelse, False), (orelse, body, True)):
                if isinstance(one, ast.Name) and one.id in parameters and _is_empty(other):
                    asked = _asked_for_none(test)
                    if asked == (one.id, is_none) or (ast.unparse(test) == one.id and not is_none):
                        return one.id, True
    return "", False


def filled_by(statement: ast.stmt, parameters: Collection[str]) -> str:
    """The parameter for which a statement puts an empty container where nothing is given."""
    match statement:
        case ast.If(
            test=test, body=[ast.Assign(targets=[ast.Name(id=name)], value=value)], orelse=[]
        ) if name in parameters and _is_empty(value) and _asked_for_none(test) == (name, True):
            return name
    return ""


def _asked_for_none(test: ast.expr) -> tuple[str, bool] | None:
    """The name that is compared with None, and whether it is None where that holds."""
    match test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[op], comparators=[ast.Constant(value=None)]
        ) if isinstance(op, ast.Is | ast.IsNot):
            return name, isinstance(op, ast.Is)
    return None


def _is_empty(value: ast.expr) -> bool:
    """Whether a value is a new container with nothing in it."""
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call():
            return is_constant(value)
    return False


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


def is_display(value: ast.expr) -> bool:
    """Whether a value is a container of constants: the same for all instances, but how many there
    are in it may be what the class relies on."""
    match value:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return all(map(is_constant, items))
        case ast.BinOp(left=ast.List(elts=items), op=ast.Mult(), right=ast.Constant()):
            return all(map(is_constant, items))
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
