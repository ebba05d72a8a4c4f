"""`reach`: one input that executes a line, or a proof that there is none."""

from __future__ import annotations

from typing import Literal

from wend.campaign.cover import budget_reason
from wend.campaign.exploration import Exploration, Watch, opened
from wend.campaign.known import NOTHING, Known
from wend.campaign.locate import LineRef, goal_of
from wend.campaign.options import Options
from wend.explore.budget import Budget
from wend.explore.distance import Distances
from wend.explore.opaque import opaque_functions
from wend.explore.strategies import Scored
from wend.instrument.rewrite import GOAL
from wend.path.case import Case
from wend.path.reason import Reason
from wend.path.result import ReachResult
from wend.record import replace
from wend.run.runner import CannotExplore, Runner

SUMMARIES = "summaries of functions"


def reached(
    runner: Runner,
    budget: Budget,
    options: Options,
    line_ref: LineRef,
    watch: Watch | None = None,
    known: Known = NOTHING,
) -> ReachResult:
    """Searches forward, the branches nearest to the line first."""
    target = runner.ref
    goal = goal_of(line_ref)
    line = goal[1]
    distances = Distances((target.module.file,), line_ref.module.file, line)
    strategy = Scored(lambda goal, gain: -distances.of(goal))
    nothing = ReachResult(target, line_ref.line, target.function, "error")
    try:
        with opened(runner, budget, options, strategy, goal, known) as exploration:
            case = _search(exploration, line, watch)
            return _result(exploration, options, nothing, case)
    except CannotExplore as error:
        return replace(nothing, error=str(error), reasons=error.reasons)


def _search(exploration: Exploration, line: int, watch: Watch | None) -> Case | None:
    suite = exploration.suite
    goal_seen = False
    for seen in exploration.runs():
        if watch is not None:
            watch(exploration)
        if GOAL not in seen.path.marks and not seen.gain:
            if exploration.explorer.is_proved:
                break
            continue
        goal_seen = goal_seen or GOAL in seen.path.marks
        suite.offer(seen.path, always=True)
        suite.settle()
        if suite.cases and line in suite.coverage.lines:
            return suite.cases[-1]
    if goal_seen:
        exploration.reasons.append(_not_confirmed(exploration))
    return None


def _not_confirmed(exploration: Exploration) -> Reason:
    ref = exploration.runner.prepared.target.ref
    return Reason(
        "divergence",
        "an instrumented run executed the line, and the code itself with the same inputs did not",
        "",
        ref.function,
        ref.module.file,
        ref.line,
    )


def _method(exploration: Exploration, case: Case | None) -> str:
    if case is None:
        return SUMMARIES if exploration.explorer.is_proved else ""
    return SUMMARIES if case.method == "composed" else "forward search"


def _result(
    exploration: Exploration, options: Options, nothing: ReachResult, case: Case | None
) -> ReachResult:
    explorer = exploration.explorer
    target = exploration.runner.prepared.target
    reasons = exploration.all_reasons
    verdict: Literal["reached", "unreachable", "unknown"]
    if case is not None:
        verdict = "reached"
    elif explorer.cap is not None:
        verdict = "unknown"
        reasons.append(budget_reason(explorer.cap, exploration))
    else:
        verdict = "unknown" if exploration.spoiled else "unreachable"
    return replace(
        nothing,
        target=target.ref,
        verdict=verdict,
        case=case,
        executions=explorer.budget.executions,
        concrete=explorer.budget.concrete,
        solver=exploration.links,
        queries=explorer.budget.queries,
        segments=explorer.tree.node_count + explorer.tree.path_count,
        method=_method(exploration, case),
        seconds=explorer.budget.seconds,
        reasons=tuple(reasons),
        kind=target.kind,
        by_keyword=frozenset(each.name for each in target.parameters if each.by_keyword),
        opaque=opaque_functions(explorer.tree, reasons, options.imprecision),
        steps=explorer.steps,
        composed=explorer.composed,
        interrupted=explorer.budget.interrupted,
    )
