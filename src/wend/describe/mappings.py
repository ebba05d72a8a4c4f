"""The native types that map keys to values: `dict` and, from Python 3.15 on, `frozendict`."""

from __future__ import annotations

import builtins
from typing import Any

FROZEN_DICT: Any = getattr(builtins, "frozendict", None)
"""None where Python has no such type."""

MAPPINGS: tuple[Any, ...] = (dict,) if FROZEN_DICT is None else (dict, FROZEN_DICT)


def native_mapping(mapping: Any) -> Any:
    """The native type that a mapping is an instance of."""
    return dict if isinstance(mapping, dict) else FROZEN_DICT
