"""What may happen to the value of an expression: whether somebody can change it, and by what."""

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
"""What is of a class of others, of whose methods nothing is known; what grows when it is asked for
a key; what is used up when it is read."""


def is_still(value: ast.expr) -> bool:
    """Whether nobody can change a value."""
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return is_still(operand)
        case ast.BinOp(left=left, right=right):
            return is_still(left) and is_still(right)
        case ast.Tuple(elts=parts):
            return all(map(is_still, parts))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in MAKES_IMMUTABLE
        case _:
            return False


def is_flat(value: ast.expr) -> bool:
    """Whether nobody can change the items of a value."""
    match value:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return all(map(is_still, parts))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in COPIES:
            return all(map(is_flat, args))
        case _:
            return is_still(value)


def kinds_of(
    value: ast.expr | None, own: Collection[str], generators: Collection[str]
) -> frozenset[str]:
    """What may happen to a value, or to what is inside of it, without a method that is known to
    change it; `own` are the functions and classes of the module, `generators` those that yield."""
    match value:
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
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return frozenset().union(*[kinds_of(each, own, generators) for each in parts])
        case ast.Dict(values=parts) | ast.BoolOp(values=parts):
            return frozenset().union(*[kinds_of(each, own, generators) for each in parts])
        case ast.IfExp(body=body, orelse=orelse):
            return kinds_of(body, own, generators) | kinds_of(orelse, own, generators)
        case (
            ast.ListComp(elt=part)
            | ast.SetComp(elt=part)
            | ast.DictComp(key=part, value=None)
            | ast.DictComp(value=part)
            | ast.Subscript(value=part)
            | ast.NamedExpr(value=part)
        ):
            return kinds_of(part, own, generators)
        case _:
            return frozenset()


def is_container(value: ast.expr) -> bool:
    """Whether a value is a container of the library."""
    match value:
        case ast.Call(func=func):
            return name_of(func) in COPIES | MAKES_CONTAINER
        case _:
            return isinstance(value, _DISPLAYS)


_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def is_known_base(name: str) -> bool:
    """Whether a class of the library gives classes below it no methods that are not known."""
    return hasattr(builtins, name) or name in MAKES_CONTAINER or name in BASES_WITHOUT_METHODS
