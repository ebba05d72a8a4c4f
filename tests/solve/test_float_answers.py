"""Answers about floats: models hold by Python's rules, proofs are never wrong."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr import floats as f
from wend.expr.build import floating as c
from wend.expr.build import integer as n
from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.floats import at_ordinal, ordinal
from wend.expr.leaves import value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.transport import pack
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query
from wend.solve.quick.distance import Landscape
from wend.solve.quick.float_values import candidates, differ, simpler
from wend.solve.quick.ranges import out_of_range
from wend.solve.workers.bitwuzla import Limit, solve_rows

x, y, z = (b.variable(name, Sort.FLOAT) for name in "xyz")
i, j = (b.variable(name, Sort.INT) for name in "ij")
p = b.variable("p", Sort.BOOL)


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    made = Solver()
    yield made
    made.close()


def ask(solver: Solver, conditions: list[Term], parent: dict[str, Any] | None = None) -> Answer:
    variables = {variable for condition in conditions for variable in condition.variables}
    values = {v.payload.text: value_in({}, v) for v in variables} | (parent or {})
    query = Query(Prefix.empty(), b.conjunction(conditions), values)
    answer = solver.solve(query, effort=8)  # a busy machine takes its time for proofs
    if isinstance(answer, Sat):
        assert holds(conditions, {**values, **answer.model})
    return answer


def disc() -> Term:
    return f.fsub(f.fmul(y, y), f.fmul(f.fmul(c(4.0), x), z))


def bmi() -> Term:
    return f.fdiv(x, f.fmul(y, y))


def sin(a: Term) -> Term:
    return f.call("math.sin", a)


SATISFIABLE: dict[str, Callable[[], list[Term]]] = {
    "above": lambda: [f.flt(c(0.5), x)],
    "a constant": lambda: [f.feq(x, c(3.7))],
    "just above": lambda: [f.flt(c(3.7), x), f.flt(x, c(math.nextafter(3.7, 4) + 1e-15))],
    "nan": lambda: [f.is_nan(x)],
    "infinite": lambda: [f.is_inf(x), f.flt(x, c(0.0))],
    "negative zero": lambda: [f.is_exactly(x, -0.0)],
    "negative root": lambda: [f.feq(f.fmul(x, x), c(2.25)), f.flt(x, c(0.0))],
    "absorbed": lambda: [f.feq(f.fadd(x, c(1e16)), c(1e16)), f.fne(x, c(0.0))],
    "quadratic": lambda: [
        f.feq(f.fsub(f.fmul(x, x), f.fmul(c(5.0), x)), c(-6.0)),
        f.flt(c(2.5), x),
    ],
    "rounding": lambda: [f.feq(f.fadd(c(0.1), x), c(0.3)), f.fne(x, c(0.2))],
    "near": lambda: [f.flt(f.fabs(f.fsub(x, c(1e9))), c(1e-6)), f.fne(x, c(1e9))],
    "int part": lambda: [b.eq(f.to_int(x, "int"), n(7)), f.fne(x, c(7.0))],
    "two equations": lambda: [f.feq(f.fadd(x, y), c(10.0)), f.feq(f.fsub(x, y), c(4.0))],
    "fractions": lambda: [f.feq(f.fadd(x, y), c(3.5)), f.feq(f.fsub(x, y), c(1.25))],
    "its successor": lambda: [f.feq(f.fadd(x, c(1.0)), x), f.is_finite(x)],
    "inf minus inf": lambda: [f.fne(f.fsub(x, x), c(0.0))],
    "sine": lambda: [f.flt(c(0.99), sin(x)), f.flt(c(10.0), x), f.is_finite(x)],
    "exponential": lambda: [
        f.flt(c(100.0), f.call("math.exp", x)),
        f.flt(f.call("math.exp", x), c(100.5)),
    ],
    "remainder": lambda: [f.feq(f.fmod(x, c(3.0)), c(1.5)), f.flt(c(100.0), x)],
    "body mass": lambda: [
        f.fle(c(18.5), bmi()),
        f.flt(bmi(), c(25.0)),
        f.flt(c(0.0), y),
        f.flt(c(1.5), y),
    ],
    "no root": lambda: [f.flt(disc(), c(0.0)), f.fne(x, c(0.0))],
    "one root": lambda: [f.feq(disc(), c(0.0)), f.flt(c(1.0), x), f.flt(c(1.0), y)],
    "ratio of ints": lambda: [f.feq(f.fdiv(i, j), c(0.75)), b.gt(i, n(10)), b.ne(j, n(0))],
    "tenths": lambda: [f.feq(f.fmul(f.to_float(i), c(0.1)), c(0.30000000000000004))],
    "power too large": lambda: [f.raises("OverflowError", "pow", x, c(2.0))],
    "interest": lambda: [
        f.flt(c(2.0), f.call("pow", f.fadd(c(1.0), x), f.to_float(i))),
        f.flt(x, c(0.08)),
        f.flt(c(0.0), x),
    ],
    "beside an int": lambda: [f.flt(i, x), f.flt(x, b.add(i, n(1))), f.flt(c(1e15), x)],
    "no integer": lambda: [b.negate(f.is_integer(x)), f.flt(c(2.0**51), x), f.is_finite(x)],
    "a large integer": lambda: [f.is_integer(x), f.flt(c(2.0**60), x)],
    "not associative": lambda: [
        f.fne(f.fadd(f.fadd(x, y), z), f.fadd(x, f.fadd(y, z))),
        f.is_finite(f.fadd(f.fadd(x, y), z)),
    ],
    "with a truth value": lambda: [b.disjunction((p, f.flt(x, c(-5.0)))), b.negate(p)],
}

UNSATISFIABLE: dict[str, Callable[[], list[Term]]] = {
    "no root of two": lambda: [f.feq(f.fmul(x, x), c(2.0))],
    "no third": lambda: [f.feq(f.fdiv(x, c(3.0)), c(0.1))],
    "interval": lambda: [f.flt(x, c(1.0)), f.flt(c(2.0), x)],
    "square": lambda: [f.flt(f.fmul(x, x), c(-1.0))],
    "square root": lambda: [f.flt(f.call("math.sqrt", x), c(0.0))],
    "successor": lambda: [f.flt(f.fadd(x, c(1.0)), x)],
    "floor": lambda: [b.gt(f.to_int(x, "math.floor"), n(5)), f.flt(x, c(6.0))],
    "nan compares with nothing": lambda: [f.is_nan(x), f.flt(x, y)],
    "between neighbours": lambda: [f.flt(c(1.0), x), f.flt(x, c(math.nextafter(1.0, 2.0)))],
    "beside what nobody knows": lambda: [f.flt(x, c(0.0)), f.flt(c(0.5), sin(x)), f.flt(y, x),
                                         f.flt(c(0.0), y)],
    "a sine above one": lambda: [f.flt(c(1.5), sin(x))],
    "a square below zero": lambda: [
        f.flt(f.fadd(f.fpow(x, c(2.0)), f.fpow(y, c(2.0))), c(0.0))
    ],
    "ints alone": lambda: [f.flt(x, i), b.gt(b.mul(n(2), i), b.add(j, n(3))),
                           b.lt(b.mul(n(2), i), b.add(j, n(4)))],
}  # fmt: skip


@pytest.mark.parametrize("puzzle", SATISFIABLE)
def test_floats_are_found(solver: Solver, puzzle: str) -> None:
    assert isinstance(ask(solver, SATISFIABLE[puzzle]()), Sat)


@pytest.mark.needs_bitwuzla
@pytest.mark.parametrize("puzzle", UNSATISFIABLE)
def test_that_there_are_none_is_proven(solver: Solver, puzzle: str) -> None:
    assert isinstance(ask(solver, UNSATISFIABLE[puzzle]()), Unsat)


def test_what_nobody_knows_is_unknown(solver: Solver) -> None:
    solver.deadline = time.monotonic() + 1
    logarithm = f.call("math.log", f.fadd(f.fmul(x, x), c(1.0)))
    assert isinstance(ask(solver, [f.flt(logarithm, c(-0.5)), f.is_finite(x)]), Unknown)
    solver.deadline = math.inf


def test_simple_conditions_need_no_solver(solver: Solver) -> None:
    for condition in (f.flt(c(0.5), x), f.feq(x, c(3.7)), f.is_nan(x), f.flt(x, c(-273.15))):
        answer = ask(solver, [condition])
        assert isinstance(answer, Sat) and answer.by in ("repair", "cache")


def test_answers_are_the_same_every_time() -> None:
    def answers() -> list[str]:
        made = Solver(seed=3)
        try:
            return [repr(ask(made, SATISFIABLE[name]())) for name in ("body mass", "sine", "nan")]
        finally:
            made.close()

    assert answers() == answers()


def test_a_change_of_sign_of_zero_is_a_change(solver: Solver) -> None:
    answer = ask(solver, [f.is_exactly(x, -0.0)], {"x": 0.0})
    assert isinstance(answer, Sat) and math.copysign(1.0, answer.model["x"]) == -1.0


# Encodings against Python

FLOATS = (
    st.floats()
    | st.integers(-20, 20).map(float)
    | st.sampled_from(
        [0.0, -0.0, 0.1, 0.5, 1.5, 2.5, 1e308, 5e-324, math.inf, -math.inf, math.nan, 2.0**53]
    )
)
OPERATIONS: dict[str, Callable[[], Term]] = {
    "fadd": lambda: f.fadd(x, y),
    "fsub": lambda: f.fsub(x, y),
    "fmul": lambda: f.fmul(x, y),
    "fdiv": lambda: f.fdiv(x, y),
    "fmod": lambda: f.fmod(x, c(1.0)),
    "fneg": lambda: f.fneg(x),
    "fabs": lambda: f.fabs(x),
    "sqrt": lambda: f.call("math.sqrt", x),
    "copysign": lambda: f.call("math.copysign", x, y),
    "ite": lambda: b.ite(f.flt(x, y), x, y),
    "trunc": lambda: f.to_float(f.to_int(x, "int")),
    "floor": lambda: f.to_float(f.to_int(x, "math.floor")),
    "ceil": lambda: f.to_float(f.to_int(x, "math.ceil")),
    "round": lambda: f.to_float(f.to_int(x, "round")),
    "int": lambda: f.to_float(b.add(f.to_int(x, "round"), n(1))),
}


@pytest.mark.slow
@pytest.mark.needs_bitwuzla
@pytest.mark.parametrize("name", OPERATIONS)
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(a=FLOATS, d=FLOATS)
def test_bitwuzla_computes_what_python_computes(name: str, a: float, d: float) -> None:
    env = {"x": a, "y": d}
    term = OPERATIONS[name]()
    try:
        expected = evaluate(term, env)
    except Undefined:
        return
    given_values = [_same_bits(x, a), _same_bits(y, d)]
    right = _solved([*given_values, _same_value(term, expected)])
    wrong = _solved([*given_values, b.negate(_same_value(term, expected))])

    if name == "copysign" and math.isnan(d):
        return  # the sign of nan is not looked at
    if name == "int" and not abs(a) < 2**30:
        # The width may be too small, and that proves nothing; what is found is still right.
        assert right is not False and not isinstance(wrong, dict)
        return
    assert isinstance(right, dict)
    assert not wrong and wrong is not True


def _same_bits(variable: Term, value: float) -> Term:
    """As `is_exactly`, by division: the theory tells zeros apart by their inverse."""
    if value == 0.0:
        inverse = f.fdiv(c(1.0), variable)
        return b.conjunction(
            (f.feq(variable, c(0.0)), f.feq(inverse, c(math.copysign(math.inf, value))))
        )
    return f.is_exactly(variable, value)


def _same_value(term: Term, value: float) -> Term:
    return f.is_nan(term) if math.isnan(value) else f.feq(term, c(value))


def _solved(conditions: list[Term]) -> Any:
    rows, roots = pack(conditions)
    return solve_rows(rows, roots, 32, 0, Limit(3))


@pytest.mark.needs_bitwuzla
@pytest.mark.parametrize("make", [f.flt, f.fle, f.feq])
@settings(max_examples=15, deadline=None)
@given(whole=st.integers(-(2**31), 2**31 - 1), number=FLOATS)
def test_ints_and_floats_are_compared_as_python_does(
    make: Callable[[Term, Term], Term], whole: int, number: float
) -> None:
    values = [b.eq(i, n(whole)), _same_bits(x, number)]
    for condition in (make(i, x), make(x, i)):
        truth = evaluate(condition, {"i": whole, "x": number})
        assert isinstance(_solved([*values, condition if truth else b.negate(condition)]), dict)
        assert _solved([*values, b.negate(condition) if truth else condition]) is None


# Local search and bounds

ATOMS = st.sampled_from(
    [
        lambda k: f.flt(x, c(k)), lambda k: f.fle(c(k), x), lambda k: f.feq(x, c(k)),
        lambda k: f.flt(f.fadd(x, y), c(k)), lambda k: f.fle(y, x), lambda k: f.is_nan(x),
        lambda k: f.flt(f.fdiv(y, x), c(k)), lambda k: f.feq(f.to_int(x, "int"), y),
        lambda k: b.ge(i, n(3)), lambda k: f.flt(i, x), lambda k: p,
    ]
)  # fmt: skip
ATOM = st.builds(lambda make, k: make(k), ATOMS, FLOATS)
CONDITION = ATOM | ATOM.map(b.negate)
COMPOUND = st.recursive(
    CONDITION,
    lambda below: (
        st.builds(lambda a, d: b.conjunction((a, d)), below, below)
        | st.builds(lambda a, d: b.disjunction((a, d)), below, below)
        | below.map(b.negate)
        | st.builds(b.ite, below, below, below)
    ),
    max_leaves=6,
)
VALUES = st.fixed_dictionaries(
    {"x": FLOATS, "y": FLOATS, "i": st.integers(-9, 9), "p": st.booleans()}
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(COMPOUND, min_size=1, max_size=3), VALUES, VALUES)
def test_the_distance_is_zero_where_the_conditions_hold(
    conditions: list[Term], first: dict[str, Any], second: dict[str, Any]
) -> None:
    landscape = Landscape(conditions)
    place = landscape.evaluation(first)
    assert (place.distance == 0) == holds(conditions, first)
    variables = {v for condition in conditions for v in condition.variables}
    for variable in sorted(variables, key=lambda v: str(v.payload.text)):
        first = {**first, variable.payload.text: second[variable.payload.text]}
        place = landscape.moved(place, variable, second[variable.payload.text])
        assert (place.distance == 0) == holds(conditions, first)


@settings(max_examples=300, deadline=None)
@given(st.lists(CONDITION, min_size=1, max_size=6), VALUES)
def test_what_holds_is_not_contradictory(conditions: list[Term], values: dict[str, Any]) -> None:
    if holds(conditions, values):
        assert not out_of_range(conditions)


@settings(max_examples=60, deadline=None)
@given(conditions=st.lists(COMPOUND, min_size=1, max_size=3), values=VALUES)
def test_what_holds_somewhere_is_not_refuted(
    solver: Solver, conditions: list[Term], values: dict[str, Any]
) -> None:
    if holds(conditions, values):
        assert not isinstance(ask(solver, conditions), Unsat)


@given(FLOATS, FLOATS)
def test_ordinals_are_in_the_order_of_floats(a: float, d: float) -> None:
    if math.isnan(a) or math.isnan(d):
        return
    assert (ordinal(a) < ordinal(d)) == (a < d)
    assert at_ordinal(ordinal(a)) == a
    if math.isfinite(a):
        assert ordinal(math.nextafter(a, math.inf)) == ordinal(a) + 1


@given(FLOATS)
def test_simpler_floats_are_shorter(a: float) -> None:
    for shorter in simpler(a):
        assert shorter in (0.0, 1.0, -1.0) or len(repr(shorter)) < len(repr(a))
        assert not math.isnan(shorter)
    assert not differ(a, a)


def test_candidates_name_what_the_conditions_mention() -> None:
    proposed = list(candidates([f.flt(x, c(37.5)), b.eq(f.to_int(x, "int"), n(12))]))
    assert {37.5, 12.0, math.nextafter(37.5, 0), 0.0, math.inf} <= set(proposed)


def test_strides_end_before_there_are_no_floats_left() -> None:
    """Nearer and nearer with every step, and never there: the steps must not outgrow the floats."""
    x, k = b.variable("x", Sort.FLOAT), b.variable("k", Sort.INT)
    goal = f.is_inf(f.fdiv(x, f.to_float(k)))

    prefix = Prefix.of((b.gt(k, n(0)), f.flt(f.fabs(x), c(math.inf))))
    answer = Solver().solve(Query(prefix, goal, {"x": 1.0, "k": 3}))

    assert not isinstance(answer, Sat)
