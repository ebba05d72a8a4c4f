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
from wend.explore.coverage import CoverageMap
from wend.explore.explorer import Explorer, Seen
from wend.explore.first_inputs import first_inputs, from_constants
from wend.explore.frontier import Frontier
from wend.explore.likely_references import LikelyReferences
from wend.explore.portfolio import Portfolio, TurnMeter
from wend.explore.refused_inputs import RefusedInputs, ValidFirst
from wend.explore.searches.bursts import Bursts
from wend.explore.searches.composed import ComposedSearch
from wend.explore.searches.forward import Forward, Seeds
from wend.explore.strategies import Strategy, strategy_named
from wend.explore.suite import Suite
from wend.expr import samples
from wend.expr.terms import forget_terms, interned_count
from wend.inputs.heap import has_cells
from wend.inputs.memory import lies_in_memory
from wend.path.overdue import stopped
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.result import Link, Result, Together
from wend.process.processor_time import processor_seconds
from wend.process.runner import Runner
from wend.record import Record
from wend.solve.chain import Solver
from wend.store.earlier_runs import NO_EARLIER_RUNS, EarlierRuns

MOST_TERMS = 200_000
"""Terms of earlier targets are forgotten when there are more of them than this."""

COMPOSED_FOR_COVERAGE, COMPOSED_FIRST = 0.25, 16.0
"""The weight of the search that composes calls, where coverage is sought, and where the user wants
it to come first (`--compositional on`). All others weigh 1."""

LEAST_AFTER = 1000.0
"""The work that the others may have come to when the search forward ends; else twice its work."""

Watch = Callable[["Exploration", Callable[[], Result | Together]], None]
"""Called after every run, with what makes the result of what was found so far."""


class Exploration(Record):
    """The parts that work together while one target is explored."""

    runner: Runner
    solver: Solver
    explorer: Explorer
    suite: Suite
    reasons: Reasons
    calls: UnfollowedCalls
    forward: Forward
    composed: ComposedSearch
    portfolio: Portfolio[Seen]

    @property
    def all_reasons(self) -> Reasons:
        noted = [stopped(self.runner.ref)] if self.runner.was_stopped else []
        return Reasons([*self.reasons, *self.explorer.reasons, *self.suite.reasons, *noted])

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
        return any(each.loses_decisions for each in (*self.reasons, *path.reasons))

    def runs(self) -> Iterator[Seen]:
        """The runs that the searches ask for, with state that leaks from one into the next noticed
        and kept out."""
        ending = _Ending(self)
        for seen in self.portfolio.found(ending.may_go_on):
            self.keep_apart(seen.path)
            yield seen
        self.forward.end()

    def keep_apart(self, path: Path | None = None) -> None:
        """Gives each run a process of its own, from now on, where one left something behind."""
        reason = kept_apart(self.runner, path)
        if reason is not None:
            self.reasons.append(reason)


class _Ending:
    """Tells when the searches for coverage have done enough."""

    def __init__(self, exploration: Exploration) -> None:
        self._exploration = exploration
        self._last: float | None = None
        """The work at which the others end, once the search forward is over."""

    def may_go_on(self) -> bool:
        exploration = self._exploration
        budget, forward = exploration.explorer.budget, exploration.forward
        if not exploration.explorer.may_go_on():
            return False
        if not forward.is_over:
            self._last = None
            return True
        if not exploration.spoiled or exploration.suite.covers_all():
            return False  # nothing is left that the others could find
        if self._last is None:
            self._last = max(LEAST_AFTER, 2 * budget.work)
        return budget.work < self._last


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
        held.enter_context(contextlib.closing(calls))
        seeds, of_tests = _seeds(runner, options, earlier)
        reasons = Reasons((*runner.prepared.reasons, *of_tests))
        is_graph = has_cells(target.parameters)
        refused = RefusedInputs(LikelyReferences(target.parameters)) if is_graph else None
        explorer = Explorer(runner.execute, budget, suite, reasons, refused)
        # Chance would only hit addresses where no memory is.
        may_draw = not is_graph and not any(
            lies_in_memory(each.domain) for each in target.parameters
        )
        bursts = Bursts(runner.burst, budget, options.seed) if options.chance and may_draw else None
        frontier = _frontier(options, lines, refused)
        forward = Forward(explorer, Flip(solver), frontier, seeds, bursts)
        composed = ComposedSearch(
            *(explorer, calls.mode, calls.composition),
            *(calls.may_pay, suite.covers_all, calls.queries),
        )
        held.enter_context(contextlib.closing(composed))
        is_first = calls.mode == "on"
        weight = COMPOSED_FIRST if is_first else COMPOSED_FOR_COVERAGE if lines is None else 1.0
        portfolio = Portfolio[Seen](
            ((forward, 1.0), (composed, weight)),
            TurnMeter(lambda: budget.work, lambda: budget.seconds, processor_seconds),
            lambda name: explorer.contained(f"the search {name}"),
            lambda seen: seen.gain > 0,
        )
        yield Exploration(
            *(runner, solver, explorer, suite, reasons, calls, forward, composed, portfolio)
        )


def _samples(runner: Runner, earlier: EarlierRuns) -> samples.Samples:
    """The samples of opaque functions, with those that earlier runs saw."""
    kept = earlier.samples
    recall = (lambda name: kept.of(name, runner.loaded)) if kept is not None else None
    return samples.Samples(texts=runner.prepared.texts, earlier=recall)


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
