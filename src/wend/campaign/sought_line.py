"""Lines that are sought: what the user named, and how far the search for each has come."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wend.explore.not_reached import nearest_miss
from wend.inputs.target import Target, TargetRef
from wend.messages.options import Goals
from wend.path.case import Case
from wend.path.reason import Reason, Reasons
from wend.path.result import ReachResult
from wend.record import Record, replace
from wend.solvers import INSTALL_BITWUZLA
from wend.source.lines import Spot
from wend.source.other_values import other_value_needed
from wend.targets.locate import LineRef

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration
    from wend.explore.distance import Distances
    from wend.explore.searches.line import LineSearch


class SoughtLine(Record):
    """A line that the user named, and the statement that is executed for it."""

    line_ref: LineRef
    spot: Spot
    doubt: str = ""
    """Why the entry may have no calls that lead to the line."""

    @property
    def file(self) -> str:
        return os.path.abspath(self.line_ref.module.file)

    def unbegun(self, entry: TargetRef) -> ReachResult:
        """The result as far as it is known before anything is run."""
        spot, line = self.spot, self.line_ref.line
        reasons: tuple[Reason, ...] = ()
        if spot.said:
            name = spot.function.name
            reasons = (Reason("line-moved", spot.said, "", name, self.file, spot.line),)
        found = ReachResult(entry, line, entry.function, "unknown", reasons=reasons)
        home = TargetRef(self.line_ref.module, spot.outermost.name, spot.outermost.first_line)
        if (entry.module.file, entry.line) != (home.module.file, home.line):
            found = replace(found, home=home)
        if not spot.dead:
            return replace(found, taken=spot.line)
        if spot.is_optimized:
            says = f"{spot.dead}, with assertions on; python -O may execute it"
            reason = Reason("one-state", says, "", spot.function.name, self.file, spot.line)
            return replace(found, left=(says,), reasons=(*reasons, reason), taken=spot.line)
        return replace(
            found,
            verdict="unreachable",
            conflicts=(spot.dead,),
            method="control flow",
            taken=spot.line,
        )


def goals_of(sought: Sequence[SoughtLine]) -> Goals:
    """The statements that runs mark, and the lines inside of statements that replays note."""
    spots = [each.spot for each in sought]
    statements = tuple(dict.fromkeys([each.statement for each in spots]))
    inside = tuple(dict.fromkeys([each.line for each in spots if each.line != each.statement]))
    return sought[0].file, statements, inside


MORE = "more time or runs may help: --budget, --max-executions, --total"
NO_MORE = "no open branch leads nearer to the line, so more time or runs may not help"


class LineProgress:
    """How far the search for one line has come."""

    def __init__(self, sought: SoughtLine, search: LineSearch, distances: Distances) -> None:
        self.spot = sought.spot
        self.search = search
        self._doubt = sought.doubt
        self._distances = distances
        self.case: Case | None = None
        self.spent: dict[str, Any] = {}
        """The work for all lines together, up to when this one was settled."""
        self.reasons = Reasons()
        """The approximations up to then."""

    def left(self, exploration: Exploration) -> tuple[str, ...]:
        """Sentences that say why it is not known whether the line can be reached."""
        said = [self._doubt] if self._doubt else []
        hit = exploration.suite.coverage.lines
        line = self.spot.line
        miss, leads_on = nearest_miss(exploration.explorer.tree, self._distances, hit, line)
        if other := other_value_needed(exploration.runner.prepared.target, line):
            miss, leads_on = other, False
        said.extend([miss] if miss else [])
        search = self.search
        if search.has_search:
            why = "; ".join(search.left) or "it was not over"
            said.append(f"searching backward read {_segments(search.segments)}: {why}")
        else:
            said.append(f"it was not searched backward: {search.left[0]}")
        if exploration.solver.lacks_bitwuzla:
            said.append(INSTALL_BITWUZLA)
        cap = exploration.explorer.cap
        if cap is not None and cap.kind != "interrupted":
            said.append(MORE if leads_on else NO_MORE)
        return tuple(said)

    def only_backward(self, exploration: Exploration) -> list[Reason]:
        """Why a search that was made only backward did not come to an end."""
        ref = exploration.runner.prepared.target.ref
        says = self.search.left or ("this function is not searched backward",)
        return [
            Reason(
                "only-backward", each, "search both ways", ref.function, ref.module.file, ref.line
            )
            for each in says
        ]


def _segments(count: int) -> str:
    return "1 segment" if count == 1 else f"{count} segments"


def unconfirmed(target: Target, progress: LineProgress) -> Reason:
    """The reason for a line that runs of the twin reached, and no replay of the code itself."""
    return Reason(
        "divergence",
        "an instrumented run executed the line, and the code itself with the same inputs did not",
        "",
        progress.spot.function.name,
        target.file,
        progress.spot.line,
    )
