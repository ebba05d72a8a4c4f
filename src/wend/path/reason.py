"""Why something was approximated or not reached; prints as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wend.record import Record, replace


class Reason(Record):
    """One approximation, at one place.

    `what` is a stable word that scripts may test (INTERFACE, `reasons[].what`).
    """

    what: str
    says: str
    remedy: str = ""
    name: str = ""
    file: str = ""
    line: int = 0
    count: int = 1

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        often = f" ({self.count} times)" if self.count > 1 else ""
        return f"{place}{self.says}{often}" + (f"; {self.remedy}" if self.remedy else "")

    @property
    def spoils_completeness(self) -> bool:
        """Whether `complete` and `unreachable` can no longer be said."""
        return self.what not in HARMLESS

    @property
    def leaves_inputs_out(self) -> bool:
        """Whether some inputs are not tried, for all runs: what is tried is followed as ever."""
        return self.what in ("bound-hit", "held-constant")

    @property
    def is_guess(self) -> bool:
        """Whether a verdict stands for the types that were guessed, and only for these."""
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
    )
)
"""Reasons that say under which assumption a verdict stands, without weakening it.

`cannot-construct` is harmless because what a constructor refuses is no input: the conditions under
which it does are in the tree.
`line-moved` and `entry` say which line is sought, and from where.
`corpus` says what came of existing tests, on which no verdict rests.
`state-leaked` is harmless because such a target is run in a fresh child each time.
"""


class Reasons:
    """Reasons with equal ones counted, in order of first appearance."""

    def __init__(self, reasons: Iterable[Reason] = ()) -> None:
        self._counts: dict[Reason, int] = {}
        self.spoil = False
        """Whether one of them keeps us from saying `complete` and `unreachable`."""
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
