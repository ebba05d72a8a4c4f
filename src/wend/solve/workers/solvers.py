"""Asks the solvers about one slice, in the order that suits what the slice speaks of.

Z3 reasons over unbounded ints. Bitwuzla finds models of bits and proves things about floats. Local
search (`quick/climb`) finds floats, and stands in for a bitwuzla that is not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from wend.expr.evaluate import holds
from wend.expr.terms import Term
from wend.expr.variables import lengths_in
from wend.record import Record
from wend.solve.answer import EASY, FIRST, LATER, Answer, Model, Sat, Unknown, Unsat
from wend.solve.encode.floating_point import hardness, is_known, is_provable
from wend.solve.encode.fragment import Fragment, Fragments
from wend.solve.quick.climb import climb
from wend.solve.quick.ranges import out_of_range
from wend.solve.quick.tidy import tidied
from wend.solve.slice import Slice
from wend.solve.tally import Tally
from wend.solve.weaker import spread, weakened
from wend.solve.workers.bitwuzla import WORK, BitwuzlaWorker

if TYPE_CHECKING:
    from wend.solve.workers.z3 import Z3Worker

FLOAT_SHARE = 0.2
"""The part of bitwuzla's time that proofs about floats get: they are slow, and other branches may
lead further."""

HARDEST = 6
"""Products and quotients of floats in a question to bitwuzla, at effort 1."""

EASY_SHARE = 0.1
"""The part of a climb's evaluations that a first try gets."""

LONG = 8
"""The longest text or list in the model of a first try."""

MOST_IN_VAIN = 4
"""First tries without a model: this many cost about as much as the start of a solver."""

OVER = Unknown("the budget was spent")


class SliceQuery(Record):
    """What a solver is asked: the conditions of one slice."""

    part: Slice
    conditions: tuple[Term, ...]
    """All of the slice, the goal last."""
    fragment: Fragment
    parent: Mapping[str, Any]
    """The parent's values of the slice's variables."""
    effort: float

    def fits(self, model: Model) -> bool:
        """Whether all conditions hold with the model, by Python's rules."""
        return holds(self.conditions, {**self.parent, **model})


Ask = Callable[[SliceQuery], Answer]


class Solvers:
    """Z3, bitwuzla and local search; the solvers' processes are started when first asked."""

    def __init__(
        self, seed: int, *, two_phase: bool, tally: Tally, seconds_left: Callable[[], float]
    ) -> None:
        """`two_phase`: a question with overlaps of pointers is asked without them first."""
        self._seed = seed
        self._two_phase = two_phase
        self._tally = tally
        self._seconds_left = seconds_left
        self._fragments = Fragments()
        self._in_vain = 0
        """First tries that found nothing; MOST_IN_VAIN as soon as a solver is started."""
        self._z3: Z3Worker | None = None
        self._bitwuzla = BitwuzlaWorker(seed)

    @property
    def work(self) -> float:
        """The work done so far, as a `Worker` counts it."""
        return self._bitwuzla.work + (self._z3.work if self._z3 is not None else 0.0)

    @property
    def is_worth_a_first_try(self) -> bool:
        """Whether the start of a solver may still be put off by first tries."""
        return self._in_vain < MOST_IN_VAIN

    def close(self) -> None:
        if self._z3 is not None:
            self._z3.close()
            self._z3 = None
        self._bitwuzla.close()

    def solve(self, part: Slice, values: Mapping[str, Any], effort: float) -> Answer:
        """The first Sat or Unsat of the solvers, or Unknown with the reasons of all of them.

        `values` are the parent's values of the slice's variables.
        """
        conditions = part.parts
        fragment = self._fragments.of(conditions)
        if effort == EASY and fragment is not Fragment.FLOAT:
            return self._first_try(SliceQuery(part, conditions, fragment, values, EASY))
        self._in_vain = MOST_IN_VAIN
        if fragment is Fragment.FLOAT and out_of_range(conditions):
            return Unsat("bounds")
        query = SliceQuery(part, conditions, fragment, values, max(effort, FIRST))
        unknown: list[Unknown] = []
        for ask in self._order(query):
            if self._seconds_left() <= 0:
                return OVER
            match answer := ask(query):
                case Sat(model=model, by=by):
                    return Sat(tidied(model, conditions, values), by)
                case Unsat():
                    return answer
                case Unknown():
                    unknown.append(answer)
        reasons = "; ".join(dict.fromkeys([each.reason for each in unknown]))
        return Unknown(
            reasons,
            any(each.is_accident for each in unknown),
            any(each.lacks_bitwuzla for each in unknown),
        )

    def _order(self, query: SliceQuery) -> tuple[Ask, ...]:
        """Who is asked, one after the other, in the order that measurements suggest."""
        match query.fragment:
            case Fragment.LINEAR:
                return (self._ask_z3,)
            case Fragment.NONLINEAR:
                return (self._ask_z3, self._bits(8, 16, 32, 64), *self._stand_in)
            case Fragment.BITWISE:
                # Z3 has no good models of bits, but it may prove that there are none.
                first, then = self._bits(8), self._bits(16, 32, 64)
                return (first, self._ask_z3, then, *self._stand_in)
            case Fragment.FLOAT:
                asked = (self._climb(0.25), self._ask_about_floats, self._climb(0.5))
                kinds = [self._fragments.of((each,)) for each in query.conditions]
                # Perhaps the conditions on ints alone contradict each other.
                return (*asked, self._ask_z3) if min(kinds) < Fragment.FLOAT else asked

    @property
    def _stand_in(self) -> tuple[Ask, ...]:
        """Who is asked last where bitwuzla is not installed."""
        return () if self._bitwuzla.is_installed else (self._climb(1),)

    # Local search

    def _first_try(self, query: SliceQuery) -> Answer:
        """A model that a short climb finds, if it is a short one; else LATER."""
        found = self._climbed(query, query.parent, EASY_SHARE)
        if found is not None:
            model = tidied(found, query.conditions, query.parent)
            # By trying, text and lists come to be longer than they have to be.
            if all(value <= LONG for _, value in lengths_in(model)):
                return Sat(model, "climb")
        self._in_vain += 1
        return LATER

    def _climb(self, share: float) -> Ask:
        """Asks local search, with a share of its usual evaluations."""

        def ask(query: SliceQuery) -> Answer:
            found = self._climbed(query, query.parent, query.effort * share)
            if found is None:
                return Unknown("local search found no values")
            return Sat(found, "climb")

        return ask

    def _climbed(
        self, query: SliceQuery, start: Mapping[str, Any], effort: float
    ) -> dict[str, Any] | None:
        """A model near the start, if local search finds one."""
        conditions, seed = query.conditions, self._seed
        found = self._tally.by("climb", climb, conditions, start, seed, effort)
        return found if found is not None and query.fits(found) else None

    # Z3

    def _ask_z3(self, query: SliceQuery) -> Answer:
        """What z3 says: first without overlaps of pointers, if there are any (`weaker`)."""
        part, parent = query.part, query.parent
        weaker = weakened(part) if self._two_phase else None
        if weaker is not None:
            answer = self._z3_says(weaker, query)
            if isinstance(answer, Unsat):
                return answer
            if isinstance(answer, Sat):
                for model in (answer.model, spread(part, answer.model, parent)):
                    if query.fits(model):
                        return Sat(model, answer.by)
        return self._z3_says(part, query)

    def _z3_says(self, part: Slice, query: SliceQuery) -> Answer:
        if self._z3 is None:
            from wend.solve.workers.z3 import Z3Worker

            self._z3 = Z3Worker(self._seed)
        fragment, parent, effort = query.fragment, query.parent, query.effort
        left = self._seconds_left()
        return self._tally.by("z3", self._z3.solve, part, fragment, parent, effort, left)

    # Bitwuzla

    def _bits(self, *widths: int) -> Ask:
        """Asks bitwuzla for a model of so many bits, then of more."""
        return lambda query: self._by_widths(widths, query.conditions, query, query.effort)

    def _by_widths(
        self,
        widths: tuple[int, ...],
        conditions: tuple[Term, ...],
        query: SliceQuery,
        effort: float,
    ) -> Answer:
        most = self._bitwuzla.work + WORK * effort
        for bits in widths:
            effort = (most - self._bitwuzla.work) / WORK
            if effort <= 0:
                return Unknown(f"bitwuzla gave up at {bits} bits")
            found = self._model(conditions, bits, effort)
            if isinstance(found, Unknown):
                return found  # at greater widths it will not be easier
            if found is False:
                return Unsat("bitwuzla")
            if isinstance(found, dict) and holds(conditions, {**query.parent, **found}):
                return Sat(found, "bitwuzla")
        return Unknown(f"no model of {widths[-1]} bits")

    def _ask_about_floats(self, query: SliceQuery) -> Answer:
        """What bitwuzla says of floats: first a proof, which may leave conditions out."""
        conditions, effort = query.conditions, query.effort
        if hardness(conditions) > HARDEST * effort:
            return Unknown("too many products of floats for a proof")
        share = effort * FLOAT_SHARE
        known = tuple(filter(is_known, conditions))
        if not known:
            return Unknown("no solver knows these operations on floats")
        provable = tuple(filter(is_provable, known))
        if provable and provable != known:
            answer = self._by_widths((16,), provable, query, share)
            if isinstance(answer, Unsat):
                return answer
        answer = self._by_widths((16, 54), known, query, share)
        if not isinstance(answer, Sat) or query.fits(answer.model):
            return answer
        # A model of all conditions may be near the model of those that bitwuzla knows.
        near = self._climbed(query, {**query.parent, **answer.model}, effort / 4)
        if near is None:
            return Unknown("no solver knows all of these operations on floats")
        return Sat(near, "climb")

    def _model(self, conditions: tuple[Term, ...], bits: int, effort: float) -> Any:
        left, ask = self._seconds_left(), self._bitwuzla.model
        return self._tally.by("bitwuzla", ask, conditions, bits, effort, left)
