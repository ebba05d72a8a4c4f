"""What a step of a trace reads and writes: locals by name, all objects together as one heap."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from wend.instrument.trace import EXTRACTED, Step
from wend.record import Record
from wend.source.bindings import bound_by
from wend.source.control.exception_groups import all_of, left_of, part_of, rest_of
from wend.source.control.graph import Control, ControlNode
from wend.source.types.of_locals import Types


class Effects(Record):
    """The effects of one step."""

    reads: frozenset[str]
    writes: frozenset[str]
    """Locals that the step may bind."""
    binds: frozenset[str]
    """Locals that the step certainly binds."""
    heap: bool
    """Whether it may read or change objects: by calls, attributes, operators of classes."""
    is_seen: bool = False
    """Whether it binds a local that an inner function reads, so that calls may see it."""

    @property
    def may_change(self) -> bool:
        """Whether a later step that reads objects may see the effect."""
        return self.heap or self.is_seen

    @property
    def is_scalar(self) -> bool:
        """Whether it reads and writes nothing but numbers and text in locals."""
        return not self.heap


class Reader:
    """The effects of the steps of one function."""

    def __init__(self, control: Control, types: Types) -> None:
        self._control = control
        self._types = types
        self._known: dict[Step, Effects] = {}
        self._inside: dict[range, Effects] = {}

    def of(self, step: Step) -> Effects:
        found = self._known.get(step)
        if found is None:
            if step[1] in EXTRACTED:
                found = self.inside(self._control.starting[step[0]].inside)
            else:
                found = self._effects(self._control.nodes[step[0]], step[1])
            self._known[step] = found
        return found

    def inside(self, numbers: range) -> Effects:
        """The effects of all nodes of a region together."""
        found = self._inside.get(numbers)
        if found is None:
            does = [self.of((number, "true")) for number in numbers]
            found = self._inside[numbers] = Effects(
                frozenset().union(*[each.reads for each in does]),
                frozenset().union(*[each.writes for each in does]),
                frozenset(),
                any(each.heap for each in does),
                any(each.is_seen for each in does),
            )
        return found

    def _effects(self, node: ControlNode, how: str) -> Effects:
        match node.kind:
            case "do":
                trees = node.tree
                own = [each for each in trees if not (len(trees) > 1 and _is_unbinding(each))]
                heap = any(self._touches(each) for each in own)
            case "test":
                trees = [node.tree]
                heap = self._types.of(node.tree) is None
            case "next":
                # A loop that ends leaves its target as it was.
                target = [] if how == "false" else [node.tree[0]]
                trees = [*target, ast.Name(node.name, ast.Load())]
                heap = True
            case "case":
                trees = [node.tree, ast.Name(node.name, ast.Load())]
                heap = True
            case "handler":
                trees = [*([node.tree.type] if node.tree.type else []), ast.Name(node.name)]
                heap = True
            case "part":
                reads_, written = rest_of(node.name), (rest_of(node.name), part_of(node.name))
                trees = [
                    node.tree.type,
                    ast.Name(reads_, ast.Load()),
                    *[ast.Name(each, ast.Store()) for each in written],
                ]
                heap = True
            case "left":
                parts = (node.name, all_of(node.name), rest_of(node.name))
                trees = [ast.Name(each, ast.Load()) for each in parts]
                trees.append(ast.Name(left_of(node.name), ast.Store()))
                heap = True
            case _:
                return Effects(frozenset(), frozenset(), frozenset(), False)
        reads, writes = _names(trees)
        if node.kind in ("handler", "part") and node.tree.name:
            writes.add(node.tree.name)
        types = self._types
        if not all(map(types.is_of_function, writes)):
            heap = True  # a global, which whatever is called may look at
        binds: set[str] = set()
        if node.kind == "left" or (node.kind in ("next", "handler", "part") and how == "true"):
            binds = writes
        elif node.kind == "do":
            binds = {name for each in trees for name in _bound(each)} - _unbound(trees)
        elif node.kind == "test" and not any(
            isinstance(part, _MAY_STOP) for part in ast.walk(node.tree)
        ):
            binds = writes
        if how == "raises":
            binds = set()
        is_seen = not types.seen_inside.isdisjoint(writes)
        return Effects(frozenset(reads), frozenset(writes), frozenset(binds), heap, is_seen)

    def _touches(self, statement: ast.stmt) -> bool:
        """Whether a statement may touch objects."""
        of = self._types.of
        match statement:
            case ast.Assign(targets=targets, value=value):
                if all(isinstance(each, ast.Name) for each in targets):
                    return of(value) is None and not self._is_own(value)
                if isinstance(value, ast.Tuple) and all(_is_plain(each) for each in targets):
                    return any(of(each) is None for each in value.elts)
                return True
            case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value):
                return of(value) is None and not self._is_own(value)
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                return of(ast.BinOp(ast.Name(name, ast.Load()), operator, value)) is None
            case ast.Expr(value=value):
                return of(value) is None and not self._is_own(value)
            case ast.Pass():
                return False
            case _:
                return True

    def _is_own(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Name) and self._types.is_own(value.id)


_MAY_STOP = (ast.BoolOp, ast.IfExp, ast.comprehension, ast.Lambda)
"""Expressions with a part that may not be evaluated."""


def _is_plain(target: ast.expr) -> bool:
    return isinstance(target, ast.Tuple) and all(isinstance(e, ast.Name) for e in target.elts)


def _names(trees: Iterable[Any]) -> tuple[set[str], set[str]]:
    """The names that are read and those that are bound, inner functions included."""
    reads: set[str] = set()
    writes: set[str] = set()
    for tree in trees:
        for node in ast.walk(tree):
            writes.update(bound_by(node))
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.AugAssign(target=ast.Name(id=name)):
                    reads.add(name)
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    writes.update(names)
    return reads, writes


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=targets):
            for target in targets:
                yield from _bound_names(target)
        case ast.AnnAssign(target=target, value=ast.expr()):
            yield from _bound_names(target)
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name


def _unbound(statements: Iterable[ast.stmt]) -> set[str]:
    """The names that statements bind and then unbind, as the end of an `except*` does."""
    gone = [each for each in statements if _is_unbinding(each)]
    return {part.id for each in gone for part in ast.walk(each) if isinstance(part, ast.Name)}


def _is_unbinding(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Delete)


def _bound_names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _bound_names(part)
