"""Tuples that a function makes and then looks up: `key = a, b`, `if key in seen`.

A tuple that was just made is known to nobody, so its parts are looked at once, where it is given
its name, and a memo knows it from then on.
"""

from __future__ import annotations

import ast
from typing import Any

from wend.instrument.rewrite.checks import (
    AND,
    LOAD,
    OR,
    STORE,
    is_of_kinds,
    joint,
    memo,
    probed,
)
from wend.instrument.rewrite.names import FINDING
from wend.instrument.rewrite.nodes import at, below
from wend.instrument.rewrite.shapes import statements

_MOST_PARTS = 6
"""Of longer tuples, with those that they hold, nothing is noted."""


def named_tuples(function: Any) -> set[str]:
    """The names that a function gives to tuples, and by which it looks something up."""
    made = {
        statement.targets[0].id
        for statement in statements(function.body)
        if isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Tuple)
        and isinstance(statement.targets[0], ast.Name)
    }
    return made & _keys(function) if made else made


def _keys(function: ast.AST) -> set[str]:
    """Names of what is looked up somewhere in a function, and is its own."""
    keys: set[str] = set()
    shared: set[str] = set()
    for node in below(function):
        match node:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In() | ast.NotIn()]):
                keys.add(name)
            case ast.Subscript(slice=ast.Name(id=name)):
                keys.add(name)
            case ast.Call(func=ast.Attribute(attr=method), args=[ast.Name(id=name), *_]):
                if method in FINDING:
                    keys.add(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                shared.update(names)
    return keys - shared


def noted(node: ast.Assign, number: int) -> ast.stmt:
    """`name = a, b`; where the parts are plain, the memo of this number knows the tuple."""
    target, place = node.targets[0], node.value
    parts = _parts(place)
    if (
        not isinstance(target, ast.Name)
        or not isinstance(place, ast.Tuple)
        or not 0 < len(parts) <= _MOST_PARTS
        or any(isinstance(each, ast.Starred) for each in below(place))
    ):
        return node
    read = at(ast.Name(target.id, LOAD), place)
    checks = []
    for order, path in enumerate(parts):
        part: ast.expr = read
        for index in path:
            part = at(ast.Subscript(part, at(ast.Constant(index), place), LOAD), place)
        own_type = probed("type", [part], place)
        checks.append(joint(OR, is_of_kinds(own_type, "keys", place, number=order), place))
    known = at(ast.Attribute(memo(number, place), "known", STORE), place)
    note = at(ast.If(joint(AND, checks, place), [at(ast.Assign([known], read), place)], []), node)
    return at(ast.If(at(ast.Constant(True), node), [node, note], []), node)


def _parts(node: ast.expr) -> list[tuple[int, ...]]:
    """Where in a tuple, or in tuples that it holds, those parts are that are no constants."""
    if isinstance(node, ast.Constant):
        return []
    if not isinstance(node, ast.Tuple):
        return [()]
    return [(index, *path) for index, part in enumerate(node.elts) for path in _parts(part)]
