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
from wend.run.tracked.integer import SymInt, as_float, foreign
from wend.run.tracked.lift import Tracked, named_like, register, track, value_of
from wend.run.tracked.overflow import power_overflows


class ReadOnly(property):
    """An attribute of float. Assigning to it raises what float raises."""

    def __set__(self, instance: Any, value: Any) -> None:
        setattr(0.0, self.fget.__name__, value)  # type: ignore[union-attr]

    def __delete__(self, instance: Any) -> None:
        delattr(0.0, self.fget.__name__)  # type: ignore[union-attr]


class SymFloat(Tracked):
    """A float with a term."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return float

    # Conversions that Python asks for. Each use without a term is noted.

    def __bool__(self) -> bool:
        return decide(build.truth(self._wend_term), self._wend_value != 0.0, "test")

    def __float__(self) -> float:
        return self._lost("a float was needed where no term can be kept")

    def __int__(self) -> int:
        return int(self._lost("the float becomes an int in native code"))

    def __hash__(self) -> int:
        return hash(self._lost("the float was hashed"))

    def __repr__(self) -> str:
        """For native code. Text that Python code makes of it is the matter of
        `models.text.spelling`."""
        return repr(self._lost("native code makes text of the float"))

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self._lost("native code makes text of the float"), value_of(spec))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return float, (self._lost("the float was pickled or copied by native code"),)

    def __sizeof__(self) -> int:
        return self._wend_value.__sizeof__()  # type: ignore[no-any-return]

    def __getnewargs__(self) -> tuple[float]:
        return (self._lost("the float was pickled or copied by native code"),)

    def _lost(self, why: str) -> float:
        value: float = self._wend_value
        recorder.current.lose(self._wend_term, value, f"{why}: what depends on it is not explored")
        return value

    # One operand

    def __neg__(self) -> Any:
        return track(-self._wend_value, floats.fneg(self._wend_term))

    def __pos__(self) -> SymFloat:
        return self

    __copy__ = conjugate = __pos__

    def __deepcopy__(self, memo: Any) -> SymFloat:
        return self

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
    def real(self) -> SymFloat:
        return self

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
        return self._lost("float.hex makes text that has no terms").hex()

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


named_like(SymFloat, float)
register(Sort.FLOAT, SymFloat)


def _install(name: str, function: Any) -> None:
    function.__name__ = name
    function.__qualname__ = f"float.{name}"
    setattr(SymFloat, name, function)


def _without_arguments(name: str) -> None:
    """A method without arguments. With arguments it raises what float raises."""
    own = getattr(SymFloat, name)

    def method(self: SymFloat, *args: Any, **keywords: Any) -> Any:
        if args or keywords:
            return getattr(self._wend_value, name)(*args, **keywords)
        return own(self)

    _install(name, method)


for _name in ("as_integer_ratio", "is_integer", "conjugate", "hex"):
    _without_arguments(_name)


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


Apply = Callable[[float, Term, float, Term], Any]
"""An operator, given value and term of the left and of the right operand."""


def _operator(name: str, apply: Apply) -> None:
    """Gives SymFloat an operator and its mirror."""
    plain_name, mirrored_name = f"__{name}__", f"__r{name}__"

    def forward(self: SymFloat, other: Any) -> Any:
        found = operand(other, mirrored_name)
        if found is None:
            return foreign(self, other, mirrored_name)
        return apply(self._wend_value, self._wend_term, *found)

    def mirrored(self: SymFloat, other: Any) -> Any:
        found = operand(other, plain_name)
        if found is None:
            return foreign(self, other, plain_name)
        return apply(*found, self._wend_value, self._wend_term)

    _install(plain_name, forward)
    _install(mirrored_name, mirrored)


def _total(native: Callable[[Any, Any], Any], make: Callable[[Term, Term], Term]) -> Apply:
    """An operator that has a value and a term for any two floats."""
    return lambda a, term_a, b, term_b: track(native(a, b), make(term_a, term_b))


def _divided(native: Callable[[Any, Any], Any], divide: Apply) -> Apply:
    """A division: whether the divisor is zero is a branch."""

    def apply(a: float, term_a: Term, b: float, term_b: Term) -> Any:
        if decide(floats.feq(term_b, floating(0.0)), b == 0.0, "zero"):
            return native(a, b)  # raises what Python raises
        return divide(a, term_a, b, term_b)

    return apply


def _divmod(a: float, term_a: Term, b: float, term_b: Term) -> Any:
    quotient, rest = divmod(a, b)
    return (
        track(quotient, floats.ffloordiv(term_a, term_b)),
        track(rest, floats.fmod(term_a, term_b)),
    )


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
    no_power = build.conjunction(
        (
            floats.feq(base_term, zero),
            floats.flt(exponent_term, zero),
            floats.is_finite(exponent_term),
        )
    )
    if decide(no_power, base == 0.0 and -math.inf < exponent < 0.0, "zero"):
        return base**exponent  # raises what Python raises
    decide_fails(power_overflows(base_term, exponent_term), pow, (base, exponent))
    return track(base**exponent, floats.fpow(base_term, exponent_term))


_operator("add", _total(operator.add, floats.fadd))
_operator("sub", _total(operator.sub, floats.fsub))
_operator("mul", _total(operator.mul, floats.fmul))
_operator("truediv", _divided(operator.truediv, _total(operator.truediv, floats.fdiv)))
_operator("floordiv", _divided(operator.floordiv, _total(operator.floordiv, floats.ffloordiv)))
_operator("mod", _divided(operator.mod, _total(operator.mod, floats.fmod)))
_operator("divmod", _divided(divmod, _divmod))
_operator("pow", _power)


def _ternary(binary: Callable[[SymFloat, Any], Any]) -> Callable[..., Any]:
    def power(self: SymFloat, other: Any, modulus: Any = None) -> Any:
        if modulus is None:
            return binary(self, other)
        return pow(self._wend_value, value_of(other), value_of(modulus))  # raises TypeError

    return power


_install("__pow__", _ternary(SymFloat.__pow__))  # type: ignore[operator]
_install("__rpow__", _ternary(SymFloat.__rpow__))  # type: ignore[attr-defined]


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


def _comparison(
    name: str, native: Callable[[Any, Any], bool], make: Callable[[Term, Term], Term], mirror: str
) -> None:
    def compare(self: SymFloat, other: Any) -> Any:
        found = _compared(other, mirror)
        if found is None:
            return foreign(self, other, mirror)
        value, term = found
        return track(native(self._wend_value, value), make(self._wend_term, term))

    _install(name, compare)


_comparison("__lt__", operator.lt, floats.flt, "__gt__")
_comparison("__le__", operator.le, floats.fle, "__ge__")
_comparison("__gt__", operator.gt, floats.fgt, "__lt__")
_comparison("__ge__", operator.ge, floats.fge, "__le__")
_comparison("__eq__", operator.eq, floats.feq, "__eq__")
_comparison("__ne__", operator.ne, floats.fne, "__ne__")
