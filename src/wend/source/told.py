"""Expressions whose value only ends up in a message, so that the code decides nothing by it.

raise TypeError(f"no {type(x).__name__}")       a class that is only told
return type(x)(…)                               a class that only makes another value
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from wend.record import Record
from wend.source.files import parse, read_source
from wend.source.library.type_questions import WRITES_MESSAGE
from wend.source.trees import below
from wend.source.type_tests import typed_by


class Span(Record):
    """The place of an expression in a file."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


def is_only_told(span: Span) -> bool:
    """Whether the expression at a place is part of a message."""
    return (span.line, span.column, span.end_line, span.end_column) in _spans(span.file)[0]


def is_only_called(span: Span) -> bool:
    """Whether the expression at a place is a class that is only called."""
    return (span.line, span.column, span.end_line, span.end_column) in _spans(span.file)[1]


def source_at(span: Span) -> str:
    """The first line of the expression at a place."""
    try:
        line = read_source(span.file).split("\n")[span.line - 1].encode()
    except (OSError, IndexError, ValueError):
        return "a question for a class"
    end = span.end_column if span.end_line == span.line else len(line)
    return line[span.column : end].decode().strip().rstrip(":") or line.decode().strip()


_Place = tuple[int, int, int, int]


@lru_cache(maxsize=64)
def _spans(file: str) -> tuple[frozenset[_Place], frozenset[_Place]]:
    """The places of the expressions in a file that are only told, and of those only called."""
    try:
        tree = parse(read_source(file), file)  # instrumentation changes the tree that is kept
    except (OSError, SyntaxError, ValueError):
        return frozenset(), frozenset()
    told: list[ast.AST] = []
    called: list[ast.AST] = []
    for function in (tree, *below(tree)):
        if isinstance(function, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            told.extend(_told_parts(function))
            called.extend(_called_in(function))
    return _places(told), _places(called)


def _places(nodes: Iterable[ast.AST]) -> frozenset[_Place]:
    return frozenset(
        (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        for node in nodes
        if isinstance(node, ast.expr)
    )


def _called_in(function: ast.AST) -> Iterator[ast.expr]:
    """The classes of values that a function calls."""
    for node in below(function):
        match node:
            case ast.Call(func=func) if typed_by(func) is not None:
                yield func


def _told_parts(function: ast.AST) -> list[ast.AST]:
    """The nodes in messages: in what is raised, returned as text, printed or logged, and in text
    whose variable is used for nothing else."""
    told: list[ast.AST] = []
    texts: list[tuple[str, ast.JoinedStr]] = []
    reads: dict[str, set[int]] = {}
    for node in below(function):
        match node:
            case ast.Raise():
                told.extend(below(node))
            case ast.Return(value=ast.JoinedStr() as text) | ast.Assert(msg=ast.expr() as text):
                told.extend(below(text))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if (
                name in WRITES_MESSAGE
            ):
                told.extend(below(node))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.JoinedStr() as text):
                texts.append((name, text))
            case ast.Name(id=name, ctx=ast.Load()):
                reads.setdefault(name, set()).add(id(node))
    known = {*map(id, told)}
    for name, text in texts:
        if reads.get(name, set()) <= known:
            told.extend(below(text))
    return told
