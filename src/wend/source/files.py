"""Source files and their syntax trees, each parsed once."""

from __future__ import annotations

import ast
import functools
import linecache
import os
import sys
import warnings
from builtins import open  # noqa: UP029 - the code under test may put another in its place
from types import CodeType
from typing import Any


def source_file(code: CodeType, module_name: str) -> str | None:
    """The file that holds a code object's source; None if there is none.

    The code of frozen modules (`posixpath`, say) names no file: their module does.
    """
    name = code.co_filename
    if name.startswith("<frozen "):
        module = sys.modules.get(module_name)
        name = getattr(module, "__file__", None) or ""
    if name.startswith(_GENERATED):
        return name if name in linecache.cache else None
    return name if name.endswith(".py") and os.path.isfile(name) else None


_GENERATED = "<attrs generated "
"""The beginning of file names that attrs makes up; `linecache` has the text of these files."""


def read_source(file: str) -> str:
    """The text of a Python file, decoded as Python decodes it."""
    if file.startswith(_GENERATED):
        return "".join(linecache.getlines(file))
    with open(file, "rb") as stream:
        source = stream.read()
    first_two_lines = source.split(b"\n", 2)[:2]
    if b"\r" not in source and not any(b"coding" in line for line in first_two_lines):
        return source.decode("utf-8-sig")
    import tokenize  # takes longer to import than to read most files

    with tokenize.open(file) as text:
        return text.read()


@functools.cache
def parse_file(file: str) -> ast.Module | None:
    """The syntax tree of a file, the same object every time; None if it can't be parsed."""
    try:
        return parse(read_source(file), file)
    except (OSError, SyntaxError, ValueError):
        return None


_INTERPOLATION: Any = getattr(ast, "Interpolation", None)


def interpolated(node: ast.expr) -> list[ast.expr]:
    """The expressions in a template string, `t"{x} of {y}"`; none in another node."""
    parts = getattr(node, "values", ())
    return [part.value for part in parts if type(part) is _INTERPOLATION]


MOST_TRIES = 4
"""Number of times that a file is compiled if another thread spoils the attempt."""


def parse(source: str, file: str) -> ast.Module:
    # Not ast.parse: the code under test may be the ast module itself, instrumented.
    tree = compile_quietly(source, file, ast.PyCF_ONLY_AST)
    assert isinstance(tree, ast.Module)
    return tree


def compile_quietly(source: str | ast.Module, file: str, flags: int) -> Any:
    # "str object is not callable" is said of our placeholders, the rest was said at import. Not
    # `warnings.catch_warnings`: the code under test could see that filters were changed.
    filters = warnings.filters
    warnings.filters = [("ignore", None, Warning, None, 0)]
    try:
        for left in reversed(range(MOST_TRIES)):
            # Threads that make trees at once spoil each other's count of how deep they are, and
            # CPython says SystemError (gh-106905). Not `contextlib`: it may be under test itself.
            try:
                return compile(source, file, "exec", flags=flags, dont_inherit=True)
            except SystemError:
                if not left:
                    raise
    finally:
        warnings.filters = filters
