"""Paths: what one run decided, in order, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.path.branch import Branch
from wend.path.outcome import Outcome, Stopped
from wend.path.reason import Reason
from wend.path.summary import Call, Key
from wend.record import Record

Sample = tuple[Any, ...]


class Path(Record):
    """The branches of one run with its outcome."""

    inputs: Inputs
    branches: tuple[Branch, ...]
    outcome: Outcome
    reasons: tuple[Reason, ...] = ()
    marks: frozenset[int] = frozenset()
    """The blocks of instrumented code that the run entered, by the numbers of their marks."""
    seconds: float = 0.0
    result: Term | None = None
    """The term of the returned value, where it depends on the inputs."""
    samples: tuple[Sample, ...] = ()
    """What opaque functions returned: symbol, function, shapes, arguments, results."""
    method: str = ""
    """How its inputs were found; a word of `path.case.Case.method`."""
    calls: tuple[Call, ...] = ()
    """The calls that were not followed but composed of summaries, in order."""
    frames: tuple[tuple[Key, Path], ...] = ()
    """The paths of these calls, over variables of their own; inner calls come first."""
    followed: tuple[tuple[str, str], ...] = ()
    """Functions whose calls were followed because they could not be composed, and why."""
    epoch: int = 0
    """Only composed paths of the same epoch fit together."""
    results: tuple[Term, ...] = ()
    """The result of a function that was run alone: its kind, then its scalars."""
    pins: tuple[tuple[int, Term], ...] = ()
    """Conditions that hold the arguments of native code at their values; each with the number of
    branches before it."""

    given: Inputs | None = None
    """The inputs that the run was started with, if they have fields of cells that it never read."""
    assumed: int | None = None
    """How many branches came before the call; they decide whether the arguments are valid. None if
    the run did not come to the call."""

    @property
    def inner(self) -> Iterator[tuple[Key, Path]]:
        """The paths of all composed calls, those inside of other calls included."""
        for key, frame in self.frames:
            yield key, frame
            yield from frame.inner

    @property
    def is_exact(self) -> bool:
        """Whether nothing was approximated in this path. The paths of its calls may be inexact."""
        return not (
            self.reasons
            or self.samples
            or self.pins
            or isinstance(self.outcome, Stopped)
            or any(branch.is_pin for branch in self.branches)
        )

    def is_assumed(self, depth: int) -> bool:
        """Whether the branch was decided before the call."""
        return self.assumed is None or depth < self.assumed

    @property
    def condition(self) -> tuple[Term, ...]:
        """The path condition: all inputs for which these hold go this way. [000] Definition 1"""
        return (*self.decided, *[pin for _, pin in self.pins])

    @property
    def told(self) -> tuple[Term, ...]:
        """The conditions that were decided, without the axioms, which hold for all inputs."""
        return tuple([branch.holds for branch in self.branches if not branch.is_assumed])

    @property
    def decided(self) -> tuple[Term, ...]:
        """All conditions that were decided, without the pins."""
        return tuple([branch.holds for branch in self.branches])
