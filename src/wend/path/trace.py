"""A way through a function as it is asked for: which steps, over which inputs."""

from __future__ import annotations

from wend.inputs.target import Parameter
from wend.record import Record

UNFIT = "unfit"
"""The word of the reason that a run of a trace ends with where a condition does not fit."""


CONSTANT = "constant"
"""The name in that reason where the condition does not depend on the inputs."""


class Trace(Record):
    """The steps of `instrument.trace`, of the function that begins on a line."""

    first_line: int
    steps: tuple[tuple[int, str], ...]
    parameters: tuple[Parameter, ...] | None
    """Locals that it is given; None: it begins at the entry, with the function's parameters."""
