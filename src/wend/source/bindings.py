"""The names that code binds: parameters and locals of a function, globals of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from wend.source.trees import COMPREHENSIONS, FUNCTIONS, Def, Function, below, children


def parameters_of(function: Function) -> frozenset[str]:
    """The names of the parameters."""
    args = function.args
    stars = [each for each in (args.vararg, args.kwarg) if each is not None]
    return frozenset(
        [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, *stars)]
    )


def defaults_of(function: Function) -> list[tuple[str, ast.expr]]:
    """The parameters that have defaults, with these."""
    args = function.args
    positional = [*args.posonlyargs, *args.args]
    with_default = positional[len(positional) - len(args.defaults) :]
    pairs = [
        *zip(with_default, args.defaults, strict=True),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    return [(parameter.arg, default) for parameter, default in pairs if default is not None]


def locals_of(function: Function) -> frozenset[str]:
    """The names that are bound in a function, its parameters among them."""
    if isinstance(function, ast.Lambda):
        return parameters_of(function)
    nodes = [*own_nodes(function.body)]
    bound = {name for node in nodes for name in bound_by(node)}
    elsewhere = {name for node in nodes for name in declared_by(node)}
    return parameters_of(function) | (bound - elsewhere)


def variables_of(function: Function) -> frozenset[str]:
    """The locals of a function, and those of the comprehensions in it."""
    nodes = [*nodes_of(function)]
    bound = {name for node in nodes for name in bound_by(node)}
    elsewhere = {name for node in nodes for name in declared_by(node)}
    return parameters_of(function) | (bound - elsewhere)


def bound_anywhere(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that any of these nodes binds, in whatever scope: parameters, too."""
    nodes = list(nodes)
    bound = {name for node in nodes for name in bound_by(node)}
    return bound | {node.arg for node in nodes if isinstance(node, ast.arg)}


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


def declared_by(node: ast.AST) -> list[str]:
    """The names that a `global` or `nonlocal` statement declares to be of another scope."""
    return node.names if isinstance(node, ast.Global | ast.Nonlocal) else []


def own_nodes(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes whose names are of the scope that the statements are in.

    Of a function or class inside these are its decorators, defaults and bases; of a comprehension
    the names that `:=` binds.
    """
    stack = list(statements)
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, COMPREHENSIONS):
            stack.extend([each.target for each in below(node) if isinstance(each, ast.NamedExpr)])
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            stack.extend(evaluated_around(node))
        else:
            stack.extend(children(node))


def evaluated_around(node: Function | ast.ClassDef) -> list[ast.expr]:
    """What is evaluated where a function or class is defined: decorators, defaults and bases."""
    around: list[ast.expr] = [] if isinstance(node, ast.Lambda) else list(node.decorator_list)
    if isinstance(node, ast.ClassDef):
        return [*around, *node.bases, *[each.value for each in node.keywords]]
    return [*around, *node.args.defaults, *filter(None, node.args.kw_defaults)]


def nodes_of(tree: ast.Module | Function) -> Iterator[ast.AST]:
    """The nodes that run when a function is called, or a module is imported: not what functions
    inside do when they are called."""
    waiting: list[ast.AST] = [tree.body] if isinstance(tree, ast.Lambda) else [*tree.body]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += evaluated_around(node) if isinstance(node, FUNCTIONS) else children(node)


def has_yield(function: Def) -> bool:
    """Whether a function is a generator."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes_of(function))
