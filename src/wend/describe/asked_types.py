"""Finds types that a function tests its parameters for: alternatives that fit the annotation.

def f(x: int):
    if isinstance(x, bool): …       a bool is an int: it is tried beside ints
def g(xs: Sequence[int]):
    if isinstance(xs, tuple): …     tried beside lists
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import types
import typing
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from wend.describe.annotations import Domains
from wend.describe.cannot_build import CannotBuild
from wend.describe.known_types import is_below
from wend.inputs.domain import Choice, Domain
from wend.source.definitions import node_of
from wend.source.type_tests import TRUTH, asked_by, class_parts

_CONTAINERS = ("builtins", "collections", "collections.abc")
"""Modules of the containers whose items an annotation tells."""


def explored(annotation: Any, name: str, function: FunctionType, domains: Domains) -> Domain:
    """The domain of a parameter, with the types that the function tests for and that fit."""
    known = len(domains.notes)
    domain = domains.domain(annotation)
    leaves = [*_leaves(annotation)]
    wanted: dict[Domain, None] = {}
    for cls in classes_asked(function, name, domains.module):
        for leaf in leaves:
            found = _below(leaf, cls)
            if found is None:
                continue
            with contextlib.suppress(CannotBuild):
                wanted[domains.domain(found)] = None
    own = domain.options if isinstance(domain, Choice) else (domain,)
    new = [
        option
        for each in wanted
        for option in (each.options if isinstance(each, Choice) else (each,))
        if option not in own
    ]
    chosen = domains.choice((*own, *new)) if new else domain
    if any(map(is_bare, leaves)):
        from wend.describe.bare_containers import filled  # reads the function's source

        return filled(chosen, name, function, domains, known)
    return chosen


def is_bare(leaf: Any) -> bool:
    """Whether an annotation is a container without a type for its items."""
    cls = typing.get_origin(leaf) or leaf
    is_told = typing.get_args(leaf) or issubclass(cls, str | bytes | bytearray | memoryview)
    return not is_told and cls.__module__ in _CONTAINERS and hasattr(cls, "__iter__")


def _leaves(annotation: Any) -> Iterator[Any]:
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        for each in typing.get_args(annotation):
            yield from _leaves(each)
    elif origin is typing.Annotated:
        yield from _leaves(typing.get_args(annotation)[0])
    elif isinstance(origin or annotation, type):
        yield annotation


def _below(leaf: Any, cls: type) -> Any:
    """The annotation for values of a class that fit an annotation; None if none do."""
    above, args = typing.get_origin(leaf) or leaf, typing.get_args(leaf)
    if above is float and cls in (float, int, bool):
        return bool if cls is bool else int  # by the rules of annotations an int will do
    if cls is above or not is_below(cls, above):
        return None
    if not args or cls.__module__ != "builtins":
        return cls
    if cls in (str, bytes):
        return cls if args[0] in (object, Any, str if cls is str else int) else None
    if cls in (tuple, list, set, frozenset, dict):
        return types.GenericAlias(cls, (args[0], ...) if cls is tuple else args)
    return cls


def classes_asked(function: FunctionType, name: str, module: ModuleType) -> list[type]:
    """The classes that a function tests a parameter for, in the order of its source."""
    node = node_of(function)
    found: dict[type, None] = {}
    if node is not None and _reads_text_of(node, name):
        found[bool] = None
    for each in ast.walk(node) if node is not None else ():
        for asked in _asked_for(each, name):
            for cls in _classes(asked, module):
                found[cls] = None
    return list(found)


def _reads_text_of(function: ast.AST, name: str) -> bool:
    """Whether the text of a parameter may be compared with `True` or `False`, or parts of these."""
    parts = list(ast.walk(function))
    return any(map(_is_text_of_truth, parts)) and any(_is_text_of(each, name) for each in parts)


def _is_text_of_truth(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return text != "" and (text in "True" or text in "False")
        case _:
            return False


def _is_text_of(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="str" | "repr" | "format"), args=[ast.Name(id=of), *_]):
            return of == name
        case ast.FormattedValue(value=ast.Name(id=of)):
            return of == name
        case _:
            return False


def _asked_for(node: ast.AST, name: str) -> Iterator[ast.expr]:
    """The expressions for classes that a parameter is tested for."""
    for asked in asked_by(node):
        if isinstance(asked.subject, ast.Name) and asked.subject.id == name:
            if asked.classes is not None:
                yield asked.classes
            if asked.is_exact:
                yield from _ANY_TYPE


_ANY_TYPE = (TRUTH, ast.Name("int", ast.Load()))
"""The classes to try where code compares the exact type, `type(x) is …`."""


def _classes(node: ast.expr, module: ModuleType) -> Iterator[type]:
    """The classes that an expression names, as the module has them now."""
    for part in class_parts(node):
        found: Any = _named(part, module)
        for each in found if isinstance(found, tuple) else (found,):
            if isinstance(each, type):
                yield each


def _named(node: ast.expr, module: ModuleType) -> Any:
    match node:
        case ast.Name(id=name):
            return vars(module).get(name, getattr(builtins, name, None))
        case ast.Attribute(value=value, attr=name):
            held = _named(value, module)
            return getattr(held, name, None) if isinstance(held, ModuleType | type) else None
        case _:
            return None
