"""The results of aiming at a goal."""

from __future__ import annotations

from collections.abc import Callable

from wend.inputs.inputs import Inputs
from wend.record import Record


class Aimed(Record):
    """Inputs that should reach the goal."""

    inputs: Inputs
    method: str = "flip"
    """A word of `path.case.Case.method`."""


class IntermediateRun(Record):
    """Inputs of a run that is made to learn a sample; `then` aims at the goal again."""

    inputs: Inputs
    then: Callable[[], Aim]
    method: str = "step"


class Infeasible(Record):
    """No input reaches the goal; where values were pinned, none with these values."""

    pinned: bool


class GaveUp(Record):
    """The solver does not know; a larger effort may help."""

    reason: str
    lacks_bitwuzla: bool = False
    """Whether bitwuzla, which is not installed, would have been asked."""


Aim = Aimed | IntermediateRun | Infeasible | GaveUp
