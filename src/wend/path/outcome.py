"""How a run ended."""

from __future__ import annotations

from typing import Literal

from wend.record import Record


class Returned(Record):
    """The function returned; `source` is the value as Python source, None where it has none."""

    source: str | None
    repr: str
    imports: tuple[str, ...] = ()
    """Import statements that the source needs besides the names of the target's module."""


class Raised(Record):
    """An exception came out; `type` is dotted, the place is where it was raised."""

    type: str
    message: str
    file: str
    line: int
    explicit: bool = False
    """Whether a `raise` statement of the code under test did it: it is meant, no finding."""
    by_guess: bool = False
    """Whether it may come of a type that was guessed: no finding either."""
    through: tuple[str, int] | None = None
    """File and line of the code under test that led there, where code of others raised it."""

    @property
    def own_place(self) -> tuple[str, int]:
        """The innermost place that is the user's."""
        return self.through or (self.file, self.line)


class Violated(Record):
    """The function returned, and left an argument behind that is no longer valid."""

    predicate: str
    """A call of what says so, `{}` for the argument; "" where tests can't call it."""
    parameter: str
    """The argument; "" where it is inside of one."""
    raised: str = ""
    """The dotted type of the exception that the predicate raised; "" where it returned false."""

    @property
    def says(self) -> str:
        """What the predicate did, as a clause."""
        return f"raises {self.raised}" if self.raised else "no longer holds"

    @property
    def sentence(self) -> str:
        """`is_valid(tree) no longer holds`."""
        called = self.predicate.format(self.parameter or "…") if self.predicate else "a predicate"
        return f"{called} {self.says}"


class Stopped(Record):
    """The run did not end by itself."""

    reason: Literal["timeout", "memory", "crash", "blocked"]
    detail: str = ""

    @property
    def is_deadly(self) -> bool:
        """Whether it took its process along."""
        return self.reason == "crash" or self.detail == KILLED

    @property
    def is_wild(self) -> bool:
        """Whether it was ended just before it would have touched memory that is not there."""
        return self.detail.startswith(WILD)


def died(how: str) -> Stopped:
    """The outcome of a run whose process ended, by how it did; TIMEOUT where it was ended."""
    return Stopped("timeout", KILLED) if how == TIMEOUT else Stopped("crash", how)


def is_timeout(outcome: Outcome) -> bool:
    """Whether a run took too long."""
    return isinstance(outcome, Stopped) and outcome.reason == "timeout"


TIMEOUT = "timeout"
"""How a process ended that took too long."""

KILLED = "it had to be killed"

WILD = "wild access"
"""What such an outcome begins with."""


class Dropped(Record):
    """`wend.assume` refused the inputs: the run counts for the tree and for nothing else."""


Outcome = Returned | Raised | Violated | Stopped | Dropped
