"""Pieces of the programs of traces: syntax trees at a place of the source, and steps that end a
run.

All are trees of the function itself, or are made at the position of one, so that positions stay.
"""

from __future__ import annotations

import ast
from typing import Any, TypeVar

from wend.source.control.drawing import load
from wend.source.control.graph import FIT, ControlNode
from wend.source.statements import always_matches

Made = TypeVar("Made", bound=ast.AST)


def placed(made: Made, place: ast.AST) -> Made:
    return ast.copy_location(made, place)


def clone(node: Any) -> Any:
    """A copy of a tree, because rewriting changes trees in place."""
    if isinstance(node, list):
        return [clone(each) for each in node]
    if not isinstance(node, ast.AST):
        return node
    made = type(node)(**{name: clone(getattr(node, name, None)) for name in node._fields})
    for name in node._attributes:
        if hasattr(node, name):
            setattr(made, name, getattr(node, name))
    return made


def fit(condition: ast.expr, wanted: bool, place: ast.AST, measured: bool = False) -> ast.stmt:
    given = [condition, placed(ast.Constant(wanted), place)]
    if measured and isinstance(condition, ast.Compare) and len(condition.ops) == 1:
        operator = placed(ast.Constant(type(condition.ops[0]).__name__), place)
        given = [condition.left, condition.comparators[0], operator, given[1]]
    return calls(FIT, given, place)


def unfit(place: ast.AST) -> ast.stmt:
    """Ends the trace where no condition of the program is wrong."""
    return calls(FIT, [], place)


def calls(name: str, given: list[ast.expr], place: ast.AST) -> ast.stmt:
    return placed(ast.Expr(placed(ast.Call(load(name, place), given, []), place)), place)


def item(target: Any, name: str, *, is_async: bool = False) -> ast.stmt:
    """Takes the next item of an iterator, if there is one."""
    break_ = placed(ast.Break(), target)
    return loop(clone(target), name, [break_], [unfit(target)], is_async=is_async)


def loop(
    target: ast.expr, name: str, body: list[ast.stmt], orelse: list[ast.stmt], *, is_async: bool
) -> ast.stmt:
    """A loop over an iterator, at the place of its target."""
    cls: Any = ast.AsyncFor if is_async else ast.For
    made: ast.stmt = placed(cls(target, load(name, target), body, orelse, None), target)
    return made


def match_(node: ControlNode, *, matches: bool) -> ast.stmt:
    pattern = node.tree
    passes: list[ast.stmt] = [placed(ast.Pass(), pattern)]
    fails: list[ast.stmt] = [unfit(pattern)]
    first, second = (passes, fails) if matches else (fails, passes)
    cases = [ast.match_case(clone(pattern), None, first)]
    if not always_matches(cases[0]):
        cases.append(ast.match_case(placed(ast.MatchAs(None, None), pattern), None, second))
    return placed(ast.Match(load(node.name, pattern), cases), pattern)


def decided(node: ControlNode) -> ast.stmt:
    """Evaluates a condition, which may raise, and its truth, which may raise, too."""
    negated = placed(ast.UnaryOp(placed(ast.Not(), node.tree), clone(node.tree)), node.tree)
    return placed(ast.Expr(negated), node.tree)
