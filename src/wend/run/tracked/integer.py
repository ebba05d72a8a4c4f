"""The tracked int: every operator of int with Python's meaning, and a term."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from types import FunctionType, WrapperDescriptorType
from typing import Any

from wend.expr import build, floats
from wend.expr.build import integer
from wend.expr.samples import is_numpy_scalar
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.lift import (
    TRACKED,
    Tracked,
    int_term,
    named_like,
    own_method,
    register,
    track,
    value_of,
)
from wend.run.tracked.places import fit
from wend.source.instructions import reads_attribute

SEQUENCES = (str, bytes, bytearray, list, tuple)
UNRELATED = (*SEQUENCES, dict, set, frozenset, type(None), type)
"""Types with which int has no arithmetic: Python gives the right answer itself."""


class ReadOnly(property):
    """An attribute of int. Assigning to it raises what int raises."""

    def __set__(self, instance: Any, value: Any) -> None:
        setattr(0, self.fget.__name__, value)  # type: ignore[union-attr]

    def __delete__(self, instance: Any) -> None:
        delattr(0, self.fget.__name__)  # type: ignore[union-attr]


class SymInt(Tracked):
    """An int with a term."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return int

    # Conversions that Python asks for. Each use without a term is noted.

    def __bool__(self) -> bool:
        return decide(build.truth(self._wend_term), self._wend_value != 0, "test")

    def __index__(self) -> int:
        return self._lost("an int was needed where no term can be kept")

    __int__ = __index__

    def __float__(self) -> float:
        return float(self._lost("the int becomes a float in native code"))

    def __hash__(self) -> int:
        return hash(self._lost("the int was hashed"))

    def __repr__(self) -> str:
        """For native code. Text that Python code makes of it is the matter of
        `models.text.spelling`."""
        return repr(self._lost("native code makes text of the int"))

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self._lost("native code makes text of the int"), value_of(spec))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return int, (self._lost("the int was pickled or copied by native code"),)

    def __sizeof__(self) -> int:
        return self._wend_value.__sizeof__()  # type: ignore[no-any-return]

    def __getnewargs__(self) -> tuple[int]:
        return (self._lost("the int was pickled or copied by native code"),)

    def _lost(self, why: str) -> int:
        value: int = self._wend_value
        recorder.current.lose(self._wend_term, value, f"{why}: what depends on it is not explored")
        return value

    # One operand

    def __neg__(self) -> Any:
        return track(-self._wend_value, build.neg(self._wend_term))

    def __pos__(self) -> SymInt:
        return self

    __trunc__ = __floor__ = __ceil__ = __copy__ = conjugate = __pos__

    def __deepcopy__(self, memo: Any) -> SymInt:
        return self

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
        up = build.disjunction(
            (
                build.gt(twice, step),
                build.conjunction(
                    (
                        build.eq(twice, step),
                        build.eq(build.mod(quotient, integer(2)), integer(1)),
                    )
                ),
            )
        )
        rounded = build.mul(step, build.add(quotient, build.as_int(up)))
        return track(round(self._wend_value, digits), rounded)

    # Attributes and methods of int

    @ReadOnly
    def real(self) -> SymInt:
        return self

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


if hasattr(int, "is_integer"):  # Python 3.12
    SymInt.is_integer = lambda self: True  # type: ignore[attr-defined]


def _install(name: str, function: Any) -> None:
    function.__name__ = name
    function.__qualname__ = f"int.{name}"
    setattr(SymInt, name, function)


def _without_arguments(name: str) -> None:
    """A method without arguments. With arguments it raises what int raises."""
    own = getattr(SymInt, name)

    def method(self: SymInt, *args: Any, **keywords: Any) -> Any:
        if args or keywords:
            return getattr(self._wend_value, name)(*args, **keywords)
        return own(self)

    _install(name, method)


named_like(SymInt, int)
register(Sort.INT, SymInt)


for _name in ("as_integer_ratio", "bit_count", "bit_length", "conjugate", "is_integer"):
    if hasattr(SymInt, _name):
        _without_arguments(_name)


# Two operands


def _operand(other: Any, mirror: str) -> tuple[int, Term] | None:
    """Value and term of an operand that is an int; None if the operand's own method is to
    answer."""
    cls = type(other)
    if cls is SymInt:
        return other._wend_value, other._wend_term
    if cls is int or cls is bool:
        return int(other), integer(other)
    if issubclass(cls, Tracked):
        term = int_term(other)
        return None if term is None else (int(other._wend_value), term)
    if isinstance(other, int) and getattr(cls, mirror) is getattr(int, mirror):
        value = int.__index__(other)
        return value, integer(value)
    return None


def as_float(number: Any) -> Any:
    """float(number) of a tracked int or truth value. Whether it is too large is decided."""
    value, term = int(number._wend_value), int_term(number)
    assert term is not None
    if not decide(floats.fits_float(term), abs(value) < floats.TOO_LARGE, "value"):
        float(value)  # raises what Python raises
    return track(float(value), floats.to_float(term))


_WITH_FLOATS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "divmod": divmod,
    "pow": operator.pow,
}


def _with_float(this: SymInt, other: Any, mirror: str) -> Any:
    """An operator with a float turns the int into one."""
    name = mirror.strip("_")
    if name in _WITH_FLOATS:
        return _WITH_FLOATS[name](other, as_float(this))
    native = _WITH_FLOATS.get(name.removeprefix("r"))
    return NotImplemented if native is None else native(as_float(this), other)


MEETS: list[Callable[[Any, Any, str], Any]] = []
"""Functions that answer for a number of numpy's; `models.library.number_objects` adds one."""


def foreign(this: Any, other: Any, mirror: str) -> Any:
    """The answer of an operand of another type: Python asks a Python class, and this asks a native
    one.

    `int` itself never knows what to do with such an operand: its mirrored method does, or none.
    """
    cls = type(other)
    if cls is float or (cls in TRACKED and other.__class__ is float):
        return _with_float(this, other, mirror)
    if isinstance(other, UNRELATED):
        return NotImplemented
    if MEETS and is_numpy_scalar(other):
        return MEETS[0](this, other, mirror)
    method = own_method(type(other), mirror)
    if not isinstance(method, WrapperDescriptorType) or method.__objclass__ is object:
        return NotImplemented
    made: Any = None
    try:
        made = method(other, this._wend_value)
    finally:
        if made is not NotImplemented:
            this._lost(f"the {type(this).__name__} meets a {type(other).__name__}")
    return made


Apply = Callable[[int, Term, int, Term], Any]
"""An operator, given value and term of the left and of the right operand."""


def _operator(name: str, apply: Apply) -> None:
    """Gives SymInt an operator and its mirror."""
    plain_name, mirrored_name = f"__{name}__", f"__r{name}__"

    def forward(self: SymInt, other: Any) -> Any:
        if type(other) is int:
            return apply(self._wend_value, self._wend_term, other, integer(other))
        operand = _operand(other, mirrored_name)
        if operand is None:
            return foreign(self, other, mirrored_name)
        return apply(self._wend_value, self._wend_term, *operand)

    def mirrored(self: SymInt, other: Any) -> Any:
        operand = _operand(other, plain_name)
        if operand is None:
            return foreign(self, other, plain_name)
        return apply(*operand, self._wend_value, self._wend_term)

    _install(plain_name, forward)
    _install(mirrored_name, mirrored)


def _total(native: Callable[[Any, Any], Any], make: Callable[[Term, Term], Term]) -> Apply:
    """An operator that has a value and a term for any two ints."""
    return lambda a, term_a, b, term_b: track(native(a, b), make(term_a, term_b))


_operator("add", _total(operator.add, build.add))
_operator("sub", _total(operator.sub, build.sub))
_operator("and", _total(operator.and_, build.bitand))
_operator("or", _total(operator.or_, build.bitor))
_operator("xor", _total(operator.xor, build.bitxor))


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


_operator("mul", _total(operator.mul, build.mul))
_install("__mul__", _repeating(SymInt.__mul__))  # type: ignore[operator]
_install("__rmul__", _repeating(SymInt.__rmul__))  # type: ignore[attr-defined]


# Divisions: whether the divisor is zero is a branch


def _divided(native: Callable[[Any, Any], Any], divide: Apply) -> Apply:
    def apply(a: int, term_a: Term, b: int, term_b: Term) -> Any:
        if decide(build.eq(term_b, integer(0)), b == 0, "zero"):
            return native(a, b)  # raises what Python raises
        return divide(a, term_a, b, term_b)

    return apply


def _divmod(a: int, term_a: Term, b: int, term_b: Term) -> Any:
    quotient, rest = divmod(a, b)
    return (
        track(quotient, build.floordiv(term_a, term_b)),
        track(rest, build.mod(term_a, term_b)),
    )


def _truediv(a: int, term_a: Term, b: int, term_b: Term) -> Any:
    most = build.mul(integer(floats.TOO_LARGE), build.absolute(term_b))
    fits = build.conjunction((build.lt(term_a, most), build.gt(term_a, build.neg(most))))
    if not decide(fits, abs(a) < floats.TOO_LARGE * abs(b), "value"):
        return a / b  # raises what Python raises
    return track(a / b, floats.fdiv(term_a, term_b))


_operator("floordiv", _divided(operator.floordiv, _total(operator.floordiv, build.floordiv)))
_operator("mod", _divided(operator.mod, _total(operator.mod, build.mod)))
_operator("divmod", _divided(divmod, _divmod))
_operator("truediv", _divided(operator.truediv, _truediv))


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

_operator("lshift", _shifted(operator.lshift, build.lshift))
_operator("rshift", _shifted(operator.rshift, build.rshift))


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

_operator("pow", _power)


def _ternary(binary: Callable[[SymInt, Any], Any]) -> Callable[..., Any]:
    def power(self: SymInt, other: Any, modulus: Any = None) -> Any:
        if modulus is None:
            return binary(self, other)
        if binary is _plain_power:
            return power_modulo(self, other, modulus)
        return power_modulo(other, self, modulus)

    return power


_plain_power: Any = SymInt.__pow__  # type: ignore[operator]
_install("__pow__", _ternary(_plain_power))
_install("__rpow__", _ternary(SymInt.__rpow__))  # type: ignore[attr-defined]


# Comparison


def _comparison(
    name: str,
    native: Callable[[Any, Any], bool],
    make: Callable[[Term, Term], Term],
    mirror: str,
    rounding: Callable[[float], int] | None = None,
) -> None:
    """`rounding` turns a float bound into the int that gives the same answer for every int."""

    def compare(self: SymInt, other: Any) -> Any:
        if type(other) is int:
            return track(native(self._wend_value, other), make(self._wend_term, integer(other)))
        operand = _operand(other, mirror)
        if operand is not None:
            value, term = operand
            return track(native(self._wend_value, value), make(self._wend_term, term))
        if type(other) is not float:
            return foreign(self, other, mirror)
        if math.isfinite(other) and (rounding is not None or other.is_integer()):
            bound = integer((rounding or int)(other))
            return track(native(self._wend_value, other), make(self._wend_term, bound))
        return native(self._wend_value, other)  # the same for every int

    _install(name, compare)


_comparison("__lt__", operator.lt, build.lt, "__gt__", math.ceil)
_comparison("__le__", operator.le, build.le, "__ge__", math.floor)
_comparison("__gt__", operator.gt, build.gt, "__lt__", math.floor)
_comparison("__ge__", operator.ge, build.ge, "__le__", math.ceil)
_comparison("__eq__", operator.eq, build.eq, "__eq__")
_comparison("__ne__", operator.ne, build.ne, "__ne__")
