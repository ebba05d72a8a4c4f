"""`reach`: one input that executes a line, or a proof that there is none; for lines of one file."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from wend.aim.backward.phase_two import PlainRuns
from wend.campaign.assumptions import assumed, lifted
from wend.campaign.cover import budget_reason, nothing_was_built, unbegun_in_time
from wend.campaign.exploration import Exploration, LineGuide, Watch, opened
from wend.campaign.options import Options
from wend.campaign.proof_gaps import doubts
from wend.campaign.seen_state import seen_state
from wend.campaign.sought_line import LineProgress, SoughtLine, unconfirmed
from wend.deadline import Overdue
from wend.errors import WendError
from wend.explore.budget import Budget, Cap
from wend.explore.coverage import CoverageMap
from wend.explore.distance import Distances, Nearest, flows_in
from wend.explore.explorer import Seen
from wend.explore.opaque import opaque_functions
from wend.explore.searches.backward import BACKWARD, CLIMB, LAST, TO_EXPLAIN, BackwardFromLines
from wend.explore.searches.ground import Ground
from wend.explore.searches.line import BackwardMeans, LineSearch
from wend.inputs.heap import has_cells
from wend.instrument.marks import goal_mark
from wend.path.case import Case
from wend.path.fault import Contained, internal
from wend.path.outcome import Dropped, Stopped
from wend.path.overdue import overdue
from wend.path.result import ReachResult, Together
from wend.process.runner import CannotExplore, ImportTookTooLong, Runner
from wend.record import replace
from wend.store.earlier_runs import NO_EARLIER_RUNS, EarlierRuns
from wend.targets.entries import names_towards

SUMMARIES = "summaries of functions"


def reached(
    runner: Runner,
    budget: Budget,
    options: Options,
    sought: Sequence[SoughtLine],
    watch: Watch | None = None,
    earlier: EarlierRuns = NO_EARLIER_RUNS,
    *,
    may_leave: bool = False,
) -> tuple[ReachResult, ...]:
    """Searches backward from the lines, and forward, the branches nearest to them first.

    All lines are of one file. What runs show is for all of them; each is charged its part of what
    is spent while it is sought. `may_leave`: callers are tried afterwards.
    """
    file, spots = sought[0].file, {each.spot.line: each.spot for each in sought}
    flows = flows_in((runner.ref.module.file, file))
    distances = {line: Distances(flows, file, spot.statement) for line, spot in spots.items()}
    nearest = Nearest(distances)
    first = sought[0].spot.function.first_line
    coverage = CoverageMap(file, first, frozenset(spots))
    nothing = [each.unbegun(runner.ref) for each in sought]
    try:
        # No distance tells how far it is within a statement: sides that nobody took come first.
        is_inside = any(each.line != each.statement for each in spots.values())
        lines = LineGuide(nearest, coverage, is_inside)
        with opened(runner, budget, options, earlier, lines) as exploration:
            search = _Search(exploration, sought, nothing, distances, nearest, options)
            search.may_leave = may_leave
            # What the search backward proved, or either of them reached, stands after a fault.
            failing = Contained(exploration.reasons, "the search forward", runner.ref)
            with failing, budget.stage("search") as searching:
                search.run(watch)
            if searching.is_over:
                search.end_in_the_middle(budget.overdue)
            with budget.stage("result"):
                return tuple(search.result(each) for each in nothing)
            return search.unexamined()
    except CannotExplore as error:
        if isinstance(error, ImportTookTooLong) and budget.would_suffice(error.seconds):
            return _not_begun(budget, nothing)
        says, reasons = str(error), error.reasons
    except WendError:
        raise
    except Overdue:
        return _not_begun(budget, nothing)
    except Exception as error:
        reason = internal(error, "the search", runner.ref)
        says, reasons = reason.says, (reason,)
    return tuple(replace(each, verdict="error", error=says, reasons=reasons) for each in nothing)


def _not_begun(budget: Budget, nothing: Sequence[ReachResult]) -> tuple[ReachResult, ...]:
    """The results where the time was over before the first run."""
    return tuple(
        [
            replace(each, reasons=(*each.reasons, unbegun_in_time(budget, each.target)))
            for each in nothing
        ]
    )


class _Search:
    """One exploration for all lines that are sought."""

    def __init__(
        self,
        exploration: Exploration,
        sought: Sequence[SoughtLine],
        nothing: Sequence[ReachResult],
        distances: Mapping[int, Distances],
        nearest: Nearest,
        options: Options,
    ) -> None:
        runner, budget = exploration.runner, exploration.explorer.budget
        self._exploration = exploration
        self._nothing = nothing
        """The result for each line as it was before the search."""
        self._nearest = nearest
        self._options = options
        self._marked: set[int] = set()
        self.may_leave = False
        """Whether lines are left to callers where the search backward cut every way to them."""
        self._has_left = False
        self._is_cut = False
        """Whether the search was ended in the middle of something, so that what it knows of a line
        that is open proves nothing."""
        self._has_run = False
        """Whether a run came as far as the target: what can't be built has no lines."""
        target = runner.prepared.target
        homes = {each.spot.outermost.first_line for each in sought}
        self._ground = Ground(target, sought[0].file, homes)
        if options.direction != "forward":
            exploration.keep_apart()  # traces are compared with each other
        means = self._means()
        self._all: dict[int, LineProgress] = {}
        for each in sought:
            line = each.spot.line
            if line not in self._all:
                names = functools.partial(names_towards, each.line_ref, target.ref)
                search = LineSearch(means, each.spot.statement, names)
                self._all[line] = LineProgress(each, search, distances[line])
        self._open = list(self._all.values())
        """Those that are still sought."""
        self._backward: BackwardFromLines | None = None
        if options.direction != "forward":
            lines = [each.search for each in self._open]
            self._backward = BackwardFromLines(
                exploration.explorer,
                lines,
                lambda seen: exploration.keep_apart(seen.path),
                self._ground.size,
            )
            # Of one line the first steps cost little; of several, a few runs may do for most.
            exploration.portfolio.add(self._backward, first=len(lines) == 1)
        if options.direction == "backward":
            exploration.portfolio.remove(exploration.forward, exploration.composed)
        budget.share(len(self._open))

    def _means(self) -> BackwardMeans:
        exploration, runner = self._exploration, self._exploration.runner
        prepared = runner.prepared
        # A trace does not know what else leads to the cells of an object graph.
        is_graph = has_cells(prepared.target.parameters)
        words = (*prepared.constants, *prepared.words)
        return BackwardMeans(
            self._ground,
            runner.trace,
            exploration.solver,
            exploration.explorer.budget,
            PlainRuns(runner.measure, runner.observe, words, self._options.seed),
            not (exploration.reasons.spoil or _has_guesses(exploration) or is_graph),
            lambda: exploration.calls.summarised,
        )

    def run(self, watch: Watch | None) -> None:
        suite = self._exploration.suite
        marks = {goal_mark(each.spot.statement) for each in self._open}
        has_parts = any(each.spot.line != each.spot.statement for each in self._open)
        for seen in self._runs():
            if watch is not None:
                watch(self._exploration, lambda: Together(self.so_far()))
            is_dropped = isinstance(seen.path.outcome, Dropped)  # which is no input
            self._has_run = self._has_run or not is_dropped
            hit = frozenset() if is_dropped else seen.path.marks & marks
            self._marked |= hit
            # Of what is in the middle of a statement no mark tells.
            is_news = seen.gain or (has_parts and seen.is_new_path)
            # What has no end and did not come by the line would be repeated in vain.
            is_news = is_news and not isinstance(seen.path.outcome, Stopped)
            if hit or (is_news and not is_dropped):
                before = len(suite.cases)
                suite.offer(seen.path, always=True)
                suite.settle()
                self._confirm(suite.cases[before:])

    def _confirm(self, cases: Sequence[Case]) -> None:
        """Settles the lines that new cases execute."""
        for progress in list(self._open):
            line = progress.spot.line
            for case in cases if line in self._exploration.suite.coverage.lines else ():
                if line in case.new_lines:
                    progress.case = case
                    self._settle(progress)
                    break

    def _settle(self, progress: LineProgress) -> None:
        self._open.remove(progress)
        self._nearest.drop(progress.spot.line)
        if self._backward is not None:
            self._backward.drop(progress.search)
        self._note(progress)
        self._exploration.explorer.budget.share(len(self._open))

    def _note(self, progress: LineProgress) -> None:
        """What was spent, and approximated, when it was settled."""
        explorer = self._exploration.explorer
        budget, backward = explorer.budget, [each.search for each in self._all.values()]
        progress.reasons = self._exploration.all_reasons
        confirming = sum(each.confirming for each in backward)
        progress.spent = {
            "executions": budget.executions,
            "concrete": budget.concrete,
            "queries": budget.queries,
            "seconds": budget.seconds,
            "segments": explorer.tree.segment_count
            - confirming
            + sum(each.segments for each in backward),
        }

    def _runs(self) -> Iterator[Seen]:
        """The runs that the searches ask for."""
        exploration, backward = self._exploration, self._backward
        for seen in exploration.portfolio.found(self._may_go_on):
            if seen.path.method not in (BACKWARD, CLIMB):
                exploration.keep_apart(seen.path)
            yield seen
        if backward is not None:
            self._settle_proved(backward)
        exploration.forward.end()

    def _may_go_on(self) -> bool:
        exploration, backward = self._exploration, self._backward
        if backward is not None:
            self._settle_proved(backward)
            if self.may_leave and self._open and all(each.search.is_barred for each in self._open):
                self._has_left = True
                return False
            if exploration.forward.is_over and self._options.direction != "backward":
                # Where nothing is left to be tried, it is known what can't be, but not yet why.
                backward.limit(LAST if exploration.spoiled else TO_EXPLAIN)
        if not self._open or exploration.composed.is_proved:
            return False
        return exploration.explorer.may_go_on()

    def _settle_proved(self, backward: BackwardFromLines) -> None:
        """Settles the lines that are proved to be unreachable."""
        for progress in self._open[:] if backward.proved else ():
            search = progress.search
            if search in backward.proved and (search.conflicts or self._has_run):
                self._settle(progress)
                backward.proved.remove(search)

    # Results

    def end_in_the_middle(self, cap: Cap) -> None:
        self._is_cut = True
        self._exploration.explorer.cap = cap
        self._exploration.suite.drop_waiting()

    def unexamined(self) -> tuple[ReachResult, ...]:
        """The results where there was no time to look at all that was found."""
        cap, ref = self._exploration.explorer.cap, self._exploration.runner.ref
        reasons = [budget_reason(cap, self._exploration)] if cap is not None else []
        reasons.append(overdue("there was no time to look at all that was found", ref))
        return tuple([replace(each, reasons=(*each.reasons, *reasons)) for each in self.so_far()])

    def so_far(self) -> tuple[ReachResult, ...]:
        """The results with what was found so far, which take no time to make."""
        reasons = self._exploration.all_reasons
        found = []
        for nothing in self._nothing:
            progress = self._all[nothing.taken]
            each = replace(nothing, reasons=(*nothing.reasons, *reasons), **progress.spent)
            if progress.case is not None:
                each = replace(each, verdict="reached", case=progress.case)
            found.append(each)
        return tuple(found)

    def result(self, nothing: ReachResult) -> ReachResult:
        """What came of a line."""
        exploration, explorer = self._exploration, self._exploration.explorer
        target = exploration.runner.prepared.target
        progress = self._all[nothing.taken]
        if not progress.spent:
            self._note(progress)
        reasons = progress.reasons
        refused = nothing_was_built(exploration, explorer.tree.paths())
        if refused:
            return replace(
                nothing, verdict="error", error=refused, reasons=(*nothing.reasons, *reasons)
            )
        if progress.case is not None:
            nothing = replace(nothing, verdict="reached", case=progress.case)
        elif progress.search.is_proved and not (self._is_cut and progress in self._open):
            nothing = replace(nothing, verdict="unreachable", conflicts=progress.search.conflicts)
        else:
            is_whole = progress.spot.line == progress.spot.statement
            if is_whole and goal_mark(progress.spot.statement) in self._marked:
                reasons.extend([unconfirmed(target, progress)])
            is_open = reasons.spoil or _has_guesses(exploration)
            if explorer.cap is not None:
                reasons.append(budget_reason(explorer.cap, exploration))
            if self._options.direction == "backward":
                reasons.extend(progress.only_backward(exploration))
                is_open = True
            is_open = is_open or explorer.cap is not None or self._has_left
            if not is_open:
                seen = seen_state(exploration, self._ground)
                found = doubts(self._ground, [progress.spot.line], seen)
                reasons.extend(found)
                is_open = bool(found)
            if is_open:
                nothing = replace(nothing, left=progress.left(exploration))
            else:
                nothing = replace(nothing, verdict="unreachable")
        if nothing.verdict == "unreachable":
            if found := lifted(target, self._options.lift):
                reasons.extend(found)
                nothing = replace(nothing, verdict="unknown", left=progress.left(exploration))
            else:
                nothing = replace(nothing, assumes=assumed(target.parameters))
        verdict = nothing.verdict
        return replace(
            nothing,
            target=target.ref,
            method=self._method(progress) if verdict != "unknown" else "",
            reasons=(*nothing.reasons, *reasons, *progress.search.faults),
            kind=target.kind,
            by_keyword=frozenset(each.name for each in target.parameters if each.by_keyword),
            solver=exploration.links,
            searches=exploration.portfolio.shares,
            opaque=opaque_functions(explorer.tree, reasons, self._options.imprecision),
            steps=explorer.steps,
            composed=exploration.composed.told,
            interrupted=explorer.budget.interrupted and verdict == "unknown",
            shared=len(self._all),
            **progress.spent,
        )

    def _method(self, progress: LineProgress) -> str:
        if progress.case is None:
            if progress.search.is_proved:
                return BACKWARD
            return SUMMARIES if self._exploration.composed.is_proved else ""
        if progress.case.method in (BACKWARD, CLIMB):
            return progress.case.method
        return SUMMARIES if progress.case.method == "composed" else "forward search"


def _has_guesses(exploration: Exploration) -> bool:
    """Whether arguments of other types than those that were tried might get to the line."""
    return any(each.is_guess for each in exploration.all_reasons)
