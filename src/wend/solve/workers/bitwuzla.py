"""Asks bitwuzla for models and proofs over bits and floats, in a process of its own."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from wend.expr.terms import Term
from wend.expr.transport import Row, pack
from wend.solve.answer import Unknown
from wend.solve.encode.bitvectors import BitEncoder, NoValues, TooWide
from wend.solve.encode.floating_point import FLOAT_WIDTH, Unsupported, float_of_bits
from wend.solve.workers.process import LOST, Overrun, Worker
from wend.solvers import NO_BITWUZLA, has_bitwuzla

POLLS, FLOAT_POLLS = 20_000, 60_000
"""Polls that bitwuzla may make for one question at effort 1, about two seconds: it asks again and
again whether to stop. The number of polls depends on the question alone, so every machine gets the
same answers. With floats it polls more often."""

WORK = 2.0
"""The work of so many polls, in the units of a `Worker`."""

MOST_SECONDS = 3 * WORK
"""Processor seconds, at effort 1, after which a bitwuzla that ignores its limit is killed."""

GRACE_SECONDS = 0.125
"""Seconds after the end of the budget in which it may end by itself."""


NOT_INSTALLED = Unknown(NO_BITWUZLA, lacks_bitwuzla=True)

Said = dict[str, int | bool | float] | str | bool | None
"""A model; None if there is none with variables of so many bits; False if there is none at all; a
reason if it is unknown."""

Found = dict[str, int | bool | float] | Unknown | bool | None
"""The same outside of the worker's process."""


class BitwuzlaWorker(Worker):
    """Asks one question at a time, each in a new bitwuzla."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = seed

    @functools.cached_property
    def is_installed(self) -> bool:
        """Whether there is a bitwuzla to ask; without it every answer is NOT_INSTALLED."""
        return has_bitwuzla()

    def model(
        self,
        conditions: Sequence[Term],
        bits: int,
        effort: float,
        left: float = math.inf,
    ) -> Found:
        """A model with Int variables of so many bits.

        `left` are the seconds left of the budget.
        """
        if not self.is_installed:
            return NOT_INSTALLED
        rows, roots = pack(list(conditions))
        left = max(left, 0.01)
        patience = min(left + GRACE_SECONDS, 3 * MOST_SECONDS * effort)
        question = (rows, roots, bits, self._seed, effort, left)
        try:
            said: Said = self.ask(question, patience, MOST_SECONDS * effort)
        except Overrun:
            return Unknown(f"bitwuzla did not keep to its limits at {bits} bits", is_accident=True)
        except LOST:
            return Unknown("bitwuzla's process died", is_accident=True)
        return Unknown(said) if isinstance(said, str) else said

    def answering(self) -> Callable[[Any], tuple[Said, float]]:
        def answer(question: Any) -> tuple[Said, float]:
            rows, roots, bits, seed, effort, seconds = question
            limit = Limit(effort, seconds)
            return solve_rows(rows, roots, bits, seed, limit), limit.work

        return answer


class Limit:
    """Tells bitwuzla whether to stop, by the number of its polls and by the clock."""

    def __init__(self, effort: float = 1, seconds: float = math.inf) -> None:
        self.has_floats = False
        self._effort = effort
        self._deadline = time.monotonic() + seconds
        self._polls = 0

    @property
    def work(self) -> float:
        return WORK * self._polls / (FLOAT_POLLS if self.has_floats else POLLS)

    def __call__(self) -> bool:
        self._polls += 1
        return self.work >= WORK * self._effort or time.monotonic() >= self._deadline


def solve_rows(
    rows: Sequence[Row], roots: Sequence[int], bits: int, seed: int, limit: Limit
) -> Said:
    """The result of `BitwuzlaWorker.model`, computed in this process."""
    import bitwuzla

    manager = bitwuzla.TermManager()
    encoder = BitEncoder(bitwuzla, manager, bits)
    try:
        encoded = encoder.encode(rows, roots)
    except NoValues:
        return None
    except TooWide:
        return f"values of {bits} bits need too wide intermediate results"
    except Unsupported:
        return "bitwuzla does not know all operations on floats"
    limit.has_floats = any(width == FLOAT_WIDTH for _, width in encoder.variables.values())
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.SEED, seed)
    solver = bitwuzla.Bitwuzla(manager, options)
    solver.configure_terminator(limit)
    for condition in (*encoded, *encoder.assumptions):
        solver.assert_formula(condition)
    result = solver.check_sat()
    if result == bitwuzla.Result.UNSAT:
        return False if encoder.is_exact and not encoder.assumptions else None
    if result != bitwuzla.Result.SAT:
        return f"bitwuzla gave up at {bits} bits"
    model: dict[str, int | bool | float] = {}
    for name, (term, width) in encoder.variables.items():
        value = solver.get_value(term).value(2)
        if width == FLOAT_WIDTH:
            model[name] = float_of_bits(int(value, 2))
        elif width:
            number = int(value, 2)
            model[name] = number - (1 << width) if number >> (width - 1) else number
        else:
            model[name] = bool(value)
    return model
