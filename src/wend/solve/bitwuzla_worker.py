"""Bitwuzla, asked for models and proofs over bits and floats, in a process of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from wend.expr.terms import Term
from wend.expr.transport import Row, pack
from wend.solve.bitvectors import Encoder, NoValues, TooWide
from wend.solve.floating_point import FLOAT_WIDTH, Unsupported, float_of_bits
from wend.solve.worker import Overrun, Worker

SECONDS = 2.0
"""For one question, at effort 1."""

GRACE_SECONDS = 0.5
"""Bitwuzla's own limit comes first; it is killed when it does not keep to it."""


Found = dict[str, int | bool | float] | str | bool | None
"""A model; None if there is none with variables of so many bits; False if there is none at all;
why not, if unknown."""


class BitwuzlaWorker(Worker):
    """Asks one question at a time; each begins anew."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = seed

    def model(
        self,
        conditions: Sequence[Term],
        bits: int,
        effort: float,
        left: float = math.inf,
        *,
        is_open: bool = False,
    ) -> Found:
        """A model with Int variables of so many bits.

        `left` are the seconds left of the budget; `is_open` says that functions of floats which
        the theory does not know may give anything.
        """
        rows, roots = pack(list(conditions))
        seconds = min(SECONDS * effort, max(left, 0.01))
        patience = min(1.25 * seconds + GRACE_SECONDS, max(left, 0.0) + GRACE_SECONDS / 4)
        try:
            found: Found = self.ask((rows, roots, bits, self._seed, seconds, is_open), patience)
        except Overrun:
            return f"bitwuzla took more than {seconds:g} s at {bits} bits"
        except OSError:
            return "bitwuzla's process died"
        return found

    def answering(self) -> Callable[[Any], Any]:
        return lambda question: solve_rows(*question)


def solve_rows(
    rows: Sequence[Row],
    roots: Sequence[int],
    bits: int,
    seed: int,
    seconds: float,
    is_open: bool = False,
) -> Found:
    """What `BitwuzlaWorker.model` returns, computed here."""
    import bitwuzla

    manager = bitwuzla.TermManager()
    encoder = Encoder(bitwuzla, manager, bits, is_open)
    try:
        encoded = encoder.encode(rows, roots)
    except NoValues:
        return None
    except TooWide:
        return f"values of {bits} bits need too wide intermediate results"
    except Unsupported:
        return "bitwuzla does not know all operations on floats"
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.SEED, seed)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, int(seconds * 1000))
    solver = bitwuzla.Bitwuzla(manager, options)
    for condition in (*encoded, *encoder.assumptions, *encoder.facts):
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
