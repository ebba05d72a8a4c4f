"""Exceptions that depend on the machine, not on values: no memory left, Ctrl-C, a missing module.

Conditions over inputs say nothing of these. So a line in an `except` that may take one of them is
never called unreachable.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from wend.record import Record
from wend.source.index import closure, index_of
from wend.source.library.frames import MAKES_TEXT
from wend.source.trees import name_of

_ANYWHERE = frozenset(
    ("BaseException", "KeyboardInterrupt", "MemoryError", "RecursionError", "SystemError")
)
"""Exceptions that may be raised anywhere, for reasons that no condition tells."""

_NOT_INSTALLED = frozenset(("ImportError", "ModuleNotFoundError"))


class Hazards(Record):
    """The names of functions that may raise such an exception, or call a function that may."""

    spelling: frozenset[str] = frozenset()
    """They make text of numbers, which may have too many digits, or they warn."""
    recursive: frozenset[str] = frozenset()
    """They call themselves, directly or not: the stack may overflow."""


NO_HAZARDS = Hazards()


def is_handling_machine(function: ast.AST, line: int, hazards: Hazards = NO_HAZARDS) -> bool:
    """Whether a line is in an `except` that may handle an exception of the machine."""
    return any(
        handler.lineno <= line <= (handler.end_lineno or 0)
        and may_take(handler, node.body, hazards)
        for node in ast.walk(function)
        if isinstance(node, ast.Try | ast.TryStar)
        for handler in node.handlers
    )


@lru_cache(maxsize=64)
def hazards_in(*modules: ast.Module) -> Hazards:
    """The hazards of all functions of some modules."""
    calls: dict[str, set[str]] = {}
    spelling: set[str] = set()
    indexes = [index_of(module) for module in modules]
    for node in [node for index in indexes for node in (*index.defs, *index.classes)]:
        calls.setdefault(node.name, set()).update(_called_in(node))
        if _may_have_many_digits(node) or _may_warn(node):
            spelling.add(node.name)
    callers: dict[str, set[str]] = {}
    for name, called in calls.items():
        for each in called & calls.keys():
            callers.setdefault(each, set()).add(name)
    recursive = _in_rounds(calls, callers)
    return Hazards(_and_callers(callers, spelling), _and_callers(callers, recursive))


def _in_rounds(calls: Mapping[str, set[str]], callers: Mapping[str, set[str]]) -> set[str]:
    """The functions that may call themselves, directly or not, and those on a way between two
    such functions.

    These are left when functions without a caller and functions without a callee are taken away
    until there are none.
    """
    left = set(calls)
    waiting = list(calls)
    while waiting:
        name = waiting.pop()
        before, after = callers.get(name, set()) & left, calls[name] & left
        if name in left and not (before and after):
            left.discard(name)
            waiting += before | after
    return left


def _and_callers(callers: Mapping[str, set[str]], names: Iterable[str]) -> frozenset[str]:
    """Functions, and everything that calls them, directly or not."""
    return frozenset(closure(names, lambda name: callers.get(name, ())))


def _called_in(tree: object) -> set[str]:
    parts = ast.walk(tree) if isinstance(tree, ast.AST) else ()
    return {name_of(part.func) for part in parts if isinstance(part, ast.Call)} - {""}


def may_take(handler: ast.ExceptHandler, raising: Sequence[object], hazards: Hazards) -> bool:
    kinds = set(_names(handler.type))
    if handler.type is None or kinds & _ANYWHERE or any(map(_is_warning, kinds)):
        return True
    called = set[str]().union(*map(_called_in, raising))
    spells = any(map(_may_have_many_digits, raising)) or not hazards.spelling.isdisjoint(called)
    return (
        may_lack_module(handler, raising)
        or (_takes(handler, ValueError) and spells)
        or (_takes(handler, Warning) and ("warn" in called or spells))
        or (_takes(handler, RecursionError) and not hazards.recursive.isdisjoint(called))
    )


def _is_warning(name: str) -> bool:
    """Whether a name is a builtin warning: `python -W error` raises these."""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Warning)


def _may_warn(tree: object) -> bool:
    parts = ast.walk(tree) if isinstance(tree, ast.AST) else ()
    return any(isinstance(part, ast.Call) and name_of(part.func) == "warn" for part in parts)


def may_lack_module(handler: ast.ExceptHandler, raising: Sequence[object]) -> bool:
    """Whether an `except` may handle that a module is not installed. One that names ImportError may
    mean an import in a function that is called."""
    kinds: tuple[type[ast.AST], ...] = (ast.Import, ast.ImportFrom)
    if not _NOT_INSTALLED.isdisjoint(_names(handler.type)):
        kinds = (*kinds, ast.Call)
    elif not _takes(handler, ImportError):
        return False
    trees = [each for each in raising if isinstance(each, ast.AST)]
    return any(isinstance(part, kinds) for tree in trees for part in ast.walk(tree))


def _names(kind: ast.expr | None) -> Iterator[str]:
    for part in ast.walk(kind) if kind is not None else ():
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def _takes(handler: ast.ExceptHandler, error: type[Exception]) -> bool:
    found = [getattr(builtins, name, None) for name in _names(handler.type)]
    return handler.type is None or any(
        not isinstance(each, type) or issubclass(error, each) for each in found
    )


def _may_have_many_digits(tree: object) -> bool:
    """Whether code may make text of an int: Python refuses if it has more than 4,300 digits."""
    for part in ast.walk(tree) if isinstance(tree, ast.AST) else ():
        match part:
            case ast.Call(func=ast.Name(id=name)) if name in MAKES_TEXT.of("builtins"):
                return True
            case ast.Call(func=ast.Attribute(attr="format")) | ast.FormattedValue():
                return True
            case ast.BinOp(op=ast.Mod(), left=left) if not _is_number(left):
                return True
    return False


def _is_number(node: ast.expr) -> bool:
    """Whether the left side of `%` does not look like a format text."""
    match node:
        case ast.Constant(value=value):
            return not isinstance(value, str | bytes)
        case _:
            return True
