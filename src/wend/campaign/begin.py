"""Where explorations begin: the zygote first, then what searches, so that both import at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wend.campaign.locate import LineRef, entry_point, goal_of
from wend.campaign.options import Options
from wend.explore.budget import Budget, Interrupt
from wend.inputs.target import TargetRef
from wend.path.result import CoverResult, ReachResult
from wend.record import replace
from wend.run.runner import Runner

if TYPE_CHECKING:
    from wend.campaign.exploration import Watch


def cover(
    ref: TargetRef,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
) -> CoverResult:
    """Every path of a function, and a suite of cases chosen from them."""
    budget = Budget(options.caps, interrupt or Interrupt())
    with _runner(ref, options, budget, live) as runner:
        from wend.campaign.cover import covered  # while the zygote imports the target

        return covered(runner, budget, options, watch)


def reach(
    line_ref: LineRef,
    entry: str | None,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
) -> ReachResult:
    """One input that executes a line, or a proof that there is none."""
    budget = Budget(options.caps, interrupt or Interrupt())
    ref = entry_point(line_ref, entry)
    with _runner(ref, options, budget, live, goal_of(line_ref)) as runner:
        from wend.campaign.reach import reached  # while the zygote imports the target

        return reached(runner, budget, options, line_ref, watch)


def _runner(
    ref: TargetRef,
    options: Options,
    budget: Budget,
    live: Any,
    goal: tuple[str, int] | None = None,
) -> Runner:
    return Runner(ref, replace(options.run_options, goal=goal), live, lambda: budget.interrupted)
