"""The tracked float: every operator of float with Python's meaning, and a term.

Terms mean what Python computes, also for nan, infinities and signed zero. Whether an operation
raises (a zero divisor, an infinity that becomes an int) is a decision.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from wend.expr import build, floats
from wend.expr.build import floating
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import Tracked, register, stands_for, track, value_of
from wend.run.tracked.number import (
    Number,
    ReadOnly,
    as_float,
    divisions,
    give_comparisons,
    give_modulus,
    give_operators,
    take_no_arguments,
    total,
)
from wend.run.tracked.overflow import power_overflows


class SymFloat(Number):
    """A float with a term."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return decide(build.truth(self._wend_term), self._wend_value != 0.0, "test")

    def __float__(self) -> float:
        value: float = self._lost("a float was needed where no term can be kept")
        return value

    def __int__(self) -> int:
        return int(self._lost("the float becomes an int in native code"))

    # One operand

    def __neg__(self) -> Any:
        return track(-self._wend_value, floats.fneg(self._wend_term))

    def __abs__(self) -> Any:
        return track(abs(self._wend_value), floats.fabs(self._wend_term))

    def __trunc__(self) -> Any:
        return _whole(self, "int", int)

    def __floor__(self) -> Any:
        return _whole(self, "math.floor", math.floor)

    def __ceil__(self) -> Any:
        return _whole(self, "math.ceil", math.ceil)

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return _whole(self, "round", round)
        if type(digits) is SymInt:
            digits = decide_value(digits._wend_term, digits._wend_value)
        digits = operator.index(digits)
        args = self._wend_term, build.integer(digits)
        if digits < 0:
            decide_raises("round", round, args, (self._wend_value, digits))
        return track(round(self._wend_value, digits), floats.call("round", *args))

    # Attributes and methods of float

    @ReadOnly
    def imag(self) -> float:
        return 0.0

    def is_integer(self) -> Any:
        return track(self._wend_value.is_integer(), floats.is_integer(self._wend_term))

    def as_integer_ratio(self) -> tuple[int, int]:
        value: float = self._wend_value
        if is_finite(self):
            self._lost("numerator and denominator have no terms")
        return value.as_integer_ratio()

    def hex(self) -> str:
        text: str = self._lost("float.hex makes text that has no terms").hex()
        return text

    fromhex = float.fromhex


def is_finite(number: SymFloat) -> bool:
    """Decides whether a float is a number that has an int part."""
    term, value = number._wend_term, number._wend_value
    if decide(floats.is_nan(term), math.isnan(value), "value"):
        return False
    return not decide(floats.is_inf(term), math.isinf(value), "value")


def _whole(number: SymFloat, how: str, native: Callable[[float], int]) -> Any:
    """The int that a float is rounded to. That it is nan or infinite is decided."""
    if not is_finite(number):
        return native(number._wend_value)  # raises what Python raises
    return track(native(number._wend_value), floats.to_int(number._wend_term, how))


def decide_raises(
    name: str,
    native: Callable[..., Any],
    terms: tuple[Term, ...],
    values: tuple[Any, ...],
    errors: tuple[type[Exception], ...] = (OverflowError,),
) -> None:
    """Decides whether a native function raises one of several exceptions, and lets it."""
    for error in errors:
        condition = floats.raises(error.__name__, name, *terms)
        try:
            native(*values)
        except error:
            decide(condition, True, "value")
            raise
        except (ArithmeticError, ValueError):
            pass  # one of the others
        decide(condition, False, "value")


def decide_fails(condition: Term, native: Callable[..., Any], values: tuple[Any, ...]) -> None:
    """Decides a condition under which a native function raises, and lets it."""
    try:
        native(*values)
    except (ArithmeticError, ValueError):
        decide(condition, True, "value")
        raise
    decide(condition, False, "value")


stands_for(SymFloat, float)
register(Sort.FLOAT, SymFloat)
take_no_arguments(SymFloat, "as_integer_ratio", "is_integer", "conjugate", "hex")


# Two operands


def operand(other: Any, mirror: str) -> tuple[float, Term] | None:
    """Value and term of an operand as a float; None if the operand's own method is to answer.

    Whether a tracked int is too large is decided. Then it raises what Python raises.
    """
    cls = type(other)
    if cls is SymFloat:
        return other._wend_value, other._wend_term
    if cls is float or cls is int or cls is bool:
        value = float(other)
        return value, floating(value)
    if issubclass(cls, Tracked):
        made = as_float(other)
        if type(made) is SymFloat:
            return made._wend_value, made._wend_term
        return made, floating(made)
    if issubclass(cls, int | float):
        kind = int if issubclass(cls, int) else float
        if getattr(cls, mirror) is getattr(kind, mirror):
            value = float(kind.__float__(other))
            return value, floating(value)
    return None


def _power(base: float, base_term: Term, exponent: float, exponent_term: Term) -> Any:
    """A power. A negative power of zero and a result that is too large raise, and a root of a
    negative number is complex: each is decided."""
    zero = floating(0.0)
    infinite_base = floats.feq(base_term, floating(-math.inf))
    fraction = build.conjunction(
        (
            floats.flt(base_term, zero),
            build.negate(infinite_base),
            floats.is_finite(exponent_term),
            build.negate(floats.is_integer(exponent_term)),
        )
    )
    is_fraction = math.isfinite(exponent) and not exponent.is_integer()
    if decide(fraction, -math.inf < base < 0.0 and is_fraction, "value"):
        for value, term in ((base, base_term), (exponent, exponent_term)):
            if term.op != "const":
                recorder.current.lose(term, value, "the power is complex, which is not tracked")
        return base**exponent
    is_negative = floats.flt(exponent_term, zero), floats.is_finite(exponent_term)
    no_power = build.conjunction((floats.feq(base_term, zero), *is_negative))
    if decide(no_power, base == 0.0 and -math.inf < exponent < 0.0, "zero"):
        return base**exponent  # raises what Python raises
    decide_fails(power_overflows(base_term, exponent_term), pow, (base, exponent))
    return track(base**exponent, floats.fpow(base_term, exponent_term))


def _is_zero(term: Term) -> Term:
    return floats.feq(term, floating(0.0))


def _modulo(base: Any, exponent: Any, modulus: Any) -> Any:
    return pow(*map(value_of, (base, exponent, modulus)))  # raises TypeError


_truediv = total(operator.truediv, floats.fdiv)
give_operators(
    SymFloat,
    operand,
    {
        "add": total(operator.add, floats.fadd),
        "sub": total(operator.sub, floats.fsub),
        "mul": total(operator.mul, floats.fmul),
        "pow": _power,
        **divisions(floats.ffloordiv, floats.fmod, _truediv, _is_zero),
    },
)
give_modulus(SymFloat, _modulo)


# Comparison: with ints of any size it is exact


def _compared(other: Any, mirror: str) -> tuple[Any, Term] | None:
    cls = type(other)
    if cls is SymFloat or cls is SymInt:
        return other._wend_value, other._wend_term
    if cls is float:
        return other, floating(other)
    if cls is int or cls is bool:
        return other, build.integer(other)
    if issubclass(cls, Tracked):
        return other._wend_value, build.as_int(other._wend_term)
    if issubclass(cls, int) and getattr(cls, mirror) is getattr(int, mirror):
        return other, build.integer(int.__index__(other))
    return None


give_comparisons(
    SymFloat,
    _compared,
    (
        (operator.lt, floats.flt),
        (operator.le, floats.fle),
        (operator.gt, floats.fgt),
        (operator.ge, floats.fge),
        (operator.eq, floats.feq),
        (operator.ne, floats.fne),
    ),
)
