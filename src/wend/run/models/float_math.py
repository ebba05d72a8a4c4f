"""Models of `float`, `sum` and the functions of `math` on floats.

A pure native function is a term of its own (`fcall`): exact wherever it is evaluated, so that
search can climb it, and unknown to every prover. Where it raises is a decision.
"""

from __future__ import annotations

import collections
import math
import sys
from collections.abc import Callable, Iterable
from itertools import tee
from typing import Any

from wend.expr import build, floats
from wend.expr.build import conjunction, disjunction, floating
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.models.text.readings import float_of_text
from wend.run.operations.set_operators import in_stable_order
from wend.run.tracked import SymBool, SymFloat, SymInt, track
from wend.run.tracked.decisions import decide
from wend.run.tracked.floating import decide_fails, decide_raises, operand
from wend.run.tracked.lift import TEXTS, TRACKED, real_of, term_of, value_of
from wend.run.tracked.number import as_float
from wend.run.tracked.octets import BareByteArray
from wend.run.tracked.overflow import exponential_overflows
from wend.run.tracked.text import lose_all

FUNCTIONS: dict[Any, Callable[..., Any]] = {}

Model = Callable[..., Any]


def models(original: Any) -> Callable[[Model], Model]:
    """Registers a model of a native callable."""

    def register(model: Model) -> Model:
        FUNCTIONS[original] = model
        return model

    return register


@models(float)
def float_model(*args: Any, **keywords: Any) -> Any:
    if len(args) == 1 and not keywords:
        args = (real_of(args[0]),)
        cls = type(args[0])
        if cls is SymFloat:
            return args[0]
        if cls in TRACKED:
            return as_float(args[0])
        if cls in TEXTS:
            return float_of_text(args[0])
    return float(*args, **keywords)


if sys.version_info >= (3, 14):

    @models(float.from_number)
    def from_number_model(*args: Any) -> Any:
        """`float(x)`, which text is refused by."""
        is_number = len(args) == 1 and type(real_of(args[0])) in TRACKED
        return float_model(*args) if is_number else float.from_number(*args)


# Functions of math


def _operands(args: Iterable[Any], original: Any) -> tuple[list[Any], list[Term]] | None:
    """Values and terms of arguments that are numbers; None, with a note, if one is not."""
    found = []
    for arg in map(real_of, args):
        number = None if isinstance(arg, str | bytes) else operand(arg, "__radd__")
        if number is None:
            lose_all(args, f"math.{original.__name__} of this has no term")
            return None
        found.append(number)
    return [value for value, _ in found], [term for _, term in found]


def _plain_call(original: Any, args: Iterable[Any]) -> Any:
    return original(*[value_of(arg) for arg in args])


Failing = Callable[..., Term]
"""The condition under which a call raises."""

Errors = tuple[type[Exception], ...]


def _function(original: Any, arity: int | None, fails: Failing | Errors) -> None:
    """A function from floats to a float; `fails` tells when it raises, or else what."""
    name = f"math.{original.__name__}"

    def model(*args: Any, **keywords: Any) -> Any:
        if TRACKED.isdisjoint(map(type, args)) or keywords or arity not in (None, len(args)):
            return original(*args, **keywords)
        found = _operands(args, original)
        return _plain_call(original, args) if found is None else _called(name, original, *found)

    def _called(name: str, original: Any, values: list[Any], terms: list[Term]) -> Any:
        if isinstance(fails, tuple):
            decide_raises(name, original, tuple(terms), tuple(values), fails)
        else:
            decide_fails(fails(*terms), original, tuple(values))
        return track(original(*values), floats.call(name, *terms))

    FUNCTIONS[original] = model


def _never(*_: Term) -> Term:
    return build.boolean(False)


def _beyond(low: float, high: float, *, ends: bool) -> Failing:
    """Outside an interval; `ends` says whether its ends are, too."""
    less = floats.fle if ends else floats.flt

    def condition(x: Term) -> Term:
        return disjunction((less(x, floating(low)), less(floating(high), x)))

    return condition


def _has_no_remainder(x: Term, y: Term) -> Term:
    """Of an infinite number, or by 0; but that of nan, or by nan, is nan."""
    numbers = (build.negate(floats.is_nan(x)), build.negate(floats.is_nan(y)))
    return conjunction((*numbers, disjunction((floats.is_inf(x), floats.feq(y, floating(0.0))))))


def _exponential(name: str) -> Failing:
    both_ways = name in ("sinh", "cosh")
    return lambda x: exponential_overflows(f"math.{name}", x, both_ways=both_ways)


_function(math.sqrt, 1, lambda x: floats.flt(x, floating(0.0)))
_function(math.log1p, 1, lambda x: floats.fle(x, floating(-1.0)))
_function(math.acosh, 1, lambda x: floats.flt(x, floating(1.0)))
_function(math.atanh, 1, _beyond(-1.0, 1.0, ends=True))
for _name in ("sin", "cos", "tan"):
    _function(getattr(math, _name), 1, floats.is_inf)
for _name in ("acos", "asin"):
    _function(getattr(math, _name), 1, _beyond(-1.0, 1.0, ends=False))
for _name in ("atan", "asinh", "tanh", "erf", "erfc", "degrees", "radians", "cbrt", "ulp"):
    _function(getattr(math, _name), 1, _never)
for _name in ("exp", "exp2", "expm1", "sinh", "cosh"):
    _function(getattr(math, _name), 1, _exponential(_name))
for _name in ("gamma", "lgamma"):
    _function(getattr(math, _name), 1, (ValueError, OverflowError))
for _name in ("atan2", "copysign", "nextafter"):
    _function(getattr(math, _name), 2, _never)
for _name in ("fmod", "remainder"):
    _function(getattr(math, _name), 2, _has_no_remainder)
_function(math.pow, 2, (ValueError, OverflowError))
_function(math.hypot, None, _never)
if hasattr(math, "fma"):  # Python 3.13
    _function(math.fma, 3, (ValueError, OverflowError))
for _name in ("fmax", "fmin"):
    if hasattr(math, _name):  # Python 3.15
        _function(getattr(math, _name), 2, _never)


def _logarithm(original: Any) -> None:
    """Logarithms take ints of any size as they are."""
    name = f"math.{original.__name__}"

    def model(*args: Any, **keywords: Any) -> Any:
        if TRACKED.isdisjoint(map(type, args)) or keywords:
            return original(*args, **keywords)
        terms = [_number_term(arg) for arg in args]
        values = [value_of(arg) for arg in args]
        if None in terms or not 1 <= len(args) <= (2 if original is math.log else 1):
            lose_all(args, f"{name} of this has no term")
            return original(*values)
        given: tuple[Any, ...] = tuple(terms)
        if len(args) == 1:
            zero = floating(0.0)
            decide_fails(floats.fle(given[0], zero), original, tuple(values))
        else:
            errors = (ValueError, ZeroDivisionError)
            decide_raises(name, original, given, tuple(values), errors)
        return track(original(*values), floats.call(name, *given))

    FUNCTIONS[original] = model


def _number_term(value: Any) -> Term | None:
    term = term_of(value)
    return build.as_int(term) if term is not None and term.sort is Sort.BOOL else term


for _name in ("log", "log2", "log10"):
    _logarithm(getattr(math, _name))


@models(math.fabs)
def fabs_model(*args: Any) -> Any:
    if len(args) != 1 or type(args[0]) not in TRACKED:
        return math.fabs(*args)
    return abs(float_model(args[0]))


@models(math.ldexp)
def ldexp_model(*args: Any) -> Any:
    if len(args) != 2 or TRACKED.isdisjoint(map(type, args)):
        return math.ldexp(*args)
    terms = [_number_term(arg) for arg in args]
    values = [value_of(arg) for arg in args]
    if terms[0] is None or terms[1] is None or terms[1].sort is not Sort.INT:
        lose_all(args, "math.ldexp of this has no term")
        return math.ldexp(*values)
    given = floats.to_float(terms[0]), terms[1]
    decide_raises("math.ldexp", math.ldexp, given, (float(values[0]), values[1]))
    return track(math.ldexp(*values), floats.call("math.ldexp", *given))


def _test(original: Any, make: Callable[[Term], Term]) -> None:
    """A question about one float."""

    def model(*args: Any) -> Any:
        if len(args) != 1 or type(args[0]) not in TRACKED:
            return original(*args)
        number = float_model(args[0])
        if type(number) is not SymFloat:
            return original(number)
        return track(original(number._wend_value), make(number._wend_term))

    FUNCTIONS[original] = model


_test(math.isnan, floats.is_nan)
_test(math.isinf, floats.is_inf)
_test(math.isfinite, floats.is_finite)
if sys.version_info >= (3, 15):
    _LEAST = floating(sys.float_info.min)
    _test(
        math.isnormal,
        lambda x: conjunction((floats.is_finite(x), floats.fle(_LEAST, floats.fabs(x)))),
    )
    _test(
        math.issubnormal,
        lambda x: conjunction(
            (floats.flt(floating(0.0), floats.fabs(x)), floats.flt(floats.fabs(x), _LEAST))
        ),
    )
    _test(
        math.signbit,
        lambda x: floats.flt(floats.call("math.copysign", floating(1.0), x), floating(0.0)),
    )


@models(math.isclose)
def isclose_model(*args: Any, **keywords: Any) -> Any:
    given = (*args, *keywords.values())
    if (
        TRACKED.isdisjoint(map(type, given))
        or len(args) != 2
        or not keywords.keys() <= {"rel_tol", "abs_tol"}
    ):
        return math.isclose(*args, **keywords)
    tolerances = keywords.get("rel_tol", 1e-09), keywords.get("abs_tol", 0.0)
    found = _operands((*args, *tolerances), math.isclose)
    if found is None:
        return math.isclose(*map(value_of, args), **{k: value_of(v) for k, v in keywords.items()})
    (x, y, relative, absolute), (a, b, rel_tol, abs_tol) = found
    zero = floating(0.0)
    negative = disjunction((floats.flt(rel_tol, zero), floats.flt(abs_tol, zero)))
    if decide(negative, relative < 0.0 or absolute < 0.0, "value"):
        raise ValueError("tolerances must be non-negative")
    difference = floats.fabs(floats.fsub(b, a))
    near = [
        floats.fle(difference, floats.fabs(floats.fmul(rel_tol, b))),
        floats.fle(difference, floats.fabs(floats.fmul(rel_tol, a))),
        floats.fle(difference, abs_tol),
    ]
    infinite = disjunction((floats.is_inf(a), floats.is_inf(b)))
    close = conjunction((build.negate(infinite), disjunction(near)))
    answer = math.isclose(x, y, rel_tol=relative, abs_tol=absolute)
    return track(answer, disjunction((floats.feq(a, b), close)))


@models(math.modf)
def modf_model(*args: Any) -> Any:
    if len(args) != 1 or type(args[0]) not in TRACKED:
        return math.modf(*args)
    number = float_model(args[0])
    copysign, fmod = FUNCTIONS[math.copysign], FUNCTIONS[math.fmod]
    if FUNCTIONS[math.isnan](number):
        return number, number
    if FUNCTIONS[math.isinf](number):
        return copysign(0.0, number), number
    fraction = fmod(number, 1.0)
    return fraction, copysign(number - fraction, number)


# Sums


@models(math.fsum)
def fsum_model(*args: Any) -> Any:
    items = list(args[0]) if len(args) == 1 else []
    if TRACKED.isdisjoint(map(type, items)):
        return math.fsum(items) if len(args) == 1 else math.fsum(*args)
    found = _operands(items, math.fsum)
    if found is None:
        return math.fsum([value_of(item) for item in items])
    values, terms = found
    errors = (OverflowError, ValueError)
    decide_raises("math.fsum", lambda *each: math.fsum(each), tuple(terms), tuple(values), errors)
    return track(math.fsum(values), floats.call("math.fsum", *terms))


@models(sum)
def sum_model(*args: Any, **keywords: Any) -> Any:
    if not keywords and not recorder.current.keyed and sys.version_info >= (3, 12):
        if len(args) == 1:
            return _sum(args[0])
        if len(args) == 2 and type(args[1]) in _NUMBERS:
            return _sum(*args)
    if recorder.current.keyed:
        args = tuple([in_stable_order(arg) for arg in args])
    if len(args) not in (1, 2) or set(keywords) - {"start"} or len(args) + len(keywords) > 2:
        return sum(*args, **keywords)
    items, start = args[0], args[1] if len(args) == 2 else keywords.get("start", 0)
    if sys.version_info < (3, 12) or not isinstance(start, int | float):
        return sum(items, start)
    return _sum(items, start)


def _sum(items: Any, start: Any = 0) -> Any:
    """Native code adds. Where a tracked number is among the items, so that plain code would have
    gone on to keep what rounding takes away, the sum is made again: of numbers that have no code of
    the program's own, which would be run twice."""
    again = items
    if type(items) is BareByteArray:
        items = again = bytes(items)
    elif type(items) not in _LASTING:
        items, again = tee(items)
    return _checked(sum(items, start), again, start)


def _checked(made: Any, items: Iterable[Any], start: Any) -> Any:
    """The sum of these items, made again where need be."""
    if type(made) in _NUMBERS or type(made) is SymInt:
        return made  # in which nothing tracked is, or no float
    added = list(items)
    types = {*map(type, added)}
    if TRACKED.isdisjoint((type(start), *types)):
        return made
    if all(cls in _ADDED or cls.__module__ in _OF_NUMBERS for cls in types):
        return _compensated(added, start)
    lose_all(added, "a sum of floats and other objects is rounded in another way")
    return made


_ADDED = frozenset((int, float, bool, complex, SymInt, SymFloat, SymBool))
_OF_NUMBERS = frozenset(("decimal", "fractions", "numpy"))
"""Modules whose numbers may be added twice: nobody sees it."""
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
_LASTING = frozenset((list, tuple, dict, set, frozenset, range, bytes, collections.deque, *_VIEWS))
"""What can be gone through once more."""
_FLOATS = frozenset((float, SymFloat))
_NUMBERS = frozenset((int, float))


def _compensated(items: Iterable[Any], start: Any) -> Any:
    """Since Python 3.12 sums of floats keep what rounding takes away (Neumaier), since 3.14 also
    where ints are among them."""
    total = start
    lost: Any = 0.0
    keeps = True
    for item in items:
        if keeps and type(total) in _FLOATS:
            if sys.version_info >= (3, 14) and isinstance(item, int):
                item = float_model(item)
            if type(item) in _FLOATS:
                new = total + item
                larger = abs(total) >= abs(item)
                lost = lost + ((total - new) + item if larger else (item - new) + total)
                total = new
                continue
            if not isinstance(item, int) or not -(2**63) <= item < 2**63:
                total, keeps = _with_lost(total, lost), False
        total = total + item
    return _with_lost(total, lost) if keeps and type(total) in _FLOATS else total


def _with_lost(total: Any, lost: Any) -> Any:
    return total + lost if lost and FUNCTIONS[math.isfinite](lost) else total
