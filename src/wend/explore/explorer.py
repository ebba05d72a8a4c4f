"""The loop: run, put the path into the tree, choose where to go next, find inputs for it.

[001] Figure 1 and [003] Algorithm 1. Explore decides where, aim decides how, solve answers logic,
run tells the truth.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from wend.aim.aims import Aimed, GaveUp, Infeasible, IntermediateRun
from wend.aim.flip import Flip
from wend.errors import WendError
from wend.explore.budget import Budget, Cap
from wend.explore.bursts import Bursts
from wend.explore.composing import ComposingTurns
from wend.explore.first_inputs import grown
from wend.explore.frontier import Frontier
from wend.explore.refused_inputs import RefusedInputs
from wend.explore.suite import Suite
from wend.expr import samples
from wend.expr.pure import PURE
from wend.expr.show import show_short
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.path.fault import Contained, internal
from wend.path.outcome import Dropped, Stopped
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.result import Composed
from wend.path.site import Site
from wend.path.tree import Doubt, Goal, Tree
from wend.record import Record, replace
from wend.solve.answer import EASY
from wend.solvers import INSTALL_BITWUZLA, NO_BITWUZLA

MOST_EFFORT = 64
"""The greatest effort of the solver for one goal; afterwards the goal is given up. Where all of
the target is covered, the limit is 4."""


COMPOSING = "the search that composes calls"

MOST_LOST = 8
"""Runs in a row in which wend itself may fail; then the search is given up."""

MORE_SAMPLES = "calls that are known to get there may help: give some with --input or --corpus"
"""The remedy where no sample of an opaque function helps."""


Seed = tuple[Inputs, str]
"""Inputs to be tried, and how they were found (`path.case.Case.method`)."""


class Seeds(Record):
    """Inputs that are known before the search begins."""

    first: Iterable[Seed]
    later: Iterable[Inputs] = ()
    """Tried when nothing else is left and an approximation may hide something."""


class SideSearches(Record):
    """The searches that take turns with the flips; None where a target does without."""

    composing: ComposingTurns
    bursts: Bursts | None
    refused: RefusedInputs | None


class Seen(Record):
    """One run, with what was new in it: blocks and branch sides (`gain`), or a whole path."""

    path: Path
    gain: int
    is_new_path: bool


class Explorer:
    """One exploration of one target, a run at a time."""

    def __init__(
        self,
        execute: Callable[[Inputs], Path],
        aim: Flip,
        frontier: Frontier,
        budget: Budget,
        seeds: Seeds,
        suite: Suite,
        reasons: Reasons,
        beside: SideSearches,
    ) -> None:
        """`reasons`: the approximations that preparing the target made."""
        self._execute = execute
        self._aim = aim
        self._suite = suite
        self._target_reasons = reasons
        self._bursts = beside.bursts
        self._composing = beside.composing
        self._refused = beside.refused
        self._seeds = deque(seeds.first)
        self._longer: deque[Seed] = deque()
        """Longer texts and lists next to inputs that came far; tried after the other seeds."""
        self._later_seeds = deque(seeds.later)
        self.tried: set[Inputs] = set()
        self._marks: set[int] = set()
        self.frontier = frontier
        self.budget = budget
        self.tree = Tree()
        self.reasons = Reasons()
        self.divergences = 0
        self.steps = 0
        """Intermediate runs, made to learn a sample."""
        self._steps: list[Seen] = []
        """Those that the caller of `runs` has not been given yet."""
        self._lost = 0
        """The last runs in a row in which wend itself failed."""
        self._checked: set[str] = set()
        """Opaque functions that were called twice with the same arguments, to compare the
        results."""
        self.cap: Cap | None = None
        """The cap that ended the exploration."""

    @property
    def composed(self) -> Composed | None:
        """What composing did: the search that does not follow calls."""
        return self._composing.told

    @property
    def is_proved(self) -> bool:
        """Whether summaries prove that no input reaches anything new, though goals are left."""
        return self._composing.is_complete

    @property
    def _has_approximated(self) -> bool:
        """Whether an approximation may hide what no flip shows."""
        every = (self._target_reasons, self.reasons, self._suite.reasons)
        return any(reasons.spoil for reasons in every)

    def _normal(self, inputs: Inputs) -> Inputs:
        """The inputs without variables that do not count."""
        return live(self._suite.target.parameters, inputs)

    def runs(self) -> Iterator[Seen]:
        """Runs until nothing is left to try or a cap is hit."""
        goal: Goal | None = None
        seed = self._next_seed()
        if seed is None and self.tried:
            seed, goal = self._next()  # others ran all of them before
        while True:
            self.cap = self.budget.hit()
            if self.cap is None and seed is not None:
                yield self.run(*seed, goal)
                seed, goal = self._next()
                yield from self._steps
                self._steps.clear()
            if self.cap is not None or seed is None:
                break
        while (postponed := self.frontier.take_postponed()) is not None:
            self._give_up(postponed[0])

    def run(self, inputs: Inputs, method: str, goal: Goal | None = None) -> Seen:
        """Runs the target once, and adds what the run shows to the tree and to the frontier."""
        if self._refused is None:
            inputs = self._normal(inputs)
        self.tried.add(inputs)
        self.budget.executions += 1
        path = self._executed(inputs, method)
        if path is None:
            if goal is not None:
                goal.node.closed[goal.side] = "unknown"
            return Seen(Path(inputs, (), Dropped(), method=method), 0, False)
        if self._refused is not None:
            counted = self._normal(inputs) if path.inputs is inputs else path.inputs
            path = replace(path, inputs=counted, given=inputs)
            self._refused.references.learn(path)
        self.reasons.extend(path.reasons)
        self._learn(path)
        self._suite.guesses.saw(path)
        known, varying = self.tree.path_count, len(self.tree.varying)
        new_nodes = self.tree.add(path)
        if isinstance(path.outcome, Stopped) and not path.outcome.is_wild:
            self.reasons.append(_cut_short(path, path.outcome))
        if not self.reasons.spoil:
            # A value that was lost may decide something later, and that is no change of mind.
            self.reasons.extend(map(_varies, self.tree.varying[varying:]))
        gain = len(path.marks - self._marks)
        if gain and not isinstance(path.outcome, Dropped):
            self._longer.extend([(longer, "growth") for longer in grown(path.inputs)])
        self._marks |= path.marks
        for branch in path.branches:
            gain += self.frontier.saw((branch.site, branch.taken))
        for node in new_nodes:
            if node.branch.may_be_flipped:
                self.frontier.add(Goal(node, not node.branch.taken), gain)
        if self._refused is not None:
            for again in self._refused.saw(path, self.tree.last, goal):
                self.frontier.add(again, gain)
        if self._bursts is not None:
            self._bursts.saw(path, gain)
        with self._contained(COMPOSING) as noting:
            self._composing.saw(path, gain)
        if noting.has_failed:
            self._composing.give_up()
        if goal is not None and not goal.node.is_taken(goal.side):
            self._missed(goal, path)
        return Seen(path, gain, self.tree.path_count > known)

    def _executed(self, inputs: Inputs, method: str) -> Path | None:
        """One run, or None where wend itself fails in it, which leaves a reason."""
        try:
            path = self._execute(inputs)
        except WendError:
            raise
        except Exception as error:
            self._lost += 1
            if self._lost >= MOST_LOST:
                raise
            self.reasons.append(internal(error, "a run", self._suite.target.ref))
            return None
        self._lost = 0
        return replace(path, method=method)

    def _contained(self, part: str) -> Contained:
        return Contained(self.reasons, part, self._suite.target.ref)

    def _learn(self, path: Path) -> None:
        for sample in path.samples:
            if not samples.current.add(*sample):
                self.reasons.append(_impure(sample[1], path))

    def _is_impure(self, path: Path) -> bool:
        """Whether an opaque function of this path returns another result in a second run. Each
        function is checked once, before its arguments are varied."""
        met = {sample[1] for sample in path.samples} - PURE - self._checked
        if not met:
            return False
        self._checked |= met
        self.budget.executions += 1
        self._learn(self._execute(path.inputs))
        return not met.isdisjoint(samples.current.impure)

    def _missed(self, goal: Goal, path: Path) -> None:
        """Closes a goal that a run was sent to and did not reach: it was killed, or it diverged."""
        if isinstance(path.outcome, Stopped) and not path.branches:
            goal.node.closed[goal.side] = "stopped"
            return
        goal.node.closed[goal.side] = "diverged"
        self.divergences += 1
        says = "a run left its expected path here, because something on the way was approximated"
        self.reasons.append(Reason("divergence", says, "", *goal.node.site.place))

    def _next(self) -> tuple[Seed | None, Goal | None]:
        """The next inputs, with the goal that they are for."""
        seed = self._unseen(self._seeds)
        if seed is None and self._composing.comes_first:
            seed = self._composed()
        seed = seed or self._next_seed() or self._by_chance() or self._composed()
        if seed is not None:
            return seed, None
        while (goal := self._next_goal()) is not None:
            if self._suite.guesses.is_hopeless(goal):
                goal.node.closed[goal.side] = "unknown"
                continue
            is_hard = goal.side in goal.node.doubts
            if is_hard and (seed := self._by_chance(before_solver=True)) is not None:
                self.frontier.put_off(goal)
                return seed, None
            aimed = self._inputs_for(goal, 1 if is_hard else EASY)
            if aimed is not None:
                return aimed, goal
            if (cap := self.budget.hit()) is not None:
                self.cap = cap
                # The goal was answered; what is left is still open.
                return None, None
        while self._later_seeds and self._has_approximated:
            inputs = self._later_seeds.popleft()
            if inputs not in self.tried:
                return (inputs, "constant"), None
        if self._has_approximated and (seed := self._by_chance(at_once=True)) is not None:
            return seed, None
        while (postponed := self.frontier.take_postponed()) is not None:
            goal, effort = postponed
            aimed = self._inputs_for(goal, effort * 4)
            if aimed is not None:
                return aimed, goal
            if (cap := self.budget.hit()) is not None:
                self.cap = cap
                return None, None
        return None, None

    def _next_goal(self) -> Goal | None:
        if self._refused is None:
            return self.frontier.take()
        goal = self._refused.take()
        if goal is None:
            goal = self.frontier.take()
            if goal is not None:
                self._refused.begin(goal)
        return goal

    def _next_seed(self) -> Seed | None:
        return self._unseen(self._seeds) or self._unseen(self._longer)

    def _unseen(self, seeds: deque[Seed]) -> Seed | None:
        while seeds:
            seed = seeds.popleft()
            if seed[0] not in self.tried:
                return seed
        return None

    def _by_chance(self, *, at_once: bool = False, before_solver: bool = False) -> Seed | None:
        """The first of the inputs that a burst found, if a burst is due.

        `at_once`: nothing else is left to do. `before_solver`: the next thing is a solver's answer.
        """
        if self._bursts is None:
            return None
        with self._contained("the runs with random values") as asking:
            found = self._bursts.inputs(at_once=at_once, before_solver=before_solver)
            self._seeds.extend([(inputs, "chance") for inputs in found])
        if asking.has_failed:
            self._bursts = None
        return self._next_seed()

    def _composed(self) -> Seed | None:
        """The first of the inputs that were composed of summaries, if composing is due."""
        with self._contained(COMPOSING) as asking:
            self._seeds.extend([(inputs, "composed") for inputs in self._composing.inputs()])
        if asking.has_failed:
            self._composing.give_up()
        return self._unseen(self._seeds)

    def _inputs_for(self, goal: Goal, effort: int) -> Seed | None:
        """Inputs for a goal; where wend itself fails, the goal is closed and others go on."""
        with self._contained("the search for inputs that take a branch") as aiming:
            return self._aimed(goal, effort)
        assert aiming.has_failed
        goal.node.closed[goal.side] = "unknown"
        return None

    def _aimed(self, goal: Goal, effort: int) -> Seed | None:
        self.budget.queries += 1
        aim = self._aim(goal, effort=effort)
        while isinstance(aim, IntermediateRun):
            # A run that is made to learn what the inputs depend on. [000] §5.3
            if aim.method == "trial" and self._is_impure(goal.node.path):
                aim = self._aim(goal, effort=effort)
                continue
            self.steps += 1
            self._steps.append(self.run(aim.inputs, aim.method))
            if goal.node.is_taken(goal.side) or self.budget.hit() is not None:
                return None
            aim = aim.then()
        if effort != EASY or goal.node.condition(goal.side).is_opaque:
            self.frontier.answered(goal, gave_up=isinstance(aim, GaveUp))
        match aim:
            case Aimed(inputs, method):
                if self._refused is not None:
                    inputs = self._refused.references.with_leads(inputs, goal)
                    if goal.again and inputs in self.tried:
                        return None
                return inputs, method
            case Infeasible(pinned):
                goal.node.closed[goal.side] = "pinned" if pinned else "infeasible"
            case GaveUp(reason, lacks_bitwuzla):
                before = goal.node.doubts.get(goal.side)
                if before is None or not before.lacks_bitwuzla:  # that is why, whatever comes
                    goal.node.doubts[goal.side] = Doubt(reason, lacks_bitwuzla)
                if effort == EASY:
                    self.frontier.put_off(goal)
                elif effort * 4 <= (4 if self._suite.covers_all() else MOST_EFFORT):
                    self.frontier.postpone(goal, effort)
                else:
                    self._give_up(goal)
        return None

    def _give_up(self, goal: Goal) -> None:
        goal.node.closed[goal.side] = "unknown"
        doubt = goal.node.doubts[goal.side]
        condition = goal.node.condition(goal.side)
        shown = show_short(condition, goal.node.before)
        remedies = [INSTALL_BITWUZLA] if doubt.lacks_bitwuzla else []
        remedies += [MORE_SAMPLES] if condition.is_opaque else []
        why = NO_BITWUZLA if doubt.lacks_bitwuzla else "the solver gave up"
        self.reasons.append(
            Reason(
                "solver-unknown",
                f"whether {shown} can hold here is not known: "
                f"{doubt.reason if condition.is_opaque else why}",
                "; ".join(remedies),
                *goal.node.site.place,
                details="" if condition.is_opaque else doubt.reason,
            )
        )


def _cut_short(path: Path, outcome: Stopped) -> Reason:
    """The reason for a run that was stopped: its later decisions are not in the tree."""
    says = {
        "timeout": "a run took too long and was stopped",
        "memory": "a run took too much memory and was stopped",
        "blocked": "a run was stopped by the guard",
        "crash": f"a run ended its process ({outcome.detail})",
    }[outcome.reason]
    remedy = "what it would have decided next is not known"
    return Reason("bound-hit", says, remedy, *_last_place(path))


def _impure(function: str, path: Path) -> Reason:
    return Reason(
        "nondeterministic",
        f"{function} returned two results for the same arguments",
        "hand in what it depends on, or name a function that is pure",
        function,
        *_last_place(path)[1:],
    )


def _last_place(path: Path) -> tuple[str, str, int]:
    """The place of the last decision of a run."""
    return path.branches[-1].site.place if path.branches else ("", "", 0)


def _varies(site: Site) -> Reason:
    return Reason(
        "nondeterministic",
        "two runs that had decided alike so far met different decisions here",
        "hand in clocks, random numbers and other state as arguments",
        *site.place,
    )
