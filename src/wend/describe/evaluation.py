"""Evaluates source text in a module."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def evaluated(module: ModuleType, source: str, imports: tuple[str, ...]) -> Any:
    """The value of a source in a module, after these imports."""
    names = vars(module)
    if imports:
        names = dict(names)
        exec("\n".join(imports), names)
    return eval(source, names)
