"""What one run did: the branches in order, and how it ended."""

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
    """Calls that were composed, in order."""
    frames: tuple[tuple[Key, Path], ...] = ()
    """What each of these did, those that they made first; paths over variables of their own."""
    followed: tuple[tuple[str, str], ...] = ()
    """Functions whose calls were followed in place instead, and why; each is told of once."""
    epoch: int = 0
    """Paths of composed runs fit together only with those of the same one."""
    results: tuple[Term, ...] = ()
    """Of a function that was run alone: the kind of its result, and its scalars."""
    pins: tuple[tuple[int, Term], ...] = ()
    """What native code was given has the value it has; with the number of branches before."""

    given: Inputs | None = None
    """What it was run with, where that is more than it asked for: fields of cells."""
    assumed: int | None = None
    """How many of the branches the call began after, if it did: those are about whether arguments
    are valid."""

    @property
    def inner(self) -> Iterator[tuple[Key, Path]]:
        """What all calls did that were composed, those in calls included."""
        for key, frame in self.frames:
            yield key, frame
            yield from frame.inner

    @property
    def is_exact(self) -> bool:
        """Whether it tells all that decides, and approximates nothing; its calls are not asked."""
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
        """What was decided on the way, without what is taken for granted of all inputs."""
        return tuple([branch.holds for branch in self.branches if not branch.is_assumed])

    @property
    def decided(self) -> tuple[Term, ...]:
        """What was decided on the way, without the pins beside it."""
        return tuple([branch.holds for branch in self.branches])
