"""The attributes that code may set on classes, where all their objects get them.

Cell.limit = 3          on a class
cls.made += 1           on a class
kind.made = 0           on a class, if a variable `kind` may hold one
self.v = 1              on an object
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from wend.source.bindings import nodes_of
from wend.source.effects.set_by_name import named_in, set_by_name
from wend.source.index import index_of
from wend.source.trees import DEFS, Function, name_of


@lru_cache(maxsize=64)
def set_on_classes(module: ast.Module) -> frozenset[str]:
    """The names of the attributes that a module may set on classes."""
    index = index_of(module)
    classes = {"cls", *index.class_names, *[each.bound for each in index.imports]}
    return frozenset(_set_in(module, classes, index.class_names)) | set_by_name(
        module, is_shown=False
    )


def _set_in(tree: ast.Module | Function, around: set[str], own: frozenset[str]) -> Iterator[str]:
    """The attributes that a function or module sets on classes; `around` are the names that may
    stand for one outside of it."""
    nodes = [*nodes_of(tree)]
    held = around | {*_held_by(nodes, around)}
    if isinstance(tree, DEFS):
        held |= {*_parameters_for_classes(tree, own)}
    for node in nodes:
        match node:
            case ast.Attribute(value=value, attr=name, ctx=ast.Store() | ast.Del()):
                if _is_class(value, frozenset()) or name_of(value) in held:
                    yield name
            case ast.Call() if (named := named_in(node)) is not None:
                value, name = named
                if not isinstance(value, ast.Name) or value.id in held:
                    yield name
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from _set_in(node, held, own)


def _held_by(nodes: Iterable[ast.AST], classes: set[str]) -> Iterator[str]:
    """The variables that are given a class, or something that holds one."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value) if _has_class(value, classes):
                yield from (name_of(part) for each in targets for part in ast.walk(each))
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.NamedExpr(target=target, value=value)
                | ast.For(target=target, iter=value)
                | ast.comprehension(target=target, iter=value)
            ) if _has_class(value, classes):
                yield from map(name_of, ast.walk(target))


def _parameters_for_classes(
    function: ast.FunctionDef | ast.AsyncFunctionDef, own: frozenset[str]
) -> Iterator[str]:
    args = function.args
    for each in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        hint = each.annotation
        if each.arg not in ("self", "_") and (hint is None or _allows_class(hint, own)):
            yield each.arg


def _allows_class(hint: ast.expr, own: frozenset[str]) -> bool:
    """Whether a class may do for an annotation; text in one is not read."""
    parts = [*ast.walk(hint)]
    is_text = any(isinstance(each, ast.Constant) and each.value is not None for each in parts)
    return is_text or not {*map(name_of, parts)} <= own | _NOT_FOR_CLASSES


_NOT_FOR_CLASSES = frozenset(
    (
        *("", "None", "bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int"),
        *("list", "set", "str", "tuple"),
        *("Optional", "Union", "Iterable", "Iterator", "Mapping", "Sequence"),
    )
)
"""Names in annotations of what is no class: no alias and no type variable."""


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
