"""Compound statements as one step of a trace: all of one, or some turns of a loop. [004] §3"""

from __future__ import annotations

import ast
from typing import Any

from wend.instrument.trace_trees import calls, clone, item, placed, unfit
from wend.source.control.drawing import assign, load
from wend.source.control.graph import TURN, Region


def whole(region: Region, *, counted: bool) -> ast.stmt:
    """A compound statement as one step. A run that leaves it otherwise than by its end ends
    there."""
    made: ast.stmt = _Inside("", counted=counted).visit(clone(region.statement))
    return made


def turns(region: Region, at: int, *, counted: bool) -> list[ast.stmt]:
    """Some turns of a loop, as many as the probe TURN says."""
    statement = clone(region.statement)

    def asked(*given: ast.expr) -> ast.expr:
        number = placed(ast.Constant(at), statement)
        return placed(ast.Call(load(TURN, statement), [number, *given], []), statement)

    made: list[ast.stmt] = []
    if isinstance(statement, ast.While):
        first = _unless(statement.test, statement)
    else:
        name = f"_wend_items_{statement.lineno}_{statement.col_offset}"
        first = item(statement.target, name)
        if counted and isinstance(statement, ast.For):
            made.append(assign(name, asked(load(name, statement)), statement))
    ignored = placed(ast.Name("_wend_ignored", ast.Store()), statement)
    inside = _Inside("turn", counted=counted)
    body = [*inside.counting(statement), first, *map(inside.visit, statement.body)]
    return [*made, placed(ast.For(ignored, asked(), body, [], None), statement)]


def _unless(test: ast.expr, place: ast.AST) -> ast.stmt:
    """Ends the trace where a condition does not hold."""
    return placed(ast.If(test, [placed(ast.Pass(), place)], [unfit(place)]), place)


class _Inside(ast.NodeTransformer):
    """Rewrites statements of a trace so that ways out end the trace. `where`: in a loop, or in a
    turn of one."""

    def __init__(self, where: str, *, counted: bool) -> None:
        self._where = where
        self._counted = counted

    def counting(self, place: ast.AST) -> list[ast.stmt]:
        return [calls(TURN, [], place)] if self._counted else []

    def visit(self, node: ast.AST) -> Any:
        match node:
            case ast.Return():
                return unfit(node)
            case ast.Break() if self._where != "loop":
                return unfit(node)
            case ast.Continue() if not self._where:
                return unfit(node)
            case ast.Global() | ast.Nonlocal():
                return placed(ast.Pass(), node)  # declared at the beginning
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() | ast.ClassDef():
                return node
            case ast.For() | ast.AsyncFor() | ast.While():
                inside = _Inside("loop", counted=self._counted)
                node.body = [*self.counting(node), *map(inside.visit, node.body)]
                node.orelse = [self.visit(each) for each in node.orelse]
                return node
            case _:
                return self.generic_visit(node)
