"""The chain of links that answers a query; `Solver._chain` shows them in their order."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from wend.expr.evaluate import Values
from wend.expr.terms import Term
from wend.solve.answer import EASY, FIRST, LATER, Answer, Sat, Unknown, Unsat
from wend.solve.query import Query
from wend.solve.quick.cache import Cache
from wend.solve.quick.earlier_answers import WORTH_SECONDS, Answers, Earlier
from wend.solve.quick.finite import tried
from wend.solve.quick.intervals import contradicted
from wend.solve.quick.refute import refuted
from wend.solve.quick.repair import repair, repair_in_steps
from wend.solve.quick.tidy import tidied
from wend.solve.slice import Knowledge, Slice, slice_of, whole_slice_of
from wend.solve.tally import Tally
from wend.solve.workers.solvers import OVER, Solvers

NEAREST = 16
"""Conditions of a slice that is gathered before the repair; gathering more would cost more."""

WIDER = (64, 512, 4096)
"""Conditions of the slices that solvers are asked about, one after the other and before the whole
slice, if that has more than NEAREST. In most cases the conditions near the goal decide, and the
cost does not depend on the length of the path."""

MOST_PARENTS = 8
"""Runs whose values are kept while their branches are flipped."""

LEFT_OUT = Unknown("conditions that were left out may matter")

QUERY_WORK = 0.001
"""The work of a query besides that of solvers, as a `Worker` counts it."""


class Solver:
    """Answers the queries of one exploration."""

    def __init__(
        self, *, seed: int = 0, answers: Answers | None = None, two_phase: bool = True
    ) -> None:
        """`answers` are those of earlier runs, `two_phase` as in `Solvers`."""
        tally = self._tally = Tally()
        self.statistics = tally.statistics
        self.spent = tally.spent
        self.deadline = math.inf
        """By time.monotonic: solvers stop here with Unknown, whatever their effort."""
        self._cache = Cache()
        self._earlier = None if answers is None else Earlier(answers, seed)
        self._solvers = Solvers(
            seed, two_phase=two_phase, tally=tally, seconds_left=self._seconds_left
        )
        self._parents: OrderedDict[int, tuple[Mapping[str, Any], Values]] = OrderedDict()

    @property
    def seconds(self) -> float:
        """Seconds of all queries."""
        return self._tally.seconds

    @property
    def work(self) -> float:
        """The work done so far, as a `Worker` counts it."""
        return self._solvers.work + QUERY_WORK * self.statistics["queries"]

    @property
    def lacks_bitwuzla(self) -> bool:
        """Whether a query is unknown because bitwuzla is not installed."""
        return self._tally.lacks_bitwuzla

    @property
    def is_over(self) -> bool:
        """Whether the deadline is past: nothing is answered any more."""
        return self._seconds_left() <= 0

    def solve(self, query: Query, *, effort: float = 1) -> Answer:
        """The answer of the chain; with the effort EASY it may be LATER, until a solver started."""
        if effort == EASY and not self._solvers.is_worth_a_first_try:
            effort = FIRST
        return self._tally.answered(self._chain, query, effort)

    def solve_whole(self, query: Query, *, effort: float = 1) -> Answer:
        """The answer of the solvers alone, for many conditions at once."""
        part = slice_of(query.prefix.known, query.goal)
        return self._tally.answered(self._of_slice, part, self._values(query.parent), effort)

    def close(self) -> None:
        self._solvers.close()

    def _chain(self, query: Query, effort: float) -> Answer:
        """The links in their order; each gives an answer or None, and the first answer counts."""
        if self.is_over:
            return OVER
        asked = _Asked(query, self._values(query.parent), effort)
        return (
            self._refuted(asked)
            or self._remembered(asked)
            or self._model(repair, asked)
            or self._model(repair_in_steps, asked)
            or self._all_values(asked)
            or self._by_solvers(asked)
        )

    # Links

    def _refuted(self, asked: _Asked) -> Answer | None:
        """Unsat if bounds refute the goal."""
        is_refuted = self._tally.by("bounds", _is_refuted, asked.known, asked.goal)
        return Unsat("bounds") if is_refuted else None

    def _remembered(self, asked: _Asked) -> Answer | None:
        """The answer to the same slice, from a query before; gathers the slice for later links."""
        part, answer = self._tally.by("cache", self._recalled, asked)
        asked.near = part
        return answer if answer is None or part is None else _nearer(part, answer, asked.parent)

    def _recalled(self, asked: _Asked) -> tuple[Slice | None, Answer | None]:
        part = whole_slice_of(asked.known, asked.goal, NEAREST)
        return part, None if part is None else self._cache.find(part, asked.effort)

    def _model(
        self, find: Callable[[Knowledge, Term, Values], Mapping[str, Any] | None], asked: _Asked
    ) -> Answer | None:
        """Sat if new values for some variables of the goal are found."""
        changed = self._tally.by("repair", find, asked.known, asked.goal, asked.parent)
        if changed is None:
            return None
        answer = Sat(changed, "repair")
        if asked.near is not None:
            self._cache.remember(asked.near, answer, asked.effort, asked.parent)
        return answer

    def _all_values(self, asked: _Asked) -> Answer | None:
        """Sat or Unsat if the variables have so few values left that all can be tried."""
        part, parent = asked.near, asked.parent
        if part is None:
            return None
        found = self._tally.by("finite", tried, asked.known, part, parent)
        if found is None:
            return None
        answer = Unsat("finite") if found.model is None else Sat(found.model, "finite")
        self._cache.remember(part, answer, asked.effort, parent)
        return _nearer(part, answer, parent)

    def _by_solvers(self, asked: _Asked) -> Answer:
        """What solvers say: of a large slice first about the conditions near the goal."""
        if asked.near is not None:
            return self._of_slice(asked.near, asked.parent, asked.effort)
        for most in WIDER:
            part = slice_of(asked.known, asked.goal, most)
            answer = self._of_cut(part, asked)
            if isinstance(answer, Sat | Unsat) or answer is LATER or not part.frontier:
                return answer
            if answer is not LEFT_OUT:
                break  # what is too hard already will not be easier with more of it
        return self._of_slice(slice_of(asked.known, asked.goal), asked.parent, asked.effort)

    def _of_cut(self, part: Slice, asked: _Asked) -> Answer:
        """What solvers say of a slice; Unknown if conditions that were cut off may matter."""
        parent, effort = asked.parent, asked.effort
        if not part.frontier:
            return self._of_slice(part, parent, effort)
        answer = self._of_slice(part.with_frontier_kept(parent), parent, effort)
        if isinstance(answer, Sat) or answer is LATER:
            return answer
        answer = self._of_slice(part, parent, effort)
        return LEFT_OUT if isinstance(answer, Sat) else answer

    def _of_slice(self, part: Slice, parent: Values, effort: float) -> Answer:
        """What solvers say of a slice, or said of it before in this run."""
        answer = self._cache.find(part, effort)
        if answer is None:
            answer = self._said_earlier(part, parent, effort)
            self._cache.remember(part, answer, effort, parent)
        return answer

    def _said_earlier(self, part: Slice, parent: Values, effort: float) -> Answer:
        """What solvers said of a slice in an earlier run, or say of it now."""
        earlier, values = self._earlier, part.values_of(parent)
        if earlier is None:
            return self._solvers.solve(part, values, effort)
        answer = self._tally.by("cache", earlier.find, part, parent, effort)
        if answer is None:
            started = time.perf_counter()
            answer = self._solvers.solve(part, values, effort)
            took = time.perf_counter() - started
            # An answer that the deadline cut short says nothing.
            if answer is not LATER and took >= WORTH_SECONDS and not self.is_over:
                earlier.remember(part, parent, effort, answer)
        return answer

    def _values(self, parent: Mapping[str, Any]) -> Values:
        """The parent's values, with those of the terms that earlier queries asked for."""
        kept = self._parents.pop(id(parent), None)
        if kept is None:
            kept = parent, Values(parent)
            if len(self._parents) >= MOST_PARENTS:
                self._parents.popitem(last=False)
        self._parents[id(parent)] = kept
        return kept[1]

    def _seconds_left(self) -> float:
        return self.deadline - time.monotonic()


class _Asked:
    """One query on its way through the chain."""

    __slots__ = ("effort", "goal", "known", "near", "parent")

    def __init__(self, query: Query, parent: Values, effort: float) -> None:
        self.known = query.prefix.known
        self.goal = query.goal
        self.parent = parent
        self.effort = effort
        self.near: Slice | None = None
        """The slice of the goal, from the link `_remembered` on, if it is a small one."""


def _is_refuted(known: Knowledge, goal: Term) -> bool:
    return refuted(known, goal) or contradicted(known, goal)


def _nearer(part: Slice, answer: Answer, parent: Values) -> Answer:
    """An answer whose model keeps the parent's values where the conditions allow it."""
    if not isinstance(answer, Sat):
        return answer
    return Sat(tidied(answer.model, part.parts, part.values_of(parent)), answer.by)
