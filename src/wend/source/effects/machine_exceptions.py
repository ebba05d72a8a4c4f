"""What a step may raise for reasons that are no term: no memory left, Ctrl-C, too many digits."""

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
"""What an `except` means by its name that no model raises; one without a name means all of it."""

_NOT_INSTALLED = frozenset(("ImportError", "ModuleNotFoundError"))


class Hazards(Record):
    """The functions of a module, by name, that may raise for more than values, by themselves or by
    what they call."""

    spelling: frozenset[str] = frozenset()
    """They make text of numbers, or warn."""
    recursive: frozenset[str] = frozenset()
    """They call themselves, of which the stack may have enough."""


NO_HAZARDS = Hazards()


def is_handling_machine(function: ast.AST, line: int, hazards: Hazards = NO_HAZARDS) -> bool:
    """Whether a line is where an exception is handled that may depend on more than values."""
    return any(
        handler.lineno <= line <= (handler.end_lineno or 0)
        and may_take(handler, node.body, hazards)
        for node in ast.walk(function)
        if isinstance(node, ast.Try | ast.TryStar)
        for handler in node.handlers
    )


@lru_cache(maxsize=64)
def hazards_in(*modules: ast.Module) -> Hazards:
    """Of all functions of some modules."""
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
    """The functions that may call themselves in the end, and a few between two that do: what is
    left when those that nobody calls are taken away, and those that call nobody, again and again.
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
    """Functions, and all that call them in the end."""
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
    """Whether a name is that of a warning, which is raised where the interpreter is told so."""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Warning)


def _may_warn(tree: object) -> bool:
    parts = ast.walk(tree) if isinstance(tree, ast.AST) else ()
    return any(isinstance(part, ast.Call) and name_of(part.func) == "warn" for part in parts)


def may_lack_module(handler: ast.ExceptHandler, raising: Sequence[object]) -> bool:
    """Whether what is handled may be that a module is not installed; who names that may mean one
    that is imported in what is called."""
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
    """Whether numbers become text: those of more than 4,300 digits do not."""
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
    """Whether what is left of a `%` is no format, as far as its looks tell."""
    match node:
        case ast.Constant(value=value):
            return not isinstance(value, str | bytes)
        case _:
            return True
