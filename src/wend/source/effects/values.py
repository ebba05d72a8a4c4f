"""Whether a value can be changed, as far as the expression that makes it tells."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection

from wend.source.library.changes import (
    ASKS,
    COPIES,
    MAKES_CLASS,
    MAKES_CONTAINER,
    MAKES_GROWING,
    MAKES_IMMUTABLE,
    MAKES_NEW,
    MAKES_PLAIN,
    USED_UP,
)
from wend.source.library.classes import BASES_WITHOUT_METHODS
from wend.source.trees import name_of

_KNOWN = COPIES | MAKES_NEW | MAKES_CONTAINER | MAKES_IMMUTABLE | MAKES_PLAIN | MAKES_CLASS
_OF_TEXT = ASKS.of("bytes", "str") | {"items", "keys", "values"}

FOREIGN, GROWING, ONCE = "foreign", "growing", "once"
"""Three kinds of values that may change without a method that is known to change them. FOREIGN: it
has a class of another module, and any method may change it. GROWING: it grows when it is asked for
a key. ONCE: reading it uses it up."""


def is_immutable(value: ast.expr) -> bool:
    """Whether an expression makes a value that nobody can change."""
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return is_immutable(operand)
        case ast.BinOp(left=left, right=right):
            return is_immutable(left) and is_immutable(right)
        case ast.Tuple(elts=parts):
            return all(map(is_immutable, parts))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in MAKES_IMMUTABLE
        case _:
            return False


def has_immutable_items(value: ast.expr) -> bool:
    """Whether an expression makes a value with items that nobody can change."""
    match value:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return all(map(is_immutable, parts))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in COPIES:
            return all(map(has_immutable_items, args))
        case _:
            return is_immutable(value)


def kinds_of(node: ast.AST, own: Collection[str], generators: Collection[str]) -> frozenset[str]:
    """The kinds (FOREIGN, GROWING, ONCE) of the value that an expression makes.

    `own` are the names of the functions and classes whose source is read, `generators` those of its
    generator functions.
    """
    match node:
        case ast.Call(func=func):
            name = name_of(func)
            if name in USED_UP or name in generators:
                return frozenset((ONCE, FOREIGN))
            if name in MAKES_GROWING:
                return frozenset((GROWING,))
            is_known = name in own or name in _KNOWN or hasattr(builtins, name)
            is_foreign = not (is_known or (isinstance(func, ast.Attribute) and name in _OF_TEXT))
            return frozenset((FOREIGN,)) if is_foreign else frozenset()
        case ast.GeneratorExp():
            return frozenset((ONCE, FOREIGN))
        case _:
            return frozenset()


def is_known_base(name: str) -> bool:
    """Whether all methods that a class of this name gives to its subclasses are known."""
    return hasattr(builtins, name) or name in MAKES_CONTAINER or name in BASES_WITHOUT_METHODS
