"""The chain of links that answers a query; the order is that of `Solver.solve`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import value_in
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.bitwuzla_worker import BitwuzlaWorker
from wend.solve.cache import Cache
from wend.solve.climb import climb
from wend.solve.float_bounds import contradictory
from wend.solve.floating_point import hardness, is_known
from wend.solve.fragment import Fragment, Fragments
from wend.solve.intervals import chosen, chosen_of_several, contradicted, contradicted_by_all
from wend.solve.query import Query
from wend.solve.refute import refuted
from wend.solve.repair import repair
from wend.solve.slice import Knowledge, Slice, slice_of, whole_slice_of
from wend.solve.sums import balanced
from wend.solve.tidy import tidied

if TYPE_CHECKING:
    from wend.solve.z3_int import Z3Int

DEFAULT_EFFORT = 1

COUNTED = ("queries", "cache", "repair", "climb", "z3", "bitwuzla", "unsat", "unknown")

NEAREST = 16
"""Slices of so many conditions are looked up before a repair; gathering more would cost more."""

WIDER = (64, 512, 4096)
"""Then a solver is asked, about so many: in most cases what is near the goal decides, and the
cost does not depend on the length of the path. At last about the whole slice."""

FLOAT_SHARE = 0.2
"""Of bitwuzla's time: proofs about floats are slow, and other branches may lead further."""

HARDEST = 6
"""Products and quotients in a question to bitwuzla, at effort 1."""

LEFT_OUT = Unknown("conditions that were left out may matter")


class Solver:
    """Answers the queries of one exploration."""

    def __init__(self, *, seed: int = 0, effort: int = DEFAULT_EFFORT) -> None:
        self._seed = seed
        self._effort = effort
        self._cache = Cache()
        self._fragments = Fragments()
        self._z3: Z3Int | None = None
        self._worker = BitwuzlaWorker(seed)
        self.deadline = math.inf
        """By time.monotonic: solvers stop here with Unknown, whatever their effort."""
        self.statistics = dict.fromkeys(COUNTED, 0)
        self.seconds = 0.0

    def solve(self, query: Query, *, effort: int = 1) -> Answer:
        started = time.perf_counter()
        self.statistics["queries"] += 1
        answer = self._solve(query, effort * self._effort)
        match answer:
            case Sat(by=by):
                self.statistics[by] += 1
            case Unsat():
                self.statistics["unsat"] += 1
            case Unknown():
                self.statistics["unknown"] += 1
        self.seconds += time.perf_counter() - started
        return answer

    def close(self) -> None:
        if self._z3 is not None:
            self._z3.close()
            self._z3 = None
        self._worker.close()

    def _solve(self, query: Query, effort: int) -> Answer:
        known, goal, parent = query.prefix.known, query.goal, query.parent
        if refuted(known, goal) or contradicted(known, goal):
            return Unsat("bounds")
        part = whole_slice_of(known, goal, NEAREST)
        answer = None if part is None else self._cache.find(part, effort)
        if part is not None and isinstance(answer, Sat):
            # Found for another parent: what this one need not change it keeps.
            return Sat(tidied(answer.model, part.parts, _of_slice(part, parent)), answer.by)
        if answer is not None:
            return answer
        if goal.op != "and" or (changed := chosen(known, goal, parent)) is None:
            changed = repair(known, goal, parent)
        if changed is None and contradicted_by_all(known, goal):
            return Unsat("bounds")
        if changed is None:
            changed = chosen_of_several(known, goal, parent)
        if changed is None:
            changed = balanced(known, goal, parent)
        if changed is not None:
            answer = Sat(changed, "repair")
            if part is not None:
                self._cache.remember(part, answer, effort, parent)
            return answer
        if part is not None:
            return self._ask(part, parent, effort)
        return self._widen(known, goal, parent, effort)

    def _widen(
        self, known: Knowledge, goal: Term, parent: Mapping[str, Any], effort: int
    ) -> Answer:
        for most in WIDER:
            part = slice_of(known, goal, most)
            answer = self._ask(part, parent, effort)
            if isinstance(answer, Sat | Unsat) or not part.frontier:
                return answer
            if answer is not LEFT_OUT:
                break  # what is too hard already will not be easier with more of it
        return self._ask(slice_of(known, goal), parent, effort)

    def _ask(self, part: Slice, parent: Mapping[str, Any], effort: int) -> Answer:
        """The answer to a slice; Unknown if it was cut and what was left out may matter."""
        if part.frontier:
            answer = self._ask(part.with_frontier_kept(parent), parent, effort)
            if isinstance(answer, Sat):
                return answer
        recalled = self._cache.find(part, effort)
        answer = recalled or self._search(part, parent, effort)
        if recalled is None:
            self._cache.remember(part, answer, effort, parent)
        if part.frontier and isinstance(answer, Sat):
            return LEFT_OUT
        return answer

    def _search(self, part: Slice, parent: Mapping[str, Any], effort: int) -> Answer:
        """What the solvers say, in the order that measurements suggest."""
        conditions = part.parts
        parent = _of_slice(part, parent)
        fragment = self._fragments.of(conditions)

        def z3() -> Answer:
            return self._z3_int().solve(part, fragment, parent, effort, self._seconds_left())

        def bitwuzla(*widths: int) -> Answer:
            return self._bitwuzla(conditions, widths, parent, effort)

        def search(share: float) -> Answer:
            found = climb(conditions, parent, self._seed, effort * share)
            if found is not None and holds(conditions, {**parent, **found}):
                return Sat(found, "climb")
            return Unknown("local search found no floats")

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
                if contradictory(conditions):
                    return Unsat("bounds")
                links = [
                    lambda: search(0.25),
                    lambda: self._floating(conditions, parent, effort),
                    lambda: search(0.5),
                ]
                if any(self._fragments.of((each,)) < Fragment.FLOAT for each in conditions):
                    # Perhaps what is said of ints is contradiction enough.
                    links.append(z3)
        reasons: list[str] = []
        for link in links:
            if self._seconds_left() <= 0:
                return Unknown("the budget was spent")
            match answer := link():
                case Sat(model=model, by=by):
                    return Sat(tidied(model, conditions, parent), by)
                case Unsat():
                    return answer
                case Unknown(reason=reason):
                    reasons.append(reason)
        return Unknown("; ".join(dict.fromkeys(reasons)))

    def _seconds_left(self) -> float:
        return self.deadline - time.monotonic()

    def _z3_int(self) -> Z3Int:
        if self._z3 is None:
            from wend.solve.z3_int import Z3Int

            self._z3 = Z3Int(self._seed)
        return self._z3

    def _floating(
        self, conditions: tuple[Term, ...], parent: Mapping[str, Any], effort: int
    ) -> Answer:
        """What bitwuzla says of floats: first a proof, for which not all need be known."""
        if hardness(conditions) > HARDEST * effort:
            return Unknown("too many products of floats for a proof")
        share = effort * FLOAT_SHARE
        without_ints = tuple(filter(_is_without_ints, conditions))
        if without_ints:
            left = self._seconds_left()
            found = self._worker.model(without_ints, 16, share, left, is_open=True)
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
            near = climb(conditions, {**parent, **answer.model}, self._seed, effort / 4)
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
            found = self._worker.model(conditions, bits, effort, self._seconds_left())
            if isinstance(found, str):
                return Unknown(found)  # at greater widths it will not be easier
            if found is False:
                return Unsat("bitwuzla")
            if isinstance(found, dict) and holds(conditions, {**parent, **found}):
                return Sat(found, "bitwuzla")
        return Unknown(f"no model of {widths[-1]} bits")


def _is_without_ints(condition: Term) -> bool:
    return all(variable.sort is not Sort.INT for variable in condition.variables)


def _of_slice(part: Slice, parent: Mapping[str, Any]) -> dict[str, Any]:
    """The parent's values of the slice's variables: few of them, where the inputs are many."""
    return {variable.payload: value_in(parent, variable) for variable in part.variables}
