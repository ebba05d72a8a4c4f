"""Asks about traces without following calls: results of calls come from summaries.

    total = grade(a) + grade(b) + … + grade(h)      stepping in: 5⁸ paths through one statement
    fit(total == 41, True)                          summaries: one question, answered with no

[004] §3 steps into calls or leaves them to phase II; here [003] Algorithm 2 answers instead. A
trace is run without following calls. Inputs for the other side of a decision are composed of known
ways through functions; where these do not suffice, a function is run alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible
from wend.aim.backward.ask import Asking, Conflict, Undecided, Verdict
from wend.aim.compose import Composer, Reached, Unreachable
from wend.aim.flip import Flip
from wend.aim.steps import Steps, within
from wend.aim.summaries import ENTRY, Summaries
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.inputs.target import Parameter
from wend.path.path import Path
from wend.path.summary import Key
from wend.path.trace import UNFIT, Trace
from wend.path.tree import Goal, Node
from wend.record import replace
from wend.solve.chain import Solver

MOST_EPOCHS = 4
"""Times that a question is asked again because a call was not what it seemed."""

MOST_ALONE = 400
"""Runs of functions alone for one question."""


class UnfollowedRuns(Protocol):
    """A runner that does not follow calls."""

    traces_leak: bool

    def trace(self, trace: Trace, inputs: Inputs) -> Path | None: ...
    def alone(self, key: Key, inputs: Inputs) -> Path | None: ...


class Summarised:
    """Asks about traces, for all lines of one function; keeps the summaries of called functions."""

    def __init__(
        self,
        solver: Solver,
        opened: Callable[[], UnfollowedRuns | None],
        recall: Callable[[Key], Iterable[Inputs]],
    ) -> None:
        """`opened` makes a runner that does not follow calls; None if there can be none. `recall`
        gives inputs of a function, from earlier runs of wend, one for each known way."""
        self._solver = solver
        self._opened = opened
        self._recall = recall
        self._runner: UnfollowedRuns | None = None
        self._is_over = False
        """Whether runs that do not follow calls turned out to be useless here."""
        self._epoch = 0
        self._tick: Callable[[int, int], bool] = lambda runs, queries: True
        self._begin()

    def _begin(self) -> None:
        """Forgets all summaries."""
        self._summaries = Summaries()
        self._composer = Composer(self._solver, self._summaries)
        self._flip = Flip(self._solver)
        self._inexact: set[Key] = set()
        """Functions with a run whose decisions are not all known."""
        self._remembered: set[Key] = set()
        """Functions for which `recall` was asked."""
        self._met: set[Key] = set()
        """The functions that the present question involves."""
        self._is_stale = False
        """Whether runs of the present question belong to an earlier epoch."""
        self._alone_left = MOST_ALONE

    def ask(
        self,
        asking: Asking,
        trace: Trace,
        parameters: tuple[Parameter, ...],
        near: Mapping[str, Any],
    ) -> Steps[Verdict | None]:
        """Whether a trace can be run to its end; None if its calls have no summaries."""
        if self._is_over:
            return None
        self._runner = self._runner or self._opened()
        self._tick = asking.tick
        if self._runner is None:
            self._is_over = True
            return None
        for _ in range(MOST_EPOCHS):
            self._is_stale = False
            self._met.clear()
            self._alone_left = MOST_ALONE
            run = functools.partial(self._run, self._runner, trace)
            verdict = yield from asking.ask(run, parameters, near, aiming=self)
            if not self._is_stale:
                break
        if not self._met or self._is_over:
            return None
        if isinstance(verdict, Conflict) and not self._is_told():
            return Undecided("a function that is called was approximated")
        return verdict

    def _is_told(self) -> bool:
        """Whether all decisions of the functions that the present question involves are known."""
        keys = self._summaries.with_callees(self._met)
        trees = [self._summaries.of[key].tree for key in keys]
        is_exact = keys.isdisjoint(self._inexact) and not any(tree.varying for tree in trees)
        return is_exact and not self._is_stale

    # Goals of a trace

    def __call__(self, goal: Goal) -> Steps[Aim]:
        conditions = [*goal.node.before, goal.node.condition(goal.side)]
        if not any(each.is_opaque for each in conditions):
            return self._flip(goal)
        search = self._composer.find(conditions, goal.node.path.inputs, self._alone)
        match (yield from within(search, self._may_go_on)):
            case None:
                return GaveUp("it takes too many ways through what is called")
            case Reached(inputs):
                return Aimed(inputs)
            case Unreachable():
                return Infeasible(False)
            case _:
                return GaveUp("it is not known what what is called gives")

    def _may_go_on(self) -> bool:
        return self._tick(0, 1) and not self._is_stale and self._alone_left > 0

    def refutes(self, holds: Sequence[Term], wanted: Term, near: Inputs) -> Steps[bool]:
        found = yield from self._composer.once([*holds, wanted], near, lazily=False)
        return isinstance(found, Unreachable)

    # Runs

    def _run(self, runner: UnfollowedRuns, trace: Trace, inputs: Inputs) -> Path | None:
        path = runner.trace(trace, inputs)
        # Where traces leave something behind, each has a process of its own, which forgets.
        if path is None or runner.traces_leak:
            self._is_over = True
            return None
        self._learn(ENTRY, path)
        return path

    def _alone(self, key: Key, inputs: Inputs) -> list[Node]:
        self._tick(1, 0)
        self._alone_left = max(0, self._alone_left - 1)
        assert self._runner is not None
        path = self._runner.alone(key, inputs)
        return [] if path is None else self._learn(key, path)

    def _learn(self, key: Key, path: Path) -> list[Node]:
        """Adds the path of a function run alone, and of the calls in it, to the summaries."""
        if path.epoch != self._epoch:
            # Calls are others than they were taken for: what is known of them is of no use.
            self._epoch = path.epoch
            self._begin()
            self._is_stale = True
        is_alone = key != ENTRY
        new = (self._summaries.learn if is_alone else self._summaries.learn_calls)(key, path)
        # What is approximated in a call is told by the path that it is in.
        is_exact = _is_exact(path)
        self._met.update([call.key for call in path.calls])
        for function, frame in (*path.inner, *([(key, path)] if is_alone else ())):
            if not is_exact or not _is_exact(frame):
                self._inexact.add(function)
            self._met.add(function)
            new += self._recalled(function)
            if path.epoch != self._epoch:
                break  # these frames are of no use any more
        return new

    def ways(self) -> dict[Key, list[Inputs]]:
        """For each function, inputs for its known ways."""
        return self._summaries.ways()

    def _recalled(self, key: Key) -> list[Node]:
        """Runs a function, when it is met first, in the ways that earlier runs of wend knew."""
        if key in self._remembered:
            return []
        self._remembered.add(key)
        assert self._runner is not None
        paths = [self._runner.alone(key, inputs) for inputs in self._recall(key)]
        return [node for path in paths if path is not None for node in self._learn(key, path)]


def _is_exact(path: Path) -> bool:
    """Whether a path shows all decisions; one that ends at a condition that does not fit does."""
    reasons = tuple([each for each in path.reasons if each.what != UNFIT])
    return replace(path, reasons=reasons).is_exact
