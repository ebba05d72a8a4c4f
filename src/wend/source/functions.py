"""All functions of a file, also those inside of other functions."""

from __future__ import annotations

import ast
from functools import lru_cache

from wend.source.flow import Flow, FunctionEntry, flow_of
from wend.source.index import index_of
from wend.source.trees import start_of


@lru_cache(maxsize=16)
def all_functions(tree: ast.Module) -> tuple[FunctionEntry, ...]:
    """The functions by plain name, in the order of their first lines."""
    found = []
    for node in index_of(tree).defs:
        last = node.end_lineno or node.lineno
        found.append(FunctionEntry(node.name, start_of(node), node.lineno, last))
    return tuple(sorted(found, key=lambda entry: entry.first_line))


def around(tree: ast.Module, line: int) -> list[tuple[FunctionEntry, Flow]]:
    """The functions around a line, the innermost first, with their control flow."""
    return [
        (entry, flow_of(tree, entry.first_line))
        for entry in reversed(all_functions(tree))
        if entry.first_line <= line <= entry.end_line
    ]


def holder(tree: ast.Module, line: int) -> tuple[FunctionEntry, int] | None:
    """The function that executes the statement on a line, and the first line of that statement.

    The `def` of a nested function is a statement of the function around it.
    """
    for entry, flow in around(tree, line):
        statement = flow.statement_of.get(line)
        if statement is not None and statement in flow.lines:
            return entry, statement
    return None
