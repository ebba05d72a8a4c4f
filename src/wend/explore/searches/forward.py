"""The search forward: flips decisions of known runs, with cheap runs by chance in between.

The loop of [001] Figure 1: take the other side of a decision, find inputs for it, run them. First
come the inputs that are known before the search begins.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from wend.aim.aims import Aimed, GaveUp, Infeasible, IntermediateRun
from wend.aim.flip import Flip
from wend.aim.steps import HARD_WORK
from wend.explore.explorer import Explorer, Seen
from wend.explore.first_inputs import grown
from wend.explore.frontier import Frontier
from wend.explore.searches.bursts import Bursts
from wend.expr.show import show_short
from wend.inputs.inputs import Inputs
from wend.path.outcome import Dropped
from wend.path.reason import Reason
from wend.path.tree import Doubt, Goal
from wend.record import Record
from wend.solve.answer import EASY, FIRST
from wend.solvers import INSTALL_BITWUZLA, NO_BITWUZLA

MOST_EFFORT = 64
"""The greatest effort of the solver for one goal; afterwards the goal is given up. Where all of
the target is covered, the limit is 4."""

RUN_WORK = 2.0
"""The work of an easy goal and its run."""

QUESTION_WORK = 100.0
"""The work of a first question to a solver."""

MORE_SAMPLES = "calls that are known to get there may help: give some with --input or --corpus"
"""The remedy where no sample of an opaque function helps."""

Seed = tuple[Inputs, str]
"""Inputs to be tried, and how they were found (`path.case.Case.method`)."""


class Seeds(Record):
    """Inputs that are known before the search begins."""

    first: Iterable[Seed]
    later: Iterable[Inputs] = ()
    """Tried when nothing else is left and an approximation may hide something."""


class Due(Record):
    """The goal that is next, and the effort for it."""

    goal: Goal
    effort: float

    @property
    def cost(self) -> float:
        if self.effort < 1:
            return RUN_WORK if self.effort == EASY else QUESTION_WORK
        return HARD_WORK * self.effort


class Forward:
    """Takes goals from the frontier, and runs the inputs that the aim finds for them."""

    name = "forward"
    rate = 1.0

    def __init__(
        self, explorer: Explorer, aim: Flip, frontier: Frontier, seeds: Seeds, bursts: Bursts | None
    ) -> None:
        self._explorer = explorer
        self._suite = explorer.suite
        self._refused = explorer.refused
        self._aim = aim
        self.frontier = frontier
        self._bursts = bursts
        self._seeds = deque(seeds.first)
        self._longer: deque[Seed] = deque()
        """Longer texts and lists next to inputs that came far; tried after the other seeds."""
        self._later_seeds = deque(seeds.later)
        self._due: Due | None = None
        self.is_over = False
        self._is_given_up = False
        explorer.observers.append(self)

    @property
    def next_cost(self) -> float:
        return RUN_WORK if self._due is None else self._due.cost

    def give_up(self) -> None:
        self.is_over = self._is_given_up = True

    def end(self) -> None:
        """Gives up the goals that wait for more effort: the time is up."""
        if self._due is not None:
            self.frontier.put_off(self._due.goal)
            self._due = None
        while (postponed := self.frontier.take_postponed()) is not None:
            self._give_up_goal(postponed[0])

    def saw(self, seen: Seen) -> None:
        path = seen.path
        if seen.blocks and not isinstance(path.outcome, Dropped):
            self._longer.extend([(longer, "growth") for longer in grown(path.inputs)])
        for branch in path.branches:
            self.frontier.saw((branch.site, branch.taken))
        for node in seen.new_nodes:
            if node.branch.may_be_flipped:
                self.frontier.add(Goal(node, not node.branch.taken), seen.gain)
        if self._refused is not None:
            for again in self._refused.saw(path, self._explorer.tree.last, seen.goal):
                self.frontier.add(again, seen.gain)
        if self._bursts is not None:
            self._bursts.saw(path, seen.gain)
        if seen.new_nodes:
            self.is_over = self._is_given_up

    def turn(self) -> Iterator[Seen]:
        """Tries one seed or one goal, or makes a burst."""
        if self._due is None:
            seed = self._next_seed() or self._by_chance()
            if seed is not None:
                yield self._explorer.run(*seed)
                return
            self._due = self._fresh()
            if self._due is None and (seed := self._last_seed()) is not None:
                yield self._explorer.run(*seed)
                return
            self._due = self._due or self._postponed()
            if self._due is None:
                self.is_over = True
                return
            if self._due.effort != EASY:
                return  # the others may go first
        due, self._due = self._due, None
        if due.goal.is_open or due.goal.again:
            yield from self._towards(due)

    def _fresh(self) -> Due | None:
        """The next goal of the frontier."""
        while (goal := self._next_goal()) is not None:
            if not self._suite.guesses.is_hopeless(goal):
                return Due(goal, FIRST if goal.side in goal.node.doubts else EASY)
            goal.node.closed[goal.side] = "unknown"
        return None

    def _postponed(self) -> Due | None:
        """A goal on which the solver gave up, with more effort."""
        postponed = self.frontier.take_postponed()
        return None if postponed is None else Due(postponed[0], max(1, postponed[1] * 4))

    def _next_goal(self) -> Goal | None:
        if self._refused is None:
            return self.frontier.take()
        goal = self._refused.take()
        if goal is None:
            goal = self.frontier.take()
            if goal is not None:
                self._refused.begin(goal)
        return goal

    def _last_seed(self) -> Seed | None:
        """What is tried where no goal is left and an approximation may hide something."""
        if not self._explorer.has_approximated:
            return None
        while self._later_seeds:
            inputs = self._later_seeds.popleft()
            if inputs not in self._explorer.tried:
                return inputs, "constant"
        return self._by_chance(at_once=True)

    def _towards(self, due: Due) -> Iterator[Seen]:
        """Runs inputs for a goal; where wend itself fails, the goal is closed and others go on."""
        goal, effort = due.goal, due.effort
        if effort == FIRST and (seed := self._by_chance(before_solver=True)) is not None:
            self.frontier.put_off(goal)
            yield self._explorer.run(*seed)
            return
        steps: list[Seen] = []
        found: Seed | None = None
        with self._explorer.contained("the search for inputs that take a branch") as aiming:
            found = self._aimed(goal, effort, steps)
        if aiming.has_failed:
            goal.node.closed[goal.side] = "unknown"
        yield from steps
        if found is not None:
            yield self._explorer.run(*found, goal)

    def _next_seed(self) -> Seed | None:
        return self._unseen(self._seeds) or self._unseen(self._longer)

    def _unseen(self, seeds: deque[Seed]) -> Seed | None:
        while seeds:
            seed = seeds.popleft()
            if seed[0] not in self._explorer.tried:
                return seed
        return None

    def _by_chance(self, *, at_once: bool = False, before_solver: bool = False) -> Seed | None:
        """The first of the inputs that a burst found, if a burst is due.

        `at_once`: nothing else is left to do. `before_solver`: the next thing is a solver's answer.
        """
        if self._bursts is None:
            return None
        with self._explorer.contained("the runs with random values") as asking:
            found = self._bursts.inputs(at_once=at_once, before_solver=before_solver)
            self._seeds.extend([(inputs, "chance") for inputs in found])
        if asking.has_failed:
            self._bursts = None
        return self._next_seed()

    def _aimed(self, goal: Goal, effort: float, steps: list[Seen]) -> Seed | None:
        """Inputs for a goal; the runs that were made to learn what they depend on are `steps`."""
        explorer = self._explorer
        explorer.budget.queries += 1
        aim = self._aim(goal, effort=effort)
        while isinstance(aim, IntermediateRun):  # [000] §5.3
            if aim.method == "trial" and explorer.is_impure(goal.node.path):
                aim = self._aim(goal, effort=effort)
                continue
            explorer.steps += 1
            steps.append(explorer.run(aim.inputs, aim.method))
            if goal.node.is_taken(goal.side) or explorer.budget.hit() is not None:
                return None
            aim = aim.then()
        gave_up = isinstance(aim, GaveUp)
        if effort >= (1 if gave_up else FIRST) or goal.node.condition(goal.side).is_opaque:
            self.frontier.answered(goal, gave_up=gave_up)
        match aim:
            case Aimed(inputs, method):
                if self._refused is not None:
                    inputs = self._refused.references.with_leads(inputs, goal)
                    if goal.again and inputs in explorer.tried:
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
                elif effort < 1:
                    self._due = Due(goal, 1)  # the others may go first
                elif effort * 4 <= (4 if self._suite.covers_all() else MOST_EFFORT):
                    self.frontier.postpone(goal, effort)
                else:
                    self._give_up_goal(goal)
        return None

    def _give_up_goal(self, goal: Goal) -> None:
        goal.node.closed[goal.side] = "unknown"
        doubt = goal.node.doubts[goal.side]
        condition = goal.node.condition(goal.side)
        shown = show_short(condition, goal.node.before)
        remedies = [INSTALL_BITWUZLA] if doubt.lacks_bitwuzla else []
        remedies += [MORE_SAMPLES] if condition.is_opaque else []
        why = NO_BITWUZLA if doubt.lacks_bitwuzla else "the solver gave up"
        self._explorer.reasons.append(
            Reason(
                "solver-unknown",
                f"whether {shown} can hold here is not known: "
                f"{doubt.reason if condition.is_opaque else why}",
                "; ".join(remedies),
                *goal.node.site.place,
                details="" if condition.is_opaque else doubt.reason,
            )
        )
