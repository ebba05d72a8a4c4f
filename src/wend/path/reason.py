"""Why something was approximated or not reached; prints as a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reason:
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


HARMLESS = frozenset(("type-guessed", "state-leaked"))
"""Reasons that say under which assumption a verdict stands, without weakening it.

`state-leaked` is harmless because such a target is run in a fresh child each time.
"""


def gather(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons with equal ones counted, in order of first appearance."""
    counts: dict[Reason, int] = {}
    for reason in reasons:
        key = replace(reason, count=1)
        counts[key] = counts.get(key, 0) + reason.count
    return tuple(replace(reason, count=count) for reason, count in counts.items())
