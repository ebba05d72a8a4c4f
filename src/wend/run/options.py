"""How runs are made: what the parent tells the processes that make them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Imprecision = Literal["higher-order", "sound", "concretize"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use; the parent kills a run that does not obey within `grace_seconds`."""

    seconds: float = 2.0
    memory_bytes: int = 1 << 30
    decisions: int = 20_000
    grace_seconds: float = 1.0
    import_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How runs are made."""

    limits: Limits = field(default_factory=Limits)
    imprecision: Imprecision = "higher-order"
    allow: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    """Sources for parameters that the user named."""
    opaque: tuple[str, ...] = ()
    """Python functions, `module.qualname`, that are treated as native code is."""
    goal: tuple[str, int] | None = None
    """A file and line to be reached: its statement gets the mark GOAL."""
