"""Where code asks for the type, the class or the identity of something, as its syntax tells.

isinstance(x, A | B)     type(x) is A     TABLE[type(x)]     x is True     case A():
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from wend.record import Record


class Asked(Record):
    """What is asked, and for which classes; None where for more than classes tell."""

    subject: ast.expr
    classes: ast.expr | None = None
    is_exact: bool = False
    """Whether classes below these are others."""


def asked_by(
    node: ast.AST, is_builtin: Callable[[str], bool] = lambda name: True
) -> Iterator[Asked]:
    """What a node asks; `is_builtin`: no name of the module hides a function of Python."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[subject, classes]):
            yield Asked(subject, classes)
        case ast.Call(func=ast.Name(id=name), args=[subject, *_]) if is_builtin(name) and (
            name in _ATTRIBUTES or (name == "getattr" and len(node.args) == 3)
        ):
            yield Asked(subject)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = (left, *others)
            for side in sides:
                if (typed := _typed(side)) is not None:
                    other = others[0] if side is left else left
                    yield Asked(typed, other if len(others) == 1 else None, is_exact=True)
            if any(isinstance(each, ast.Is | ast.IsNot) for each in ops):
                yield from _identity(sides)
        case ast.Call(func=ast.Name(id="issubclass"), args=[asked, classes]):
            yield from _looked_up(asked, classes)
        case ast.Subscript(slice=key):
            yield from _looked_up(key)
        case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]):
            yield from _looked_up(key)
        case ast.Match(subject=subject, cases=cases):
            for each in cases:
                for part in ast.walk(each.pattern):
                    match part:
                        case ast.MatchClass(cls=cls):
                            yield Asked(subject, cls)
                        case ast.MatchSingleton(value=bool()):
                            yield Asked(subject, TRUTH)


def _looked_up(node: ast.expr, classes: ast.expr | None = None) -> Iterator[Asked]:
    if (subject := _typed(node)) is not None:
        yield Asked(subject, classes, is_exact=True)


TRUTH = ast.Name("bool", ast.Load())

_ATTRIBUTES = frozenset(("hasattr", "callable", "id"))


def _typed(node: ast.expr) -> ast.expr | None:
    """What the type is asked of: `type(x)`, `x.__class__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[subject]):
            return subject
        case ast.Attribute(value=subject, attr="__class__"):
            return subject
        case _:
            return None


def _identity(sides: tuple[ast.expr, ...]) -> Iterator[Asked]:
    """`x is True` asks for a bool; `x is OTHER` for an object, of which there may be one."""
    constants = [each for each in sides if isinstance(each, ast.Constant)]
    others = [each for each in sides if not isinstance(each, ast.Constant)]
    if any(isinstance(each.value, bool) for each in constants):
        yield from (Asked(each, TRUTH) for each in others)
    elif not constants:
        yield from (Asked(each, OBJECT) for each in others if isinstance(each, ast.Name))


OBJECT = ast.Name("_wend_object", ast.Load())
"""Stands for the class of one object."""


def class_parts(classes: ast.expr) -> Iterator[ast.expr]:
    """The classes of `(A, B)` or `A | B`."""
    match classes:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from class_parts(part)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from class_parts(left)
            yield from class_parts(right)
        case _:
            yield classes
