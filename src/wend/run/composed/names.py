"""Functions, classes and constants by their names.

A summary outlives the run in which it was learned, so everything that it mentions must be found
again: by module and qualified name. A function without such a place (a closure, or one that is
decorated) is looked up among the functions that were met, by the line where it begins.
"""

from __future__ import annotations

import enum
import functools
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

CACHED: Any = type(functools.lru_cache(len))
"""The type of a function with a cache, which returns what the function in it returns (`lru_cache`
in `run/calls`)."""

_met: dict[tuple[str, str], FunctionType] = {}
"""Functions that are not found by their names, by module and name with line."""


def find(module: str, name: str) -> Any:
    """The function, class, module or constant of a name; None if there is none. A method is found
    as a plain function."""
    if ":" in name:
        return _met.get((module, name))
    found: Any = sys.modules.get(module)
    for part in name.split(".") if name else ():
        if isinstance(found, ModuleType):
            found = vars(found).get(part)
        elif isinstance(found, type):
            owner, found = found, type.__dict__["__dict__"].__get__(found).get(part)
            if isinstance(owner, enum.EnumMeta) and part in owner._member_map_:
                found = owner._member_map_[part]
            elif isinstance(found, staticmethod | classmethod):
                found = found.__func__
        else:
            return None
    return found


def name_of_function(function: FunctionType) -> str | None:
    """The name by which a function, or another of the same code, is found; None if it is not."""
    module, name = function.__module__, function.__qualname__
    if type(module) is not str:
        return None
    if find(module, name) is function:
        return name
    code = function.__code__
    name = f"{name}:{code.co_firstlineno}"
    known = _met.setdefault((module, name), function)
    is_same = known is function or (
        known.__code__ == code and known.__globals__ is function.__globals__
    )
    return name if is_same else None


def is_found(function: FunctionType) -> bool:
    """Whether a function is the one that its name stands for, not one of many closures."""
    return find(function.__module__, function.__qualname__) is function


def name_of_constant(value: Any) -> tuple[str, str] | None:
    """Module and name of a class, a module, a member of an enumeration, or a function without
    closure; None for any other value."""
    match value:
        case ModuleType():
            module, name = value.__name__, ""
        case type():
            module, name = value.__module__, value.__qualname__
        case FunctionType() | BuiltinFunctionType() if not getattr(value, "__closure__", None):
            module, name = value.__module__, value.__qualname__
        case _ if type(value) is CACHED:
            module, name = value.__module__, value.__qualname__
        case enum.Enum() if type(value._name_) is str:
            cls = type(value)
            module, name = cls.__module__, f"{cls.__qualname__}.{value._name_}"
        case _:
            return None
    return (module, name) if type(module) is str and find(module, name) is value else None
