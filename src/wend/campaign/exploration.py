"""The wiring of one exploration: here runs, aims, searches and the suite come together."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator

from wend.aim.flip import Flip
from wend.campaign.garbage import seldom_collected
from wend.campaign.leaking_state import kept_apart
from wend.campaign.options import Options
from wend.campaign.tested_inputs import tested_inputs
from wend.campaign.unfollowed_calls import UnfollowedCalls
from wend.explore.budget import Budget
from wend.explore.bursts import Bursts
from wend.explore.composing import ComposingTurns
from wend.explore.coverage import CoverageMap
from wend.explore.explorer import Explorer, Seeds, Seen, SideSearches
from wend.explore.first_inputs import first_inputs, from_constants
from wend.explore.frontier import Frontier
from wend.explore.likely_references import LikelyReferences
from wend.explore.refused_inputs import RefusedInputs, ValidFirst
from wend.explore.strategies import Strategy, strategy_named
from wend.explore.suite import Suite
from wend.expr import samples
from wend.expr.terms import forget_terms, interned_count
from wend.inputs.heap import has_cells
from wend.inputs.memory import lies_in_memory
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.result import Link
from wend.process.runner import Runner
from wend.record import Record
from wend.solve.chain import Solver
from wend.store.earlier_runs import NO_EARLIER_RUNS, EarlierRuns

MOST_TERMS = 200_000
"""Terms of earlier targets are forgotten when there are more of them than this."""

Watch = Callable[["Exploration"], None]
"""Called after every run, for progress."""


class Exploration(Record):
    """The parts that work together while one target is explored."""

    runner: Runner
    solver: Solver
    explorer: Explorer
    suite: Suite
    reasons: Reasons
    calls: UnfollowedCalls

    @property
    def all_reasons(self) -> Reasons:
        return Reasons([*self.reasons, *self.explorer.reasons, *self.suite.reasons])

    @property
    def links(self) -> tuple[Link, ...]:
        """Who answered the queries, and the seconds that each took."""
        counts, spent = self.solver.statistics, self.solver.spent
        links = [Link(name, counts[name], spent[name]) for name in spent]
        return *links, Link("unknown", counts["unknown"], 0.0)

    @property
    def spoiled(self) -> bool:
        """Whether an approximation keeps us from saying `complete` or `unreachable`."""
        return self.reasons.spoil or self.explorer.reasons.spoil or self.suite.reasons.spoil

    def may_hide(self, path: Path) -> bool:
        """Whether a path may decide more than its branches show."""
        lost = [each for each in self.reasons if not each.leaves_inputs_out]
        return any(each.spoils_completeness for each in (*lost, *path.reasons))

    def runs(self) -> Iterator[Seen]:
        """The runs, with state that leaks from one into the next noticed and kept out."""
        for seen in self.explorer.runs():
            self.keep_apart(seen.path)
            yield seen

    def keep_apart(self, path: Path | None = None) -> None:
        """Gives each run a process of its own, from now on, where one left something behind."""
        reason = kept_apart(self.runner, path)
        if reason is not None:
            self.reasons.append(reason)


class LineGuide(Record):
    """What an exploration for lines has in place of one for coverage."""

    nearest: Strategy
    coverage: CoverageMap
    """Of the function around the lines."""
    fresh_first: bool
    """Whether sides that no run took come before the nearest ones."""


@contextlib.contextmanager
def opened(
    runner: Runner,
    budget: Budget,
    options: Options,
    earlier: EarlierRuns = NO_EARLIER_RUNS,
    lines: LineGuide | None = None,
) -> Iterator[Exploration]:
    """An exploration ready to run, for the coverage of the target or for lines."""
    if interned_count() > MOST_TERMS:
        forget_terms()
    target = runner.prepared.target
    samples.use(_samples(runner, earlier))
    with contextlib.ExitStack() as held:
        held.enter_context(seldom_collected())
        solver = Solver(
            seed=options.seed, answers=earlier.answers, two_phase=options.two_phase == "on"
        )
        held.enter_context(contextlib.closing(solver))
        budget.time(solver)
        coverage = CoverageMap(target.file, target.ref.line) if lines is None else lines.coverage
        run_seconds = options.run_options.limits.seconds
        # Of a line it is told that it is reached, and no finding hangs on it.
        patience = functools.partial(budget.patience, run_seconds) if lines is None else None
        suite = Suite(target, coverage, runner, patience, run_seconds)
        calls = UnfollowedCalls(runner, solver, budget, options, earlier)
        beside = _side_searches(runner, budget, options, suite, calls)
        held.enter_context(contextlib.closing(beside.composing))
        held.enter_context(contextlib.closing(calls))
        seeds, of_tests = _seeds(runner, options, earlier)
        reasons = Reasons((*runner.prepared.reasons, *of_tests))
        frontier = _frontier(options, lines, beside.refused)
        explorer = Explorer(
            *(runner.execute, Flip(solver), frontier, budget, seeds, suite, reasons, beside)
        )
        yield Exploration(runner, solver, explorer, suite, reasons, calls)


def _samples(runner: Runner, earlier: EarlierRuns) -> samples.Samples:
    """The samples of opaque functions, with those that earlier runs saw."""
    kept = earlier.samples
    recall = (lambda name: kept.of(name, runner.loaded)) if kept is not None else None
    return samples.Samples(texts=runner.prepared.texts, earlier=recall)


def _side_searches(
    runner: Runner, budget: Budget, options: Options, suite: Suite, calls: UnfollowedCalls
) -> SideSearches:
    target = runner.prepared.target
    is_graph = has_cells(target.parameters)
    # Chance would only hit addresses where no memory is.
    may_draw = not is_graph and not any(lies_in_memory(each.domain) for each in target.parameters)
    return SideSearches(
        ComposingTurns(
            *(calls.mode, calls.composition, budget, target.ref.function),
            *(calls.may_pay, suite.covers_all, calls.queries),
        ),
        Bursts(runner.burst, budget, options.seed) if options.chance and may_draw else None,
        RefusedInputs(LikelyReferences(target.parameters)) if is_graph else None,
    )


def _seeds(runner: Runner, options: Options, earlier: EarlierRuns) -> tuple[Seeds, list[Reason]]:
    """The inputs to begin with, and what is to be said of the tests that some come from."""
    prepared = runner.prepared
    tested, reasons = tested_inputs(runner, options)
    first = (
        *[(values, "seed") for values in prepared.first],
        *[(values, "corpus") for values in tested],
        *[(inputs, "store") for inputs in earlier.inputs],
    )
    later = from_constants(prepared.target, prepared.constants) if options.chance else ()
    return Seeds(first_inputs(prepared.target, first), later), reasons


def _frontier(options: Options, lines: LineGuide | None, refused: RefusedInputs | None) -> Frontier:
    if lines is not None and options.search == "fair":
        return Frontier(lines.nearest, fresh_first=lines.fresh_first)
    chosen = strategy_named(options.search, options.seed)
    if refused is not None:
        chosen = ValidFirst(refused, chosen, strategy_named(options.search, options.seed))
    return Frontier(chosen)
