"""Terms over floats mean what Python computes, for nan, infinities and both zeros too."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wend.expr import build as b
from wend.expr import floats as f
from wend.expr.evaluate import Undefined, evaluate
from wend.expr.show import show
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.transport import pack, unpack

x, y = b.variable("x", Sort.FLOAT), b.variable("y", Sort.FLOAT)
i = b.variable("i", Sort.INT)

FLOATS = st.floats() | st.sampled_from(
    [0.0, -0.0, 1.0, 0.5, 2.0**53, 2.0**53 + 2, 1e308, 5e-324, math.inf, -math.inf, math.nan]
)
INTS = st.integers() | st.sampled_from(
    [0, 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**1024, 2**1024 - 2**970, 2**1024 - 2**970 - 1, 10**400]
)


def same(a: Any, b: Any) -> bool:
    if type(a) is float and type(b) is float:
        return struct.pack("d", a) == struct.pack("d", b) or (a != a and b != b)
    return type(a) is type(b) and a == b


def value(term: Term, **env: Any) -> Any:
    try:
        return evaluate(term, env)
    except Undefined:
        return Undefined


def computed(function: Callable[..., Any], *args: Any) -> Any:
    try:
        result = function(*args)
    except (ArithmeticError, ValueError):
        return Undefined
    return Undefined if isinstance(result, complex) else result


BINARY: list[tuple[Callable[[Term, Term], Term], Callable[[Any, Any], Any]]] = [
    (f.fadd, operator.add), (f.fsub, operator.sub), (f.fmul, operator.mul),
    (f.fdiv, operator.truediv), (f.ffloordiv, operator.floordiv), (f.fmod, operator.mod),
    (f.fpow, operator.pow), (f.flt, operator.lt), (f.fle, operator.le), (f.fgt, operator.gt),
    (f.fge, operator.ge), (f.feq, operator.eq), (f.fne, operator.ne),
]  # fmt: skip
UNARY: list[tuple[Callable[[Term], Term], Callable[[float], Any]]] = [
    (f.fneg, operator.neg), (f.fabs, abs), (lambda a: f.to_int(a, "int"), int),
    (lambda a: f.to_int(a, "math.floor"), math.floor), (f.is_nan, math.isnan),
    (lambda a: f.to_int(a, "math.ceil"), math.ceil), (f.is_inf, math.isinf),
    (lambda a: f.to_int(a, "round"), round), (f.is_finite, math.isfinite),
    (f.is_integer, float.is_integer), (b.truth, bool),
    (lambda a: f.call("math.sin", a), math.sin), (lambda a: f.fneg(f.fneg(a)), lambda a: a),
]  # fmt: skip


@settings(max_examples=150)
@given(FLOATS, FLOATS)
def test_two_floats(left: float, right: float) -> None:
    for make, native in BINARY:
        expected = computed(native, left, right)
        assert same(value(make(x, y), x=left, y=right), expected)
        assert same(value(make(b.floating(left), y), y=right), expected)
        assert same(value(make(x, b.floating(right)), x=left), expected)
        assert same(value(make(b.floating(left), b.floating(right))), expected)


@settings(max_examples=150)
@given(FLOATS)
def test_one_float(number: float) -> None:
    for make, native in UNARY:
        expected = computed(native, number)
        assert same(value(make(x), x=number), expected)
        assert value(f.is_exactly(x, number), x=number) is True
    assert value(f.is_exactly(x, 0.0), x=number) is (repr(number) == "0.0")


@settings(max_examples=200)
@given(INTS, FLOATS)
def test_ints_are_compared_exactly(whole: int, number: float) -> None:
    for make, native in BINARY[7:]:
        forward, backward = native(whole, number), native(number, whole)
        assert value(make(i, x), i=whole, x=number) is forward
        assert value(make(x, i), i=whole, x=number) is backward
        assert value(make(i, b.floating(number)), i=whole) is forward
        assert value(make(b.floating(number), i), i=whole) is backward
        assert value(make(b.integer(whole), x), x=number) is forward
        assert value(make(x, b.integer(whole)), x=number) is backward


@given(INTS, INTS)
def test_ints_become_floats_as_python_rounds(one: int, other: int) -> None:
    j = b.variable("j", Sort.INT)
    assert same(value(f.to_float(i), i=one), computed(float, one))
    assert same(value(f.fdiv(i, j), i=one, j=other), computed(operator.truediv, one, other))
    assert value(f.fits_float(i), i=one) is (computed(float, one) is not Undefined)


def test_constants_are_told_apart_by_their_bits() -> None:
    assert b.floating(0.0) is not b.floating(-0.0)
    assert b.floating(math.nan) is b.floating(math.nan)
    assert b.floating(1.0) is not b.integer(1)
    assert b.floating(0.0).order != b.floating(-0.0).order


@given(st.lists(FLOATS, max_size=5))
def test_transport_keeps_the_bits(numbers: list[float]) -> None:
    # Made here: explorations of other tests may have emptied the table of terms.
    x, i = b.variable("x", Sort.FLOAT), b.variable("i", Sort.INT)
    roots = [f.feq(f.fadd(x, b.floating(number)), i) for number in numbers]
    rows, at = pack(roots)

    again = unpack(rows)

    assert all(again[place] is root for place, root in zip(at, roots, strict=True))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (f.flt(f.fadd(x, b.floating(0.5)), y), "x + 0.5 < y"),
        (f.fmul(f.fsub(x, y), f.fneg(x)), "(x - y) * (-x)"),
        (f.fsub(x, f.fsub(y, x)), "x - (y - x)"),
        (f.fne(x, b.floating(-1.5)), "x != -1.5"),
        (b.negate(f.flt(x, y)), "not x < y"),
        (f.is_inf(x), "abs(x) == float('inf')"),
        (f.fdiv(f.to_float(i), x), "float(i) / x"),
        (f.fpow(f.fneg(x), b.floating(2.0)), "(-x) ** 2.0"),
        (b.eq(f.to_int(x, "math.floor"), b.integer(7)), "math.floor(x) == 7"),
        (f.call("math.atan2", x, f.fadd(x, y)), "math.atan2(x, x + y)"),
    ],
)
def test_reads_like_python(term: Term, text: str) -> None:
    assert show(term) == text


def test_little_is_simplified() -> None:
    zero = b.floating(0.0)
    assert f.fadd(x, zero) is not x
    assert f.fmul(x, zero).op == "fmul"
    assert f.fsub(x, x).op == "fsub"
    assert f.feq(x, x).op == "feq"
    assert f.fdiv(b.floating(1.0), zero).op == "fdiv"
    assert f.flt(x, b.integer(2**53 + 1)) is f.fle(x, b.floating(2.0**53))
    assert f.is_nan(f.to_float(i)) is b.boolean(False)


@settings(max_examples=200)
@given(INTS, FLOATS | INTS.map(lambda whole: float(whole) if abs(whole) < 2**1000 else 0.5))
def test_an_int_made_float_is_compared_as_the_float(whole: int, number: float) -> None:
    as_float = computed(float, whole)
    if as_float is Undefined:
        return
    for make, native in BINARY[7:]:
        assert value(make(f.to_float(i), b.floating(number)), i=whole) is native(as_float, number)
        assert value(make(b.floating(number), f.to_float(i)), i=whole) is native(number, as_float)
        assert value(make(f.to_float(i), x), i=whole, x=number) is native(as_float, number)


def test_what_is_said_of_an_int_is_a_condition_on_ints() -> None:
    assert f.feq(f.to_float(i), b.floating(0.0)) is b.eq(i, b.integer(0))
    assert f.flt(f.to_float(i), b.floating(2.5)) is b.le(i, b.integer(2))
    assert f.flt(b.floating(2.5), f.to_float(i)) is b.ge(i, b.integer(3))
