"""The tracked int: every operator of int with Python's meaning, and a term."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide, decide_value
from wend.run.tracked.lift import Tracked, int_term, register, track, value_of

SEQUENCES = (str, bytes, bytearray, list, tuple)
UNRELATED = (*SEQUENCES, dict, set, frozenset, type(None), type)
"""Types with which int has no arithmetic: Python's own answer is the right one."""


class SymInt(Tracked):
    """An int with a term."""

    __slots__ = ()

    @property
    def __class__(self) -> type:  # type: ignore[override]
        return int

    # How Python looks at the value; each use that has no term is noted

    def __bool__(self) -> bool:
        return decide(build.truth(self._wend_term), self._wend_value != 0, "test")

    def __index__(self) -> int:
        return self._lost("an int was needed where no term can be kept")

    def __int__(self) -> int:
        return self._lost("an int was needed where no term can be kept")

    def __float__(self) -> float:
        return float(self._lost("the int becomes a float, and floats are not tracked yet"))

    def __hash__(self) -> int:
        return hash(self._lost("the int was hashed"))

    def __repr__(self) -> str:
        recorder.current.lose_text(self._wend_term, self._wend_value)
        return repr(self._wend_value)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        recorder.current.lose_text(self._wend_term, self._wend_value)
        return format(self._wend_value, value_of(spec))

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

    @property
    def real(self) -> SymInt:
        return self

    numerator = real

    @property
    def imag(self) -> int:
        return 0

    @property
    def denominator(self) -> int:
        return 1

    def as_integer_ratio(self) -> tuple[SymInt, int]:
        return self, 1

    def bit_length(self) -> int:
        """Decided: the smallest power of two above the absolute value."""
        magnitude = build.absolute(self._wend_term)
        length = 0
        while decide(
            build.ge(magnitude, integer(1 << length)), abs(self._wend_value) >= 1 << length, "value"
        ):
            length += 1
        return length

    def bit_count(self) -> Any:
        return track(self._wend_value.bit_count(), build.bit_count(build.absolute(self._wend_term)))

    def to_bytes(self, *args: Any, **keywords: Any) -> bytes:
        return self._lost("the int becomes bytes, and bytes are not tracked yet").to_bytes(
            *[value_of(arg) for arg in args],
            **{name: value_of(arg) for name, arg in keywords.items()},
        )

    from_bytes = int.from_bytes

    # Raising to powers

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            return power_modulo(self, other, modulus)
        return _power(self, other)

    def __rpow__(self, other: Any, modulus: Any = None) -> Any:
        return _power(other, self)


if hasattr(int, "is_integer"):  # Python 3.12
    SymInt.is_integer = lambda self: True  # type: ignore[attr-defined]

# The class is called what it behaves as: messages of Python name it.
SymInt.__name__ = SymInt.__qualname__ = "int"
register(Sort.INT, SymInt)

_MISSING = NotImplemented


def _foreign(
    this: SymInt, other: Any, native: Callable[[Any, Any], Any], method: str, swapped: bool
) -> Any:
    """An operand that is no int: a Python class answers itself, native code gets the value."""
    if isinstance(other, UNRELATED):
        return _MISSING
    if isinstance(getattr(type(other), method, None), FunctionType):
        return _MISSING
    value = this._lost(f"the int meets a {type(other).__name__}")
    return native(other, value) if swapped else native(value, other)


def _arithmetic(
    name: str, native: Callable[[Any, Any], Any], make: Callable[[Term, Term], Term]
) -> None:
    """Gives SymInt the operator and its mirror."""

    def forward(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None:
            return _foreign(self, other, native, f"__r{name}__", False)
        return track(native(self._wend_value, value_of(other)), make(self._wend_term, term))

    def mirrored(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None:
            return _foreign(self, other, native, f"__{name}__", True)
        return track(native(value_of(other), self._wend_value), make(term, self._wend_term))

    _install(f"__{name}__", forward)
    _install(f"__r{name}__", mirrored)


def _install(name: str, function: Any) -> None:
    function.__name__ = name
    function.__qualname__ = f"int.{name}"
    setattr(SymInt, name, function)


_arithmetic("add", operator.add, build.add)
_arithmetic("sub", operator.sub, build.sub)
_arithmetic("and", operator.and_, build.bitand)
_arithmetic("or", operator.or_, build.bitor)
_arithmetic("xor", operator.xor, build.bitxor)


# Products: a sequence may be repeated


def _product(self: SymInt, other: Any) -> Any:
    term = int_term(other)
    if term is not None:
        return track(self._wend_value * value_of(other), build.mul(self._wend_term, term))
    if isinstance(other, SEQUENCES):
        if not decide(build.gt(self._wend_term, integer(0)), self._wend_value > 0, "value"):
            return other * 0
        return other * decide_value(self._wend_term, self._wend_value)
    return None


def _multiplied(self: SymInt, other: Any) -> Any:
    made = _product(self, other)
    return _foreign(self, other, operator.mul, "__rmul__", False) if made is None else made


def _multiplied_mirrored(self: SymInt, other: Any) -> Any:
    made = _product(self, other)
    return _foreign(self, other, operator.mul, "__mul__", True) if made is None else made


_install("__mul__", _multiplied)
_install("__rmul__", _multiplied_mirrored)


# Divisions: whether the divisor is zero is a branch


def _division(
    name: str, native: Callable[[Any, Any], Any], divide: Callable[[int, Term, int, Term], Any]
) -> None:
    def forward(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None:
            return _foreign(self, other, native, f"__r{name}__", False)
        divisor = value_of(other)
        if decide(build.eq(term, integer(0)), divisor == 0, "zero"):
            return native(self._wend_value, divisor)  # raises what Python raises
        return divide(self._wend_value, self._wend_term, divisor, term)

    def mirrored(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None:
            return _foreign(self, other, native, f"__{name}__", True)
        divisor = self._wend_value
        if decide(build.eq(self._wend_term, integer(0)), divisor == 0, "zero"):
            return native(value_of(other), divisor)
        return divide(value_of(other), term, divisor, self._wend_term)

    _install(f"__{name}__", forward)
    _install(f"__r{name}__", mirrored)


def _floordiv(a: int, term_a: Term, b: int, term_b: Term) -> Any:
    return track(a // b, build.floordiv(term_a, term_b))


def _mod(a: int, term_a: Term, b: int, term_b: Term) -> Any:
    return track(a % b, build.mod(term_a, term_b))


def _divmod(a: int, term_a: Term, b: int, term_b: Term) -> Any:
    return _floordiv(a, term_a, b, term_b), _mod(a, term_a, b, term_b)


def _truediv(a: int, term_a: Term, b: int, term_b: Term) -> float:
    for value, term in ((a, term_a), (b, term_b)):
        if term.op != "const":
            recorder.current.lose(
                term, value, "/ gives a float, and floats are not tracked yet", "use // if you can"
            )
    return a / b


_division("floordiv", operator.floordiv, _floordiv)
_division("mod", operator.mod, _mod)
_division("divmod", divmod, _divmod)
_division("truediv", operator.truediv, _truediv)


# Shifts: whether the amount is negative is a branch


def _shift(
    name: str, native: Callable[[Any, Any], Any], make: Callable[[Term, Term], Term]
) -> None:
    def shifted(value: int, term: Term, amount: int, amount_term: Term) -> Any:
        if decide(build.lt(amount_term, integer(0)), amount < 0, "shift"):
            return native(value, amount)  # raises what Python raises
        return track(native(value, amount), make(term, amount_term))

    def forward(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None:
            return _foreign(self, other, native, f"__r{name}__", False)
        return shifted(self._wend_value, self._wend_term, value_of(other), term)

    def mirrored(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None:
            return _foreign(self, other, native, f"__{name}__", True)
        return shifted(value_of(other), term, self._wend_value, self._wend_term)

    _install(f"__{name}__", forward)
    _install(f"__r{name}__", mirrored)


_shift("lshift", operator.lshift, build.lshift)
_shift("rshift", operator.rshift, build.rshift)


# Powers: the exponent is decided, because no solver reasons about a symbolic one


def _power(base: Any, exponent: Any) -> Any:
    base_term, exponent_term = int_term(base), int_term(exponent)
    if base_term is None:
        return _foreign(exponent, base, operator.pow, "__pow__", True)
    if exponent_term is None:
        return _foreign(base, exponent, operator.pow, "__rpow__", False)
    base_value, value = value_of(base), value_of(exponent)
    if decide(build.lt(exponent_term, integer(0)), value < 0, "value"):
        if decide(build.eq(base_term, integer(0)), base_value == 0, "zero"):
            return base_value**value  # raises what Python raises
        for number, term in ((base_value, base_term), (value, exponent_term)):
            if term.op != "const":
                recorder.current.lose(
                    term, number, "a negative power is a float, and floats are not tracked yet"
                )
        return base_value**value
    settled = decide_value(exponent_term, value)
    return track(base_value**settled, build.power(base_term, integer(settled)))


def power_modulo(base: Any, exponent: Any, modulus: Any) -> Any:
    """pow(base, exponent, modulus), of which any may be tracked."""
    terms = [int_term(each) for each in (base, exponent, modulus)]
    values = [value_of(each) for each in (base, exponent, modulus)]
    base_term, exponent_term, modulus_term = terms
    if base_term is None or exponent_term is None or modulus_term is None:
        return pow(*values)
    if decide(build.eq(modulus_term, integer(0)), values[2] == 0, "zero"):
        return pow(*values)
    if decide(build.lt(exponent_term, integer(0)), values[1] < 0, "value") or values[1] > 64:
        for value, term in zip(values, (base_term, exponent_term, modulus_term), strict=True):
            if term.op != "const":
                recorder.current.lose(term, value, "pow of these three has no term")
        return pow(*values)
    settled = decide_value(exponent_term, values[1])
    raised = build.power(base_term, integer(settled))
    return track(pow(*values), build.mod(raised, modulus_term))


# Comparison


def _comparison(
    name: str,
    native: Callable[[Any, Any], bool],
    make: Callable[[Term, Term], Term],
    rounding: Callable[[float], int],
    mirrored_name: str,
) -> None:
    """`rounding` turns a float bound into the int that gives the same answer for every int."""

    def compare(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is not None:
            return track(native(self._wend_value, value_of(other)), make(self._wend_term, term))
        if type(other) is float:
            if math.isfinite(other):
                bound = integer(rounding(other))
                return track(native(self._wend_value, other), make(self._wend_term, bound))
            return native(self._wend_value, other)
        return _foreign(self, other, native, mirrored_name, False)

    _install(name, compare)


_comparison("__lt__", operator.lt, build.lt, math.ceil, "__gt__")
_comparison("__le__", operator.le, build.le, math.floor, "__ge__")
_comparison("__gt__", operator.gt, build.gt, math.floor, "__lt__")
_comparison("__ge__", operator.ge, build.ge, math.ceil, "__le__")


def _equality(name: str, native: Callable[[Any, Any], bool], make: Callable[[Term, Term], Term]) -> None:
    def compare(self: SymInt, other: Any) -> Any:
        term = int_term(other)
        if term is None and type(other) is float and other.is_integer():
            term = integer(int(other))
        if term is not None:
            return track(native(self._wend_value, value_of(other)), make(self._wend_term, term))
        if type(other) is float:
            return native(self._wend_value, other)
        return _foreign(self, other, native, name, False)

    _install(name, compare)


_equality("__eq__", operator.eq, build.eq)
_equality("__ne__", operator.ne, build.ne)
