"""How a run ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Returned:
    """The function returned; `source` is the value as Python source, None where it has none."""

    source: str | None
    repr: str


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception came out; `type` is dotted, the place is where it was raised."""

    type: str
    message: str
    file: str
    line: int
    explicit: bool = False
    """Whether a `raise` statement of the code under test did it: it is meant, no finding."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The run did not end by itself."""

    reason: Literal["timeout", "memory", "crash", "blocked"]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Dropped:
    """`wend.assume` refused the inputs: the run counts for the tree and for nothing else."""


Outcome = Returned | Raised | Stopped | Dropped
