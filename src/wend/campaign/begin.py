"""Where `cover` and `reach` begin: a zygote imports the target while we import the searches.

cover  → targets → runner → campaign.cover.covered → result
reach  → lines   → runner → campaign.reach.reached → callers, if they may help → results
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.kept_results import KeptResults
from wend.campaign.many_targets.task import Task
from wend.campaign.options import Options
from wend.campaign.sought_line import SoughtLine, goals_of
from wend.campaign.target_runner import runner_for
from wend.explore.budget import Budget, Interrupt
from wend.inputs.target import TargetRef
from wend.path.result import CoverResult, ReachResult, Together
from wend.store.earlier_runs import merged
from wend.targets.entries import Entry, doubt, entry_point, may_need_callers, spot_on
from wend.targets.locate import LineRef

if TYPE_CHECKING:
    from wend.campaign.exploration import Watch
    from wend.process.importer import ZygoteChannels

KEPT_FOR_CALLERS = 0.5
"""The share of the time that is kept for callers of a line's function, where they may help."""


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
    with runner_for(ref, options, budget, live=live, zygote=zygote) as runner:
        from wend.campaign.cover import covered  # while the zygote imports the target

        kept = _kept_covers(ref, options)
        result = covered(runner, budget, options, kept.watching(watch), kept.earlier_runs)
        return kept.keep(result, runner)


def reach(
    line_refs: tuple[LineRef, ...],
    entry: Entry,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
    zygote: ZygoteChannels | None = None,
) -> Together:
    """An input for each line, all of one function, or a proof that there is none."""
    interrupt = interrupt or Interrupt()
    is_own = entry is None and live is None
    may_leave = is_own and any(map(may_need_callers, line_refs))
    budget = Budget(options.caps, interrupt, KEPT_FOR_CALLERS if may_leave else 0.0)
    ref = entry_point(line_refs[0], entry)
    sought = [_sought(each, entry) for each in line_refs]
    budget.share(len(sought))  # from the import on
    with runner_for(ref, options, budget, goals_of(sought), live=live, zygote=zygote) as runner:
        from wend.campaign.reach import reached  # while the zygote imports the target

        kept = [_kept_reaches(each, entry, ref, options) for each in line_refs]
        for each in kept:
            watch = each.watching(watch)
        earlier = merged([each.earlier_runs for each in kept])
        found = reached(runner, budget, options, sought, watch, earlier, may_leave=may_leave)
        results: Sequence[ReachResult] = found
        if is_own and runner.loaded is not None:
            from wend.campaign.callers import from_callers  # most lines need none

            # What callers show counts once all of them were tried.
            told = watch and (
                lambda exploration, so_far: watch(exploration, lambda: Together(found))
            )
            results = from_callers(sought, found, options, budget, interrupt, told)
        # A result that rests on callers, too, is not kept: their code may change.
        triples = zip(kept, results, found, strict=True)
        return Together(
            tuple([each.keep(best, runner) if best is own else best for each, best, own in triples])
        )


def cover_task(ref: TargetRef) -> Task:
    """One of many calls of `cover`."""
    unbegun = CoverResult(ref, "budget")
    return Task(cover, (ref,), ref, unbegun, recalled=lambda options: recalled(ref, options))


def reach_task(line_ref: LineRef, entry: Entry) -> Task:
    """One of many calls of `reach`."""
    ref = entry_point(line_ref, entry)
    return _reach_task((_sought(line_ref, entry),), entry, ref)


def _sought(line_ref: LineRef, entry: Entry) -> SoughtLine:
    why = doubt(line_ref, entry) if isinstance(entry, str) else ""
    return SoughtLine(line_ref, spot_on(line_ref), why)


def _reach_task(sought: tuple[SoughtLine, ...], entry: Entry, ref: TargetRef) -> Task:
    line_refs = tuple([each.line_ref for each in sought])
    return Task(
        reach,
        (line_refs, entry),
        ref,
        Together(tuple([each.unbegun(ref) for each in sought])),
        goals_of(sought),
        lambda options: recalled_reach(line_refs[0], entry, options),
        group_key=(ref, sought[0].file),
        joined=lambda tasks: _reach_task(
            tuple([_sought(each, entry) for task in tasks for each in task.arguments[0]]),
            entry,
            ref,
        ),
    )


def recalled(ref: TargetRef, options: Options) -> CoverResult | None:
    """The result of an earlier `cover`, if a new one would find the same."""
    return _kept_covers(ref, options).result(CoverResult)


def recalled_reach(line_ref: LineRef, entry: Entry, options: Options) -> ReachResult | None:
    """The result of an earlier `reach`, if a new one would find the same, or needs no search."""
    ref = entry_point(line_ref, entry)
    sought = SoughtLine(line_ref, spot_on(line_ref))
    if sought.spot.dead:
        return sought.unbegun(ref)
    return _kept_reaches(line_ref, entry, ref, options).result(ReachResult)


def _kept_covers(ref: TargetRef, options: Options) -> KeptResults:
    return KeptResults("cover", ref, options)


def _kept_reaches(line_ref: LineRef, entry: Entry, ref: TargetRef, options: Options) -> KeptResults:
    name = entry.function if isinstance(entry, TargetRef) else entry
    return KeptResults("reach", ref, options, line_ref.module.file, line_ref.line, name)
