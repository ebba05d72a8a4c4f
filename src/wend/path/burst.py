"""A burst: many cheap runs with plain values, asked for at once."""

from __future__ import annotations

from typing import Any

from wend.inputs.inputs import Inputs
from wend.record import Record


class BurstRequest(Record):
    """What a runner has to know to make a burst."""

    seed: int
    runs: int
    """The most runs that the burst may make."""
    patience: int
    """The burst ends after this many runs in a row that found nothing new."""
    seconds: float
    known: tuple[tuple[tuple[str, Any], ...], ...]
    """Inputs that came far. They are varied, the last ones most often."""
    marks: tuple[int, ...]
    """Blocks that runs have entered."""
    words: tuple[Any, ...] = ()
    """Texts that opaque functions were called with, which may be keywords of a language."""
    returned: bool = True
    """Whether a run has returned yet. If none has, a run that returns counts as new."""
    in_children: bool = False
    """Whether each run gets a process of its own, because runs end their process."""


class Burst(Record):
    """What a burst found."""

    kept: tuple[Inputs, ...] = ()
    """Inputs that entered new blocks, or ended in a new way."""
    runs: int = 0
