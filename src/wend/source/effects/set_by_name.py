"""Names that functions bind by text: `globals()["DEBUG"] = True`, `exec("DEBUG = 1")`."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from wend.source.index import index_of
from wend.source.library.by_name import GIVES_MODULES, RUNS_TEXT, SETS_BY_NAME
from wend.source.library.changes import CHANGES, COPIES, LOOKS, SETS_UP_OBJECT
from wend.source.trees import called_name, name_of

ANY = "*"
"""Stands for any attribute, or any global: its name is made while the code runs."""


@lru_cache(maxsize=64)
def set_by_name(module: ast.Module, is_shown: bool = True) -> frozenset[str]:
    """The names in quotes of all functions that bind something by text, `setattr(x, "name", 1)`
    among them if `is_shown`."""
    return frozenset(
        name
        for function in index_of(module).defs
        if any(
            _sets_by_name(node, function) and (is_shown or named_in(node) is None)
            for node in ast.walk(function)
        )
        for part in ast.walk(function)
        for name in _names_in_quotes(part)
    )


def _names_in_quotes(node: ast.AST) -> Iterable[str]:
    """The names in a text, in code that is a text (`exec("DEBUG = 1")`), or of a keyword."""
    match node:
        case ast.Constant(value=str(text)):
            return (text,) if text.isidentifier() else _ASSIGNED.findall(text)
        case ast.keyword(arg=str(name)):
            return (name,)
        case _:
            return ()


_ASSIGNED = re.compile(r"([^\W\d]\w*)(?=\s*(?:=|\+=|-=|:|,))")


def sets_any_global(function: ast.AST, imported: Collection[str]) -> bool:
    """Whether a function may bind globals whose names are made while it runs.

    `globals()[name] = 1` and `exec(text)` do. `imported` are the names that its module imports.
    """
    only_read = _only_read(function)
    nodes = [*ast.walk(function)]
    if any(name_of(node) in GIVES_MODULES for node in nodes):
        imported = {*imported, *[node.id for node in nodes if isinstance(node, ast.Name)]}
    return any(_may_set_any(node, imported) for node in nodes if id(node) not in only_read)


def _may_set_any(node: ast.AST, imported: Collection[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="exec" | "eval"), args=[_, *names]):
            return not names or name_of(getattr(names[0], "func", names[0])) == "globals"
        case ast.Call(func=ast.Name(id="reload") | ast.Attribute(attr="reload")):
            return True
        case ast.Call(func=ast.Name(id="globals")) | ast.Attribute(attr="__globals__"):
            return True
        case (
            ast.Call(func=ast.Name(id="vars"), args=[of]) | ast.Attribute(value=of, attr="__dict__")
        ):
            return _may_be_module(of, imported)
        case ast.Call(args=[of, *_]) if has_unknown_name(node):
            return _may_be_module(of, imported)
        case _:
            return False


def sets_any_attribute(function: ast.AST) -> bool:
    """Whether a function may set attributes whose names are made while it runs:
    `self.__dict__[name] = 1`, `setattr(it, name, 1)`."""
    only_read = _only_read(function)
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="vars"), args=[_]) | ast.Attribute(attr="__dict__"):
                if id(node) not in only_read:
                    return True
            case ast.Call() if has_unknown_name(node):
                return True
    return False


def _may_be_module(node: ast.expr, imported: Collection[str]) -> bool:
    """Whether an expression may give a module: an imported name, `sys.modules[name]`."""
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        if isinstance(node, ast.Call):
            return True
        node = node.value
    return not isinstance(node, ast.Name) or node.id in imported


@lru_cache(maxsize=1024)
def _only_read(function: ast.AST) -> set[int]:
    """The ids of expressions for a dict of names that is only read, or is set by a name that is
    written down."""
    found: set[int] = set()
    for node in ast.walk(function):
        match node:
            case ast.Subscript(value=held, slice=key, ctx=ctx):
                if isinstance(ctx, ast.Load) or isinstance(key, ast.Constant):
                    found.add(id(held))
            case ast.Call(func=ast.Attribute(value=held, attr=name), args=args, keywords=keywords):
                is_spread = any(each.arg is None for each in keywords)
                if name not in CHANGES or not (args or is_spread):
                    found.add(id(held))
            case ast.Compare(left=left, comparators=others):
                # What runs text may do anything before its result is compared.
                found |= {
                    id(each) for each in (left, *others) if called_name(each) not in RUNS_TEXT
                }
            case ast.For(iter=held) | ast.comprehension(iter=held):
                found.add(id(held))
            case ast.Call(func=ast.Name(id=name), args=args):
                if name in COPIES | LOOKS | RUNS_TEXT:
                    found |= {*map(id, args)}
            case ast.Dict(keys=keys, values=values):  # `{**vars(it)}`
                found |= {id(each) for key, each in zip(keys, values, strict=True) if key is None}
            case ast.keyword(arg=None, value=held):
                found.add(id(held))
    return found


def has_unknown_name(call: ast.Call) -> bool:
    """Whether a call sets an attribute by a name that is made while the code runs."""
    match call:
        case ast.Call(func=func, args=[of, name, *_]) if name_of(func) in SETS_BY_NAME:
            # Of `super().__setattr__(name, value)` the name is the first.
            return not (isinstance(name, ast.Constant) or isinstance(of, ast.Constant))
        case _:
            return False


def named_in(node: ast.AST) -> tuple[ast.expr, str] | None:
    """The object of which `setattr(x, "name", 1)` sets an attribute, and the name; else None."""
    match node:
        case ast.Call(
            func=ast.Name(id="setattr" | "delattr"), args=[of, ast.Constant(value=str(name)), *_]
        ):
            return of, name
        case _:
            return None


def _sets_by_name(node: ast.AST, function: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="setattr" | "delattr" | "globals" | "vars" | "exec")):
            return True
        case ast.Attribute(attr="__setattr__" | "__delattr__"):
            return getattr(function, "name", "") not in SETS_UP_OBJECT
        case ast.Attribute(attr="__dict__" | "__globals__"):
            return True
        case _:
            return False
