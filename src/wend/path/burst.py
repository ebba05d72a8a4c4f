"""A burst: many cheap runs with plain values, asked for at once."""

from __future__ import annotations

from typing import Any

from wend.inputs.inputs import Inputs
from wend.record import Record


class BurstRequest(Record):
    """What the process that runs the code needs to know."""

    seed: int
    runs: int
    """At most so many."""
    patience: int
    """It ends after so many runs that found nothing new."""
    seconds: float
    known: tuple[tuple[tuple[str, Any], ...], ...]
    """Inputs that came far, to be changed; the last ones most often."""
    marks: tuple[int, ...]
    """Blocks that runs have entered."""
    words: tuple[Any, ...] = ()
    """Texts that opaque functions were seen with: keywords, perhaps."""
    returned: bool = True
    """Whether a run has returned yet; if not, that would be new."""
    in_children: bool = False
    """In processes of their own, for runs that end them."""


class Burst(Record):
    """What came of one."""

    kept: tuple[Inputs, ...] = ()
    """Inputs that entered new blocks, or ended in a new way."""
    runs: int = 0
