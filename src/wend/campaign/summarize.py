"""`summary`: what a function does, case by case."""

from __future__ import annotations

from wend.campaign.exploration import opened
from wend.campaign.options import Options
from wend.emit.summary_text import summary_text
from wend.explore.budget import Budget, Interrupt
from wend.inputs.target import TargetRef
from wend.process.runner import Runner
from wend.record import replace


def summarized(ref: TargetRef, options: Options, interrupt: Interrupt) -> str:
    """Explores a function and tells the cases of its execution tree."""
    options = replace(options, chance=False, compositional="off")
    budget = Budget(options.caps, interrupt)
    run_options = options.run_options
    with (
        Runner(
            ref, run_options, None, lambda: budget.interrupted, watchdog=budget.watchdog
        ) as runner,
        opened(runner, budget, options) as exploration,
    ):
        with budget.stage("search") as search:
            for _ in exploration.runs():
                pass
        if search.is_over:
            exploration.explorer.cap = budget.overdue
        names = [parameter.name for parameter in runner.prepared.target.parameters]
        text = summary_text(ref.function, names, exploration.explorer.tree)
        if exploration.explorer.cap is not None:
            text += f"\n  … {exploration.explorer.cap.says}: there may be more cases"
    return text
