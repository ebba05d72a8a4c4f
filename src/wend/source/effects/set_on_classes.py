"""The attributes that code may set on classes, where all their objects get them.

Cell.limit = 3          on a class
cls.made += 1           on a class
kind.made = 0           on a class, if a variable `kind` may hold one
self.v = 1              on an object
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from wend.source.effects.set_by_name import set_by_name
from wend.source.index import index_of
from wend.source.trees import name_of


@lru_cache(maxsize=64)
def set_on_classes(module: ast.Module) -> frozenset[str]:
    """The names of the attributes that a module may set on classes."""
    holders = _holders(module)
    found = {
        node.attr
        for node in index_of(module).nodes
        if isinstance(node, ast.Attribute)
        and not isinstance(node.ctx, ast.Load)
        and (_is_class(node.value, frozenset()) or name_of(node.value) in holders)
    }
    return frozenset(found) | set_by_name(module)


def _holders(module: ast.Module) -> frozenset[str]:
    """The names that may stand for a class: of classes, imports, variables and parameters."""
    index = index_of(module)
    classes = index.class_names | {each.bound for each in index.imports}
    found = {"cls", *classes}
    for node in index.nodes:
        match node:
            case ast.Assign(targets=targets, value=value) if _has_class(value, classes):
                found |= {name_of(part) for each in targets for part in ast.walk(each)}
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _has_class(
                value, classes
            ):
                found.add(name_of(target))
            case ast.NamedExpr(target=target, value=value) if _has_class(value, classes):
                found.add(name_of(target))
            case (
                ast.For(target=target, iter=iterated)
                | ast.comprehension(target=target, iter=iterated)
            ) if _has_class(iterated, classes):
                found |= {name_of(part) for part in ast.walk(target)}
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found.update(_parameters_for_classes(node))
    return frozenset(found - {"", "self"})


def _parameters_for_classes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    args = function.args
    for each in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        hint = each.annotation
        names = {name_of(part) for part in ast.walk(hint)} if hint is not None else {"type"}
        if names & {"type", "Type", "Any", "object", ""} and each.arg != "self":
            yield each.arg


def _has_class(value: ast.expr, classes: frozenset[str] | set[str]) -> bool:
    """Whether an expression may give a class, or something that holds one."""
    called = {id(each.func) for each in ast.walk(value) if isinstance(each, ast.Call)}
    return any(_is_class(each, classes) for each in ast.walk(value) if id(each) not in called)


def _is_class(node: ast.AST, classes: frozenset[str] | set[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in classes
        case ast.Attribute(attr="__class__") | ast.Call(func=ast.Name(id="type")):
            return True
        case _:
            return False
