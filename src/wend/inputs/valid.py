"""Predicates that users registered with `wend.valid`: what holds for all instances of a class."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

VALID: dict[Any, list[Callable[[Any], Any]]] = {}
"""By class. Filled while modules under test are imported, in the process that explores them."""


def has_predicate(cls: Any, methods: tuple[str, ...]) -> bool:
    """Whether somebody said what holds for instances of a class, outside of its constructor."""
    return any(base in VALID for base in cls.__mro__) or any(
        isinstance(getattr(cls, name, None), FunctionType) for name in methods
    )
