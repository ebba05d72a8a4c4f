"""`cover`: every path of a function, and a suite of cases chosen from them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Literal

from wend.campaign.assumptions import assumed, lifted
from wend.campaign.exploration import Exploration, Watch, opened
from wend.campaign.options import Options
from wend.deadline import Overdue
from wend.errors import WendError
from wend.explore.alternatives import alternatives
from wend.explore.budget import REMEDIES, Budget, Cap
from wend.explore.not_reached import not_reached
from wend.explore.opaque import opaque_functions
from wend.explore.suite import SMALL
from wend.expr.show import show_all
from wend.inputs.render import arguments
from wend.inputs.target import Target, TargetRef
from wend.path.case import Case
from wend.path.fault import Contained, internal
from wend.path.outcome import Dropped, Raised, Stopped
from wend.path.overdue import overdue
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.result import CoverResult, TakenPath
from wend.process.runner import CannotExplore, ImportTookTooLong, Runner
from wend.record import replace
from wend.source.files import parse_file
from wend.source.index import function_from
from wend.store.earlier_runs import NO_EARLIER_RUNS, EarlierRuns

MOST_PATHS = 200
"""Paths listed in a result; all of them are counted."""


def covered(
    runner: Runner,
    budget: Budget,
    options: Options,
    watch: Watch | None = None,
    earlier: EarlierRuns = NO_EARLIER_RUNS,
) -> CoverResult:
    """Explores one target; what can't be explored is a result too."""
    found: Sequence[Case] = ()
    try:
        with opened(runner, budget, options, earlier=earlier) as exploration:
            found = exploration.suite.cases
            fault = _ended_by_fault(exploration, watch, earlier)
            with budget.stage("result"):
                return _result(exploration, options, fault)
            return _unexamined(exploration)
    except CannotExplore as error:
        if isinstance(error, ImportTookTooLong) and budget.would_suffice(error.seconds):
            return CoverResult(runner.ref, "budget", reasons=(unbegun_in_time(budget, runner.ref),))
        verdict: Literal["skipped", "error"] = "skipped" if error.skipped else "error"
        return CoverResult(runner.ref, verdict, error=str(error), reasons=error.reasons)
    except WendError as error:
        return CoverResult(runner.ref, "error", error=str(error))
    except Overdue:
        return CoverResult(runner.ref, "budget", reasons=(unbegun_in_time(budget, runner.ref),))
    except Exception as error:
        reason = internal(error, "the exploration", runner.ref)
        return CoverResult(
            runner.ref, "error", error=reason.says, reasons=(reason,), cases=tuple(found)
        )


def _ended_by_fault(
    exploration: Exploration, watch: Watch | None, earlier: EarlierRuns
) -> Reason | None:
    """Explores; the reason where wend itself fails in it, or None. What was found is kept."""
    faults = Reasons()
    ref, suite, budget = exploration.runner.ref, exploration.suite, exploration.explorer.budget
    blamed: list[Path] = []
    with Contained(faults, "the exploration", ref), budget.stage("search") as search:
        _search(exploration, watch, blamed)
    if search.is_over:
        exploration.explorer.cap = budget.overdue
    with Contained(faults, "the choice of cases", ref), budget.stage("cases") as choosing:
        if faults.spoil:
            suite.settle()
        else:
            _choose_cases(exploration, blamed, earlier)
    dropped = suite.drop_waiting()
    if choosing.is_over:
        what = f"{dropped} runs were not made again with the unmodified code" if dropped else ""
        says = what or "not all paths were looked at for cases"
        exploration.reasons.append(overdue(f"{says}: there was no time", ref))
    if not faults.spoil:
        return None
    exploration.reasons.extend(faults)
    return next(iter(faults))


def _search(exploration: Exploration, watch: Watch | None, blamed: list[Path]) -> None:
    """Makes runs and offers them as cases; into `blamed` go those that a wrong guess explains."""
    suite, budget = exploration.suite, exploration.explorer.budget
    for seen in exploration.runs():
        if isinstance(seen.path.outcome, Dropped):
            continue
        if suite.is_by_guess(seen.path.outcome):
            # Shown only if nothing else gets as far.
            if seen.gain or not blamed:
                blamed.append(seen.path)
        elif suite.is_news(seen.path) or seen.gain or suite.is_empty:
            suite.offer(seen.path)
        elif (
            seen.is_new_path
            and not isinstance(seen.path.outcome, Stopped)
            and exploration.may_hide(seen.path)
        ):
            # What was lost on the way may decide something that no branch of ours shows.
            suite.offer(seen.path)
        if suite.seconds_waited_for > budget.left:
            suite.settle()  # what is found after these has no time to become a case
        suite.saw_run(seen.path)
        if watch is not None:
            watch(exploration, lambda: _so_far(exploration))


def _choose_cases(exploration: Exploration, blamed: list[Path], earlier: EarlierRuns) -> None:
    """What is done for the cases when the search is over."""
    suite, explorer = exploration.suite, exploration.explorer
    suite.settle()
    for path in blamed:
        suite.offer(path)
        suite.settle()
    paths = explorer.tree.paths()
    if explorer.cap is not None or len(paths) > SMALL:
        return
    for path in paths:
        if not isinstance(path.outcome, Dropped) and not suite.is_by_guess(path.outcome):
            suite.offer(path, always=True)
    suite.settle()
    if not exploration.spoiled:
        tried = explorer.tried.difference(earlier.inputs)  # what was a case before may be one again
        for inputs in alternatives(paths, exploration.solver, SMALL - len(suite.cases)):
            if explorer.budget.hit() is None and inputs not in tried:
                explorer.budget.queries += 1
                path = explorer.run(inputs, "alternative").path
                if not isinstance(path.outcome, Dropped):
                    suite.offer(path, unseen_outcome=True)
        suite.settle()


def _unexamined(exploration: Exploration) -> CoverResult:
    """The result where there was no time to look at all that the exploration found."""
    found = _so_far(exploration)
    cap = exploration.explorer.cap
    reasons = [budget_reason(cap, exploration)] if cap is not None else []
    reasons.append(overdue("there was no time to look at all that was found", found.target))
    return replace(found, reasons=(*found.reasons, *reasons))


def _so_far(exploration: Exploration) -> CoverResult:
    """The result with what an exploration has found so far, which takes no time to make."""
    explorer, suite = exploration.explorer, exploration.suite
    target = exploration.runner.prepared.target
    return CoverResult(
        target.ref,
        "budget",
        explorer.budget.executions,
        explorer.budget.queries,
        explorer.budget.seconds,
        coverage=suite.coverage.result(),
        cases=tuple(suite.cases),
        reasons=tuple(exploration.all_reasons),
        path_count=explorer.tree.path_count,
        kind=target.kind,
        by_keyword=frozenset(each.name for each in target.parameters if each.by_keyword),
        interrupted=explorer.budget.interrupted,
        concrete=explorer.budget.concrete,
    )


def _result(exploration: Exploration, options: Options, fault: Reason | None) -> CoverResult:
    """What came of an exploration; `fault` is the reason if wend itself failed in it."""
    explorer, suite = exploration.explorer, exploration.suite
    target = exploration.runner.prepared.target
    reasons = exploration.all_reasons
    verdict: Literal["complete", "exhausted", "budget"]
    if explorer.cap is not None:
        verdict = "budget"
        reasons.append(budget_reason(explorer.cap, exploration))
    else:
        verdict = "exhausted" if exploration.spoiled else "complete"
    coverage = suite.coverage.result()
    missed = coverage.lines_missed
    if verdict == "complete" and not (missed or coverage.branches_missed):
        missed = _asserts_held(target, suite.cases)
    if verdict == "complete" and (missed or coverage.branches_missed):
        found = _doubts(exploration, missed)
        reasons.extend(found)
        if found or any(each.is_guess for each in reasons):
            verdict = "exhausted"
    if verdict == "complete" and (found := lifted(target, options.lift)):
        reasons.extend(found)
        verdict = "exhausted"
    paths = explorer.tree.paths()
    reasons.extend(blame(exploration, paths))
    refused = nothing_was_built(exploration, paths) if fault is None else fault.says
    return CoverResult(
        target.ref,
        "error" if refused else verdict,
        explorer.budget.executions,
        explorer.budget.queries,
        explorer.budget.seconds,
        explorer.divergences,
        coverage,
        tuple(suite.cases),
        tuple(reasons),
        refused,
        paths=tuple(
            TakenPath(_shown(target, path), show_all(path.decided), path.outcome)
            for path in paths[:MOST_PATHS]
            if not isinstance(path.outcome, Dropped)
        ),
        path_count=sum(not isinstance(path.outcome, Dropped) for path in paths),
        kind=target.kind,
        by_keyword=frozenset(each.name for each in target.parameters if each.by_keyword),
        tree=_drawn(exploration) if options.tree else "",
        not_reached=not_reached(explorer.tree, coverage, target),
        interrupted=explorer.budget.interrupted,
        assumes=assumed(target.parameters) if verdict == "complete" else (),
        concrete=explorer.budget.concrete,
        opaque=opaque_functions(explorer.tree, reasons, options.imprecision),
        steps=explorer.steps,
        composed=exploration.composed.told,
        solver=exploration.links,
        searches=exploration.portfolio.shares,
    )


def _doubts(exploration: Exploration, missed: Sequence[int]) -> list[Reason]:
    from wend.campaign.proof_gaps import doubts  # where something is missed, it is asked why
    from wend.campaign.seen_state import seen_state
    from wend.explore.searches.ground import Ground

    target = exploration.runner.prepared.target
    ground = Ground(target, target.file)
    return doubts(ground, missed, seen_state(exploration, ground))


def _asserts_held(target: Target, cases: Sequence[Case]) -> tuple[int, ...]:
    """The lines of the target's assertions that no case failed, which is no line of its own."""
    tree = parse_file(target.file)
    failed = {each.outcome.line for each in cases if isinstance(each.outcome, Raised)}
    try:
        function = function_from(tree, target.ref.line) if tree is not None else None
    except LookupError:
        return ()
    asserts = (
        [each for each in ast.walk(function) if isinstance(each, ast.Assert)] if function else []
    )
    return tuple([each.lineno for each in asserts if each.lineno not in failed])


def nothing_was_built(exploration: Exploration, paths: Sequence[Path]) -> str | None:
    """What to say where constructors refused all arguments that were tried."""
    if exploration.explorer.cap is not None:
        return None
    refusals = [each for each in exploration.all_reasons if each.what == "cannot-construct"]
    if not paths or not refusals or not all(isinstance(p.outcome, Dropped) for p in paths):
        return None
    name = exploration.runner.prepared.target.ref.function
    return f"no run came as far as {name}: {refusals[-1].says}; register a wend.factory"


def blame(exploration: Exploration, paths: Sequence[Path]) -> list[Reason]:
    """Says how many paths ended in what a wrong guess explains."""
    count = sum(exploration.suite.is_by_guess(path.outcome) for path in paths)
    if not count:
        return []
    says = f"{count} path{'s' if count > 1 else ''} ended in a TypeError or AttributeError"
    return [
        Reason(
            "type-guessed",
            f"{says}, which may come of a type that was guessed: no finding",
            "annotate the parameters",
            *exploration.runner.prepared.target.place,
        )
    ]


def _drawn(exploration: Exploration) -> str:
    from wend.emit.tree import tree_text  # asked for now and then

    return tree_text(exploration.explorer.tree, exploration.runner.prepared.target)


def budget_reason(cap: Cap, exploration: Exploration) -> Reason:
    """Says which cap ended an exploration, and how to raise it."""
    left = exploration.forward.frontier.size
    says = f"{cap.says}, with {left} open branch{'es' if left > 1 else ''} left" if left else ""
    return _cap_reason(cap, says or cap.says, exploration.runner.prepared.target.place)


def unbegun_in_time(budget: Budget, ref: TargetRef) -> Reason:
    """Says which cap was hit before there could be a run."""
    place = ref.function, ref.module.file, ref.line
    return _cap_reason(
        budget.overdue, f"{budget.overdue.says}, before {ref.module.name} was imported", place
    )


def _cap_reason(cap: Cap, says: str, place: tuple[str, str, int]) -> Reason:
    what = "budget-hit" if cap.kind in REMEDIES else "interrupted"
    return Reason(what, says, REMEDIES.get(cap.kind, ""), *place, kind=cap.kind)


def _shown(target: Target, path: Path) -> tuple[tuple[str, str], ...]:
    """The arguments of a path, as people read them."""
    rendered = arguments(target, path.inputs)
    return rendered.drawn or rendered.args
