"""Expressions that ask for the type, the class or the identity of something.

isinstance(x, A | B)     type(x) is A     TABLE[type(x)]     x is True     case A():
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator

from wend.record import Record
from wend.source.library.type_questions import (
    ASKS_FOR_TYPE,
    ASKS_MORE_THAN_TYPE,
    MAY_BE_OVERRIDDEN,
    NAMES_OF_TYPES,
    TELLS_WHAT_IT_IS,
    WRITES_MESSAGE,
)


class Asked(Record):
    """An expression whose type is asked for, and the classes that are asked for; None if the answer
    depends on more than classes."""

    subject: ast.expr
    classes: ast.expr | None = None
    is_exact: bool = False
    """Whether a subclass counts as another class."""


def asked_by(
    node: ast.AST, is_builtin: Callable[[str], bool] = lambda name: True
) -> Iterator[Asked]:
    """The questions for types that a node asks. `is_builtin` tells whether a name is that of
    Python's builtin, since the module binds no such name."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[subject, classes]):
            yield Asked(subject, classes)
        case ast.Call(func=ast.Name(id=name), args=[subject, *_]) if is_builtin(name) and (
            name in ASKS_MORE_THAN_TYPE or (name == "getattr" and len(node.args) == 3)
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


def asked_aside(node: ast.AST, is_builtin: Callable[[str], bool]) -> Iterator[Asked]:
    """The questions that a node asks in other ways: `operator.is_(x, None)`, `kind = type(x)`, `ask
    = isinstance`, or by reading an attribute that may not be there."""
    match node:
        case ast.Call(func=ast.Attribute(attr="is_" | "is_not"), args=[left, right]):
            yield from _identity((left, right))
        case ast.Try(body=body, handlers=handlers) if any(map(_takes_attribute_errors, handlers)):
            for part in [part for each in body for part in ast.walk(each)]:
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load):
                    yield Asked(part.value)
        case ast.Name(id=name, ctx=ast.Load()) if name in ASKS_FOR_TYPE and is_builtin(name):
            yield Asked(ANYTHING)
        case ast.Call(func=ast.Name(id=name), args=[ast.Starred(), *_]) if name in ASKS_FOR_TYPE:
            yield Asked(ANYTHING)
        case ast.Constant(value="__class__"):
            yield Asked(ANYTHING)
        case ast.Attribute(value=subject, attr=name, ctx=ast.Load()) if name in MAY_BE_OVERRIDDEN:
            if not _is_global(subject, is_builtin):
                yield Asked(subject)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[subject]):
            if name in TELLS_WHAT_IT_IS:
                yield Asked(subject)
        case ast.expr() if (typed := _typed(node)) is not None:
            yield Asked(typed)


def _is_global(node: ast.expr, is_builtin: Callable[[str], bool]) -> bool:
    """Whether an expression is the name of a builtin, as `int` in `int.__module__`."""
    return isinstance(node, ast.Name) and hasattr(builtins, node.id) and is_builtin(node.id)


def only_told(function: ast.AST) -> set[int]:
    """The ids of expressions that give a type, or a function that asks for one, while the code
    decides nothing by them: `raise TypeError(type(x))`, `type(x)(…)`, `isinstance(…)`."""
    found: set[int] = set()
    telling = _told_parts(function)
    found |= {id(part) for part in telling if isinstance(part, ast.expr) and _typed(part)}
    for node in ast.walk(function):
        match node:
            case ast.Call(func=func):
                found.add(id(func))
            case ast.Attribute(value=value, attr=name) if name not in NAMES_OF_TYPES:
                found.add(id(value))
    return found


def _told_parts(function: ast.AST) -> list[ast.AST]:
    """The nodes in messages: in what is raised, returned as text, printed or logged, and in text
    whose variable is used for nothing else."""
    told: list[ast.AST] = []
    texts: list[tuple[str, ast.JoinedStr]] = []
    reads: dict[str, set[int]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Raise():
                told.extend(ast.walk(node))
            case ast.Return(value=ast.JoinedStr() as text) | ast.Assert(msg=ast.expr() as text):
                told.extend(ast.walk(text))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if (
                name in WRITES_MESSAGE
            ):
                told.extend(ast.walk(node))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.JoinedStr() as text):
                texts.append((name, text))
            case ast.Name(id=name, ctx=ast.Load()):
                reads.setdefault(name, set()).add(id(node))
    known = {*map(id, told)}
    for name, text in texts:
        if reads.get(name, set()) <= known:
            told.extend(ast.walk(text))
    return told


def _takes_attribute_errors(handler: ast.ExceptHandler) -> bool:
    parts = ast.walk(handler.type) if handler.type is not None else ()
    return any(isinstance(part, ast.Name) and part.id == "AttributeError" for part in parts)


ANYTHING = ast.Name("", ast.Load())
"""Stands for an expression that may be a parameter, or anything else."""


def _looked_up(node: ast.expr, classes: ast.expr | None = None) -> Iterator[Asked]:
    if (subject := _typed(node)) is not None:
        yield Asked(subject, classes, is_exact=True)


TRUTH = ast.Name("bool", ast.Load())


def _typed(node: ast.expr) -> ast.expr | None:
    """The expression whose type another expression gives: `x` of `type(x)`, `x.__class__` and
    `type(x).__name__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[subject]):
            return subject
        case ast.Attribute(value=subject, attr="__class__"):
            return subject
        case ast.Attribute(value=of, attr=name) if name in NAMES_OF_TYPES:
            return _typed(of)
        case _:
            return None


def _identity(sides: tuple[ast.expr, ...]) -> Iterator[Asked]:
    """The questions of `is`: `x is True` asks for a bool, `x is OTHER` for one object."""
    constants = [each for each in sides if isinstance(each, ast.Constant)]
    others = [each for each in sides if not isinstance(each, ast.Constant)]
    if any(isinstance(each.value, bool) for each in constants):
        yield from (Asked(each, TRUTH) for each in others)
    elif not constants:
        yield from (Asked(each, OBJECT) for each in others if isinstance(each, ast.Name))


OBJECT = ast.Name("_wend_object", ast.Load())
"""Stands for a class that only one object has."""


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
