"""What tracked ints and floats have in common: conversions, operators, comparisons."""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import WrapperDescriptorType
from typing import Any

from wend.expr import floats
from wend.expr.samples import is_numpy_scalar
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import TRACKED, Tracked, int_of, own_method, track, value_of

SEQUENCES = (str, bytes, bytearray, list, tuple)
UNRELATED = (*SEQUENCES, dict, set, frozenset, type(None), type)
"""Types with which numbers have no arithmetic: Python gives the right answer itself."""


class ReadOnly(property):
    """An attribute of a number. Assigning to it raises what the native class raises."""

    def __set__(self, instance: Any, value: Any) -> None:
        setattr(instance._wend_value, self.fget.__name__, value)  # type: ignore[union-attr]

    def __delete__(self, instance: Any) -> None:
        delattr(instance._wend_value, self.fget.__name__)  # type: ignore[union-attr]


class Number(Tracked):
    """A number with a term. A use by native code that can't keep the term is noted."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(self._lost(f"the {self._wend_native.__name__} was hashed"))

    def __repr__(self) -> str:
        """For native code. `models.text.spelling` makes the text that Python code asks for."""
        return repr(self._become_text())

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self._become_text(), value_of(spec))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._wend_native, self.__getnewargs__()

    def __getnewargs__(self) -> tuple[Any]:
        name = self._wend_native.__name__
        return (self._lost(f"the {name} was pickled or copied by native code"),)

    def __sizeof__(self) -> int:
        return self._wend_value.__sizeof__()  # type: ignore[no-any-return]

    def __pos__(self) -> Any:
        return self

    def conjugate(self) -> Any:
        return self

    @ReadOnly
    def real(self) -> Any:
        return self

    def _become_text(self) -> Any:
        return self._lost(f"native code makes text of the {self._wend_native.__name__}")

    def _lost(self, why: str) -> Any:
        says = f"{why}: what depends on it is not explored"
        recorder.current.lose(self._wend_term, self._wend_value, says)
        return self._wend_value


def install(cls: Any, name: str, function: Any) -> None:
    """Gives a class a method of the native class that it stands for."""
    function.__name__ = name
    function.__qualname__ = f"{cls._wend_native.__name__}.{name}"
    setattr(cls, name, function)


def take_no_arguments(cls: Any, *names: str) -> None:
    """Has methods that are given arguments raise what the native class raises."""
    for name in names:
        install(cls, name, _without_arguments(name, getattr(cls, name)))


def _without_arguments(name: str, own: Callable[[Any], Any]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **keywords: Any) -> Any:
        is_right = not args and not keywords
        return own(self) if is_right else getattr(self._wend_value, name)(*args, **keywords)

    return method


def as_float(number: Any) -> Any:
    """float(number) of a tracked int or truth value. Whether it is too large is decided."""
    term, value = int_of(number)
    if not decide(floats.fits_float(term), abs(value) < floats.TOO_LARGE, "value"):
        float(value)  # raises what Python raises
    return track(float(value), floats.to_float(term))


# Operators

Apply = Callable[[Any, Term, Any, Term], Any]
"""An operator, given value and term of the left and of the right operand."""

Make = Callable[[Term, Term], Term]

Operand = Callable[[Any, str], tuple[Any, Term] | None]
"""Value and term of an operand. None if the method of this name of the operand is to answer."""


def give_operators(cls: Any, operand: Operand, operators: dict[str, Apply]) -> None:
    """Gives a class operators and their mirrors."""
    for name, apply in operators.items():
        forward, mirrored = f"__{name}__", f"__r{name}__"
        install(cls, forward, _operator(apply, operand, mirrored, is_mirrored=False))
        install(cls, mirrored, _operator(apply, operand, forward, is_mirrored=True))


def _operator(apply: Apply, operand: Operand, other_name: str, *, is_mirrored: bool) -> Any:
    def operate(self: Any, other: Any) -> Any:
        found = operand(other, other_name)
        if found is None:
            return foreign(self, other, other_name)
        if is_mirrored:
            return apply(*found, self._wend_value, self._wend_term)
        return apply(self._wend_value, self._wend_term, *found)

    return operate


def total(native: Callable[[Any, Any], Any], make: Make) -> Apply:
    """An operator that has a value and a term for any two numbers."""
    return lambda a, term_a, b, term_b: track(native(a, b), make(term_a, term_b))


def divisions(
    floordiv: Make, mod: Make, truediv: Apply, is_zero: Callable[[Term], Term]
) -> dict[str, Apply]:
    """The divisions. Whether the divisor is zero is a branch."""

    def both(a: Any, term_a: Term, b: Any, term_b: Term) -> Any:
        quotient, rest = divmod(a, b)
        return track(quotient, floordiv(term_a, term_b)), track(rest, mod(term_a, term_b))

    def divided(native: Callable[[Any, Any], Any], divide: Apply) -> Apply:
        def apply(a: Any, term_a: Term, b: Any, term_b: Term) -> Any:
            if decide(is_zero(term_b), b == 0, "zero"):
                return native(a, b)  # raises what Python raises
            return divide(a, term_a, b, term_b)

        return apply

    return {
        "floordiv": divided(operator.floordiv, total(operator.floordiv, floordiv)),
        "mod": divided(operator.mod, total(operator.mod, mod)),
        "divmod": divided(divmod, both),
        "truediv": divided(operator.truediv, truediv),
    }


def give_modulus(cls: Any, modulo: Callable[[Any, Any, Any], Any]) -> None:
    """Has the methods for powers take a modulus: `modulo(base, exponent, modulus)`."""
    for name in ("__pow__", "__rpow__"):
        install(cls, name, _ternary(getattr(cls, name), modulo, is_mirrored=name == "__rpow__"))


def _ternary(binary: Any, modulo: Callable[..., Any], *, is_mirrored: bool) -> Any:
    def power(self: Any, other: Any, modulus: Any = None) -> Any:
        if modulus is None:
            return binary(self, other)
        return modulo(*((other, self) if is_mirrored else (self, other)), modulus)

    return power


def give_comparisons(
    cls: Any,
    operand: Operand,
    comparisons: tuple[tuple[Any, Make], ...],
    otherwise: Callable[[Any, Any, Any, Make], Any] | None = None,
) -> None:
    """Gives a class comparisons. `otherwise` answers for a float that is no operand."""
    for native, make in comparisons:
        name = f"__{native.__name__}__"
        install(cls, name, _comparison(native, make, operand, otherwise))


def _comparison(native: Any, make: Make, operand: Operand, otherwise: Any) -> Any:
    mirror = _MIRRORS[native]

    def compare(self: Any, other: Any) -> Any:
        found = operand(other, mirror)
        if found is not None:
            value, term = found
            return track(native(self._wend_value, value), make(self._wend_term, term))
        if otherwise is None or type(other) is not float:
            return foreign(self, other, mirror)
        return otherwise(self, other, native, make)

    return compare


_MIRRORS: dict[Any, str] = {
    operator.lt: "__gt__", operator.le: "__ge__", operator.gt: "__lt__", operator.ge: "__le__",
    operator.eq: "__eq__", operator.ne: "__ne__",
}  # fmt: skip
"""The comparisons, each with the one that Python asks the right side for."""


# Operands of other types

_WITH_FLOATS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow")


def _with_float(this: Any, other: Any, mirror: str) -> Any:
    """An operator with a float turns the int into one."""
    name = mirror.strip("_")
    if name.removeprefix("r") not in _WITH_FLOATS:
        return NotImplemented
    left, right = (as_float(this), other) if name[0] == "r" else (other, as_float(this))
    name = name.removeprefix("r")
    return divmod(left, right) if name == "divmod" else getattr(operator, name)(left, right)


MEETS: list[Callable[[Any, Any, str], Any]] = []
"""Functions that answer for a number of numpy's; `models.library.number_objects` adds one."""


def foreign(this: Any, other: Any, mirror: str) -> Any:
    """The answer of an operand of another type: Python asks a Python class, and this asks a native
    one.

    A native number itself never knows what to do with such an operand: its mirrored method does,
    or none.
    """
    cls = type(other)
    if cls is float or (cls in TRACKED and other.__class__ is float):
        return _with_float(this, other, mirror)
    if isinstance(other, UNRELATED):
        return NotImplemented
    if MEETS and is_numpy_scalar(other):
        return MEETS[0](this, other, mirror)
    method = own_method(cls, mirror)
    if not isinstance(method, WrapperDescriptorType) or method.__objclass__ is object:
        return NotImplemented
    made: Any = None
    try:
        made = method(other, this._wend_value)
    finally:
        if made is not NotImplemented:
            this._lost(f"the {type(this).__name__} meets a {cls.__name__}")
    return made
