"""The chain of links that answers a query; the order is that of `Solver.solve`."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from wend.expr.evaluate import Values, holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import value_in
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.encode.floating_point import hardness, is_known
from wend.solve.encode.fragment import Fragment, Fragments
from wend.solve.query import Query
from wend.solve.quick.cache import Cache
from wend.solve.quick.climb import climb
from wend.solve.quick.earlier_answers import WORTH_SECONDS, Answers, Earlier
from wend.solve.quick.finite import tried
from wend.solve.quick.float_bounds import contradictory
from wend.solve.quick.float_ranges import out_of_range
from wend.solve.quick.intervals import chosen, chosen_of_several, contradicted, contradicted_by_all
from wend.solve.quick.refute import refuted
from wend.solve.quick.repair import repair
from wend.solve.quick.sums import balanced
from wend.solve.quick.tidy import tidied
from wend.solve.slice import Knowledge, Slice, slice_of, whole_slice_of
from wend.solve.weaker import spread, weakened
from wend.solve.workers.bitwuzla import BitwuzlaWorker
from wend.solvers import NO_BITWUZLA

if TYPE_CHECKING:
    from wend.solve.workers.z3 import Z3Worker

DEFAULT_EFFORT = 1

P = ParamSpec("P")
T = TypeVar("T")

LINKS = ("bounds", "cache", "repair", "intervals", "sums", "finite", "climb", "z3", "bitwuzla")
"""In the order of the chain; the last two are solvers."""

COUNTED = ("queries", *LINKS, "unsat", "unknown")

NEAREST = 16
"""Slices of so many conditions are looked up before a repair; gathering more would cost more."""

WIDER = (64, 512, 4096)
"""Then a solver is asked, about so many: in most cases what is near the goal decides, and the
cost does not depend on the length of the path. At last about the whole slice."""

FLOAT_SHARE = 0.2
"""Of bitwuzla's time: proofs about floats are slow, and other branches may lead further."""

HARDEST = 6
"""Products and quotients in a question to bitwuzla, at effort 1."""

MOST_PARENTS = 8
"""Runs whose values are kept while their branches are flipped."""

LEFT_OUT = Unknown("conditions that were left out may matter")

EASY = 0
"""The effort of a first try: what a little trying finds, as long as no solver was started."""

EASY_SHARE = 0.1
"""Of the evaluations of a climb."""

LONG = 8
"""Text and lists of an easy try are not longer than this."""

MOST_IN_VAIN = 4
"""Easy tries that found nothing: as many cost about as much as the start of a solver."""

LATER = Unknown("it is left to a solver")
"""The answer to a first try that found nothing."""

OVER = Unknown("the budget was spent")

QUERY_WORK = 0.001
"""What a query takes beside solvers, as a `Worker` counts it."""


class Solver:
    """Answers the queries of one exploration."""

    def __init__(
        self,
        *,
        seed: int = 0,
        effort: int = DEFAULT_EFFORT,
        answers: Answers | None = None,
        two_phase: bool = True,
    ) -> None:
        self._seed = seed
        self._effort = effort
        self._two_phase = two_phase
        self._cache = Cache()
        self._earlier = None if answers is None else Earlier(answers, seed)
        self._fragments = Fragments()
        self._z3: Z3Worker | None = None
        self._worker = BitwuzlaWorker(seed)
        self._in_vain = 0
        self.deadline = math.inf
        """By time.monotonic: solvers stop here with Unknown, whatever their effort."""
        self.statistics = dict.fromkeys(COUNTED, 0)
        """Queries by the link that answered them; those with no answer, and those refuted."""
        self.spent = dict.fromkeys(LINKS, 0.0)
        """Seconds by link, whether it had an answer or not."""
        self.seconds = 0.0
        self._parents: OrderedDict[int, tuple[Mapping[str, Any], Values]] = OrderedDict()

    @property
    def work(self) -> float:
        """What was done so far, as a `Worker` counts it."""
        by_solvers = self._worker.work + (self._z3.work if self._z3 is not None else 0.0)
        return by_solvers + QUERY_WORK * self.statistics["queries"]

    def solve(self, query: Query, *, effort: int = 1) -> Answer:
        """With the effort EASY the answer may be LATER, until a solver is started."""
        started = time.perf_counter()
        self.statistics["queries"] += 1
        if effort == EASY and self._in_vain >= MOST_IN_VAIN:
            effort = 1
        answer = OVER if self.is_over else self._solve(query, effort * self._effort)
        self._count(answer)
        self.seconds += time.perf_counter() - started
        return answer

    def solve_whole(self, query: Query, *, effort: int = 1) -> Answer:
        """The answer to many conditions at once: nothing that a quick look would tell."""
        started = time.perf_counter()
        self.statistics["queries"] += 1
        part = slice_of(query.prefix.known, query.goal)
        answer = self._ask(part, self._values(query.parent), effort * self._effort)
        self._count(answer)
        self.seconds += time.perf_counter() - started
        return answer

    def close(self) -> None:
        if self._z3 is not None:
            self._z3.close()
            self._z3 = None
        self._worker.close()

    def _count(self, answer: Answer) -> None:
        match answer:
            case Sat(by=by):
                self.statistics[by] += 1
            case Unsat(by=by):
                self.statistics[by] += 1
                self.statistics["unsat"] += 1
            case Unknown():
                self.statistics["unknown"] += 1

    def _solve(self, query: Query, effort: int) -> Answer:
        known, goal, parent = query.prefix.known, query.goal, self._values(query.parent)
        if self._by("bounds", _is_refuted, known, goal):
            return Unsat("bounds")
        part, answer = self._by("cache", self._recalled, known, goal, effort)
        if part is not None and isinstance(answer, Sat):
            # Found for another parent: what this one need not change it keeps.
            return Sat(tidied(answer.model, part.parts, _of_slice(part, parent)), answer.by)
        if answer is not None:
            return answer
        answer = self._without_solver(known, goal, parent)
        if isinstance(answer, Sat) and part is not None:
            self._cache.remember(part, answer, effort, parent)
        if answer is not None:
            return answer
        if part is None:
            return self._widen(known, goal, parent, effort)
        found = self._by("finite", tried, known, part, parent)
        if found is None:
            return self._ask(part, parent, effort)
        answer = Unsat("finite") if found.model is None else Sat(found.model, "finite")
        self._cache.remember(part, answer, effort, parent)
        if isinstance(answer, Sat):
            return Sat(tidied(answer.model, part.parts, _of_slice(part, parent)), "finite")
        return answer

    def _recalled(
        self, known: Knowledge, goal: Term, effort: int
    ) -> tuple[Slice | None, Answer | None]:
        """The goal's slice where it is small, and the answer where it was asked before."""
        part = whole_slice_of(known, goal, NEAREST)
        return part, None if part is None else self._cache.find(part, effort)

    def _without_solver(self, known: Knowledge, goal: Term, parent: Values) -> Answer | None:
        """The answer where a little reasoning, or a little trying, is enough."""
        changed = None
        if goal.op == "and":
            changed = self._by("intervals", chosen, known, goal, parent)
        if changed is not None:
            return Sat(changed, "intervals")
        changed = self._by("repair", repair, known, goal, parent)
        if changed is not None:
            return Sat(changed, "repair")
        if self._by("bounds", contradicted_by_all, known, goal):
            return Unsat("bounds")
        changed = self._by("intervals", chosen_of_several, known, goal, parent)
        if changed is not None:
            return Sat(changed, "intervals")
        changed = self._by("sums", balanced, known, goal, parent)
        return None if changed is None else Sat(changed, "sums")

    def _by(self, link: str, ask: Callable[P, T], *args: P.args, **keywords: P.kwargs) -> T:
        """What a link says; its time is noted."""
        started = time.perf_counter()
        try:
            return ask(*args, **keywords)
        finally:
            self.spent[link] += time.perf_counter() - started

    def _values(self, parent: Mapping[str, Any]) -> Values:
        """The parent's values, with those of the terms that earlier queries asked for."""
        kept = self._parents.pop(id(parent), None)
        if kept is None:
            kept = parent, Values(parent)
            if len(self._parents) >= MOST_PARENTS:
                self._parents.popitem(last=False)
        self._parents[id(parent)] = kept
        return kept[1]

    def _widen(
        self, known: Knowledge, goal: Term, parent: Mapping[str, Any], effort: int
    ) -> Answer:
        for most in WIDER:
            part = slice_of(known, goal, most)
            answer = self._ask(part, parent, effort)
            if isinstance(answer, Sat | Unsat) or not part.frontier:
                return answer
            if answer is LATER:
                return answer
            if answer is not LEFT_OUT:
                break  # what is too hard already will not be easier with more of it
        return self._ask(slice_of(known, goal), parent, effort)

    def _ask(self, part: Slice, parent: Mapping[str, Any], effort: int) -> Answer:
        """The answer to a slice; Unknown if it was cut and what was left out may matter."""
        if part.frontier:
            answer = self._ask(part.with_frontier_kept(parent), parent, effort)
            if isinstance(answer, Sat) or answer is LATER:
                return answer
        recalled = self._cache.find(part, effort)
        answer = recalled or self._asked(part, parent, effort)
        if recalled is None:
            self._cache.remember(part, answer, effort, parent)
        if part.frontier and isinstance(answer, Sat):
            return LEFT_OUT
        return answer

    def _asked(self, part: Slice, parent: Mapping[str, Any], effort: int) -> Answer:
        """What the solvers say, or said in an earlier run."""
        earlier = self._earlier
        if earlier is None:
            return self._search(part, parent, effort)
        answer = self._by("cache", earlier.find, part, parent, effort)
        if answer is not None:
            return answer
        started = time.perf_counter()
        answer = self._search(part, parent, effort)
        took = time.perf_counter() - started
        # What the clock cut short says nothing.
        if answer is not LATER and took >= WORTH_SECONDS and self._seconds_left() > 0:
            earlier.remember(part, parent, effort, answer)
        return answer

    def _search(self, part: Slice, parent: Mapping[str, Any], effort: int) -> Answer:
        """What the solvers say, in the order that measurements suggest."""
        conditions = part.parts
        parent = _of_slice(part, parent)
        fragment = self._fragments.of(conditions)
        if effort == EASY and fragment is not Fragment.FLOAT:
            return self._easy(conditions, parent)
        effort = max(effort, 1)
        self._in_vain = MOST_IN_VAIN  # the start of a solver, which is what easy tries put off

        def z3() -> Answer:
            if self._two_phase and (weaker := weakened(part)) is not None:
                answer = ask_z3(weaker)
                if isinstance(answer, Unsat):
                    return answer
                if isinstance(answer, Sat):
                    for model in (answer.model, spread(part, answer.model, parent)):
                        if holds(conditions, {**parent, **model}):
                            return Sat(model, answer.by)
            return ask_z3(part)

        def ask_z3(part: Slice) -> Answer:
            left = self._seconds_left()
            return self._by("z3", self._z3_worker().solve, part, fragment, parent, effort, left)

        def bitwuzla(*widths: int) -> Answer:
            return self._bitwuzla(conditions, widths, parent, effort)

        def search(share: float) -> Answer:
            found = self._by("climb", climb, conditions, parent, self._seed, effort * share)
            if found is not None and holds(conditions, {**parent, **found}):
                return Sat(found, "climb")
            return Unknown("local search found no values")

        links: list[Callable[[], Answer]]
        match fragment:
            case Fragment.LINEAR:
                links = [z3]
            case Fragment.NONLINEAR:
                links = [z3, lambda: bitwuzla(8, 16, 32, 64)]
            case Fragment.BITWISE:
                # Z3 has no good models of bits, but it may prove that there are none.
                links = [lambda: bitwuzla(8), z3, lambda: bitwuzla(16, 32, 64)]
            case Fragment.FLOAT:
                if contradictory(conditions) or out_of_range(conditions):
                    return Unsat("bounds")
                links = [
                    lambda: search(0.25),
                    lambda: self._floating(conditions, parent, effort),
                    lambda: search(0.5),
                ]
                if any(self._fragments.of((each,)) < Fragment.FLOAT for each in conditions):
                    # Perhaps what is said of ints is contradiction enough.
                    links.append(z3)
        if fragment in (Fragment.NONLINEAR, Fragment.BITWISE) and not self._worker.is_installed:
            links.append(lambda: search(1))
        reasons: list[str] = []
        for link in links:
            if self.is_over:
                return OVER
            match answer := link():
                case Sat(model=model, by=by):
                    return Sat(tidied(model, conditions, parent), by)
                case Unsat():
                    return answer
                case Unknown(reason=reason):
                    reasons.append(reason)
        return Unknown("; ".join(dict.fromkeys(reasons)))

    def _easy(self, conditions: tuple[Term, ...], parent: Mapping[str, Any]) -> Answer:
        found = self._by("climb", climb, conditions, parent, self._seed, EASY_SHARE)
        if found is not None and holds(conditions, {**parent, **found}):
            model = tidied(found, conditions, parent)
            # By trying, text and lists come to be longer than they have to be.
            if all(value <= LONG or not name.startswith("len(") for name, value in model.items()):
                return Sat(model, "climb")
        self._in_vain += 1
        return LATER

    @property
    def is_over(self) -> bool:
        """Whether the deadline is past: nothing is answered any more."""
        return self._seconds_left() <= 0

    def _seconds_left(self) -> float:
        return self.deadline - time.monotonic()

    def _z3_worker(self) -> Z3Worker:
        if self._z3 is None:
            from wend.solve.workers.z3 import Z3Worker

            self._z3 = Z3Worker(self._seed)
        return self._z3

    def _floating(
        self, conditions: tuple[Term, ...], parent: Mapping[str, Any], effort: int
    ) -> Answer:
        """What bitwuzla says of floats: first a proof, for which not all need be known."""
        if hardness(conditions) > HARDEST * effort:
            return Unknown("too many products of floats for a proof")
        share = effort * FLOAT_SHARE
        without_ints = tuple(filter(_is_without_ints, conditions))
        if without_ints and not self._worker.is_installed:
            return Unknown(NO_BITWUZLA)  # for the proof, for which it need not know all of them
        if without_ints:
            left = self._seconds_left()
            found = self._by(
                "bitwuzla", self._worker.model, without_ints, 16, share, left, is_open=True
            )
            if found is False:
                return Unsat("bitwuzla")
            if isinstance(found, dict) and holds(conditions, {**parent, **found}):
                return Sat(found, "bitwuzla")
        known = tuple(filter(is_known, conditions))
        if not known:
            return Unknown("no solver knows these operations on floats")
        answer = self._bitwuzla(known, (16, 54), parent, share)
        if isinstance(answer, Sat) and not holds(conditions, {**parent, **answer.model}):
            # What is left out may be near.
            start = {**parent, **answer.model}
            near = self._by("climb", climb, conditions, start, self._seed, effort / 4)
            if near is None or not holds(conditions, {**parent, **near}):
                return Unknown("no solver knows all of these operations on floats")
            return Sat(near, "climb")
        return answer

    def _bitwuzla(
        self,
        conditions: tuple[Term, ...],
        widths: tuple[int, ...],
        parent: Mapping[str, Any],
        effort: float,
    ) -> Answer:
        for bits in widths:
            left = self._seconds_left()
            found = self._by("bitwuzla", self._worker.model, conditions, bits, effort, left)
            if isinstance(found, str):
                return Unknown(found)  # at greater widths it will not be easier
            if found is False:
                return Unsat("bitwuzla")
            if isinstance(found, dict) and holds(conditions, {**parent, **found}):
                return Sat(found, "bitwuzla")
        return Unknown(f"no model of {widths[-1]} bits")


def _is_refuted(known: Knowledge, goal: Term) -> bool:
    return refuted(known, goal) or contradicted(known, goal)


def _is_without_ints(condition: Term) -> bool:
    return all(variable.sort is not Sort.INT for variable in condition.variables)


def _of_slice(part: Slice, parent: Mapping[str, Any]) -> dict[str, Any]:
    """The parent's values of the slice's variables: few of them, where the inputs are many."""
    return {variable.payload: value_in(parent, variable) for variable in part.variables}
