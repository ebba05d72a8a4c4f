"""The runner of a target; its zygote begins at once to import the target's module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wend.campaign.options import Options
from wend.explore.budget import Budget
from wend.inputs.target import TargetRef
from wend.messages.options import Goals
from wend.record import replace

if TYPE_CHECKING:
    from wend.process.importer import ZygoteChannels
    from wend.process.runner import Runner


def runner_for(
    ref: TargetRef,
    options: Options,
    budget: Budget,
    goals: Goals | None = None,
    *,
    live: Any = None,
    zygote: ZygoteChannels | None = None,
) -> Runner:
    """A runner with the options of a campaign; an interruption ends its wait for the import."""
    from wend.process.runner import Runner  # not needed for what the store knows

    run_options = replace(options.run_options, goals=goals)
    return Runner(ref, run_options, live, lambda: budget.interrupted, zygote, budget.watchdog)
