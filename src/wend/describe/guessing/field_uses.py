"""Guesses the type of a field, without annotation or assignment, from how the module uses it."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from types import ModuleType
from typing import Any

from wend.describe.guessing.uses import uses_in
from wend.describe.hints import classes_in

_KINDS: dict[str, Any] = {
    **{kind.__name__: kind for kind in (int, float, str, bool, bytes)},
    "list": list[int],
    "dict": dict[str, int],
    "set": set[int],
}
"""The type for each word of a vote."""

_OF_CLASS = 10.0
"""The weight of a class that has all attributes that are read."""


def type_by_use(
    name: str, tree: ast.Module, module: ModuleType, cls: Any, *, inside: bool = False
) -> Any:
    """The type of a field of a class, or of the items `inside` the field.

    `p.next.next` tells that the value of `next` has a `next`. So it is an instance of this class,
    or of another one, that has all attributes that are read."""
    weights: defaultdict[Any, float] = defaultdict(float)
    for function in _functions(tree):
        if name not in _read_in(function):
            continue
        uses = uses_in(function, module)
        votes = uses.votes(lambda node: isinstance(node, ast.Attribute) and node.attr == name)
        votes = votes.element() if inside else votes
        named = [each for hint in votes.classes for each in classes_in(hint)]
        fitting = {*votes.fitting, *[each for each in named if each.__module__ != "builtins"]}
        for each in (cls,) if cls in fitting else fitting:
            weights[each] += _OF_CLASS
        for kind, weight in votes.weights.items():
            if kind in _KINDS:
                weights[_KINDS[kind]] += weight
    return max(weights, key=weights.__getitem__, default=int)


@functools.cache
def _functions(tree: ast.Module) -> tuple[ast.FunctionDef, ...]:
    return tuple([each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)])


@functools.cache
def _read_in(function: ast.FunctionDef) -> frozenset[str]:
    """The attributes that a function reads."""
    return frozenset(
        [
            each.attr
            for each in ast.walk(function)
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load)
        ]
    )
