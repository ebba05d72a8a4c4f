"""The tracked truth value: `bool` can't be subclassed, so this is a class that behaves as one."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from wend.expr import build
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run.tracked.decisions import decide
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import Tracked, register, stands_for, term_of, track, value_of
from wend.run.tracked.number import ReadOnly, install


class SymBool(Tracked):
    """A truth value with a condition.

    Where Python needs the value itself, the condition is decided. Nothing is lost by that, since
    both ways are explored.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return decide(self._wend_term, self._wend_value, "test")

    def __format__(self, spec: str) -> str:
        return format(bool(self), value_of(spec))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return bool, (bool(self),)

    def __invert__(self) -> Any:
        if hasattr(int, "is_integer"):  # Python 3.12 deprecates it, and says so itself
            return ~bool(self)
        return ~as_int(self)


stands_for(SymBool, bool)
register(Sort.BOOL, SymBool)


def _decided(native: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: native(bool(self))


for _name, _native in (
    ("__index__", int),
    ("__int__", int),
    ("__float__", float),
    ("__hash__", hash),
    ("__repr__", repr),
    ("__str__", repr),
):
    install(SymBool, _name, _decided(_native))


def as_int(value: SymBool) -> Any:
    """The tracked int that a truth value counts as."""
    return track(int(value._wend_value), build.as_int(value._wend_term))


def _logic(
    name: str, native: Callable[[Any, Any], Any], make: Callable[[Term, Term], Term]
) -> None:
    """`&`, `|`, `^`: of two truth values a truth value, with an int an int."""

    def combine(self: SymBool, other: Any) -> Any:
        term = term_of(other)
        if term is not None and term.sort is Sort.BOOL:
            return track(native(self._wend_value, value_of(other)), make(self._wend_term, term))
        return getattr(as_int(self), name)(other)

    install(SymBool, name, combine)


def _as_int_method(name: str) -> None:
    def method(self: SymBool, *args: Any) -> Any:
        return getattr(as_int(self), name)(*args)

    install(SymBool, name, method)


def _as_int_attribute(name: str) -> None:
    def read(self: SymBool) -> Any:
        return getattr(as_int(self), name)

    read.__name__ = name
    setattr(SymBool, name, ReadOnly(read))


for _prefix in ("", "r"):
    _logic(f"__{_prefix}and__", operator.and_, lambda a, b: build.conjunction((a, b)))
    _logic(f"__{_prefix}or__", operator.or_, lambda a, b: build.disjunction((a, b)))
    _logic(f"__{_prefix}xor__", operator.xor, lambda a, b: build.ite(a, build.negate(b), b))

_logic("__eq__", operator.eq, build.eq)
_logic("__ne__", operator.ne, build.ne)

for _name in dir(SymInt):
    _is_operator = _name.startswith("__") and callable(getattr(int, _name, None))
    if _name not in SymBool.__dict__ and _is_operator and not hasattr(object, _name):
        _as_int_method(_name)
for _name in ("__lt__", "__le__", "__gt__", "__ge__", "bit_length", "bit_count", "to_bytes"):
    _as_int_method(_name)
for _name in ("as_integer_ratio", "conjugate", "is_integer"):
    if hasattr(int, _name):
        _as_int_method(_name)
for _name in ("real", "numerator", "imag", "denominator"):
    _as_int_attribute(_name)
SymBool.from_bytes = int.from_bytes  # type: ignore[attr-defined]
