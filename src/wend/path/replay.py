"""What the unmodified code did in a clean process."""

from __future__ import annotations

from wend.path.outcome import Outcome
from wend.path.reason import Reason
from wend.record import Record

Segment = tuple[tuple[int, ...], bool]
"""Lines executed one after the other in one frame, and whether the frame returned after them."""

Trace = dict[int, set[Segment]]
"""For each function of one file, by its first line, what ran of it."""


class Replay(Record):
    """What the unmodified code did."""

    outcome: Outcome
    trace: Trace
    reasons: tuple[Reason, ...] = ()
    driven: str = ""
    """What came back and was run to its end: generator, coroutine, async generator."""
    checked: tuple[tuple[str, str], ...] = ()
    """Predicates that hold after the call: the parameter, and a statement, `{}` for its value."""
    begun: tuple[int, ...] = ()
    """Of the lines inside of statements that are sought, those that were executed."""
