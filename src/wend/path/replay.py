"""What the unmodified code did in a clean process."""

from __future__ import annotations

from wend.path.outcome import Outcome
from wend.path.reason import Reason
from wend.record import Record

Segment = tuple[tuple[int, ...], bool]
"""Lines executed one after the other in one frame, and whether the frame returned after them."""

Trace = dict[int, set[Segment]]
"""The segments that ran of each function of one file; keyed by the first line of the function."""


class Replay(Record):
    """What the unmodified code did."""

    outcome: Outcome
    trace: Trace
    reasons: tuple[Reason, ...] = ()
    driven: str = ""
    """The kind of object that the call returned and that was then run to its end: generator,
    coroutine or async generator."""
    checked: tuple[tuple[str, str], ...] = ()
    """Predicates that hold after the call: a parameter, and a statement with `{}` for its value."""
    sleepers: tuple[tuple[str, str], ...] = ()
    """Modules, and their names for `time.sleep`, where it was called."""
    waited: float = 0.0
    """The seconds of the virtual clock that it waited in other ways."""
    begun: tuple[int, ...] = ()
    """The lines inside of multi-line statements that were sought and executed."""
    seen: str = ""
    """A name by which a watched run saw state, or may have seen it."""
