"""Recognises annotations that allow more values than are tried: a list for every Sequence, …"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from types import ModuleType
from typing import Any

from wend.describe.class_kinds import is_final
from wend.describe.forms import type_name
from wend.describe.known_types import KNOWN, below


def narrowed(annotation: Any) -> str:
    """The name of an annotation that allows more types or values than its domain has, or ''."""
    if any(annotation is each for each in (Any, object, inspect.Parameter.empty)):
        return "Any"
    if type(annotation).__name__ == "TypeVar":
        is_open = not annotation.__constraints__ and annotation.__bound__ is None
        return type_name(annotation) if is_open else ""
    cls = typing.get_origin(annotation) or annotation
    if not isinstance(cls, type):
        return ""
    if cls is type:
        named = typing.get_args(annotation)
        is_closed = bool(named) and isinstance(named[0], type) and is_final(named[0])
        return "" if is_closed else type_name(annotation)
    name = f"{cls.__module__}.{cls.__qualname__}"
    if name in _WHOLE or (name in _OF_ITEMS and typing.get_args(annotation)):
        return ""
    is_narrow = name in KNOWN or name in _OF_ITEMS or getattr(cls, "_is_protocol", False)
    is_narrow = is_narrow or (typing.is_typeddict(cls) and not _is_closed(cls))
    return type_name(annotation) if is_narrow or issubclass(cls, BaseException) else ""


def _is_closed(cls: Any) -> bool:
    """Whether a TypedDict has no other keys than those that it declares."""
    return bool(getattr(cls, "__closed__", False) or getattr(cls, "__final__", False))


def near_below(cls: Any, module: ModuleType, distance: Callable[[Any], int]) -> list[Any]:
    """The subclasses, in a module or its package, that override something."""
    imported = [each for each in vars(module).values() if issubclass(type(each), type)]
    return [
        each
        for each in dict.fromkeys(below(cls))
        if (distance(each) < 2 or each in imported)
        and not inspect.isabstract(each)
        and any(not _OF_EVERY_CLASS.issuperset(vars(base)) for base in _between(each, cls))
    ]


def _between(cls: Any, above: Any) -> list[Any]:
    return [base for base in cls.__mro__ if base is not above and above in base.__mro__]


def has_same(cls: Any, above: Any, method: str) -> bool:
    """Whether a class inherits a method from a base class."""
    found = [inspect.getattr_static(each, method, None) for each in (cls, above)]
    return found[0] is found[1]


_OF_EVERY_CLASS = frozenset(
    (
        *("__module__", "__doc__", "__qualname__", "__dict__", "__weakref__", "__annotations__"),
        *("__static_attributes__", "__firstlineno__", "__parameters__", "__orig_bases__"),
        *("__abstractmethods__", "_abc_impl", "__annotate_func__", "__annotations_cache__"),
    )
)
_WHOLE = frozenset(
    (
        *(f"builtins.{name}" for name in ("int", "bool", "str", "bytes", "bytearray", "float")),
        *("builtins.complex", "builtins.NoneType", "builtins.ellipsis", "types.EllipsisType"),
        *("builtins.range", "datetime.date", "datetime.timedelta", "fractions.Fraction"),
        *("uuid.UUID", "collections.Counter"),
        *(
            f"{home}.{name}"
            for home in ("pathlib", "pathlib._local")
            for name in ("PurePath", "Path", "PurePosixPath", "PosixPath", "PureWindowsPath")
        ),
    )
)
"""Types of which every value is explored."""

_OF_ITEMS = frozenset(
    (
        *(f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "dict")),
        *("builtins.frozendict", "collections.deque", "collections.OrderedDict"),
    )
)
"""Containers of which every value is explored if the type of the items is given."""
