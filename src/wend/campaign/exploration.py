"""One target explored from start to result: where runs, aims, search and suite come together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.aim.flip import Flip
from wend.campaign.corpus import MOST_SECONDS, SHARE, corpus_files
from wend.campaign.garbage import seldom_collected
from wend.campaign.options import Options
from wend.errors import WendError
from wend.explore.budget import Budget
from wend.explore.bursts import Bursts
from wend.explore.composing import Composing
from wend.explore.coverage import CoverageMap
from wend.explore.explorer import Explorer, Seeds, Seen, SideSearches
from wend.explore.first_inputs import first_inputs, from_constants
from wend.explore.frontier import Frontier
from wend.explore.guesses import GuessedTypes
from wend.explore.likely_references import LikelyReferences
from wend.explore.refused_inputs import RefusedInputs, ValidFirst
from wend.explore.strategies import Strategy, strategy_named
from wend.explore.suite import Suite
from wend.expr import samples
from wend.expr.terms import forget_terms, interned_count
from wend.inputs.heap import has_cells
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.memory import lies_in_memory
from wend.path.corpus import CorpusRequest
from wend.path.outcome import is_timeout
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.result import Link
from wend.path.summary import Key
from wend.path.trace import Trace
from wend.process.runner import Runner
from wend.record import Record
from wend.solve.chain import Solver
from wend.store.known import NOTHING, Known

if TYPE_CHECKING:
    from wend.aim.backward.summarised import ComposedRuns
    from wend.explore.composition import Composition

MOST_TERMS = 200_000
"""Terms of earlier targets are forgotten when there are more of them than this."""

Watch = Callable[["Exploration"], None]
"""Called after every run, for progress."""


class Exploration(Record):
    """What belongs together while one target is explored."""

    runner: Runner
    solver: Solver
    explorer: Explorer
    suite: Suite
    reasons: Reasons
    composed_runs: Callable[[], ComposedRuns | None]
    """Begins with runs that do not follow calls, for traces; None where calls have no summaries."""

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
        """Gives each run a process of its own, from now on, where one left something behind.

        The first input is run twice: do runs repeat themselves? Without a path it is the simplest;
        one that took too long is not asked to do so again.
        """
        runner = self.runner
        path = path or runner.execute(live(runner.prepared.target.parameters, {}))
        if is_timeout(path.outcome) and not runner.leaked:
            return
        repeats = runner.is_tried or _alike(path, runner.execute(path.inputs))
        runner.is_tried = True
        if (runner.leaked or not repeats) and not runner.forked:
            self.reasons.append(_isolated(runner, path.inputs))


@contextlib.contextmanager
def opened(
    runner: Runner,
    budget: Budget,
    options: Options,
    strategy: Strategy | None = None,
    coverage: CoverageMap | None = None,
    known: Known = NOTHING,
    *,
    fresh_first: bool | None = None,
) -> Iterator[Exploration]:
    """An exploration ready to run; `coverage` is that of what is sought, if not of the target."""
    if interned_count() > MOST_TERMS:
        forget_terms()
    kept = known.samples
    recall = (lambda name: kept.of(name, runner.loaded)) if kept is not None else None
    samples.use(samples.Samples(texts=runner.prepared.texts, earlier=recall))
    with (
        seldom_collected(),
        contextlib.closing(
            Solver(seed=options.seed, answers=known.answers, two_phase=options.two_phase == "on")
        ) as solver,
    ):
        target = runner.prepared.target

        def keep_deadline() -> None:
            solver.deadline = budget.deadline

        keep_deadline()
        budget.moved = keep_deadline
        budget.solving = lambda: solver.work
        chosen = strategy or strategy_named(options.search, options.seed)
        is_graph = has_cells(target.parameters)
        refused = RefusedInputs(LikelyReferences(target.parameters))
        if is_graph and strategy is None:
            chosen = ValidFirst(refused, chosen, strategy_named(options.search, options.seed))

        @contextlib.contextmanager
        def composition() -> Iterator[Composition]:
            from wend.explore.composition import Composition  # most targets do without

            with runner.composing() as other:
                if known.summaries is None:
                    yield Composition(other, solver, budget, options.seed)
                    return
                ways = known.summaries
                made = Composition(
                    other, solver, budget, options.seed, lambda key: ways.of(key, runner.loaded)
                )
                try:
                    yield made
                finally:
                    ways.note(made.ways())

        def composed_runs() -> ComposedRuns | None:
            if compositional == "off" or not may_pay():
                return None
            from wend.aim.backward.summarised import ComposedRuns  # `cover` does without

            try:
                other = held.enter_context(runner.composing())
            except WendError:  # a second import may take too long, where the first one did not
                return None
            ways: dict[Key, list[Inputs]] = {}

            def recall(key: Key) -> Sequence[Inputs]:
                return () if known.summaries is None else known.summaries.of(key, runner.loaded)

            def trace(asked: Trace, inputs: Inputs) -> Path | None:
                path = other.trace(asked, inputs)
                # Whose runs leave something behind has a process for each, which forgets.
                return None if other.traces_leak else path

            if known.summaries is not None:
                held.callback(known.summaries.note, ways)
            return ComposedRuns(trace, other.alone, recall, ways)

        def may_pay() -> bool:
            # Where runs leave something behind, each needs a process of its own.
            return not runner.forked and not in_memory

        def queries() -> int:
            return solver.statistics["queries"]

        # What is in memory is nobody's argument, and chance would only hit what is not there.
        in_memory = any(lies_in_memory(each.domain) for each in target.parameters)
        function = target.ref.function
        # What a call reads of an object graph is decided in the call: it has no summary.
        compositional: Any = "off" if is_graph else options.compositional
        coverage = coverage or CoverageMap(target.file, target.ref.line)
        suite = Suite(target, coverage, runner, GuessedTypes(target))
        composing = Composing(
            *(compositional, composition, budget, function, may_pay, suite.covers_all, queries),
        )
        given = [(inputs, "seed") for inputs in runner.prepared.first]
        earlier = [(inputs, "store") for inputs in known.inputs]
        tested, of_tests = _tested(runner, options)
        reasons = Reasons((*runner.prepared.reasons, *of_tests))
        seeds = Seeds(
            first_inputs(target, (*given, *tested, *earlier)),
            from_constants(target, runner.prepared.constants) if options.chance else (),
        )
        bursts = None
        if options.chance and not in_memory and not is_graph:
            bursts = Bursts(runner.burst, budget, options.seed)
        explorer = Explorer(
            runner.execute,
            Flip(solver),
            Frontier(chosen, fresh_first=strategy is None if fresh_first is None else fresh_first),
            budget,
            seeds,
            suite,
            reasons,
            SideSearches(bursts, composing, refused if is_graph else None),
        )
        made = Exploration(runner, solver, explorer, suite, reasons, composed_runs)
        with contextlib.closing(composing), contextlib.ExitStack() as held:
            yield made


def _tested(
    runner: Runner, options: Options
) -> tuple[list[tuple[dict[str, Any], str]], list[Reason]]:
    """What existing tests call the target with; what they showed of opaque functions is noted."""
    ref = runner.ref
    files = corpus_files(options.corpus, ref)
    if not files:
        nothing = "no test of the corpus mentions it" if options.corpus else ""
        return [], [_of_corpus(runner, nothing)] if nothing else []
    seconds = min(MOST_SECONDS, SHARE * options.caps.seconds)
    found = runner.corpus(CorpusRequest(files, seconds))
    for sample in found.samples:
        samples.current.add(*sample)
    reasons = []
    if found.ended:
        reasons.append(_of_corpus(runner, f"the tests of the corpus did not end: {found.ended}"))
    if found.others:
        says = f"{found.others} calls by the tests of the corpus have arguments of other types"
        reasons.append(_of_corpus(runner, says))
    if not found.calls and not found.others:
        reasons.append(_of_corpus(runner, "no test of the corpus was seen to call it"))
    return [(values, "corpus") for values in found.calls], reasons


def _of_corpus(runner: Runner, says: str) -> Reason:
    target = runner.prepared.target
    name = target.ref.function
    return Reason("corpus", f"{name}: {says}", "", name, target.file, target.ref.line)


def _isolated(runner: Runner, inputs: Inputs) -> Reason:
    """From now on each run has its own process; says whether that makes runs repeat themselves."""
    runner.start_afresh(forked=True)
    before, after = runner.execute(inputs), runner.execute(inputs, chance=1)
    return _leaked(runner) if _alike(before, after) else _varies(runner)


def _alike(a: Path, b: Path) -> bool:
    if is_timeout(a.outcome) or is_timeout(b.outcome):
        # How far a run comes in its time says nothing.
        return all(one == other for one, other in zip(a.branches, b.branches, strict=False))
    return a.outcome == b.outcome and a.branches == b.branches


def _leaked(runner: Runner) -> Reason:
    target = runner.prepared.target
    return Reason(
        "state-leaked",
        f"{target.ref.function} changes state of its module: each run gets a process of its own",
        "runs are slower this way; keep state in arguments or objects",
        target.ref.function,
        target.file,
        target.ref.line,
    )


def _varies(runner: Runner) -> Reason:
    target = runner.prepared.target
    return Reason(
        "nondeterministic",
        f"{target.ref.function} does not do the same for the same inputs",
        "hand in clocks and random numbers as arguments",
        target.ref.function,
        target.file,
        target.ref.line,
    )
