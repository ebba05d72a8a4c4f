"""Sources evaluated where they mean something."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def evaluated(module: ModuleType, source: str, imports: tuple[str, ...]) -> Any:
    """What a source means in a module, after imports."""
    names = vars(module)
    if imports:
        names = dict(names)
        exec("\n".join(imports), names)
    return eval(source, names)
