"""Evaluates the annotations of functions and classes, and leaves out those that fail."""

from __future__ import annotations

import re
import sys
import types
import typing
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from wend.describe.deferred_annotations import annotations_of
from wend.source.files import parse_file


def hints_of(function: Any, module: ModuleType | None = None, owner: Any = None) -> dict[str, Any]:
    """The annotations of a function by name, without those that can't be evaluated.

    `owner` is the class of a method, whose type parameters may occur.
    """
    params = (*getattr(owner, "__type_params__", ()), *getattr(function, "__type_params__", ()))
    local = {each.__name__: each for each in params} or None
    try:
        return typing.get_type_hints(function, localns=local, include_extras=True)
    except Exception:  # annotations may be anything, evaluated by anybody's code
        pass
    home = sys.modules.get(getattr(function, "__module__", None) or "") or module
    names = {**(_names_for_checkers(home) if home is not None else {}), **(local or {})}
    found: dict[str, Any] = {}
    for name, annotation in annotations_of(function).items():
        try:
            found[name] = _evaluated(annotation, names)
        except Exception:
            continue
    return found


def class_hints(cls: Any) -> dict[str, Any]:
    """The annotations of a class's fields and of its constructor's arguments."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if annotations_of(base) and base.__module__ != "builtins":
            found.update(hints_of(base, owner=base))
    for name in ("__new__", "__init__"):
        made_by = getattr(cls, name, None)
        if annotations_of(made_by):
            found.update(hints_of(made_by, owner=cls))
    found.pop("return", None)
    return {name: with_self(hint, cls) for name, hint in found.items()}


def with_self(hint: Any, cls: Any) -> Any:
    """An annotation in which `Self` is the class that it is read for."""
    if hint is typing.Self:
        return cls
    args, origin = typing.get_args(hint), typing.get_origin(hint)
    meant = tuple([with_self(each, cls) for each in args])
    if all(new is old for new, old in zip(meant, args, strict=True)):
        return hint
    if origin in (typing.Union, types.UnionType):
        return typing.Union[meant]  # noqa: UP007 - of a tuple
    if isinstance(hint, types.GenericAlias):
        return types.GenericAlias(typing.cast("type", origin), meant)
    if origin is typing.Annotated:
        return meant[0]
    copied = getattr(hint, "copy_with", None)  # forms of other packages may have none
    return hint if copied is None else copied(meant)


def without_none(hint: Any) -> Any:
    """An annotation without its alternative None."""
    others = [each for each in typing.get_args(hint) if each is not type(None)]
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return typing.Union[tuple(others)] if is_union and others else hint  # noqa: UP007


def classes_in(hint: Any) -> Iterator[Any]:
    """The classes that an annotation names."""
    if isinstance(hint, str | typing.ForwardRef):
        return
    named = typing.get_origin(hint) or hint
    if isinstance(named, type):
        yield named
    for each in typing.get_args(hint):
        yield from classes_in(each)


_POINTER = re.compile(r"(?:\w+\.)*_Pointer\[([^\[\]]+)\]")
"""The name that type checkers have for `POINTER(T)`, which Python can't subscript."""


def _evaluated(annotation: Any, names: dict[str, Any]) -> Any:
    if not isinstance(annotation, str):
        return annotation
    found = eval(_POINTER.sub(r"__import__('ctypes').POINTER(\1)", annotation), names)
    return eval(found, names) if isinstance(found, str) else found  # `"Node"`, not evaluated


_NAMES: dict[str, dict[str, Any]] = {}


def _names_for_checkers(module: ModuleType) -> dict[str, Any]:
    """The names of a module and those that it imports for type checkers only."""
    import ast

    if module.__name__ in _NAMES:
        return _NAMES[module.__name__]
    names = dict(vars(module))
    file = getattr(module, "__file__", None)
    tree = parse_file(file) if file else None
    for node in tree.body if tree is not None else ():
        if not isinstance(node, ast.If) or "TYPE_CHECKING" not in ast.unparse(node.test):
            continue
        for statement in node.body:
            try:
                exec(compile(ast.Module([statement], []), file or "", "exec"), names)
            except Exception:  # what is only there for checkers may be missing
                continue
    _NAMES[module.__name__] = names
    return names
