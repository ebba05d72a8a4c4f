"""Kinds of classes that are told by how the class was made: named tuples, classes of ctypes."""

from __future__ import annotations

from typing import Any


def is_ctypes(cls: Any) -> bool:
    """Whether a class is one of ctypes': told by what made it, which may be made for an order of
    bytes."""
    made_by = type(cls)
    return made_by is not type and any(each.__module__ == "_ctypes" for each in made_by.__mro__)


def is_named_tuple(cls: Any) -> bool:
    return issubclass(cls, tuple) and cls is not tuple and "_fields" in cls.__dict__
