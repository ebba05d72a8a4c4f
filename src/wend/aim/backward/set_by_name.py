"""What functions set by names that are text: `globals()["DEBUG"] = True`, `exec("DEBUG = 1")`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import lru_cache

from wend.aim.backward import library_changes as library
from wend.aim.backward.recursion import name_of

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef)

MAKING = frozenset(("__init__", "__new__", "__post_init__", "__setstate__"))
"""Methods that give a new object what it has."""


@lru_cache(maxsize=64)
def set_by_name(module: ast.Module) -> frozenset[str]:
    """What functions of a module set by names in quotes: `globals()["DEBUG"] = True`."""
    return frozenset(
        name
        for function in ast.walk(module)
        if isinstance(function, _NAMED)
        and any(_sets_by_name(node, function) for node in ast.walk(function))
        for part in ast.walk(function)
        for name in _names_in_quotes(part)
    )


def _names_in_quotes(node: ast.AST) -> Iterable[str]:
    """Names that are text, are in code that is text (`exec("DEBUG = 1")`), or are keywords."""
    match node:
        case ast.Constant(value=str(text)):
            return (text,) if text.isidentifier() else _ASSIGNED.findall(text)
        case ast.keyword(arg=str(name)):
            return (name,)
        case _:
            return ()


_ASSIGNED = re.compile(r"([^\W\d]\w*)(?=\s*(?:=|\+=|-=|:|,))")


def sets_any_global(node: ast.AST) -> bool:
    """`globals()[name] = 1`, `exec(text)`: names that nobody wrote down."""
    match node:
        case ast.Subscript(value=ast.Call(func=ast.Name(id="globals")), slice=key, ctx=ctx):
            return not isinstance(ctx, ast.Load) and not isinstance(key, ast.Constant)
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="globals")), attr=name)):
            return name in library.CHANGING and bool(node.args)
        case ast.Call(func=ast.Name(id="exec"), args=[text, *names]):
            is_own = bool(names) and name_of(getattr(names[0], "func", names[0])) != "globals"
            return not is_own and not isinstance(text, ast.Constant)
        case _:
            return False


def has_unknown_name(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, name, *_]):
            return not isinstance(name, ast.Constant)
        case _:
            return False


def _sets_by_name(node: ast.AST, function: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="setattr" | "delattr" | "globals" | "vars" | "exec")):
            return True
        case ast.Attribute(attr="__setattr__" | "__delattr__"):
            return getattr(function, "name", "") not in MAKING
        case ast.Attribute(attr="__dict__"):
            return True
        case _:
            return False
