"""Each encoding agrees with Python on every operation, at random values."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr.evaluate import Undefined, evaluate
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.transport import pack
from wend.solve.answer import Sat, Unknown, Unsat
from wend.solve.encode.fragment import Fragments
from wend.solve.encode.z3_int import Z3Int
from wend.solve.slice import Slice
from wend.solve.workers.bitwuzla import Limit, solve_rows

x, y, z = (b.variable(name, Sort.INT) for name in "xyz")
p = b.variable("p", Sort.BOOL)

MASKS = st.integers(-70, 70) | st.sampled_from([0xF0F0, -256, 0x5555, 1 << 40])
VALUES = st.integers(-9, 9) | st.integers(-1000, 1000)


def _with_mask(make: Callable[[Term, Term], Term]) -> Callable[[int], Term]:
    return lambda mask: make(x, b.integer(mask))


OPERATIONS: dict[str, Callable[[], Term]] = {
    "linear": lambda: b.add(b.mul(b.integer(3), x), b.sub(b.integer(7), y)),
    "mul": lambda: b.mul(x, y),
    "floordiv": lambda: b.floordiv(x, y),
    "mod": lambda: b.mod(x, y),
    "pow": lambda: b.power(x, y),
    "lshift": lambda: b.lshift(x, y),
    "rshift": lambda: b.rshift(x, y),
    "bitand": lambda: b.bitand(x, y),
    "bitor": lambda: b.bitor(x, y),
    "bitxor": lambda: b.bitxor(x, y),
    "bit_count": lambda: b.bit_count(x),
    "ite": lambda: b.ite(b.lt(x, y), b.mul(x, x), b.neg(y)),
    "as_int": lambda: b.as_int(b.disjunction((b.lt(x, y), b.eq(x, b.integer(3))))),
    "pow of a constant": lambda: b.power(b.integer(3), y),
    "cube": lambda: b.power(x, b.integer(3)),
    "div of a sum": lambda: b.floordiv(b.add(x, b.mul(b.integer(2), y)), b.integer(7)),
    "mod by a negative": lambda: b.mod(x, b.integer(-6)),
}
WITH_CONSTANT: dict[str, Callable[[int], Term]] = {
    "bitand": _with_mask(b.bitand),
    "bitor": _with_mask(b.bitor),
    "bitxor": _with_mask(b.bitxor),
}

# Where the value itself cannot be had from facts about an uninterpreted function.
INEXACT = {"bitand", "bitor", "bitxor", "bit_count", "lshift", "rshift", "pow", "pow of a constant"}


@pytest.fixture(scope="module")
def z3() -> Iterator[Z3Int]:
    encoder = Z3Int()
    yield encoder
    encoder.close()


def _slice(*conditions: Term) -> Slice:
    variables = sorted({v for c in conditions for v in c.variables}, key=lambda v: v.payload.text)
    return Slice(tuple(conditions[:-1]), conditions[-1], tuple(variables))


def _value(term: Term, env: dict[str, int]) -> int | None:
    try:
        value: int = evaluate(term, env)
    except Undefined:
        return None
    return value


def _solved(z3: Z3Int, *conditions: Term) -> Sat | Unsat | Unknown:
    fragment = Fragments().of(conditions)
    return z3.solve(_slice(*conditions), fragment, {"x": 0, "y": 0, "z": 0}, 1)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.parametrize("name", OPERATIONS)
@given(a=VALUES, c=VALUES)
def test_z3_agrees_with_python(name: str, a: int, c: int, z3: Z3Int) -> None:
    _check_z3(z3, OPERATIONS[name](), a, c, may_not_know=name in INEXACT)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.parametrize("name", WITH_CONSTANT)
@given(a=VALUES, mask=MASKS)
def test_z3_knows_bit_operations_with_constants(name: str, a: int, mask: int, z3: Z3Int) -> None:
    _check_z3(z3, WITH_CONSTANT[name](mask), a, 0, may_not_know=False)


def _check_z3(z3: Z3Int, term: Term, a: int, c: int, may_not_know: bool) -> None:
    fixed = (b.eq(x, b.integer(a)), b.eq(y, b.integer(c)))
    value = _value(term, {"x": a, "y": c})
    if value is None or abs(value) > 1 << 200:
        return
    same = _solved(z3, *fixed, b.eq(z, term))
    other = _solved(z3, *fixed, b.ne(term, b.integer(value)))

    if isinstance(same, Sat):
        assert same.model["z"] == value
    else:
        assert may_not_know and isinstance(same, Unknown)
    assert isinstance(other, Unsat) or (may_not_know and isinstance(other, Unknown))


@pytest.mark.needs_bitwuzla
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.parametrize("name", OPERATIONS)
@given(a=VALUES, c=VALUES)
def test_bitvectors_agree_with_python(name: str, a: int, c: int) -> None:
    _check_bitvectors(OPERATIONS[name](), a, c)


@pytest.mark.needs_bitwuzla
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.parametrize("name", WITH_CONSTANT)
@given(a=VALUES, mask=MASKS)
def test_bitvectors_know_bit_operations_with_constants(name: str, a: int, mask: int) -> None:
    _check_bitvectors(WITH_CONSTANT[name](mask), a, 0)


def _check_bitvectors(term: Term, a: int, c: int) -> None:
    fixed = (b.eq(x, b.integer(a)), b.eq(y, b.integer(c)))
    value = _value(term, {"x": a, "y": c})
    if value is None or abs(value) > 1 << 30 or c > 12:
        return
    same = _bitwuzla(*fixed, b.eq(z, term))
    other = _bitwuzla(*fixed, b.ne(term, b.integer(value)))

    assert isinstance(same, dict)
    assert same["z"] == value
    assert other is None


def _bitwuzla(*conditions: Term) -> dict[str, int | bool] | str | None:
    rows, roots = pack(list(conditions))
    return solve_rows(rows, roots, 32, 0, Limit(3))


@settings(max_examples=150, deadline=None)
@given(st.integers(), st.integers(0, 1 << 20))
def test_bitwise_laws_that_z3_is_told_are_true(a: int, mask: int) -> None:
    """The identities behind the exact encoding, over unbounded ints."""
    assert a | mask == a + mask - (a & mask)
    assert a ^ mask == a + mask - 2 * (a & mask)
    assert a & ~mask == a - (a & mask)


def test_numbers_longer_than_str_allows_are_encoded(z3: Z3Int) -> None:
    huge = 7 << 20_000
    for value in (huge, -huge):
        answer = _solved(z3, b.eq(x, b.integer(value)))
        assert isinstance(answer, Sat)
        assert answer.model == {"x": value}


def test_bool_variables(z3: Z3Int) -> None:
    condition = b.eq(p, b.gt(x, b.integer(3)))
    answer = z3.solve(
        _slice(condition, b.negate(p)), Fragments().of([condition]), {"p": True, "x": 9}, 1
    )

    assert isinstance(answer, Sat)
    assert answer.model["p"] is False
