"""Traces: ways through a function, as the search backward asks for them."""

from __future__ import annotations

from typing import Any

from wend.expr.apart import UNDEFINED
from wend.inputs.target import Parameter
from wend.record import Record

UNFIT = "unfit"
"""`Reason.what` of a run of a trace that ended at a condition with the wrong value."""


CONSTANT = "constant"
"""`Reason.name` of such a run, if the condition does not depend on the inputs."""


class Trace(Record):
    """Some steps (`instrument.trace`) of the function that begins on `first_line`."""

    first_line: int
    steps: tuple[tuple[int, str], ...]
    parameters: tuple[Parameter, ...] | None
    """The locals that the trace is given. None: it begins at the entry of the function, with the
    function's parameters."""


Point = tuple[tuple[tuple[str, Any], ...], tuple[tuple[int, int], ...]]
"""Inputs as items; and for some steps of loops, how often the loop is to turn."""

Measured = tuple[bool, tuple[int, ...], int, int]
"""Whether a run came to the end of a trace, the distance of each condition from its wanted value,
how many steps were done, and how many blocks of code they entered."""

STEP = UNDEFINED >> 10
"""The cost of a step that a run did not come to."""

BLOCK = STEP >> 10
"""What one more block, entered in the step that was not finished, takes off the cost."""


MOST_BLOCKS = 1 << 10
"""Numbers of blocks that are told apart between points of equal distance."""


class MeasureRequest(Record):
    """Points that are to be measured, in lines of growing distance from a first point. If one takes
    too long, the rest of its line is left out."""

    trace: Trace
    lines: tuple[tuple[Point, ...], ...]
    most_turns: int
    """Turns that one run may take of all loops of the trace together."""


def cost(measured: Measured, conditions: int, steps: int, *, in_order: bool = False) -> int:
    """The cost of a measured point of a trace with so many conditions and steps; 0 if all fit.

    Of two points at the same distance, the one whose run entered more code costs less.

    `in_order`: only the first condition that does not fit counts, so that the conditions before it
    stay fitted. Otherwise the distances of all conditions are added up."""
    is_whole, distances, done, blocks = measured
    together = _first_far(distances) if in_order else sum(distances)
    if is_whole:
        far = together + UNDEFINED * max(0, conditions - len(distances))
        return far * MOST_BLOCKS - min(blocks, MOST_BLOCKS - 1) if far else 0
    missing = conditions - len(distances) + 1
    further = STEP * (steps - done) - BLOCK * min(blocks, STEP // BLOCK - 1)
    return (together + UNDEFINED * max(1, missing) + further) * MOST_BLOCKS


def _first_far(distances: tuple[int, ...]) -> int:
    """The distance of the first condition that does not fit. Later conditions count as unknown."""
    for at, far in enumerate(distances):
        if far:
            return far + UNDEFINED * (len(distances) - 1 - at)
    return 0
