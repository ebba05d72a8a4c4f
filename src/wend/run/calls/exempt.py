"""Functions that get no twin because the user said so: those of excluded modules, and opaque
ones."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType

from wend.inputs.opaque import OPAQUE

_excluded: tuple[str, ...] = ()
_opaque_names: frozenset[str] = frozenset()


def treat_as_opaque(names: Iterable[str], but: str = "") -> None:
    """From now on Python functions with these names, `module.qualname`, and those that
    `wend.opaque` marked, are called with plain values, as native code is. `but` is the target,
    which is followed in any case."""
    global _opaque_names
    _opaque_names = (frozenset(names) | OPAQUE) - {but}


def is_opaque(function: FunctionType) -> bool:
    return bool(_opaque_names) and f"{function.__module__}.{function.__qualname__}" in _opaque_names


def exclude(prefixes: Iterable[str]) -> None:
    """From now on the functions of these modules, and of modules in them, are run as they are."""
    global _excluded
    _excluded = tuple(prefixes)


def is_excluded(module: str) -> bool:
    return (
        module == "wend"
        or module.startswith("wend.")
        or any(module == prefix or module.startswith(prefix + ".") for prefix in _excluded)
    )


def is_exempt(function: FunctionType) -> bool:
    """Whether a function must not be instrumented, because its module is excluded or unknown."""
    return type(function.__module__) is not str or is_excluded(function.__module__)
