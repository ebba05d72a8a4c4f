"""A way through a function as it is asked for: which steps, over which inputs."""

from __future__ import annotations

from typing import Any

from wend.expr.apart import UNDEFINED
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


Point = tuple[tuple[tuple[str, Any], ...], tuple[tuple[int, int], ...]]
"""Inputs as items, and how often the loops turn that are asked for some turns, by their steps."""

Measured = tuple[bool, tuple[int, ...], int, int]
"""Whether a run came to the end of a trace, how far its conditions were from what is wanted, the
steps that were done, and the blocks that were entered in them and in what they call."""

STEP = UNDEFINED >> 10
"""How far it is over a step that a run did not come to."""

BLOCK = STEP >> 10
"""How much nearer a run is that came further in the step that it did not do."""


MOST_BLOCKS = 1 << 10
"""That are told apart where points are as far as each other."""


class MeasureRequest(Record):
    """Points that are to be measured. Those of a line are ever farther away: where one takes too
    long, the rest of its line is left out."""

    trace: Trace
    lines: tuple[tuple[Point, ...], ...]
    most_turns: int
    """Of all loops of the trace together, in one run."""


def cost(measured: Measured, conditions: int, steps: int, *, in_order: bool = False) -> int:
    """How far a point is from fitting, where the trace has so many conditions and steps; 0 where it
    fits. Of two that are as far, the one is nearer that came through more of the code: what it did
    there may be what matters next.

    `in_order`: only the first condition that does not fit counts, so that those before it stay
    fitted; else all of them, added up."""
    is_whole, distances, done, blocks = measured
    together = _first_far(distances) if in_order else sum(distances)
    if is_whole:
        far = together + UNDEFINED * max(0, conditions - len(distances))
        return far * MOST_BLOCKS - min(blocks, MOST_BLOCKS - 1) if far else 0
    missing = conditions - len(distances) + 1
    further = STEP * (steps - done) - BLOCK * min(blocks, STEP // BLOCK - 1)
    return (together + UNDEFINED * max(1, missing) + further) * MOST_BLOCKS


def _first_far(distances: tuple[int, ...]) -> int:
    """How far the first condition is that does not fit; those after it are as if nobody knew."""
    for at, far in enumerate(distances):
        if far:
            return far + UNDEFINED * (len(distances) - 1 - at)
    return 0
