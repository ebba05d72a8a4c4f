"""Guesses a parameter by the arguments that the module itself calls the function with."""

from __future__ import annotations

import ast
import functools
from types import ModuleType
from typing import Any

from wend.describe.guessing.literals import NOTHING, Literals, is_distinct
from wend.describe.guessing.votes import Votes
from wend.source.definitions import file_of
from wend.source.files import parse_file

MOST_VALUES = 3
"""Values of the module that are passed as arguments, and tried as they are."""

SMALL = (int, bool, float, type(None))
"""Types whose values tell nothing but their type."""


def called_with(function: Any, name: str, module: ModuleType, votes: Votes) -> None:
    """Lets the calls of a function, or of the class whose constructor it is, vote on the type of a
    parameter."""
    code = function.__code__
    is_constructor = code.co_name == "__init__"
    called = function.__qualname__.split(".")[-2 if is_constructor else -1]
    names = code.co_varnames[: code.co_argcount]
    if name not in names:
        return
    place = names.index(name) - is_constructor
    for call, around in _calls(file_of(function)).get(called, ()):
        for keyword, value in (
            *((each.arg, each.value) for each in call.keywords),
            *enumerate(call.args),
        ):
            if keyword in (name, place) and not isinstance(value, ast.Starred):
                _vote(value, votes, _literals(around, module))


def _vote(value: ast.expr, votes: Votes, literals: Literals) -> None:
    kind = literals.kind(value)
    if kind is not None:
        votes.add(kind)
    meaning = literals.meaning(value)
    is_whole = type(meaning) not in SMALL and (kind is not None or is_distinct(meaning))
    if meaning is not NOTHING and is_whole and len(votes.values) < MOST_VALUES:
        votes.values[ast.unparse(value)] = None


_literals = functools.cache(Literals)


@functools.cache
def _calls(file: str) -> dict[str, list[tuple[ast.Call, ast.stmt]]]:
    """The calls in a file by the name of what is called, with the statement around them."""
    found: dict[str, list[tuple[ast.Call, ast.stmt]]] = {}
    tree = parse_file(file)
    for statement in tree.body if tree is not None else ():
        for node in ast.walk(statement):
            match node:
                case ast.Call(func=ast.Name(id=name)):
                    found.setdefault(name, []).append((node, statement))
    return found
