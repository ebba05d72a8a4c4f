"""The tracked int: every operator of int with Python's meaning, and a term."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from wend.expr import build, floats
from wend.expr.build import integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.lift import (
    TRACKED,
    Tracked,
    int_term,
    own_method,
    register,
    stands_for,
    track,
    value_of,
)
from wend.run.tracked.number import (
    SEQUENCES,
    Apply,
    Number,
    ReadOnly,
    divisions,
    give_comparisons,
    give_modulus,
    give_operators,
    install,
    take_no_arguments,
    total,
)
from wend.run.tracked.places import fit
from wend.source.instructions import reads_attribute


class SymInt(Number):
    """An int with a term."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return decide(build.truth(self._wend_term), self._wend_value != 0, "test")

    def __index__(self) -> int:
        value: int = self._lost("an int was needed where no term can be kept")
        return value

    __int__ = __index__

    def __float__(self) -> float:
        return float(self._lost("the int becomes a float in native code"))

    # One operand

    def __neg__(self) -> Any:
        return track(-self._wend_value, build.neg(self._wend_term))

    __trunc__ = __floor__ = __ceil__ = Number.__pos__

    def __invert__(self) -> Any:
        return track(~self._wend_value, build.invert(self._wend_term))

    def __abs__(self) -> Any:
        return track(abs(self._wend_value), build.absolute(self._wend_term))

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return self
        digits = operator.index(digits)
        if digits >= 0:
            return self
        # Half to even, in steps of 10 ** -digits.
        step = integer(10**-digits)
        quotient = build.floordiv(self._wend_term, step)
        twice = build.mul(integer(2), build.mod(self._wend_term, step))
        is_odd = build.eq(build.mod(quotient, integer(2)), integer(1))
        is_odd_half = build.conjunction((build.eq(twice, step), is_odd))
        up = build.disjunction((build.gt(twice, step), is_odd_half))
        rounded = build.mul(step, build.add(quotient, build.as_int(up)))
        return track(round(self._wend_value, digits), rounded)

    # Attributes and methods of int

    @ReadOnly
    def numerator(self) -> Any:
        """The int itself. Decimal's native comparison, which reads it, needs a plain int."""
        if reads_attribute(sys._getframe(1)):
            return self
        return self._lost("the int was compared by native code")

    @ReadOnly
    def imag(self) -> int:
        return 0

    @ReadOnly
    def denominator(self) -> int:
        return 1

    def as_integer_ratio(self) -> tuple[SymInt, int]:
        return self, 1

    def bit_length(self) -> int:
        """The smallest power of two above the absolute value, which is decided."""
        magnitude = build.absolute(self._wend_term)
        length = 0
        while decide(
            build.ge(magnitude, integer(1 << length)), abs(self._wend_value) >= 1 << length, "value"
        ):
            length += 1
        return length

    def bit_count(self) -> Any:
        return track(self._wend_value.bit_count(), build.bit_count(build.absolute(self._wend_term)))

    from_bytes = int.from_bytes


stands_for(SymInt, int)
register(Sort.INT, SymInt)
take_no_arguments(SymInt, "as_integer_ratio", "bit_count", "bit_length", "conjugate")
if hasattr(int, "is_integer"):  # Python 3.12
    SymInt.is_integer = lambda self: True  # type: ignore[attr-defined]
    take_no_arguments(SymInt, "is_integer")


# Two operands


def _operand(other: Any, mirror: str) -> tuple[int, Term] | None:
    """Value and term of an operand that is an int; None if the operand's own method is to
    answer."""
    cls = type(other)
    if cls is int:
        return other, integer(other)
    if cls is SymInt:
        return other._wend_value, other._wend_term
    if cls is bool:
        return int(other), integer(other)
    if issubclass(cls, Tracked):
        term = int_term(other)
        return None if term is None else (int(other._wend_value), term)
    if isinstance(other, int) and getattr(cls, mirror) is getattr(int, mirror):
        value = int.__index__(other)
        return value, integer(value)
    return None


# Products: a sequence may be repeated


def _repeating(times: Callable[[SymInt, Any], Any]) -> Callable[[SymInt, Any], Any]:
    """The product. Of a sequence it is a repetition, whose count is decided."""

    def product(self: SymInt, other: Any) -> Any:
        if not isinstance(other, SEQUENCES) or type(other) in TRACKED:
            return times(self, other)
        if isinstance(own_method(type(other), "__rmul__"), FunctionType):
            return NotImplemented
        if not decide(build.gt(self._wend_term, integer(0)), self._wend_value > 0, "value"):
            fit(self)
            return other * 0
        return other * decide_value(self._wend_term, self._wend_value)

    return product


def _is_zero(term: Term) -> Term:
    return build.eq(term, integer(0))


def _truediv(a: int, term_a: Term, b: int, term_b: Term) -> Any:
    most = build.mul(integer(floats.TOO_LARGE), build.absolute(term_b))
    fits = build.conjunction((build.lt(term_a, most), build.gt(term_a, build.neg(most))))
    if not decide(fits, abs(a) < floats.TOO_LARGE * abs(b), "value"):
        return a / b  # raises what Python raises
    return track(a / b, floats.fdiv(term_a, term_b))


# Shifts: whether the amount is negative is a branch


def _shifted(native: Callable[[Any, Any], Any], make: Callable[[Term, Term], Term]) -> Apply:
    def apply(value: int, term: Term, amount: int, amount_term: Term) -> Any:
        if decide(build.lt(amount_term, integer(0)), amount < 0, "shift"):
            return native(value, amount)  # raises what Python raises
        if native is operator.lshift and decide(
            build.gt(amount_term, integer(MOST_BITS)), amount > MOST_BITS, "shift"
        ):
            # Too much for any memory, or for Python itself, unless nothing is shifted.
            decide(build.eq(term, integer(0)), value == 0, "zero")
            decide(build.ge(amount_term, integer(TOO_MANY_BITS)), amount >= TOO_MANY_BITS, "shift")
        return track(native(value, amount), make(term, amount_term))

    return apply


MOST_BITS = 1 << 33
"""The largest shift for which memory may be left."""

TOO_MANY_BITS = 30 << 61
"""From this shift on Python itself raises OverflowError."""


# Powers: the exponent is decided, because no solver reasons about a symbolic one


def _power(base: int, base_term: Term, exponent: int, exponent_term: Term) -> Any:
    if not decide(build.lt(exponent_term, integer(0)), exponent < 0, "value"):
        settled = decide_value(exponent_term, exponent)
        return track(base**settled, build.power(base_term, integer(settled)))
    if decide(build.eq(base_term, integer(0)), base == 0, "zero"):
        return base**exponent  # raises what Python raises
    for value, term in ((base, base_term), (exponent, exponent_term)):
        if not decide(floats.fits_float(term), abs(value) < floats.TOO_LARGE, "value"):
            return base**exponent
    power = floats.fpow(floats.to_float(base_term), floats.to_float(exponent_term))
    return track(base**exponent, power)


def power_modulo(base: Any, exponent: Any, modulus: Any) -> Any:
    """pow(base, exponent, modulus). Any of these may be tracked."""
    if modulus is None:
        return pow(base, exponent)
    given = (base, exponent, modulus)
    operands = [_operand(each, "__rpow__") for each in given]
    if None in operands:
        for each in given:
            if isinstance(each, SymInt):
                each._lost("pow of these three has no term")
        return pow(*[value_of(each) for each in given])
    (a, term_a), (b, term_b), (m, term_m) = operands  # type: ignore[misc]
    if decide(build.eq(term_m, integer(0)), m == 0, "zero"):
        return pow(a, b, m)
    if (
        decide(build.lt(term_b, integer(0)), b < 0, "value")
        or decide(build.gt(term_b, integer(MOST_FACTORS)), b > MOST_FACTORS, "value")
    ):  # fmt: skip
        for value, term in ((a, term_a), (b, term_b), (m, term_m)):
            if term.op != "const":
                recorder.current.lose(term, value, "pow of these three has no term")
        return pow(a, b, m)
    settled = decide_value(term_b, b)
    return track(pow(a, b, m), build.mod(build.power(term_a, integer(settled)), term_m))


MOST_FACTORS = 64
"""Higher powers modulo a number have no term."""

give_operators(
    SymInt,
    _operand,
    {
        "add": total(operator.add, build.add),
        "sub": total(operator.sub, build.sub),
        "and": total(operator.and_, build.bitand),
        "or": total(operator.or_, build.bitor),
        "xor": total(operator.xor, build.bitxor),
        "mul": total(operator.mul, build.mul),
        "lshift": _shifted(operator.lshift, build.lshift),
        "rshift": _shifted(operator.rshift, build.rshift),
        "pow": _power,
        **divisions(build.floordiv, build.mod, _truediv, _is_zero),
    },
)
install(SymInt, "__mul__", _repeating(SymInt.__mul__))  # type: ignore[operator]
install(SymInt, "__rmul__", _repeating(SymInt.__rmul__))  # type: ignore[attr-defined]
give_modulus(SymInt, power_modulo)


# Comparison


def _with_float(this: SymInt, other: float, native: Any, make: Callable[[Term, Term], Term]) -> Any:
    """A comparison with a float, as one with an int that gives the same answer for every int."""
    rounding = _ROUNDED.get(native)
    if math.isfinite(other) and (rounding is not None or other.is_integer()):
        bound = integer((rounding or int)(other))
        return track(native(this._wend_value, other), make(this._wend_term, bound))
    return native(this._wend_value, other)  # the same for every int


_ROUNDED: dict[Any, Callable[[float], int]] = {
    operator.lt: math.ceil,
    operator.le: math.floor,
    operator.gt: math.floor,
    operator.ge: math.ceil,
}

give_comparisons(
    SymInt,
    _operand,
    (
        (operator.lt, build.lt),
        (operator.le, build.le),
        (operator.gt, build.gt),
        (operator.ge, build.ge),
        (operator.eq, build.eq),
        (operator.ne, build.ne),
    ),
    _with_float,
)
