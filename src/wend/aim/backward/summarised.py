"""Traces whose calls are not followed: what a call gives is what the summary of its function says.

    total = grade(a) + grade(b) + … + grade(h)      stepping in: 5⁸ ways through one statement
    fit(total == 41, True)                          summaries: one question, and its answer is no

[004] §3 steps into what is called or leaves it to phase II; [003] Algorithm 2 answers instead. A
trace is run without following calls, and the sides of its decisions that are needed otherwise are
composed of the ways through functions that are known, or ask for those that are not.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible
from wend.aim.backward.ask import Asking, Conflict, Undecided, Verdict
from wend.aim.compose import Composer, Found, Reached, Unreachable
from wend.aim.flip import Flip
from wend.aim.summaries import Summaries
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.inputs.target import Parameter
from wend.path.path import Path
from wend.path.summary import Key
from wend.path.trace import UNFIT, Trace
from wend.path.tree import Goal, Node
from wend.record import Record, replace
from wend.solve.chain import Solver

MOST_EPOCHS = 4
"""Times that a question is asked anew since calls are others than they were taken for."""

MOST_ALONE = 400
"""Runs of functions alone for one question."""

_TRACE: Key = ("", "", (), ())
"""Who makes the calls of a trace."""


class ComposedRuns(Record):
    """Runs that do not follow calls."""

    trace: Callable[[Trace, Inputs], Path | None]
    """None where there are none of it."""
    alone: Callable[[Key, Inputs], Path | None]
    """Of a function by itself; None where it can't be summarised."""
    recall: Callable[[Key], Iterable[Inputs]]
    """Inputs of a function for the ways that earlier runs knew."""
    ways: dict[Key, list[Inputs]]
    """Filled with inputs for the ways that are known."""


class Summarised:
    """Asks about traces, for all lines of one function; keeps what is known of what they call."""

    def __init__(self, solver: Solver, opened: Callable[[], ComposedRuns | None]) -> None:
        """`opened` begins with such runs; None where calls have no summaries."""
        self._solver = solver
        self._opened = opened
        self._runs: ComposedRuns | None = None
        self._is_over = False
        """Whether such runs turned out to be of no use here."""
        self._epoch = 0
        self._tick: Callable[[int, int], bool] = lambda runs, queries: True
        self._begin()

    def _begin(self) -> None:
        """Nothing is known yet."""
        self._summaries = Summaries()
        self._composer = Composer(self._solver, self._summaries)
        self._flip = Flip(self._solver)
        self._inexact: set[Key] = set()
        """Functions of which not all is known that a run of them decided."""
        self._remembered: set[Key] = set()
        """Functions of which was asked what earlier runs knew."""
        self._met: set[Key] = set()
        """Functions that the present question is about."""
        self._is_stale = False
        """Whether what was seen of the present question belongs to another epoch."""
        self._alone_left = MOST_ALONE

    def ask(
        self,
        asking: Asking,
        trace: Trace,
        parameters: tuple[Parameter, ...],
        near: Mapping[str, Any],
    ) -> Verdict | None:
        """Whether a trace can be run to its end; None where its calls have no summaries."""
        if self._is_over:
            return None
        if self._runs is None:
            self._runs = self._opened()
        self._tick = asking.tick
        if self._runs is None:
            self._is_over = True
            return None
        for _ in range(MOST_EPOCHS):
            self._is_stale = False
            self._met.clear()
            self._alone_left = MOST_ALONE
            run = functools.partial(self._run, self._runs, trace)
            verdict = asking.ask(run, parameters, near, aiming=self)
            if not self._is_stale:
                break
        if not self._met or self._is_over:
            return None
        if isinstance(verdict, Conflict) and not self._is_told():
            return Undecided("a function that is called was approximated")
        return verdict

    def _is_told(self) -> bool:
        """Whether all is known that the functions decide which the present question is about."""
        keys = self._summaries.with_callees(self._met)
        trees = [self._summaries.of[key].tree for key in keys]
        is_exact = keys.isdisjoint(self._inexact) and not any(tree.varying for tree in trees)
        return is_exact and not self._is_stale

    # Goals of a trace

    def __call__(self, goal: Goal) -> Aim:
        conditions = [*goal.node.before, goal.node.condition(goal.side)]
        if not any(each.is_opaque for each in conditions):
            return self._flip(goal)
        finding = self._composer.find(conditions, goal.node.path.inputs, self._alone)
        while True:
            try:
                next(finding)
            except StopIteration as ended:
                found: Found = ended.value
                break
            if not self._tick(0, 1) or self._is_stale or not self._alone_left:
                return GaveUp("it takes too many ways through what is called")
        match found:
            case Reached(inputs):
                return Aimed(inputs)
            case Unreachable():
                return Infeasible(False)
            case _:
                return GaveUp("it is not known what what is called gives")

    def refutes(self, holds: Sequence[Term], wanted: Term, near: Inputs) -> bool:
        found = self._composer.once([*holds, wanted], near, lazily=False)
        return isinstance(found, Unreachable)

    # Runs

    def _run(self, runs: ComposedRuns, trace: Trace, inputs: Inputs) -> Path | None:
        path = runs.trace(trace, inputs)
        if path is None:
            self._is_over = True
            return None
        self._learn(_TRACE, path)
        return path

    def _alone(self, key: Key, inputs: Inputs) -> list[Node]:
        self._tick(1, 0)
        self._alone_left = max(0, self._alone_left - 1)
        assert self._runs is not None
        path = self._runs.alone(key, inputs)
        return [] if path is None else self._learn(key, path)

    def _learn(self, key: Key, path: Path) -> list[Node]:
        """Takes what was called, and a function that was run alone, into the summaries."""
        if path.epoch != self._epoch:
            # Calls are others than they were taken for: what is known of them is of no use.
            self._epoch = path.epoch
            self._begin()
            self._is_stale = True
        is_alone = key != _TRACE
        new = (self._summaries.learn if is_alone else self._summaries.learn_calls)(key, path)
        # What is approximated in a call is told by the path that it is in.
        is_exact = _is_exact(path)
        self._met.update([call.key for call in path.calls])
        for function, frame in (*path.inner, *([(key, path)] if is_alone else ())):
            if not is_exact or not _is_exact(frame):
                self._inexact.add(function)
            self._note(function, frame)
            new += self._recalled(function)
            if path.epoch != self._epoch:
                break  # these frames are of no use any more
        return new

    def _note(self, key: Key, frame: Path) -> None:
        assert self._runs is not None
        self._met.add(key)
        known = self._runs.ways.setdefault(key, [])
        if len(known) < self._summaries.of[key].tree.path_count:
            known.append(frame.inputs)

    def _recalled(self, key: Key) -> list[Node]:
        """Runs a function that is met for the first time in the ways that earlier runs knew."""
        if key in self._remembered:
            return []
        self._remembered.add(key)
        assert self._runs is not None
        paths = [self._runs.alone(key, inputs) for inputs in self._runs.recall(key)]
        return [node for path in paths if path is not None for node in self._learn(key, path)]


def _is_exact(path: Path) -> bool:
    """Whether a path tells all that decides; where conditions of a trace do not fit, it does."""
    reasons = tuple([each for each in path.reasons if each.what != UNFIT])
    return replace(path, reasons=reasons).is_exact
