"""Where explorations begin: the zygote first, then what searches, so that both import at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wend.campaign.locate import LineRef, entry_point, goal_of
from wend.campaign.many import Task
from wend.campaign.memory import Memory
from wend.campaign.options import Options
from wend.explore.budget import Budget, Interrupt
from wend.inputs.target import TargetRef
from wend.path.result import CoverResult, ReachResult
from wend.record import replace

if TYPE_CHECKING:
    from wend.campaign.exploration import Watch
    from wend.run.importer import Hatched
    from wend.run.runner import Runner


def cover(
    ref: TargetRef,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
    hatched: Hatched | None = None,
) -> CoverResult:
    """Every path of a function, and a suite of cases chosen from them."""
    budget = Budget(options.caps, interrupt or Interrupt())
    with _runner(ref, options, budget, live, hatched) as runner:
        from wend.campaign.cover import covered  # while the zygote imports the target

        memory = _cover_memory(ref, options)
        result = covered(runner, budget, options, memory.watching(watch), memory.known)
        return memory.keep(result, runner)


def reach(
    line_ref: LineRef,
    entry: str | None,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
    hatched: Hatched | None = None,
) -> ReachResult:
    """One input that executes a line, or a proof that there is none."""
    budget = Budget(options.caps, interrupt or Interrupt())
    ref = entry_point(line_ref, entry)
    with _runner(ref, options, budget, live, hatched, goal_of(line_ref)) as runner:
        from wend.campaign.reach import reached  # while the zygote imports the target

        memory = _reach_memory(line_ref, entry, ref, options)
        result = reached(runner, budget, options, line_ref, memory.watching(watch), memory.known)
        return memory.keep(result, runner)


def cover_task(ref: TargetRef) -> Task:
    """One of many calls of `cover`."""
    unbegun = CoverResult(ref, "budget")
    return Task(cover, (ref,), ref, unbegun, recalled=lambda options: recalled(ref, options))


def reach_task(line_ref: LineRef, entry: str | None) -> Task:
    """One of many calls of `reach`."""
    ref = entry_point(line_ref, entry)
    unbegun = ReachResult(ref, line_ref.line, ref.function, "unknown")
    return Task(
        reach,
        (line_ref, entry),
        ref,
        unbegun,
        goal_of(line_ref),
        lambda options: recalled_reach(line_ref, entry, options),
    )


def recalled(ref: TargetRef, options: Options) -> CoverResult | None:
    """What an earlier `cover` found, if it would find the same now."""
    return _cover_memory(ref, options).result(CoverResult)


def recalled_reach(line_ref: LineRef, entry: str | None, options: Options) -> ReachResult | None:
    """What an earlier `reach` found, if it would find the same now."""
    ref = entry_point(line_ref, entry)
    return _reach_memory(line_ref, entry, ref, options).result(ReachResult)


def _cover_memory(ref: TargetRef, options: Options) -> Memory:
    return Memory("cover", ref, options)


def _reach_memory(line_ref: LineRef, entry: str | None, ref: TargetRef, options: Options) -> Memory:
    return Memory("reach", ref, options, line_ref.module.file, line_ref.line, entry)


def _runner(
    ref: TargetRef,
    options: Options,
    budget: Budget,
    live: Any,
    hatched: Hatched | None,
    goal: tuple[str, int] | None = None,
) -> Runner:
    from wend.run.runner import Runner  # not needed for what the store knows

    run_options = replace(options.run_options, goal=goal)
    return Runner(ref, run_options, live, lambda: budget.interrupted, hatched)
