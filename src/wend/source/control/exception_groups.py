"""Draws the control flow of `except*`: every clause takes its part of what was raised, in turn.

    caught ─▶ part 1 ──true──▶ body ───▶ part 2 ─▶ … ─▶ left ──false──▶ after
                └────false────────────▶ part 2 ─▶ … ─▶ left ──true───▶ raise

What a body raises is kept until all clauses were asked, and is then raised together with what no
clause took. So a clause is drawn up to three times: where none before it took a part, and something
is left in any case; where some did; and where some of these raised. [PEP 654]
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from wend.record import replace
from wend.source.control.drawing import Drawing, Exits, assign, load

Block = Callable[[Sequence[ast.stmt], int, Exits], int]


def all_of(name: str) -> str:
    """Holds what the bodies of an `except*` raised, by the name of what it handles."""
    return name + "_all"


def rest_of(name: str) -> str:
    """Holds what no clause took yet."""
    return name + "_rest"


def part_of(name: str) -> str:
    """Holds what the last clause that was asked takes."""
    return name + "_part"


def left_of(name: str) -> str:
    """Holds what is raised at the end."""
    return name + "_left"


def draw_clauses(
    drawing: Drawing, block: Block, statement: ast.TryStar, name: str, after: int, around: Exits
) -> int:
    """The nodes of the clauses; returns the first. `name` holds what was raised."""
    last = statement.handlers[-1]
    again = ast.copy_location(ast.Raise(load(left_of(name), last)), last)
    raised = drawing.do([again], None, around, last.lineno)

    def left() -> int:
        node = drawing.raising(drawing.node("left", last.lineno, last, name), around)
        drawing.edge(node, "true", raised)
        return node

    def part(handler: ast.ExceptHandler, body: int, otherwise: int) -> int:
        node = drawing.raising(drawing.node("part", handler.lineno, handler, name), around)
        drawing.edge(node, "true", body)
        drawing.edge(node, "false", otherwise)
        drawing.starts.setdefault(handler.lineno, []).append(node)
        return node

    def body(handler: ast.ExceptHandler, then: int) -> int:
        error = name + "_again"
        caught = drawing.node("caught", handler.lineno, None, error)
        together = ast.Tuple(
            [ast.Starred(load(all_of(name), handler), ast.Load()), load(error, handler)], ast.Load()
        )
        kept = assign(all_of(name), ast.copy_location(together, handler), handler)
        unbound = _unbound(handler)
        drawing.edge(caught, "next", _silent(drawing, [kept, *unbound], raising, handler.lineno))
        handling = replace(around, caught=caught, raised=part_of(name))
        end = _silent(drawing, unbound, then, handler.lineno) if unbound else then
        return block(handler.body, end, handling)

    untouched, taken, raising = left(), left(), left()
    drawing.edge(taken, "false", after)
    for handler in reversed(statement.handlers[1:]):
        quiet, loud = body(handler, taken), body(handler, raising)
        untouched = part(handler, quiet, untouched)
        taken, raising = part(handler, quiet, taken), part(handler, loud, raising)
    first = statement.handlers[0]
    begun = [
        assign(rest_of(name), load(name, first), first),
        assign(all_of(name), ast.copy_location(ast.Tuple([], ast.Load()), first), first),
    ]
    return _silent(drawing, begun, part(first, body(first, taken), untouched), first.lineno)


def _silent(drawing: Drawing, statements: list[ast.stmt], after: int, line: int) -> int:
    """A node that does what never raises."""
    for statement in statements:
        ast.fix_missing_locations(statement)
    node = drawing.node("do", line, statements)
    drawing.edge(node, "next", after)
    return node


def _unbound(handler: ast.ExceptHandler) -> list[ast.stmt]:
    """Whatever its body did to the name of a clause, it is unbound at its end."""
    if handler.name is None:
        return []
    gone = ast.copy_location(ast.Name(handler.name, ast.Del()), handler)
    return [
        assign(handler.name, ast.copy_location(ast.Constant(None), handler), handler),
        ast.copy_location(ast.Delete([gone]), handler),
    ]
