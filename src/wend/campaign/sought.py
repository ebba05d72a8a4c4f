"""A line while it is sought: what was spent, what was found, and what is left where nothing was."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from wend.campaign.locate import LineRef
from wend.explore.lines import Spot
from wend.inputs.target import Target, TargetRef
from wend.path.case import Case
from wend.path.reason import Reason, Reasons
from wend.path.result import ReachResult
from wend.record import Record, replace

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration
    from wend.explore.backward import BackwardTurns


class Sought(Record):
    """A line that somebody named, and what is executed for it."""

    line_ref: LineRef
    spot: Spot

    @property
    def file(self) -> str:
        return os.path.abspath(self.line_ref.module.file)

    def unbegun(self, entry: TargetRef) -> ReachResult:
        """What is known of it before anything is run."""
        spot, line = self.spot, self.line_ref.line
        reasons: tuple[Reason, ...] = ()
        if spot.said:
            name = spot.function.name
            reasons = (Reason("line-moved", spot.said, "", name, self.file, spot.line),)
        found = ReachResult(entry, line, entry.function, "unknown", reasons=reasons)
        if not spot.dead:
            return replace(found, taken=spot.line)
        return replace(
            found,
            verdict="unreachable",
            conflicts=(spot.dead,),
            method="control flow",
            taken=spot.line,
        )


class Seeking:
    """One of the lines that an exploration is for."""

    def __init__(self, spot: Spot, turns: BackwardTurns) -> None:
        self.spot = spot
        self.turns = turns
        self.case: Case | None = None
        self.spent: dict[str, Any] = {}
        """By all lines together, when this one was settled."""
        self.reasons = Reasons()
        """What was approximated by then."""

    def left(self, exploration: Exploration, direction: str) -> list[Reason]:
        """What keeps it from being known whether the line can be reached."""
        ref = exploration.runner.prepared.target.ref
        if direction != "backward":
            return []
        says = self.turns.left or ("this function is not searched backward",)
        return [
            Reason(
                "only-backward", each, "search both ways", ref.function, ref.module.file, ref.line
            )
            for each in says
        ]


def in_vain(target: Target, seeking: Seeking) -> Reason:
    """A run of the twin came to the line, and none of the code itself did."""
    return Reason(
        "divergence",
        "an instrumented run executed the line, and the code itself with the same inputs did not",
        "",
        seeking.spot.function.name,
        target.file,
        seeking.spot.line,
    )
