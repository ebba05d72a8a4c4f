"""Outcomes: how a run ended."""

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
    """Whether a `raise` statement of the code under test raised it: then it is no finding."""
    by_guess: bool = False
    """Whether a wrong guess of a parameter's type may explain it: then it is no finding either."""
    through: tuple[str, int] | None = None
    """The file and line of the user's code that called what raised, if that is code of others."""

    @property
    def own_place(self) -> tuple[str, int]:
        """The innermost place in the user's own code."""
        return self.through or (self.file, self.line)


class Violated(Record):
    """The function returned, and one of its arguments is no longer valid."""

    predicate: str
    """The call of the predicate, with `{}` for the argument; "" if tests can't call it."""
    parameter: str
    """The parameter whose value is invalid; "" for an object inside of a parameter."""
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
    seconds: float = 0.0
    """What the unmodified code was given; 0 where that is not known, or not why it was stopped."""
    is_hasty: bool = False
    """Whether that is no more than every run gets: the code may just be slow."""

    @property
    def sentence(self) -> str:
        """`did not end within 10 s`."""
        if self.seconds:
            return f"did not end within {self.seconds:g} s"
        return _STOPPED[self.reason] + (f": {self.detail}" if self.detail else "")

    @property
    def is_deadly(self) -> bool:
        """Whether the process ended with the run."""
        return self.reason == "crash" or self.detail in (KILLED, *DISCONNECTED)

    @property
    def is_wild(self) -> bool:
        """Whether the run was stopped before it touched memory outside of the buffer."""
        return self.detail.startswith(WILD)


_STOPPED = {
    "timeout": "does not end (time limit)",
    "memory": "runs out of memory",
    "crash": "crashes the interpreter",
    "blocked": "is blocked by the guard",
}


def died(how: str) -> Stopped:
    """The outcome of a run whose process ended, in a way that `process.endings` tells."""
    if how == TIMEOUT:
        return Stopped("timeout", KILLED)
    return Stopped("blocked" if how in DISCONNECTED else "crash", how)


def is_timeout(outcome: Outcome) -> bool:
    """Whether a run took too long."""
    return isinstance(outcome, Stopped) and outcome.reason == "timeout"


TIMEOUT = "timeout"
"""The way in which a process ended that took too long."""

KILLED = "it had to be killed"

CLOSED, GARBLED = "it closed a connection of wend's", "it wrote into a connection of wend's"
DISCONNECTED = (CLOSED, GARBLED)
"""Ways in which a process ended that could not talk to wend any more. The unmodified code has no
such connections, so these are no crashes."""

WILD = "wild access"
"""The beginning of `Stopped.detail` of such a run."""


class Dropped(Record):
    """`wend.assume` refused the inputs. The run is part of the tree, and of nothing else."""


Outcome = Returned | Raised | Violated | Stopped | Dropped
