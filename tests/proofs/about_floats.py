"""Floats, and floats beside ints."""

from __future__ import annotations

import math

import wend


def addition_commutes(a: int, x: float) -> None:
    wend.assume(-1000 <= a <= 1000)
    wend.assume(not math.isnan(x))
    assert a + x == x + a


def product_commutes(a: int, x: float) -> None:
    wend.assume(-8 <= a <= 8 and math.isfinite(x))
    assert a * x == x * a


def least_is_no_more(a: int, x: float) -> None:
    assert min(a, x) <= a


def wrong_least(a: int, x: float) -> None:
    assert min(a, x) <= x


def most_is_no_less(a: int, x: float) -> None:
    wend.assume(not math.isnan(x))
    m = max(a, x)
    assert m >= a and m >= x


def trunc_is_nearer_zero(x: float) -> None:
    wend.assume(math.isfinite(x))
    assert abs(math.trunc(x)) <= abs(x)


def wrong_trunc(x: float) -> None:
    wend.assume(math.isfinite(x))
    assert abs(math.trunc(x)) < abs(x) or x == 0.0


def floor_and_ceil(x: float) -> None:
    wend.assume(-1e6 <= x <= 1e6)
    assert math.floor(x) <= x <= math.ceil(x)
    assert math.ceil(x) - math.floor(x) in (0, 1)


def int_of_float(x: float) -> None:
    wend.assume(0.0 <= x < 100.0)
    n = int(x)
    assert 0 <= n < 100
    assert n <= x < n + 1


def nan_is_unlike_all(x: float) -> None:
    if x != x:
        assert math.isnan(x)
        assert not x < 0 and not x >= 0


def sign_is_copied(x: float, y: float) -> None:
    wend.assume(not math.isnan(x) and not math.isnan(y))
    z = math.copysign(x, y)
    assert abs(z) == abs(x)


def absolute_is_not_negative(x: float) -> None:
    wend.assume(not math.isnan(x))
    assert abs(x) >= 0.0
    assert math.fabs(x) == abs(x)


def half_and_double(x: float) -> None:
    wend.assume(-1e300 <= x <= 1e300)
    assert x * 2 / 2 == x


def wrong_half_and_double(x: float) -> None:
    wend.assume(math.isfinite(x))
    assert x * 2 / 2 == x


def comparison_with_int(n: int, x: float) -> None:
    if n < x:
        assert not n >= x
        assert x > n


def clamp(x: float) -> None:
    y = max(0.0, min(1.0, x))
    if not math.isnan(x):
        assert 0.0 <= y <= 1.0


def wrong_average(x: float, y: float) -> None:
    wend.assume(math.isfinite(x) and math.isfinite(y))
    wend.assume(x <= y)
    assert x <= (x + y) / 2 <= y


def sqrt_of_square(n: int) -> None:
    wend.assume(0 <= n <= 20)
    assert math.sqrt(n * n) == n


def sqrt_refuses(x: float) -> None:
    wend.assume(not math.isnan(x))
    try:
        r = math.sqrt(x)
    except ValueError:
        assert x < 0
    else:
        assert r >= 0


def round_is_near(x: float) -> None:
    wend.assume(-1000.0 <= x <= 1000.0)
    assert abs(round(x) - x) <= 0.5


def int_division_is_float(a: int, b: int) -> None:
    wend.assume(1 <= b <= 10 and -10 <= a <= 10)
    q = a / b
    assert (q > 0) == (a > 0)


def infinity_is_most(x: float) -> None:
    wend.assume(math.isfinite(x))
    assert -math.inf < x < math.inf
    assert x + math.inf == math.inf


def remainder_is_small(x: float) -> None:
    wend.assume(0.0 <= x <= 1e6)
    r = math.fmod(x, 3.0)
    assert 0.0 <= r < 3.0


def is_integer_means_floor(x: float) -> None:
    wend.assume(-1e6 <= x <= 1e6)
    assert x.is_integer() == (x == math.floor(x))


def modf_adds_up(x: float) -> None:  # not proved: solvers do not know fmod
    wend.assume(-1e6 <= x <= 1e6)
    part, whole = math.modf(x)
    assert part + whole == x and abs(part) < 1


def isclose_to_itself(x: float) -> None:
    wend.assume(math.isfinite(x))
    assert math.isclose(x, x)


def wrong_half_plus_half(x: float) -> None:
    wend.assume(-1e6 <= x <= 1e6)
    assert 0.5 * x + 0.5 * x == x


def sign_of_constant(x: float) -> None:
    if not math.isnan(x):
        assert math.copysign(x, 1.0) == abs(x)
        assert math.copysign(x, -2.5) == -abs(x)


def wrong_sign_of_constant(x: float) -> None:
    assert math.copysign(x, -1.0) < 0.0 or math.isnan(x)
