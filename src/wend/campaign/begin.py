"""Where explorations begin: the zygote first, then what searches, so that both import at once."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.kept_results import Memory
from wend.campaign.options import Options
from wend.campaign.sought_line import Sought
from wend.campaign.task import Task
from wend.explore.budget import Budget, Interrupt
from wend.inputs.target import TargetRef
from wend.messages.options import Goals
from wend.path.result import CoverResult, ReachResult, Together
from wend.record import replace
from wend.store.known import together
from wend.targets.entries import Entry, doubt, entry_point, may_need_callers, spot_on
from wend.targets.locate import LineRef

if TYPE_CHECKING:
    from wend.campaign.exploration import Watch
    from wend.process.importer import ZygoteChannels
    from wend.process.runner import Runner

KEPT_FOR_CALLERS = 0.5
"""Of the time for a line that may be reached from others than its own function only."""


def cover(
    ref: TargetRef,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
    zygote: ZygoteChannels | None = None,
) -> CoverResult:
    """Every path of a function, and a suite of cases chosen from them."""
    budget = Budget(options.caps, interrupt or Interrupt())
    with _runner(ref, options, budget, live, zygote) as runner:
        from wend.campaign.cover import covered  # while the zygote imports the target

        memory = _cover_memory(ref, options)
        result = covered(runner, budget, options, memory.watching(watch), memory.known)
        return memory.keep(result, runner)


def reach(
    line_refs: tuple[LineRef, ...],
    entry: Entry,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
    zygote: ZygoteChannels | None = None,
) -> Together:
    """For each line, all of one file and function, an input that executes it, or a proof that
    there is none."""
    interrupt = interrupt or Interrupt()
    is_own = entry is None and live is None
    kept = KEPT_FOR_CALLERS if is_own and any(map(may_need_callers, line_refs)) else 0.0
    budget = Budget(options.caps, interrupt, kept)
    ref = entry_point(line_refs[0], entry)
    sought = [_sought(each, entry) for each in line_refs]
    budget.share(len(sought))  # from the import on
    with _runner(ref, options, budget, live, zygote, _goals(sought)) as runner:
        from wend.campaign.reach import reached  # while the zygote imports the target

        memories = [_reach_memory(each, entry, ref, options) for each in line_refs]
        for memory in memories:
            watch = memory.watching(watch)
        known = together([memory.known for memory in memories])
        found = reached(runner, budget, options, sought, watch, known, may_leave=bool(kept))
        results: Sequence[ReachResult] = found
        if is_own and runner.loaded is not None:
            from wend.campaign.callers import from_callers  # most lines need none

            results = from_callers(
                sought,
                results,
                options,
                functools.partial(_reached_from, interrupt, watch),
                lambda: budget.interrupted,
            )
        # What rests on callers, too, is not kept: their code may change.
        return Together(
            tuple(
                [
                    memory.keep(each, runner) if each is own else each
                    for memory, each, own in zip(memories, results, found, strict=True)
                ]
            )
        )


def _reached_from(
    interrupt: Interrupt,
    watch: Watch | None,
    ref: TargetRef,
    sought: Sequence[Sought],
    options: Options,
) -> Sequence[ReachResult]:
    """Lines searched for from a function that may call theirs."""
    from wend.campaign.reach import reached

    budget = Budget(options.caps, interrupt)
    budget.share(len(sought))
    with _runner(ref, options, budget, None, None, _goals(sought)) as runner:
        return reached(runner, budget, options, sought, watch)


def cover_task(ref: TargetRef) -> Task:
    """One of many calls of `cover`."""
    unbegun = CoverResult(ref, "budget")
    return Task(cover, (ref,), ref, unbegun, recalled=lambda options: recalled(ref, options))


def reach_task(line_ref: LineRef, entry: Entry) -> Task:
    """One of many calls of `reach`."""
    ref = entry_point(line_ref, entry)
    return _reach_task((_sought(line_ref, entry),), entry, ref)


def _sought(line_ref: LineRef, entry: Entry) -> Sought:
    why = doubt(line_ref, entry) if isinstance(entry, str) else ""
    return Sought(line_ref, spot_on(line_ref), why)


def _reach_task(sought: tuple[Sought, ...], entry: Entry, ref: TargetRef) -> Task:
    line_refs = tuple([each.line_ref for each in sought])
    return Task(
        reach,
        (line_refs, entry),
        ref,
        Together(tuple([each.unbegun(ref) for each in sought])),
        _goals(sought),
        lambda options: recalled_reach(line_refs[0], entry, options),
        shares=(ref, sought[0].file),
        joined=lambda tasks: _reach_task(
            tuple([_sought(each, entry) for task in tasks for each in task.arguments[0]]),
            entry,
            ref,
        ),
    )


def _goals(sought: Sequence[Sought]) -> Goals:
    spots = [each.spot for each in sought]
    statements = tuple(dict.fromkeys([each.statement for each in spots]))
    inside = tuple(dict.fromkeys([each.line for each in spots if each.line != each.statement]))
    return sought[0].file, statements, inside


def recalled(ref: TargetRef, options: Options) -> CoverResult | None:
    """What an earlier `cover` found, if it would find the same now."""
    return _cover_memory(ref, options).result(CoverResult)


def recalled_reach(line_ref: LineRef, entry: Entry, options: Options) -> ReachResult | None:
    """What an earlier `reach` found, if it would find the same now; and what needs no search."""
    ref = entry_point(line_ref, entry)
    sought = Sought(line_ref, spot_on(line_ref))
    if sought.spot.dead:
        return sought.unbegun(ref)
    return _reach_memory(line_ref, entry, ref, options).result(ReachResult)


def _cover_memory(ref: TargetRef, options: Options) -> Memory:
    return Memory("cover", ref, options)


def _reach_memory(line_ref: LineRef, entry: Entry, ref: TargetRef, options: Options) -> Memory:
    name = entry.function if isinstance(entry, TargetRef) else entry
    return Memory("reach", ref, options, line_ref.module.file, line_ref.line, name)


def _runner(
    ref: TargetRef,
    options: Options,
    budget: Budget,
    live: Any,
    zygote: ZygoteChannels | None,
    goals: Goals | None = None,
) -> Runner:
    from wend.process.runner import Runner  # not needed for what the store knows

    run_options = replace(options.run_options, goals=goals)
    return Runner(ref, run_options, live, lambda: budget.interrupted, zygote)
