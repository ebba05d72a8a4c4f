"""Z3 over unbounded Ints: whole proofs, and models for the linear and the not too nonlinear.

Bit operations with a constant are exact, by the runs of ones in the constant. What Int arithmetic
cannot say (bit operations of two unknowns, shifts by an unknown) is an uninterpreted function
with a few facts about each application: then unsat is still a proof, and a model counts only if
it survives the recheck ([001] §5: LIA and UF).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from wend.expr.evaluate import holds
from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.fragment import FLOAT_OPERATIONS, MOST_PRODUCT, Fragment
from wend.solve.masks import MOST_RUNS, runs
from wend.solve.slice import Slice
from wend.solve.z3_library import Ast, Library, parse_decimal

RLIMIT = 1_000_000
RLIMIT_SECONDS = 5
"""More than z3 needs for that much work; only a budget with less left limits the time."""
NO_TIMEOUT = 2**32 - 1
"""Z3's own unit of work, at effort 1; about a second at worst."""

MOST_SHIFT = 16
"""Shifts by unknown amounts below this are exact, by cases."""

SMALL = (64, 4096, 1 << 16)
"""A model with larger values is asked for again within these."""

_TRUE = 1

_KIND = {
    Fragment.LINEAR: "linear arithmetic",
    Fragment.NONLINEAR: "nonlinear arithmetic",
    Fragment.BITWISE: "bit operations",
    Fragment.FLOAT: "ints beside floats",
}


class Z3Int:
    """Encodes terms once, and asks one slice at a time."""

    def __init__(self, seed: int = 0, library: Library | None = None) -> None:
        self._z3 = library or Library()
        self._seed = seed
        self._solvers: dict[bool, Any] = {}
        """By whether it is for retries."""
        self._limits: dict[bool, tuple[int, int]] = {}
        """For each solver its limits of work and, near the end of the budget, of time."""
        self._asts: dict[Term, Ast] = {}
        self._facts: dict[Term, tuple[Ast, ...]] = {}
        """For an uninterpreted application: what is known of it."""

    def close(self) -> None:
        for solver in self._solvers.values():
            self._z3.lib.Z3_solver_dec_ref(self._z3.context, solver)
        self._z3.close()

    def solve(
        self,
        part: Slice,
        fragment: Fragment,
        parent: Mapping[str, Any],
        effort: int,
        seconds: float = math.inf,
    ) -> Answer:
        """Unsat is a proof; Sat is a model that was rechecked.

        `seconds` are what is left of the budget; work is limited first, so that a loaded machine
        gives the same answers.
        """
        z3, lib, context = self._z3, self._z3.lib, self._z3.context
        rlimit = RLIMIT * effort
        conditions = part.parts
        encoded = [self._encoded(condition) for condition in conditions]
        milliseconds = NO_TIMEOUT if seconds > RLIMIT_SECONDS * effort else int(seconds * 1000) + 1
        is_retry = fragment is Fragment.NONLINEAR and effort > 1
        solver = self._solver(is_retry, (rlimit, milliseconds))
        for ast in (*encoded, *self._facts_about(conditions)):
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
        return Sat(self._smaller(solver, part, model, parent) or model, "z3")

    def _smaller(
        self,
        solver: Any,
        part: Slice,
        model: Mapping[str, int | bool],
        parent: Mapping[str, Any],
    ) -> dict[str, int | bool] | None:
        """A model with smaller values, if this one has large ones and there is one."""
        for limit in SMALL:
            far = _far(model, parent, limit)
            if not far:
                return None
            found = self._within(solver, part, far, limit)
            if found is not None and holds(part.parts, {**parent, **found}):
                return found
        return None

    def _within(
        self, solver: Any, part: Slice, far: frozenset[str], limit: int
    ) -> dict[str, int | bool] | None:
        """A model with these variables between -limit and limit, if there is one."""
        z3, lib, context = self._z3, self._z3.lib, self._z3.context
        lib.Z3_solver_push(context, solver)
        for variable in part.variables:
            if variable.payload in far:
                ast = self._encoded(variable)
                lib.Z3_solver_assert(context, solver, z3.le(ast, z3.integer(limit)))
                lib.Z3_solver_assert(context, solver, z3.ge(ast, z3.integer(-limit)))
        found = None
        if lib.Z3_solver_check(context, solver) == _TRUE:
            found = self._model(solver, part.variables)
        lib.Z3_solver_pop(context, solver, 1)
        return found

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
                ast = self._encoded(variable)
                declaration = lib.Z3_get_app_decl(context, lib.Z3_to_app(context, ast))
                value = lib.Z3_model_get_const_interp(context, found, declaration)
                if not value:  # Z3 does not care
                    continue
                if variable.sort is Sort.BOOL:
                    model[variable.payload] = lib.Z3_get_bool_value(context, value) == _TRUE
                else:
                    text = lib.Z3_get_numeral_string(context, value)
                    model[variable.payload] = parse_decimal(text.decode())
            return model
        finally:
            lib.Z3_model_dec_ref(context, found)

    # Encoding

    def _encoded(self, root: Term) -> Ast:
        asts = self._asts
        found = asts.get(root)
        if found is not None:
            return found
        stack = [root]
        while stack:
            node = stack[-1]
            if node in asts:
                stack.pop()
                continue
            missing = [arg for arg in node.args if arg not in asts]
            if missing:
                stack.extend(missing)
                continue
            asts[node] = ENCODERS[node.op](self, node, [asts[arg] for arg in node.args])
            stack.pop()
        return asts[root]

    def _facts_about(self, conditions: Iterable[Term]) -> list[Ast]:
        """What holds of the functions in the conditions if these are true."""
        z3 = self._z3
        facts: list[Ast] = []
        for node in walk(*conditions):
            if node in self._facts:
                facts.extend(self._facts[node])
        # A condition that is true has a value, so what it cannot do without has one, too.
        for node in _needed_by(conditions):
            last = self._asts[node.args[1]]
            if node.op in ("floordiv", "mod"):
                facts.append(z3.negation(z3.eq(last, z3.integer(0))))
            else:
                facts.append(z3.ge(last, z3.integer(0)))
        return facts

    def _leaf(self, node: Term, args: Sequence[Ast]) -> Ast:
        if node.sort is Sort.FLOAT:
            return self._float(node, args)
        if node.op == "var":
            return self._z3.variable(node.payload, node.sort is Sort.BOOL)
        if node.sort is Sort.BOOL:
            return self._z3.boolean(node.payload)
        return self._z3.integer(node.payload)

    def _linear(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3 = self._z3
        coefficients, constant = node.payload
        parts = [z3.times(c, arg) for c, arg in zip(coefficients, args, strict=True)]
        if constant:
            parts.append(z3.integer(constant))
        return z3.sum(*parts)

    def _mul(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.product(*args)

    def _floordiv(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, b) = self._z3, args
        divisor = node.args[1]
        if divisor.op == "const":
            if divisor.payload >= 0:
                return z3.quotient(a, b)
            return z3.quotient(z3.negative(a), z3.integer(-divisor.payload))
        return z3.ite(
            z3.ge(b, z3.integer(0)),
            z3.quotient(a, b),
            z3.quotient(z3.negative(a), z3.negative(b)),
        )

    def _mod(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, b) = self._z3, args
        divisor = node.args[1]
        if divisor.op == "const":
            if divisor.payload >= 0:
                return z3.remainder(a, b)
            return z3.negative(z3.remainder(z3.negative(a), z3.integer(-divisor.payload)))
        return z3.ite(
            z3.ge(b, z3.integer(0)),
            z3.remainder(a, b),
            z3.negative(z3.remainder(z3.negative(a), z3.negative(b))),
        )

    def _pow(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (base, exponent) = self._z3, args
        power = node.args[1]
        if power.op == "const" and 0 <= power.payload <= MOST_PRODUCT:
            return self._powers(base, power.payload)[-1]
        applied = z3.apply("pow", base, exponent)
        facts = []
        for k, value in enumerate(self._powers(base, 8)):
            facts.append(z3.implies(z3.eq(exponent, z3.integer(k)), z3.eq(applied, value)))
        if node.args[0].op == "const" and node.args[0].payload > 1:
            facts.extend(self._exponential(node.args[0].payload, applied, exponent))
        self._facts[node] = tuple(facts)
        return applied

    def _powers(self, base: Ast, last: int) -> list[Ast]:
        powers = [self._z3.integer(1), base]
        while len(powers) <= last:
            powers.append(self._z3.product(powers[-1], base))
        return powers[: last + 1]

    def _exponential(self, base: int, applied: Ast, exponent: Ast) -> list[Ast]:
        z3 = self._z3
        facts = [
            z3.implies(z3.eq(exponent, z3.integer(k)), z3.eq(applied, z3.integer(base**k)))
            for k in range(9, 3 * MOST_SHIFT)
        ]
        beyond = 3 * MOST_SHIFT
        facts.append(
            z3.implies(
                z3.ge(exponent, z3.integer(beyond)), z3.ge(applied, z3.integer(base**beyond))
            )
        )
        return facts

    def _lshift(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, k) = self._z3, args
        applied = z3.apply("lshift", a, k)
        far = z3.ge(k, z3.integer(MOST_SHIFT))
        shifted = z3.times(1 << MOST_SHIFT, a)
        zero = z3.integer(0)
        facts = [
            z3.implies(z3.eq(k, z3.integer(by)), z3.eq(applied, z3.times(1 << by, a)))
            for by in range(MOST_SHIFT)
        ]
        facts.append(z3.implies(z3.conjunction(far, z3.ge(a, zero)), z3.ge(applied, shifted)))
        facts.append(z3.implies(z3.conjunction(far, z3.le(a, zero)), z3.le(applied, shifted)))
        # Even if z3 knows nothing else of a far shift, its low bits are zero.
        facts.append(
            z3.implies(far, z3.eq(z3.remainder(applied, z3.integer(1 << MOST_SHIFT)), zero))
        )
        self._facts[node] = tuple(facts)
        return applied

    def _rshift(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, k) = self._z3, args
        applied = z3.apply("rshift", a, k)
        far = z3.ge(k, z3.integer(MOST_SHIFT))
        shifted = z3.quotient(a, z3.integer(1 << MOST_SHIFT))
        zero, minus_one = z3.integer(0), z3.integer(-1)
        facts = [
            z3.implies(
                z3.eq(k, z3.integer(by)),
                z3.eq(applied, z3.quotient(a, z3.integer(1 << by))),
            )
            for by in range(MOST_SHIFT)
        ]
        positive = z3.conjunction(z3.ge(applied, zero), z3.le(applied, shifted))
        negative = z3.conjunction(z3.le(applied, minus_one), z3.ge(applied, shifted))
        facts.append(z3.implies(z3.conjunction(far, z3.ge(a, zero)), positive))
        facts.append(z3.implies(z3.conjunction(far, z3.le(a, minus_one)), negative))
        self._facts[node] = tuple(facts)
        return applied

    def _bitwise(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, b) = self._z3, args
        last = node.args[1]
        if last.op == "const":
            common = self._masked(a, last.payload)
            if common is not None:
                match node.op:
                    case "bitand":
                        return common
                    case "bitor":
                        return z3.difference(z3.sum(a, b), common)
                    case _:
                        return z3.difference(z3.sum(a, b), z3.times(2, common))
        # Or and xor follow from and, so one uninterpreted function does for all three.
        common = z3.apply("bitand", a, b)
        self._facts[node] = self._facts_of_and(a, b, common)
        match node.op:
            case "bitand":
                return common
            case "bitor":
                return z3.difference(z3.sum(a, b), common)
            case _:
                return z3.difference(z3.sum(a, b), z3.times(2, common))

    def _masked(self, a: Ast, mask: int) -> Ast | None:
        """a & mask, exactly, for a mask of few runs of ones."""
        z3 = self._z3
        if mask < 0:
            rest = self._masked(a, ~mask)
            return None if rest is None else z3.difference(a, rest)
        found = runs(mask)
        if len(found) > MOST_RUNS:
            return None
        parts = []
        for low, length in found:
            shifted = z3.quotient(a, z3.integer(1 << low)) if low else a
            kept = z3.remainder(shifted, z3.integer(1 << length))
            parts.append(z3.times(1 << low, kept))
        return z3.sum(*parts) if parts else z3.integer(0)

    def _facts_of_and(self, a: Ast, b: Ast, common: Ast) -> tuple[Ast, ...]:
        z3, zero, minus_one = self._z3, self._z3.integer(0), self._z3.integer(-1)
        two = z3.integer(2)
        a_positive, b_positive = z3.ge(a, zero), z3.ge(b, zero)
        positive = z3.ge(common, zero)
        facts = [
            z3.eq(positive, z3.disjunction(a_positive, b_positive)),
            z3.implies(a_positive, z3.le(common, a)),
            z3.implies(b_positive, z3.le(common, b)),
            # Two negatives: or is negative and no less than either, so and is no more.
            z3.implies(z3.negation(a_positive), z3.le(common, b)),
            z3.implies(z3.negation(b_positive), z3.le(common, a)),
            z3.implies(z3.eq(a, b), z3.eq(common, a)),
            z3.implies(z3.eq(a, zero), z3.eq(common, zero)),
            z3.implies(z3.eq(b, zero), z3.eq(common, zero)),
            z3.implies(z3.eq(a, minus_one), z3.eq(common, b)),
            z3.implies(z3.eq(b, minus_one), z3.eq(common, a)),
            # The lowest bit is the product of the lowest bits.
            z3.eq(
                z3.eq(z3.remainder(common, two), z3.integer(1)),
                z3.conjunction(
                    z3.eq(z3.remainder(a, two), z3.integer(1)),
                    z3.eq(z3.remainder(b, two), z3.integer(1)),
                ),
            ),
        ]
        return tuple(facts)

    def _bit_count(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a,) = self._z3, args
        zero, one = z3.integer(0), z3.integer(1)
        applied = z3.apply("bit_count", a)
        size = z3.ite(z3.ge(a, zero), a, z3.negative(a))
        facts = [
            z3.ge(applied, zero),
            z3.le(applied, size),
            z3.eq(z3.eq(a, zero), z3.eq(applied, zero)),
        ]
        for bits in range(2, 33):
            # k ones need a number of at least 2**k - 1.
            facts.append(
                z3.implies(
                    z3.ge(applied, z3.integer(bits)), z3.ge(size, z3.integer((1 << bits) - 1))
                )
            )
        for bit in range(32):
            facts.append(z3.implies(z3.eq(size, z3.integer(1 << bit)), z3.eq(applied, one)))
        self._facts[node] = tuple(facts)
        return applied

    def _ite(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.ite(*args)

    def _float(self, node: Term, _: Sequence[Ast]) -> Ast:
        """What floats decide is left open: then unsat is still a proof."""
        is_bool = node.sort is Sort.BOOL
        return self._z3.variable(f"float!{len(self._asts)}", is_bool)

    def _apply(self, node: Term, _: Sequence[Ast]) -> Ast:
        """What an opaque function returns may be anything: then unsat is still a proof."""
        return self._z3.variable(f"apply!{len(self._asts)}", False)

    def _le(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.le(args[0], self._z3.integer(node.payload))

    def _ge(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.ge(args[0], self._z3.integer(node.payload))

    def _eq(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.eq(args[0], self._z3.integer(node.payload))

    def _among(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a,) = self._z3, args
        return z3.disjunction(
            *[
                z3.conjunction(z3.ge(a, z3.integer(low)), z3.le(a, z3.integer(high)))
                for low, high in node.payload
            ]
        )

    def _not(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.negation(args[0])

    def _and(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.conjunction(*args)

    def _or(self, node: Term, args: Sequence[Ast]) -> Ast:
        return self._z3.disjunction(*args)


def _is_partial(node: Term) -> bool:
    """Whether the application has no value for some second arguments."""
    return node.op in ("floordiv", "mod", "lshift", "rshift", "pow") and (
        node.args[1].op != "const" or node.args[1].payload <= 0
    )


def _needed_by(conditions: Iterable[Term]) -> Iterator[Term]:
    """The partial applications that conditions cannot do without."""
    seen: set[Term] = set()
    stack = [*conditions]
    while stack:
        node = stack.pop()
        if node in seen or not node.args:
            continue
        seen.add(node)
        if _is_partial(node):
            yield node
        if node.op not in ("or", "ite") and not (node.op == "not" and node.args[0].op == "and"):
            stack.extend(node.args)


def _far(model: Mapping[str, int | bool], parent: Mapping[str, Any], limit: int) -> frozenset[str]:
    """The variables with values that are large without need, for all we know."""
    return frozenset(
        name
        for name, value in model.items()
        if abs(value) > max(1000, limit) and abs(value) > abs(parent[name])
    )


ENCODERS: dict[str, Callable[[Z3Int, Term, Sequence[Ast]], Ast]] = {
    "const": Z3Int._leaf,
    "var": Z3Int._leaf,
    "linear": Z3Int._linear,
    "mul": Z3Int._mul,
    "floordiv": Z3Int._floordiv,
    "mod": Z3Int._mod,
    "pow": Z3Int._pow,
    "lshift": Z3Int._lshift,
    "rshift": Z3Int._rshift,
    "bitand": Z3Int._bitwise,
    "bitor": Z3Int._bitwise,
    "bitxor": Z3Int._bitwise,
    "bit_count": Z3Int._bit_count,
    "apply": Z3Int._apply,
    "ite": Z3Int._ite,
    "le": Z3Int._le,
    "ge": Z3Int._ge,
    "eq": Z3Int._eq,
    "among": Z3Int._among,
    "not": Z3Int._not,
    "and": Z3Int._and,
    "or": Z3Int._or,
    **dict.fromkeys(FLOAT_OPERATIONS, Z3Int._float),
}
