"""Tells kinds of classes by how they were made: named tuples, classes of ctypes."""

from __future__ import annotations

import enum
from typing import Any

HEAP_TYPE = 1 << 9
"""The flag of classes that were made while Python ran, as those of Python code are."""


def is_ctypes(cls: Any) -> bool:
    """Whether a class belongs to ctypes, told by its metaclass, which may be one for a byte
    order."""
    made_by = type(cls)
    return made_by is not type and any(each.__module__ == "_ctypes" for each in made_by.__mro__)


def is_named_tuple(cls: Any) -> bool:
    return issubclass(cls, tuple) and cls is not tuple and "_fields" in cls.__dict__


def is_final(cls: Any) -> bool:
    """Whether a class has no subclasses, by Python's rules or as it says by `typing.final`."""
    if issubclass(cls, enum.Enum) and cls._member_map_:
        return True
    return "__final__" in cls.__dict__ or not type.__dict__["__flags__"].__get__(cls) & _MAY_BE_BASE


_MAY_BE_BASE = 1 << 10
