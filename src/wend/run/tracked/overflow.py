"""Thresholds at which powers and exponentials overflow: the last float that is not too much, found
by halving.

So the decision is a comparison, which search can climb and provers know.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import cache

from wend.expr import floats
from wend.expr.build import boolean, conjunction, floating
from wend.expr.operations import called
from wend.expr.terms import Term


def power_overflows(base: Term, exponent: Term) -> Term:
    """The condition that base ** exponent raises OverflowError."""
    if exponent.op == "const":
        return _of_base(base, exponent.payload)
    if base.op == "const" and 0.0 < base.payload < math.inf:
        return _of_exponent(base.payload, exponent)
    return floats.raises("OverflowError", "pow", base, exponent)


def exponential_overflows(name: str, x: Term, *, both_ways: bool) -> Term:
    """The condition that `math.exp` and its like overflow."""
    last = _last_exponential(name)
    above = floats.flt(floating(last), floats.fabs(x) if both_ways else x)
    return conjunction((above, floats.is_finite(x)))


def _of_base(base: Term, exponent: float) -> Term:
    if not math.isfinite(exponent) or 0.0 <= exponent <= 1.0:
        return boolean(False)
    size = floats.fabs(base)
    if exponent > 1.0:
        last = _last_power(sys.float_info.max, exponent)
        return conjunction((floats.flt(floating(last), size), floats.is_finite(base)))
    first = _last_power(5e-324, exponent)
    return conjunction((floats.flt(size, floating(first)), floats.fne(base, floating(0.0))))


def _of_exponent(base: float, exponent: Term) -> Term:
    if base == 1.0:
        return boolean(False)
    if base > 1.0:
        last = _last_exponent(base, sys.float_info.max)
        return conjunction((floats.flt(floating(last), exponent), floats.is_finite(exponent)))
    last = _last_exponent(base, -sys.float_info.max)
    return conjunction((floats.flt(exponent, floating(last)), floats.is_finite(exponent)))


@cache
def _last_power(bad: float, exponent: float) -> float:
    return _last(lambda base: base**exponent, 1.0, bad)


@cache
def _last_exponent(base: float, bad: float) -> float:
    return _last(lambda exponent: base**exponent, 0.0, bad)


@cache
def _last_exponential(name: str) -> float:
    return _last(called(name), 1.0, sys.float_info.max)


def _last(function: Callable[[float], float], good: float, bad: float) -> float:
    """The last float on the way from good to bad for which the function does not raise."""
    low, high = floats.ordinal(good), floats.ordinal(bad)
    if not _raises(function, bad):
        return bad
    while abs(high - low) > 1:
        middle = (low + high) // 2
        if _raises(function, floats.at_ordinal(middle)):
            high = middle
        else:
            low = middle
    return floats.at_ordinal(low)


def _raises(function: Callable[[float], float], value: float) -> bool:
    try:
        function(value)
    except OverflowError:
        return True
    return False
