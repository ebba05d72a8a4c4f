"""Complex numbers and `cmath`."""

from __future__ import annotations

import cmath
import math

import wend


def conjugate_twice(z: complex) -> None:
    wend.assume(not cmath.isnan(z))
    assert z.conjugate().conjugate() == z


def conjugate_parts(a: float, b: float) -> None:
    wend.assume(math.isfinite(a) and math.isfinite(b))
    z = complex(a, b).conjugate()
    assert z.real == a and z.imag == -b


def wrong_conjugate(a: float, b: float) -> None:
    wend.assume(math.isfinite(a) and math.isfinite(b))
    z = complex(a, b)
    assert z.conjugate() != z


def size_is_not_negative(z: complex) -> None:
    wend.assume(cmath.isfinite(z))
    wend.assume(abs(z.real) <= 1e100 and abs(z.imag) <= 1e100)
    assert abs(z) >= 0


def size_of_real(a: int) -> None:
    wend.assume(-100 <= a <= 100)
    assert abs(complex(a, 0)) == abs(a)


def size_of_345() -> None:
    assert abs(3 + 4j) == 5.0


def kinds_exclude(z: complex) -> None:
    assert not (cmath.isfinite(z) and cmath.isinf(z))
    assert not (cmath.isfinite(z) and cmath.isnan(z))


def wrong_kinds(z: complex) -> None:
    assert cmath.isfinite(z) or cmath.isinf(z)


def nan_and_inf_may_meet(a: float) -> None:
    wend.assume(math.isnan(a))
    z = complex(a, math.inf)
    assert cmath.isinf(z) and cmath.isnan(z)


def sum_of_parts(a: int, b: int) -> None:
    wend.assume(-9 <= a <= 9 and -9 <= b <= 9)
    z = complex(a, b) + complex(b, a)
    assert z.real == z.imag == a + b


def times_i_turns(a: int, b: int) -> None:
    wend.assume(-9 <= a <= 9 and -9 <= b <= 9)
    z = complex(a, b) * 1j
    assert z == complex(-b, a)


def wrong_times_i(a: int, b: int) -> None:
    wend.assume(-9 <= a <= 9 and -9 <= b <= 9)
    z = complex(a, b) * 1j
    assert z != complex(3, 4)


def equality_is_by_parts(z: complex, w: complex) -> None:
    assert (z == w) == (z.real == w.real and z.imag == w.imag)


def truth_of_complex(z: complex) -> None:
    if z:
        assert z != 0
    else:
        assert z.real == 0.0 and z.imag == 0.0


def negation_cancels(z: complex) -> None:
    wend.assume(cmath.isfinite(z))
    assert z - z == 0
    assert -(-z) == z


def division_by_zero(z: complex) -> None:
    try:
        z / 0
    except ZeroDivisionError:
        return
    raise AssertionError("no error")
