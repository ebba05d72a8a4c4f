"""The definitions of live functions and classes, in the syntax trees of their files."""

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
    """The file that a function is written in, also if its module is frozen."""
    file: str = function.__code__.co_filename
    if file.startswith("<frozen "):
        module = sys.modules.get(function.__module__)
        return getattr(module, "__file__", None) or file
    return file


def is_written_in_python(cls: Any) -> bool:
    """Whether a class statement made a class. A native class may name a module that is written in
    Python, as `types.GenericAlias` does, but is no heap type."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    return bool(cls.__flags__ & _HEAP_TYPE) and file.endswith(".py")


_HEAP_TYPE = 1 << 9


def node_of(function: Any) -> Function | None:
    """The definition of a function in its file; None if it has none."""
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    return _node_at(file_of(function), code.co_firstlineno, code.co_name, code.co_varnames)


def is_empty(function: Any) -> bool:
    """Whether the body of a function is nothing but a docstring, `...` or `pass`."""
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
    """The class statement that a method stands in."""
    tree = parse_file(file)
    for node in index_of(tree).classes if tree is not None else ():
        if method in node.body:
            return node
    return None


def module_tree(cls: Any) -> ast.Module | None:
    """The syntax tree of the module that a class is from."""
    return tree_of(cls.__module__)


def tree_of(module: str) -> ast.Module | None:
    """The syntax tree of a module that is imported; None if it has no source."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return parse_file(file) if file and file.endswith(".py") else None
