"""The class that a method belongs to, and the name that its attribute has there."""

from __future__ import annotations

import inspect
from types import MethodType, ModuleType
from typing import Any


def attribute_name(owner: Any, name: str) -> str:
    """The name of an attribute, mangled as the compiler does in the body of a class."""
    if isinstance(owner, type) and name.startswith("__") and not name.endswith("__"):
        return f"_{owner.__name__.lstrip('_')}{name}"
    return name


def owner_of(called: Any, name: str, module: ModuleType) -> Any:
    """The class whose instance a method needs; None for functions, static and class methods."""
    holder: Any = module
    *path, last = name.split(".")
    for part in path:
        holder = getattr(holder, part, None)
    if not isinstance(holder, type) or isinstance(called, MethodType):
        return None
    return (
        None
        if isinstance(
            inspect.getattr_static(holder, attribute_name(holder, last), None), staticmethod
        )
        else holder
    )
