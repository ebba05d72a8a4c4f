"""Expressions that ask for the class of something: they tell which classes are worth trying.

isinstance(x, A | B)     type(x) is A     TABLE[type(x)]     x is True     case A():
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from wend.record import Record
from wend.source.library.type_questions import NAMES_OF_TYPES


class Asked(Record):
    """An expression whose class is asked for, and the classes that are asked for, if it says."""

    subject: ast.expr
    classes: ast.expr | None = None
    is_exact: bool = False
    """Whether a subclass counts as another class."""


def asked_by(node: ast.AST) -> Iterator[Asked]:
    """The questions for classes that a node asks."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[subject, classes]):
            yield Asked(subject, classes)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = (left, *others)
            for side in sides:
                if (typed := typed_by(side)) is not None:
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
    if (subject := typed_by(node)) is not None:
        yield Asked(subject, classes, is_exact=True)


TRUTH = ast.Name("bool", ast.Load())


def typed_by(node: ast.expr) -> ast.expr | None:
    """The expression whose class another expression gives: `x` of `type(x)`, `x.__class__` and
    `type(x).__name__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[subject]):
            return subject
        case ast.Attribute(value=subject, attr="__class__"):
            return subject
        case ast.Attribute(value=of, attr=name) if name in NAMES_OF_TYPES:
            return typed_by(of)
        case _:
            return None


def _identity(sides: tuple[ast.expr, ...]) -> Iterator[Asked]:
    """The question of `x is True`."""
    if any(isinstance(each, ast.Constant) and isinstance(each.value, bool) for each in sides):
        yield from (Asked(each, TRUTH) for each in sides if not isinstance(each, ast.Constant))


def class_parts(classes: ast.expr) -> Iterator[ast.expr]:
    """The classes in `(A, B)` or `A | B`."""
    match classes:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from class_parts(part)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from class_parts(left)
            yield from class_parts(right)
        case _:
            yield classes
