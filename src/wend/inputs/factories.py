"""Factories that users registered with `wend.factory`: how instances of a type are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FACTORIES: dict[Any, Callable[..., Any]] = {}
"""By type. Filled while modules under test are imported, in the process that explores them."""
