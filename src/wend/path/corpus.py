"""What existing tests showed of a target."""

from __future__ import annotations

from typing import Any

from wend.path.path import Sample
from wend.record import Record


class CorpusRequest(Record):
    """Test files to be run once, under watch."""

    files: tuple[str, ...]
    seconds: float
    """The time after which the tests are ended."""


class Corpus(Record):
    """What the tests showed."""

    calls: tuple[dict[str, Any], ...] = ()
    """For each call of the target, the values of the variables that its arguments are made of."""
    samples: tuple[Sample, ...] = ()
    others: int = 0
    """The number of calls with arguments that cannot be inputs of an exploration."""
    ended: str = ""
    """Why the tests were ended early; "" if they were not."""
