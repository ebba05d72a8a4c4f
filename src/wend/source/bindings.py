"""The names that a function binds: its parameters and its locals."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence


def parameters_of(
    function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> frozenset[str]:
    """The names of the parameters."""
    args = function.args
    stars = [each for each in (args.vararg, args.kwarg) if each is not None]
    return frozenset(
        [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, *stars)]
    )


def locals_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """The names that are bound in a function, its parameters among them."""
    bound = set(parameters_of(function))
    elsewhere: set[str] = set()
    for node in own_nodes(function.body):
        bound.update(bound_by(node))
        if isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere.update(node.names)
    return frozenset(bound - elsewhere)


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node binds itself."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]
        case ast.ExceptHandler(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name


def own_nodes(statements: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that belong to a function itself: not those of functions and classes in it, and
    of comprehensions only the names that `:=` binds."""
    stack = list(statements)
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _COMPREHENSIONS):
            stack.extend(
                [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
            )
        elif not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
