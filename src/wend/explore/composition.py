"""The search that does not follow calls: inputs for goals, composed of function summaries. [003]

A run of the target is a path of its own branches and of calls; each called function has a tree of
its own. So the paths of functions add up instead of multiplying. This is [003] Algorithm 1. Where
Algorithm 2 wants a way through a function that nobody took, the function is run alone. The inputs
that are found are run like any others. Where every way that nobody took is proved to be out of
reach, no input reaches anything new.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator

from wend.aim.compose import Composer, Reached, Unreachable
from wend.aim.steps import Steps
from wend.aim.summaries import ENTRY, Summaries
from wend.explore.budget import Budget
from wend.explore.contexts import Contexts
from wend.explore.frontier import Frontier
from wend.explore.strategies import strategy_named
from wend.expr import samples
from wend.expr.build import conjunction
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.path.result import ComposedWork, FollowedFunction, SummarizedFunction
from wend.path.site import Site
from wend.path.summary import Key, shown_name
from wend.path.tree import Goal, Node
from wend.process.runner import Runner
from wend.solve.chain import Solver

UNLIKELY = ("call", "index", "which", "length", "input")
"""Kinds of sites whose goals are tried last: a result of another kind, an index that is out of
range or negative, another type of an input, …"""

MOST_EFFORT = 4
"""The greatest effort of a solver for one goal."""

MOST_MISSED = 4
"""Runs that miss a goal before it is given up."""

MOST_RUNS = 64
"""The last runs of the target, whose inputs are where a search for a goal in a call starts."""

MOST_AGAIN = 20
"""Runs of the target that are made again when it turns out that a call is not what it seemed."""


class Composition:
    """The target and the functions that it calls, each with its own tree."""

    def __init__(
        self,
        runner: Runner,
        solver: Solver,
        budget: Budget,
        seed: int = 0,
        recall: Callable[[Key], Iterable[Inputs]] = lambda key: (),
    ) -> None:
        """`recall` gives inputs of a function, from earlier runs of wend, one for each known
        way."""
        self._runner = runner
        self._recall = recall
        self._budget = budget
        self._solver = solver
        self._seed = seed
        self._epoch = 0
        self._ran: dict[Inputs, None] = {}
        """The inputs that the target was run with."""
        self.followed: dict[str, str] = {}
        """Functions whose calls were followed all the same, and why."""
        self._taken: set[tuple[Site, bool]] = set()
        """The sides that runs of the target took, calls included."""
        self.divergences = 0
        """Runs that left their expected path."""
        self.is_complete = False
        """Whether it is proved that no input reaches anything new."""
        self._is_exact = True
        """Whether nothing was approximated so far, in no run."""
        self._executions = self._alone_runs = self._recalled = 0
        self.steps = 0
        """Goals that were searched for, and runs of functions alone."""
        self._begin()

    def _begin(self) -> None:
        """Forgets all summaries."""
        self._summaries = Summaries()
        self._composer = Composer(self._solver, self._summaries)
        self._entry = self._summaries.summary(ENTRY)
        self._frontier = Frontier(strategy_named("fair", self._seed))
        self._inner: deque[Goal] = deque()
        """Goals in functions that are called."""
        self._runs: deque[tuple[Inputs, list[tuple[Key, Path]]]] = deque(maxlen=MOST_RUNS)
        """The last runs of the target, with what its calls did."""
        self._contexts = Contexts(self._summaries)
        self._missed: dict[Goal, int] = {}
        self._other_kinds: dict[Key, list[Goal]] = {}
        """By function, the goals that want a kind of result that it is not known to have."""
        self._known_kinds: dict[Key, int] = {}
        """The number of known kinds of result when these goals were last looked at."""
        self._asked_for: set[Key] = {ENTRY}
        """Functions for which `recall` was asked."""

    def run(self, inputs: Inputs) -> Path:
        """Runs the target without following its calls."""
        self._budget.executions += 1
        self._executions += 1
        path = self._runner.execute(inputs)
        self._runs.append((inputs, [(ENTRY, path), *path.inner]))
        self.followed.update(path.followed)
        if path.epoch != self._epoch:
            # A call is not what it seemed, so its summary is wrong.
            self._epoch = path.epoch
            self._begin()
            for earlier in [*self._ran][:MOST_AGAIN]:
                self.run(earlier)
        self._ran[inputs] = None
        for sample in path.samples:
            samples.current.add(*sample)
        self._learned(ENTRY, path)
        self.saw(path)
        for _, frame in path.inner:
            self.saw(frame)
        return path

    def follow(self, inputs: Inputs) -> None:
        """Runs the target with these inputs, unless that was done before."""
        if inputs not in self._ran:
            self.run(inputs)

    def saw(self, path: Path) -> None:
        """Notes the sides that a run took."""
        for branch in path.branches:
            self._taken.add((branch.site, branch.taken))
            self._frontier.saw((branch.site, branch.taken))

    @property
    def has_calls(self) -> bool:
        """Whether the target calls functions that can be summarised."""
        return len(self._summaries.of) > 1

    def told(self, queries: int, seconds: float) -> ComposedWork:
        """The report on this search, which made so many queries in so many seconds."""
        ways: Counter[str] = Counter()
        calls: Counter[str] = Counter()
        for key, summary in self._summaries.of.items():
            if key != ENTRY:
                name = shown_name(*key[:2])
                ways[name] += summary.tree.path_count
                calls[name] += self._contexts.count(key)
        functions = [SummarizedFunction(name, calls[name], ways[name]) for name in ways]
        followed = [FollowedFunction(name, why) for name, why in self.followed.items()]
        return ComposedWork(
            *(self._executions, self._alone_runs, queries, seconds),
            tuple(functions),
            tuple(followed),
            self._recalled,
        )

    def ways(self) -> dict[Key, list[Inputs]]:
        """For each function, inputs for its known ways."""
        return self._summaries.ways()

    def found(self) -> Iterator[Inputs | float | None]:
        """Inputs for one goal after the other; what `Steps` yield where others may have a turn."""
        while True:
            goal, effort = self._next_inner() or self._frontier.take(), 1
            if goal is None:
                postponed = self._frontier.take_postponed()
                if postponed is None:
                    yield from self._proof()
                    return
                goal, effort = postponed[0], max(1, int(postponed[1] * 4))
                if effort > MOST_EFFORT:
                    continue
            self._budget.queries += 1
            inputs = yield from self._inputs_for(goal, effort)
            self.steps += 1
            yield inputs
            if inputs is not None and goal.is_open and goal.node in self._summaries.home:
                # The summaries were incomplete; the run has added to them.
                self._missed[goal] = self._missed.get(goal, 0) + 1
                if self._missed[goal] < MOST_MISSED:
                    self._frontier.postpone(goal, 1)
                else:
                    goal.node.closed[goal.side] = "diverged"
                    self.divergences += 1

    def _next_inner(self) -> Goal | None:
        """A side of a branch in some function that no run of the target has taken."""
        while self._inner:
            goal = self._inner.popleft()
            if goal.place not in self._taken:
                return goal
        return None

    def _proof(self) -> Iterator[Inputs | float | None]:
        """Tries to prove for every way that nobody took that no input takes it."""
        if any(summary.tree.varying for summary in self._summaries.of.values()):
            return
        known = -1
        while self._is_exact and known != len(self._summaries.home) + len(self._contexts):
            known = len(self._summaries.home) + len(self._contexts)
            for node in [*self._summaries.home]:
                goal = Goal(node, not node.branch.taken)
                if node.is_taken(goal.side):
                    continue
                key = self._summaries.home[node].key
                if key == ENTRY:
                    if node.closed.get(goal.side) != "infeasible":
                        return
                    continue
                local = conjunction([*node.before, node.condition(goal.side)])
                condition = self._contexts.together(key, local)
                if condition is None:
                    return
                self._budget.queries += 1
                parent = self._runs[-1][0]
                found = yield from self._composer.find(
                    [condition], parent, self._alone, MOST_EFFORT
                )
                if isinstance(found, Reached):
                    yield found.inputs
                    if not node.is_taken(goal.side):
                        return
                elif not isinstance(found, Unreachable):
                    return
        self.is_complete = self._is_exact

    def _inputs_for(self, goal: Goal, effort: int) -> Steps[Inputs | None]:
        local = [*goal.node.before, goal.node.condition(goal.side)]
        closed = True
        near = self._passed(goal.node)
        home = self._summaries.home[goal.node].key
        for conditions, parent in self._contexts.each(home, local, goal.node.path):
            found = self._composer.find(conditions, near or parent, self._alone, effort)
            match (yield from found):
                case Reached(inputs):
                    return inputs
                case Unreachable():
                    pass
                case _:
                    closed = False
        if closed:
            goal.node.closed[goal.side] = "infeasible"
        else:
            self._frontier.postpone(goal, effort)
        return None

    def _passed(self, node: Node) -> Inputs | None:
        """The inputs of the last run of the target in which a call came by a node."""
        key, way = self._summaries.home[node].key, _way(node)
        for inputs, frames in reversed(self._runs):
            for function, frame in frames:
                taken = [(branch.site, branch.taken) for branch in frame.branches[: len(way)]]
                if function == key and taken == way:
                    return inputs
        return None

    def _alone(self, key: Key, inputs: Inputs) -> list[Node]:
        self._budget.executions += 1
        self._executions += 1
        self._alone_runs += 1
        self.steps += 1
        path = self._runner.alone(key, inputs)
        return [] if path is None else self._learned(key, path)

    def _learned(self, key: Key, path: Path) -> list[Node]:
        new = self._summaries.learn(key, path)
        frames = [(key, path), *path.inner]
        for caller, frame in frames:
            for call in frame.calls:
                self._contexts.add(caller, frame, call)
            self._is_exact = self._is_exact and frame.is_exact
        for node in new:
            goal = Goal(node, not node.branch.taken)
            if self._is_unlikely(goal):
                self._frontier.postpone(goal, 0)
            else:
                self._add(goal)
        for function, _ in frames:
            self._note_kinds(function)
        for _, frame in frames:
            for call in frame.calls:
                self._remember(call.key)
        return new

    def _add(self, goal: Goal) -> None:
        if self._summaries.home[goal.node] is not self._entry:
            self._inner.append(goal)
        elif not goal.node.branch.is_pin:
            self._frontier.add(goal, 0)

    def _is_unlikely(self, goal: Goal) -> bool:
        """Whether a goal is tried last. A goal that wants a kind of result that the function is not
        known to have waits until it is known."""
        if goal.node.site.kind not in UNLIKELY or self._summaries.is_known_kind(
            goal.node, goal.side
        ):
            return False
        if (key := self._summaries.decided_kind(goal.node)) is not None:
            self._other_kinds.setdefault(key, []).append(goal)
        return True

    def _note_kinds(self, key: Key) -> None:
        """Adds the goals that wait for a new kind of result of this function, if one is known
        now."""
        known = self._summaries.kind_count(key)
        if known == self._known_kinds.get(key):
            return
        self._known_kinds[key] = known
        for goal in self._other_kinds.pop(key, ()):
            if goal.is_open and not self._is_unlikely(goal):
                self._add(goal)

    def _remember(self, key: Key) -> None:
        """Runs a function, when it is met first, in the ways that earlier runs of wend knew."""
        if key in self._asked_for:
            return
        self._asked_for.add(key)
        for inputs in self._recall(key):
            if self._budget.hit() is not None:
                return
            self._recalled += 1
            path = self._runner.alone(key, inputs)
            if path is not None:
                self._learned(key, path)


def _way(node: Node) -> list[tuple[Site, bool]]:
    """The decisions on the way to a node."""
    found: list[tuple[Site, bool]] = []
    while node.parent is not None:
        found.append((node.parent.site, node.via))
        node = node.parent
    return found[::-1]
