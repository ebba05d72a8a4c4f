"""A witness kept, as text that reproduces it."""

from __future__ import annotations

from wend.inputs.inputs import Inputs
from wend.path.outcome import Outcome
from wend.record import Record

Arc = tuple[int, int]
"""From line, to line; leaving the function is the negated first line of it."""


class Case(Record):
    """Inputs confirmed by a run of the unmodified code, in a clean process.

    `setup` are statements and `args` expressions in Python source, to be evaluated in the module
    of the target after `imports`; `inputs` are the same for wend itself.
    """

    inputs: Inputs
    args: tuple[tuple[str, str], ...]
    outcome: Outcome
    setup: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    new_lines: tuple[int, ...] = ()
    new_branches: tuple[Arc, ...] = ()
    driven: str = ""
    """What the call gave that was run to its end: generator, coroutine, async generator."""
    condition: str = ""
    """The path condition as Python source, for people."""
