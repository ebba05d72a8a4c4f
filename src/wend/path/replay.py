"""What the unmodified code did in a clean process."""

from __future__ import annotations

from dataclasses import dataclass

from wend.path.outcome import Outcome
from wend.path.reason import Reason

Segment = tuple[tuple[int, ...], bool]
"""Lines executed one after the other in one frame, and whether the frame returned after them."""

Trace = dict[int, set[Segment]]
"""For each function of one file, by its first line, what ran of it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What the unmodified code did."""

    outcome: Outcome
    trace: Trace
    reasons: tuple[Reason, ...] = ()
