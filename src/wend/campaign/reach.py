"""`reach`: one input that executes a line, or a proof that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from wend.campaign.cover import budget_reason
from wend.campaign.exploration import Exploration, Watch, opened
from wend.campaign.known import NOTHING, Known
from wend.campaign.locate import LineRef, goal_of
from wend.campaign.options import Options
from wend.explore.backward import EVERY, FIRST, LAST, TURN, BackwardTurns
from wend.explore.budget import Budget
from wend.explore.distance import Distances
from wend.explore.explorer import Seen
from wend.explore.opaque import opaque_functions
from wend.explore.strategies import Scored
from wend.instrument.rewrite import GOAL
from wend.path.case import Case
from wend.path.reason import Reason
from wend.path.result import ReachResult
from wend.record import replace
from wend.run.runner import CannotExplore, Runner

SUMMARIES = "summaries of functions"
BACKWARD = "backward"


def reached(
    runner: Runner,
    budget: Budget,
    options: Options,
    line_ref: LineRef,
    watch: Watch | None = None,
    known: Known = NOTHING,
) -> ReachResult:
    """Searches backward from the line, and forward, the branches nearest to the line first."""
    target = runner.ref
    goal = goal_of(line_ref)
    line = goal[1]
    distances = Distances((target.module.file,), line_ref.module.file, line)
    strategy = Scored(lambda goal, gain: -distances.of(goal))
    nothing = ReachResult(target, line_ref.line, target.function, "error")
    try:
        with opened(runner, budget, options, strategy, goal, known) as exploration:
            backward = BackwardTurns(
                runner.prepared.target,
                goal,
                runner.trace,
                exploration.solver,
                budget,
                has_all_inputs=not exploration.reasons.spoil and not _has_guesses(exploration),
            )
            case = _search(exploration, backward, options.direction, line, watch)
            return _result(exploration, backward, options, nothing, case)
    except CannotExplore as error:
        return replace(nothing, error=str(error), reasons=error.reasons)


def _search(
    exploration: Exploration,
    backward: BackwardTurns,
    direction: str,
    line: int,
    watch: Watch | None,
) -> Case | None:
    suite = exploration.suite
    goal_seen = False
    for seen in _runs(exploration, backward, direction):
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


def _runs(exploration: Exploration, backward: BackwardTurns, direction: str) -> Iterator[Seen]:
    """Those of the search forward, and between them those that the search backward asks for."""

    if direction == "forward":
        yield from exploration.runs()
        return
    explorer = exploration.explorer
    tree = explorer.tree

    def turn(segments: int) -> Iterator[Seen]:
        for inputs in backward.inputs(segments):
            known = tree.segment_count
            seen = explorer.run(inputs, BACKWARD)
            backward.confirming += tree.segment_count - known
            yield seen

    while direction == "backward":
        yield from turn(LAST)
        explorer.cap = explorer.budget.hit()
        if backward.is_over or explorer.cap is not None:
            exploration.reasons.extend(_left(exploration, backward))
            return
    yield from turn(FIRST)
    if backward.is_proved:
        return
    for count, seen in enumerate(exploration.runs(), 1):
        yield seen
        if count % EVERY == 0:
            yield from turn(TURN)
            if backward.is_proved:
                return
    if exploration.spoiled:
        yield from turn(LAST)


def _left(exploration: Exploration, backward: BackwardTurns) -> list[Reason]:
    """Why a search that was only made backward did not come to an end."""
    if backward.is_proved:
        return []
    ref = exploration.runner.prepared.target.ref
    says = backward.left or ("this function is not searched backward",)
    return [
        Reason("only-backward", each, "search both ways", ref.function, ref.module.file, ref.line)
        for each in says
    ]


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


def _has_guesses(exploration: Exploration) -> bool:
    """Whether arguments of other types than those that were tried might get to the line."""
    return any(each.what == "type-guessed" for each in exploration.all_reasons)


def _method(exploration: Exploration, backward: BackwardTurns, case: Case | None) -> str:
    if case is None:
        if backward.is_proved:
            return BACKWARD
        return SUMMARIES if exploration.explorer.is_proved else ""
    if case.method == BACKWARD:
        return BACKWARD
    return SUMMARIES if case.method == "composed" else "forward search"


def _result(
    exploration: Exploration,
    backward: BackwardTurns,
    options: Options,
    nothing: ReachResult,
    case: Case | None,
) -> ReachResult:
    explorer = exploration.explorer
    target = exploration.runner.prepared.target
    reasons = exploration.all_reasons
    verdict: Literal["reached", "unreachable", "unknown"]
    if case is not None:
        verdict = "reached"
    elif backward.is_proved:
        verdict = "unreachable"
    elif explorer.cap is not None:
        verdict = "unknown"
        reasons.append(budget_reason(explorer.cap, exploration))
    else:
        is_open = exploration.spoiled or _has_guesses(exploration)
        verdict = "unknown" if is_open else "unreachable"
    return replace(
        nothing,
        target=target.ref,
        verdict=verdict,
        case=case,
        executions=explorer.budget.executions,
        concrete=explorer.budget.concrete,
        solver=exploration.links,
        queries=explorer.budget.queries,
        segments=explorer.tree.segment_count - backward.confirming + backward.segments,
        method=_method(exploration, backward, case) if verdict != "unknown" else "",
        seconds=explorer.budget.seconds,
        reasons=tuple(reasons),
        kind=target.kind,
        by_keyword=frozenset(each.name for each in target.parameters if each.by_keyword),
        opaque=opaque_functions(explorer.tree, reasons, options.imprecision),
        steps=explorer.steps,
        composed=explorer.composed,
        conflicts=backward.conflicts if verdict == "unreachable" and backward.is_proved else (),
        interrupted=explorer.budget.interrupted,
    )
