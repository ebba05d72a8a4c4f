"""The definitions of functions in their files."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from typing import Any

from wend.source.files import parse_file
from wend.source.index import index_of
from wend.source.trees import Function


def file_of(function: Any) -> str:
    """The file that a function is written in, that of a frozen module among them."""
    file: str = function.__code__.co_filename
    if file.startswith("<frozen "):
        module = sys.modules.get(function.__module__)
        return getattr(module, "__file__", None) or file
    return file


def is_written_in_python(cls: Any) -> bool:
    """Whether a class statement made it: native classes that say they are of a module which is
    written in Python (`types.GenericAlias`) are no heap types."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    return bool(cls.__flags__ & _HEAP_TYPE) and file.endswith(".py")


_HEAP_TYPE = 1 << 9


def node_of(function: Any) -> Function | None:
    """The definition of a function in its file."""
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    return _node_at(file_of(function), code.co_firstlineno, code.co_name, code.co_varnames)


def is_empty(function: Any) -> bool:
    """Whether a function is only declared: a docstring, `...` or `pass` are all that is in it."""
    node = node_of(function)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and all(
        isinstance(each, ast.Pass)
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in node.body
    )


@functools.cache
def _node_at(file: str, line: int, name: str, variables: tuple[str, ...]) -> Function | None:
    tree = parse_file(file)
    if tree is None:
        return None
    if name == "<lambda>":
        for node in index_of(tree).functions:
            if isinstance(node, ast.Lambda) and node.lineno == line:
                names = tuple([each.arg for each in node.args.args])
                if names == variables[: len(names)]:
                    return node
    found = index_of(tree).def_at.get(line)
    return found if found is not None and found.name == name else None


@functools.cache
def class_around(method: ast.FunctionDef, file: str) -> ast.ClassDef | None:
    tree = parse_file(file)
    for node in index_of(tree).classes if tree is not None else ():
        if method in node.body:
            return node
    return None


def module_tree(cls: Any) -> ast.Module | None:
    """The syntax tree of the module that a class is defined in."""
    return tree_of(cls.__module__)


def tree_of(module: str) -> ast.Module | None:
    """The syntax tree of a module that was imported."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return parse_file(file) if file and file.endswith(".py") else None
