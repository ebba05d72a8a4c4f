"""A fingerprint of a module's state, to notice runs that leave something behind."""

from __future__ import annotations

import _thread
import random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

MOST = 5_000
"""Values looked at; larger states are compared in part."""

_ATOMS = (int, float, complex, str, bytes, bool, type(None))
_STATELESS = (ModuleType, FunctionType, BuiltinFunctionType)


def fingerprint(module: ModuleType) -> int:
    """A number that changes when globals of the module, or what they hold, change.

    The state of `random` counts as one of them too.
    """
    seen: set[int] = set()
    number = hash(random.getstate())
    for name, value in vars(module).items():
        if not (name.startswith("__") and name.endswith("__")):
            number ^= hash((name, _value(value, module.__name__, seen, 4)))
    return number


def thread_count() -> int:
    """How many threads there are besides the main one; those of a parent process still count."""
    return _thread._count()


def _value(value: Any, module: str, seen: set[int], depth: int) -> int:
    cls = type(value)
    if cls in _ATOMS:
        return hash((cls.__name__, value))
    if isinstance(value, _STATELESS) or id(value) in seen or len(seen) > MOST or depth == 0:
        return id(value)
    seen.add(id(value))
    if cls in (list, tuple):
        return hash(tuple([_value(item, module, seen, depth - 1) for item in value]))
    if isinstance(value, dict):
        items = [(_key(key), _value(item, module, seen, depth - 1)) for key, item in value.items()]
        return hash((id(value), tuple(items)))
    if isinstance(value, set | frozenset):
        return hash((id(value), len(value), frozenset(_key(item) for item in value)))
    if isinstance(value, type):
        if value.__module__ != module:
            return id(value)
        attributes = {k: v for k, v in vars(value).items() if not k.startswith("__")}
        return hash((id(value), _of(attributes, module, seen, depth)))
    state = getattr(value, "__dict__", None)
    if isinstance(state, dict):
        return hash((id(value), _of(state, module, seen, depth)))
    return id(value)


def _of(attributes: dict[str, Any], module: str, seen: set[int], depth: int) -> int:
    return hash(
        tuple([(name, _value(item, module, seen, depth - 1)) for name, item in attributes.items()])
    )


def _key(key: Any) -> Any:
    return (type(key).__name__, key) if type(key) in _ATOMS else id(key)
