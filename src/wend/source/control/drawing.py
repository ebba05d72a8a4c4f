"""What a drawing of control flow is made of: nodes, edges, what is around a statement, and trees of
ours where something of the source stands."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from wend.record import Record
from wend.source.control.graph import ControlNode, Edge, How, Kind

Thunk = Callable[[], int]


class Exits(Record):
    """Where control goes from inside a statement when it does not just go on."""

    leave: Thunk
    stop: Thunk | None = None
    again: Thunk | None = None
    caught: int | None = None
    """The node that holds what is raised; None where it leaves the function."""
    raised: str = ""
    """The name of the exception that is being handled."""


class Drawing:
    """Nodes and edges, as far as they are drawn."""

    def __init__(self) -> None:
        self.nodes: list[ControlNode] = []
        self.edges: list[Edge] = []
        self.starts: dict[int, list[int]] = {}

    def node(self, kind: Kind, line: int, tree: Any = None, name: str = "") -> int:
        self.nodes.append(ControlNode(len(self.nodes), kind, line, tree, name))
        return len(self.nodes) - 1

    def edge(self, source: int, how: How, target: int) -> None:
        self.edges.append(Edge(source, how, target))

    def raising(self, number: int, around: Exits) -> int:
        """Adds where an exception of a node leads."""
        if around.caught is not None and _may_raise(self.nodes[number]):
            self.edge(number, "raises", around.caught)
        return number

    def do(self, statements: list[ast.stmt], after: int | None, around: Exits, line: int) -> int:
        """A node that runs statements; without `after` they always raise."""
        for statement in statements:
            ast.fix_missing_locations(statement)
        made = self.raising(self.node("do", line, statements), around)
        if after is not None:
            self.edge(made, "next", after)
        return made


def _may_raise(node: ControlNode) -> bool:
    if node.kind in ("entry", "pass", "caught"):
        return False
    match node.tree:
        case [ast.Assign(targets=[ast.Name()], value=ast.Constant())]:
            return False
        case _:
            return True


def load(name: str, place: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Name(name, ast.Load()), place)


def assign(name: str, value: ast.expr, place: ast.AST) -> ast.stmt:
    target = ast.copy_location(ast.Name(name, ast.Store()), place)
    return ast.copy_location(ast.Assign([target], value), place)


def parsed(source: str, place: ast.AST) -> ast.expr:
    """An expression of ours, where something of the source stands."""
    made = ast.parse(source, mode="eval").body
    for node in ast.walk(made):
        ast.copy_location(node, place)
    return made
