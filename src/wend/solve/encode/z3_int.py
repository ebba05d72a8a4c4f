"""Asks Z3 over unbounded Ints: for proofs, and for models if terms are not too nonlinear."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.encode.fragment import Fragment
from wend.solve.encode.z3_library import Library, parse_decimal
from wend.solve.encode.z3_terms import Encoder
from wend.solve.slice import Slice

RLIMIT = 1_000_000
"""Z3's own unit of work, at effort 1; about a second at worst."""
RLIMIT_A_SECOND = 4_000_000
"""Units of work in a second, on average; between 500,000 and 14 million were measured."""
WRAPS = 2**32 / RLIMIT_A_SECOND
"""The work at which z3's 32-bit count begins at 0 again."""
RLIMIT_SECONDS = 5
"""Seconds, more than z3 needs for RLIMIT; only the end of the budget limits the time further."""
NO_TIMEOUT = 2**32 - 1

_TRUE = 1

_KIND = {
    Fragment.LINEAR: "linear arithmetic",
    Fragment.NONLINEAR: "nonlinear arithmetic",
    Fragment.BITWISE: "bit operations",
    Fragment.FLOAT: "ints beside floats",
}


class Z3Int:
    """Asks one slice at a time."""

    def __init__(self, seed: int = 0, library: Library | None = None) -> None:
        self._z3 = library or Library()
        self._terms = Encoder(self._z3)
        self._seed = seed
        self._solvers: dict[bool, Any] = {}
        """The solver for first tries (False) and the one for retries (True)."""
        self._limits: dict[bool, tuple[int, int]] = {}
        """For each solver its limits of work and, near the end of the budget, of time."""

    def close(self) -> None:
        for solver in self._solvers.values():
            self._z3.lib.Z3_solver_dec_ref(self._z3.context, solver)
        self._z3.close()

    def solve(
        self,
        part: Slice,
        fragment: Fragment,
        parent: Mapping[str, Any],
        effort: float,
        seconds: float = math.inf,
    ) -> Answer:
        """Unsat is a proof; Sat is a model that was rechecked.

        `seconds` are what is left of the budget; work is limited first, so that a loaded machine
        gives the same answers.
        """
        z3, lib, context = self._z3, self._z3.lib, self._z3.context
        rlimit = int(RLIMIT * effort)
        conditions = part.parts
        encoded = [self._terms.encoded(condition) for condition in conditions]
        milliseconds = NO_TIMEOUT if seconds > RLIMIT_SECONDS * effort else int(seconds * 1000) + 1
        is_retry = fragment is Fragment.NONLINEAR and effort > 1
        solver = self._solver(is_retry, (rlimit, milliseconds))
        for ast in (*encoded, *self._terms.facts_about(conditions)):
            lib.Z3_solver_assert(context, solver, ast)
        match lib.Z3_solver_check(context, solver):
            case 1:  # Z3_lbool
                model = self._model(solver, part.variables)
            case -1 if z3.error() is None:
                return Unsat("z3")
            case _:
                return Unknown(z3.error() or f"z3 gave up on {_KIND[fragment]} (rlimit {rlimit})")
        if not holds(conditions, {**parent, **model}):
            if fragment is Fragment.FLOAT:
                return Unknown("what is said of ints alone is no contradiction")
            return Unknown(f"z3's model of {_KIND[fragment]} fails by Python's rules")
        return Sat(model, "z3")

    @property
    def work(self) -> float:
        """The work so far by z3's own count, in the units of a `Worker`."""
        lib, context = self._z3.lib, self._z3.context
        for solver in self._solvers.values():  # each counts for the whole context
            counts = lib.Z3_solver_get_statistics(context, solver)
            lib.Z3_stats_inc_ref(context, counts)
            try:
                for index in range(lib.Z3_stats_size(context, counts)):
                    if lib.Z3_stats_get_key(context, counts, index) == b"rlimit count":
                        count: int = lib.Z3_stats_get_uint_value(context, counts, index)
                        return count / RLIMIT_A_SECOND
            finally:
                lib.Z3_stats_dec_ref(context, counts)
        return 0.0

    def _solver(self, is_retry: bool, limits: tuple[int, int]) -> Any:
        """A solver without assertions.

        Simple ones are the quickest: incremental solving with push and pop gained nothing over a
        reset, and those for a logic were no better; but what is asked again for its products
        deserves another method.
        """
        lib, context = self._z3.lib, self._z3.context
        solver = self._solvers.get(is_retry)
        if solver is None:
            if is_retry:
                logic = lib.Z3_mk_string_symbol(context, b"QF_NIA")
                solver = lib.Z3_mk_solver_for_logic(context, logic)
            else:
                solver = lib.Z3_mk_simple_solver(context)
            lib.Z3_solver_inc_ref(context, solver)
            self._solvers[is_retry] = solver
        lib.Z3_solver_reset(context, solver)
        if self._limits.get(is_retry) != limits:
            self._limits[is_retry] = limits
            self._limit(solver, *limits)
        return solver

    def _limit(self, solver: Any, rlimit: int, milliseconds: int) -> None:
        lib, context = self._z3.lib, self._z3.context
        params = lib.Z3_mk_params(context)
        lib.Z3_params_inc_ref(context, params)
        values = {"rlimit": rlimit, "timeout": milliseconds, "random_seed": self._seed}
        for name, value in values.items():
            symbol = lib.Z3_mk_string_symbol(context, name.encode())
            lib.Z3_params_set_uint(context, params, symbol, value)
        lib.Z3_solver_set_params(context, solver, params)
        lib.Z3_params_dec_ref(context, params)

    def _model(self, solver: Any, variables: Iterable[Term]) -> dict[str, int | bool]:
        lib, context = self._z3.lib, self._z3.context
        found = lib.Z3_solver_get_model(context, solver)
        lib.Z3_model_inc_ref(context, found)
        try:
            model: dict[str, int | bool] = {}
            for variable in variables:
                if variable.sort is Sort.FLOAT:
                    continue
                ast = self._terms.encoded(variable)
                declaration = lib.Z3_get_app_decl(context, lib.Z3_to_app(context, ast))
                value = lib.Z3_model_get_const_interp(context, found, declaration)
                if not value:  # Z3 does not care
                    continue
                if variable.sort is Sort.BOOL:
                    model[variable.payload.text] = lib.Z3_get_bool_value(context, value) == _TRUE
                else:
                    text = lib.Z3_get_numeral_string(context, value)
                    model[variable.payload.text] = parse_decimal(text.decode())
            return model
        finally:
            lib.Z3_model_dec_ref(context, found)
