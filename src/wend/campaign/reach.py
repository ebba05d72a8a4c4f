"""`reach`: one input that executes a line, or a proof that there is none."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any, Literal

from wend.campaign.cover import budget_reason
from wend.campaign.exploration import Exploration, Options, Watch, opened
from wend.campaign.locate import LineRef, entry_at, locate, tree_of
from wend.errors import WendError
from wend.explore.budget import Interrupt
from wend.explore.distance import Distances
from wend.explore.functions import around, holder
from wend.explore.strategies import Scored
from wend.inputs.target import TargetRef
from wend.instrument.flow import functions_in
from wend.instrument.rewrite import GOAL
from wend.path.case import Case
from wend.path.reason import Reason
from wend.path.result import ReachResult
from wend.run.runner import CannotExplore


def reach(
    line_ref: LineRef,
    entry: str | None,
    options: Options,
    interrupt: Interrupt | None = None,
    watch: Watch | None = None,
    live: Any = None,
) -> ReachResult:
    """Searches forward, the branches nearest to the line first."""
    interrupt = interrupt or Interrupt()
    started = time.monotonic()
    line = statement_line(line_ref)
    target = entry_point(line_ref, entry)
    distances = Distances((target.module.file,), line_ref.module.file, line)
    strategy = Scored(lambda goal, gain: -distances.of(goal))
    goal = os.path.abspath(line_ref.module.file), line
    nothing = ReachResult(target, line_ref.line, target.function, "error")
    try:
        with opened(target, options, interrupt, live, strategy, goal) as exploration:
            case = _search(exploration, line, watch)
            return _result(exploration, nothing, case, interrupt, time.monotonic() - started)
    except CannotExplore as error:
        return replace(nothing, error=str(error), reasons=error.reasons)


def statement_line(line_ref: LineRef) -> int:
    """The first line of the statement on a line; a line without one is the user's mistake."""
    tree = tree_of(line_ref.module)
    entry_at(line_ref.module, line_ref.line)  # complains where there is no function
    found = holder(tree, line_ref.line)
    if found is not None:
        return found[1]
    lines = {line for _, flow in around(tree, line_ref.line) for line in flow.lines}
    later = [line for line in sorted(lines) if line > line_ref.line]
    advice = f"; the next one is on line {later[0]}" if later else ""
    raise WendError(
        f"line {line_ref.line} of {os.path.relpath(line_ref.module.file)} holds no statement "
        f"that can be executed{advice}"
    )


def entry_point(line_ref: LineRef, entry: str | None) -> TargetRef:
    """The function that a search for a line starts from: the one around it, or a named one."""
    if entry is None:
        home = entry_at(line_ref.module, line_ref.line)
        return TargetRef(line_ref.module, home.name, home.first_line)
    names = {each.name: each for each in functions_in(tree_of(line_ref.module))}
    if entry in names:
        return TargetRef(line_ref.module, entry, names[entry].first_line)
    located = locate(entry if ":" in entry else f"{line_ref.module.file}::{entry}")
    if len(located) != 1:
        raise WendError(f"--entry {entry} names {len(located)} functions; name one")
    return located[0]


def _search(exploration: Exploration, line: int, watch: Watch | None) -> Case | None:
    suite = exploration.suite
    goal_seen = False
    for seen in exploration.runs():
        if watch is not None:
            watch(exploration)
        if GOAL not in seen.path.marks and not seen.gain:
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


def _result(
    exploration: Exploration,
    nothing: ReachResult,
    case: Case | None,
    interrupt: Interrupt,
    seconds: float,
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
        queries=explorer.budget.queries,
        segments=explorer.tree.node_count + explorer.tree.path_count,
        method="forward search" if case is not None else "",
        seconds=seconds,
        reasons=tuple(reasons),
        kind=target.kind,
        by_keyword=frozenset(each.name for each in target.parameters if each.by_keyword),
        interrupted=interrupt.is_set,
    )
