"""What existing tests showed of a target."""

from __future__ import annotations

from typing import Any

from wend.path.path import Sample
from wend.record import Record


class CorpusRequest(Record):
    """Test files to be run once, under watch."""

    files: tuple[str, ...]
    seconds: float
    """They are ended after this time."""


class Corpus(Record):
    """What came of it."""

    calls: tuple[dict[str, Any], ...] = ()
    """Of calls of the target, the variables that its arguments are made of."""
    samples: tuple[Sample, ...] = ()
    others: int = 0
    """Calls with arguments that no exploring comes to."""
    ended: str = ""
    """Why they did not come to their end, if so."""
