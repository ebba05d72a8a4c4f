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
    method: str = ""
    """How its path was found:

    seed            the simplest values, those that the user gave, defaults, examples
    corpus          a call that an existing test made
    store           the inputs of a case of an earlier run
    growth          inputs that came far, a little longer
    constant        a constant of the code
    chance          drawn by chance
    composed        composed of summaries of the functions that are called
    alternative     another end of a path that was known
    flip            the conditions on the way solved, with the last one negated
    unpinned        the same, but that values which native code was given are others, too
    samples         the same, by what opaque functions were seen to return
    validity        a recipe that holds whatever opaque functions return, by what they were seen to
    steps           such a recipe, with intermediate runs to learn what they return
    direct call     the same, but that wend called an opaque function itself, which [000] does not
    trial           arguments varied by real runs, where no recipe is valid
    step            an intermediate run
    """
    drawn: tuple[tuple[str, str], ...] = ()
    """The arguments as people draw object graphs, where their names say too little."""
    checks: tuple[str, ...] = ()
    """Statements that hold after the call: arguments are still valid."""
    sleepers: tuple[tuple[str, str], ...] = ()
    """Modules, and their names for `time.sleep`, where it was called."""
    waited: float = 0.0
    """The seconds of the virtual clock that it waited in other ways."""
    mentioned: tuple[str, ...] = ()
    """The parameters that the path condition mentions."""
    fixed: tuple[str, ...] = ()
    """Those of them that the path condition leaves one value."""
