"""From a function to its twin: the instrumented code object of the same place in the source.

The source is parsed and rewritten, compiled without being run, and the code object of the same
qualified name and first line is picked out. Its closure fits, because the nesting is unchanged;
its line numbers fit, because every node keeps its position.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

from wend.instrument.rewrite import PLACEHOLDER, rewrite
from wend.instrument.source import parse_file

_FUTURES = 0x0FFE0000
"""The bits of `co_flags` that `from __future__` sets and `compile` takes."""

Key = tuple[str, int]
"""Qualified name and first line."""


class Twins:
    """The twins of all code so far, compiled as needed; probes are put in by name."""

    def __init__(self, probes: Mapping[str, Any]) -> None:
        self._probes = {PLACEHOLDER + name: probe for name, probe in probes.items()}
        self.goal: tuple[str, int] | None = None
        self._units: dict[tuple[str, int], dict[Key, list[CodeType]]] = {}
        """The twins of each unit, by file and first line."""

    def twin(self, code: CodeType, file: str) -> CodeType | None:
        """The twin of a code object whose source is in `file`; None where there is none."""
        unit = unit_of(file, code.co_firstlineno)
        if not unit:
            return None
        twins = self._units.get((file, unit[0].lineno))
        if twins is None:
            twins = self._compile(unit, code, file)
            self._units[file, unit[0].lineno] = twins
        found = twins.get((code.co_qualname, code.co_firstlineno), [])
        if len(found) > 1:
            found = [twin for twin in found if _starts(twin) == _starts(code)]
        # Where two can't be told apart they are lambdas with a constant each: no need for a twin.
        return _fitted(found[0], code) if len(found) == 1 else None

    def _compile(
        self, unit: list[ast.stmt], code: CodeType, file: str
    ) -> dict[Key, list[CodeType]]:
        try:
            goal = self.goal[1] if self.goal and self.goal[0] == file else None
            module = ast.Module(rewrite(unit, file, goal), [])
            compiled = compile_quietly(module, code.co_filename, code.co_flags & _FUTURES)
        except (SyntaxError, ValueError, RecursionError):
            return {}
        twins: dict[Key, list[CodeType]] = {}
        for twin in _codes(self._with_probes(compiled)):
            twins.setdefault((twin.co_qualname, twin.co_firstlineno), []).append(twin)
        return twins

    def _with_probes(self, code: CodeType) -> CodeType:
        consts = []
        for const in code.co_consts:
            if isinstance(const, CodeType):
                const = self._with_probes(const)
            elif isinstance(const, str) and const.startswith(PLACEHOLDER):
                const = self._probes[const]
            consts.append(const)
        return code.replace(co_consts=tuple(consts))


def unit_of(file: str, line: int) -> list[ast.stmt]:
    """What is compiled at once: the outermost statement around a line.

    Statements that share a line (`f = lambda: 1; g = lambda: 2`) are one unit.
    """
    tree = parse_file(file)
    unit: list[ast.stmt] = []
    last = 0
    for statement in tree.body if tree else ():
        first = _first_line(statement)
        if first > last:
            if unit and line <= last:
                return unit
            if first > line:
                return []
            unit = []
        unit.append(statement)
        last = max(last, statement.end_lineno or first)
    return unit if line <= last else []


def compile_quietly(module: ast.Module, file: str, flags: int) -> CodeType:
    # "str object is not callable" is said of our placeholders, the rest was said at import. Not
    # `warnings.catch_warnings`: the code under test could see that filters were changed.
    filters = warnings.filters
    warnings.filters = [("ignore", None, Warning, None, 0)]
    try:
        compiled: CodeType = compile(module, file, "exec", flags=flags, dont_inherit=True)
        return compiled
    finally:
        warnings.filters = filters


def show_twin(statements: list[ast.stmt], file: str) -> str:
    """The rewritten source, with probes by their names."""
    module = ast.Module(rewrite(statements, file, guarded=False), [])
    for node in ast.walk(module):
        # Named in the tree and not in the text: a placeholder can't be written inside an f-string.
        if isinstance(node, ast.Call) and (name := _placeholder(node.func)):
            node.func = ast.Name("wend." + name)
        elif isinstance(node, ast.MatchValue) and (name := _placeholder(node.value)):
            node.value = ast.Name("wend." + name)
    return ast.unparse(module) + "\n"


def _placeholder(node: ast.expr) -> str | None:
    """The name of the probe that a node stands for."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.removeprefix(PLACEHOLDER) if node.value.startswith(PLACEHOLDER) else None
    return None


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *[decorator.lineno for decorator in decorators]])


def _fitted(twin: CodeType, code: CodeType) -> CodeType | None:
    """The twin, if it can take the place of the code: not where the source is of other code."""
    if (
        twin.co_freevars != code.co_freevars
        or twin.co_argcount != code.co_argcount
        or twin.co_posonlyargcount != code.co_posonlyargcount
        or twin.co_kwonlyargcount != code.co_kwonlyargcount
        or set(twin.co_varnames) != set(code.co_varnames)
    ):
        return None
    if twin.co_flags != code.co_flags:
        return twin.replace(co_flags=code.co_flags)  # which `types.coroutine` changes
    return twin


def _codes(code: CodeType) -> Iterator[CodeType]:
    stack = [code]
    while stack:
        code = stack.pop()
        yield code
        stack.extend(const for const in code.co_consts if isinstance(const, CodeType))


def _starts(code: CodeType) -> tuple[int, int]:
    """Where the body starts: tells two lambdas of one line apart."""
    return min(
        (
            (line, column)
            for line, _, column, _ in code.co_positions()
            if line is not None and column is not None and column > 0
        ),
        default=(0, 0),
    )
