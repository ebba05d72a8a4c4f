"""Tells kinds of classes by how they were made: named tuples, classes of ctypes."""

from __future__ import annotations

from typing import Any


def is_ctypes(cls: Any) -> bool:
    """Whether a class belongs to ctypes, told by its metaclass, which may be one for a byte
    order."""
    made_by = type(cls)
    return made_by is not type and any(each.__module__ == "_ctypes" for each in made_by.__mro__)


def is_named_tuple(cls: Any) -> bool:
    return issubclass(cls, tuple) and cls is not tuple and "_fields" in cls.__dict__
