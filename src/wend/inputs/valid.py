"""Predicates that users registered with `wend.valid`: what holds for all instances of a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

VALID: dict[Any, list[Callable[[Any], Any]]] = {}
"""By class. Filled while modules under test are imported, in the process that explores them."""
