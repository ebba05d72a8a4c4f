"""The search for a line of a private function, made again from the public functions that call it.

def _price(n): …        a line here is sought from _price itself first, then from order:
def order(n): …         an input of order is reported, since it is one that can happen
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from wend.campaign.exploration import Watch
from wend.campaign.options import Options
from wend.campaign.reach import reached
from wend.campaign.sought_line import SoughtLine, goals_of
from wend.campaign.target_runner import runner_for
from wend.explore.budget import Budget, Caps, Interrupt
from wend.inputs.target import TargetRef
from wend.path.reason import Reason
from wend.path.result import ReachResult, with_work_of_both
from wend.record import replace
from wend.targets.entries import callers_of, home_of, is_handed_on, is_private

MOST_RUNS = 200
"""Runs from each caller where the line's own function settled it: more would keep the user waiting
for a result that is known."""


def from_callers(
    sought: Sequence[SoughtLine],
    results: Sequence[ReachResult],
    options: Options,
    budget: Budget,
    interrupt: Interrupt,
    watch: Watch | None,
) -> list[ReachResult]:
    """The results, or better ones from public callers where these may help.

    `budget` is that of all, of which each caller gets a part.
    """
    found = list(results)
    callers = {
        at: callers_of(each.line_ref)
        for at, each in enumerate(sought)
        if _is_wanted(each, results[at])
    }
    begun = time.monotonic()
    waiting = [*dict.fromkeys(ref for refs in callers.values() for ref in refs)]
    for number, ref in enumerate(waiting):
        open_ = [at for at, refs in callers.items() if ref in refs and not _is_done(found[at])]
        if not open_ or interrupt.is_set:
            continue
        # With what it takes to import them: many callers must not take longer than few.
        spent = (time.monotonic() - begun) / len(callers)
        tried_before = [results[at] for at in open_]
        caps = _caps(options.caps, tried_before, spent, len(waiting) - number)
        if caps.seconds <= 0:
            break
        lines = [sought[at] for at in open_]
        part = Budget(caps, interrupt, within=budget)
        tried = _reached_from(ref, lines, replace(options, caps=caps), part, watch)
        for at, result in zip(open_, tried, strict=True):
            found[at] = _better(found[at], result)
    return [
        _told(found[at], callers[at], sought[at]) if at in callers else found[at]
        for at in range(len(found))
    ]


def _reached_from(
    ref: TargetRef,
    sought: Sequence[SoughtLine],
    options: Options,
    budget: Budget,
    watch: Watch | None,
) -> Sequence[ReachResult]:
    """The search for lines from a function that may call theirs."""
    budget.share(len(sought))
    with runner_for(ref, options, budget, goals_of(sought)) as runner:
        return reached(runner, budget, options, sought, watch)


def _is_wanted(sought: SoughtLine, result: ReachResult) -> bool:
    if result.interrupted:
        return False
    if result.verdict == "error":
        return True
    if is_private(sought.line_ref):
        return True  # callers of the same author may pass what the annotations don't allow
    return result.verdict != "reached" and is_handed_on(sought.line_ref)


def _is_done(result: ReachResult) -> bool:
    """Whether an input of a caller reached the line."""
    return result.verdict == "reached" and result.home is not None


def _caps(caps: Caps, results: Sequence[ReachResult], spent: float, callers: int) -> Caps:
    """The caps for one of the callers that are left, after `spent` seconds on others."""
    spent += max(result.seconds / result.shared for result in results)
    seconds = max(0.0, caps.seconds - spent) / callers
    executions = caps.executions
    if all(result.verdict in ("reached", "unreachable") for result in results):
        executions = MOST_RUNS if executions is None else min(MOST_RUNS, executions)
    return Caps(seconds, executions, caps.queries)


def _better(before: ReachResult, after: ReachResult) -> ReachResult:
    chosen = after if after.verdict == "reached" else before
    return with_work_of_both(chosen, before, after)


def _told(result: ReachResult, callers: Sequence[TargetRef], sought: SoughtLine) -> ReachResult:
    """The result with a reason that says from which function the line was sought."""
    home = home_of(sought.line_ref)
    names = [each.function for each in callers]
    if _is_done(result):
        says = f"{home.function} is called by {result.entry}"
        remedy = f"--entry {home.function} calls it itself"
    elif result.verdict == "reached" and names:
        listed = ", ".join(names)
        says = f"{home.function} is called itself: no input of {listed} was found to reach the line"
        remedy = f"--entry {names[0]} searches from there with all of the budget"
    elif result.verdict == "unreachable" and is_handed_on(sought.line_ref):
        says = f"others than {home.function} itself may call what the line is in"
        remedy = "name a function that leads to it with --entry"
        reason = Reason("handed-on", says, remedy, home.function, home.module.file, home.line)
        return replace(
            result, verdict="unknown", method="", conflicts=(), reasons=(*result.reasons, reason)
        )
    else:
        return result
    reason = Reason("entry", says, remedy, home.function, home.module.file, home.line)
    return replace(result, reasons=(*result.reasons, reason))
