"""Why something was approximated: a record, from which a report makes a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wend.record import Record, replace


class Reason(Record):
    """One approximation, at one place."""

    what: str
    """A stable word that scripts may test: `reasons[].what` of the JSON output."""
    says: str
    """What happened, as a clause of a sentence."""
    remedy: str = ""
    """What the user can do about it."""
    name: str = ""
    """The function, parameter or test that the reason is about."""
    file: str = ""
    line: int = 0
    count: int = 1
    """How often the same happened at the same place."""
    kind: str = ""
    """Tells reasons of one `what` apart: of `budget-hit`, the kind of `explore.budget.Cap`."""
    details: str = ""
    """What only -v shows: what each solver answered."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        often = f" ({self.count} times)" if self.count > 1 else ""
        return f"{place}{self.says}{often}" + (f"; {self.remedy}" if self.remedy else "")

    @property
    def spoils_completeness(self) -> bool:
        """Whether a result with this reason is not `complete` or `unreachable`."""
        return self.what not in HARMLESS

    @property
    def loses_decisions(self) -> bool:
        """Whether inputs with the same conditions may still take different paths."""
        return self.spoils_completeness and self.what not in LEAVES_INPUTS_OUT

    @property
    def is_guess(self) -> bool:
        """Whether a verdict holds only for the types that wend guessed."""
        return self.what in ("type-guessed", "fields-guessed")


HARMLESS = frozenset(
    (
        "type-guessed",
        "fields-guessed",
        "state-leaked",
        "cannot-construct",
        "corpus",
        "line-moved",
        "entry",
        "hook-alone",
        "not-kept",
        "stopped",
    )
)
"""Reasons that tell under which assumption a verdict holds.

Guesses weaken it only where a line or branch is missed.

`cannot-construct`: arguments that a constructor refuses are no inputs, and the conditions under
which it refuses them are in the execution tree.
`line-moved` and `entry` tell which line is sought, and from which function.
`not-kept` tells that a later run will not find the result in the store.
`hook-alone` tells that the kernel does not help the guard.
`stopped` tells that a part of the time was lost.
`corpus` tells what the existing tests did; no verdict rests on them.
`state-leaked`: every run of such a target gets a process of its own.
"""


LEAVES_INPUTS_OUT = frozenset(
    ("bound-hit", "held-constant", "one-state", "type-asked", "type-narrowed")
)
"""Reasons that tell which inputs are never tried; runs of all others are followed exactly."""


class Reasons:
    """Reasons in the order in which they first appeared; equal ones are counted."""

    def __init__(self, reasons: Iterable[Reason] = ()) -> None:
        self._counts: dict[Reason, int] = {}
        self.spoil = False
        """Whether one of the reasons rules out the verdicts `complete` and `unreachable`."""
        self.extend(reasons)

    def append(self, reason: Reason) -> None:
        key = replace(reason, count=1) if reason.count != 1 else reason
        self._counts[key] = self._counts.get(key, 0) + reason.count
        self.spoil = self.spoil or reason.spoils_completeness

    def extend(self, reasons: Iterable[Reason]) -> None:
        for reason in reasons:
            self.append(reason)

    def __iter__(self) -> Iterator[Reason]:
        return (replace(reason, count=count) for reason, count in self._counts.items())
