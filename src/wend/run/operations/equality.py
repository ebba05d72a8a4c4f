"""Equality of two values as one condition, and `a is b` of tracked numbers and text.

Keys, members and items are found by equality.
"""

from __future__ import annotations

import itertools
import math
import numbers
from collections.abc import Collection, Iterable
from types import FunctionType
from typing import Any

from wend.describe.mappings import FROZEN_DICT
from wend.expr import build, floats
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked import SymBool, SymFloat, SymInt
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import (
    OCTETS,
    TEXTS,
    TRACKED,
    int_of,
    own_method,
    term_of,
    track,
    value_of,
)

_TUPLES = (tuple, list)
_NO_NUMBERS = frozenset(
    (str, bytes, bytearray, type(None), tuple, list, dict, set, frozenset, type)
)
"""Types that equal no number, and no text of another type."""
ATOMS = frozenset((int, bool, float, complex, str, bytes, bytearray, type(None), type))
_PLAIN = frozenset((int, bool, float, complex)) | _NO_NUMBERS
_INTS = frozenset((SymInt, SymBool))


def depends(value: Any) -> bool:
    """Whether the inputs decide what a value, which may be a key, is equal to."""
    cls = type(value)
    if cls in TRACKED or cls in TEXTS:
        return True
    if cls is tuple:
        return not ATOMS.issuperset(map(type, value)) and any(map(depends, value))
    if cls in _PLAIN:
        return False
    if cls is FROZEN_DICT:
        return any_depends([*value, *value.values()])
    return issubclass(cls, tuple) and any(map(depends, value))


def any_depends(items: Collection[Any]) -> bool:
    """Whether the inputs decide what one of these values is equal to. Quick for plain values and
    for tuples of them."""
    types = {*map(type, items)}
    if types <= ATOMS:
        return False
    if types == {tuple} and ATOMS.issuperset(map(type, itertools.chain.from_iterable(items))):
        return False
    return any(map(depends, items))


def same(a: Any, b: Any) -> Any:
    """`a is b or a == b` as a truth value that may be tracked. Nothing is decided for numbers.

    None where only code of the values' own classes can tell.
    """
    if a is b:
        return True
    one, other = type(a), type(b)
    if one in TRACKED or other in TRACKED:
        return _same_number(a, b) if one in TRACKED else _same_number(b, a)
    if one in TEXTS or other in TEXTS:
        return _same_text(a, b) if one in TEXTS else _same_text(b, a)
    for kind in _TUPLES:
        if isinstance(a, kind) and isinstance(b, kind):
            is_native = all(own_method(cls, "__eq__") is kind.__eq__ for cls in (one, other))
            return _same_items(a, b) if is_native else None
    if one is FROZEN_DICT and other is FROZEN_DICT and not any_depends([*a, *b]):
        return a.keys() == b.keys() and _same_items([*a.values()], [b[key] for key in a])
    if one in _PLAIN and other in _PLAIN and (one in ATOMS or other in ATOMS):
        return a == b
    return None


def _same_number(tracked: Any, other: Any) -> Any:
    cls = type(other)
    if cls in _NO_NUMBERS or cls in TEXTS:
        return False
    if type(tracked) in _INTS and cls not in TRACKED:
        number = as_int_key(other)
        if number is None:
            return None if compares_itself(other) else False
        other = number
    if type(tracked) in _INTS and (cls in _INTS or cls not in TRACKED):
        (one, value), (two, other_value) = int_of(tracked), int_of(other)
        return track(value == other_value, build.eq(one, two))
    if cls in TRACKED or isinstance(other, numbers.Number):
        if type(tracked) is SymFloat and _may_be_one_nan(tracked, other):
            note_identity("nans")
        return tracked == other
    return None if compares_itself(other) else False


def _may_be_one_nan(tracked: SymFloat, other: Any) -> bool:
    """Whether two values may be the same nan object: a nan equals nothing, but `in` finds it."""
    if type(other) is SymFloat:
        return tracked._wend_term.op == other._wend_term.op == "var"
    return type(other) is float and other != other and tracked._wend_term.op == "var"


def _same_text(tracked: Any, other: Any) -> Any:
    cls = type(other)
    if cls in TEXTS or cls in _PLAIN:
        return tracked == other
    if compares_itself(other):
        return None
    return tracked == other if isinstance(other, str | bytes) else False


def _same_items(a: Any, b: Any) -> Any:
    if len(a) != len(b):
        return False
    truths = []
    for one, other in zip(a, b, strict=True):
        truth = same(one, other)
        if truth is None:
            return None
        if truth is False:
            return False
        truths.append(truth)
    return all_of(truths)


def settle_text(value: Any) -> None:
    """Decides the length of text, so that a comparison with it is one condition."""
    if type(value) in TEXTS:
        len(value)
    elif isinstance(value, tuple):
        for part in value:
            settle_text(part)


def all_of(truths: Iterable[Any]) -> Any:
    """Whether all of these truth values are true, as one truth value."""
    held = [*truths]
    return track(all([*map(value_of, held)]), build.conjunction([*map(condition, held)]))


def any_of(truths: Iterable[Any]) -> Any:
    """Whether any of these truth values is true, as one truth value."""
    held = [*truths]
    return track(any([*map(value_of, held)]), build.disjunction([*map(condition, held)]))


def condition(truth: Any) -> Term:
    """The condition that a truth value stands for."""
    if type(truth) in TRACKED:
        return build.truth(truth._wend_term)
    return build.boolean(bool(truth))


# Identity: values that are not equal are not the same object


def same_object(left: Any, right: Any) -> bool:
    """Whether two values, of which one is tracked, are the same object.

    CPython keeps one object for each int of -5 … 256, and one empty text. Other equal values may be
    one object, if the same one was passed twice, or two: one answer is given, and a Reason tells of
    the other.
    """
    if left is right:
        return True
    if type(left) in TEXTS or type(right) in TEXTS:
        return _is_same_text(left, right)
    a, b = term_of(left), term_of(right)
    if a is None or b is None or a.sort is not b.sort:
        return False
    value, other = value_of(left), value_of(right)
    if a.sort is Sort.FLOAT:
        is_equal = value == other or (value != value and other != other)
        both = build.conjunction((floats.is_nan(a), floats.is_nan(b)))
        equal = build.disjunction((floats.feq(a, b), both))
        if a is not b and not decide(equal, is_equal, "test"):
            return False
    else:
        if a is not b and not decide(build.eq(a, b), value == other, "test"):
            return False
        small = (build.ge(a, build.integer(-5)), build.le(a, build.integer(256)))
        if decide(build.conjunction(small), -5 <= value <= 256, "test"):
            return True
    note_identity("numbers")
    return a is b


def _is_same_text(left: Any, right: Any) -> bool:
    if not all(type(each) in TEXTS or type(each) in (str, bytes) for each in (left, right)):
        return False
    if isinstance(left, bytearray) or isinstance(right, bytearray):
        return False  # which objects there are of these is a matter of the inputs
    if len({type(each) in OCTETS or type(each) is bytes for each in (left, right)}) > 1:
        return False
    if left != right:  # which decides
        return False
    if len(left) == 0:
        return True
    note_identity("texts")
    return False


def note_identity(what: str) -> None:
    """Notes that equal values might be one object."""
    says = f"whether equal {what} are one object is not explored"
    recorder.current.note_here("identity", says, "compare them with ==", "is")


# Order


def order_of(value: Any) -> Any:
    """The sort key of tracked keys: their terms, never their values."""
    cls = type(value)
    if cls in TRACKED:
        return 0, value._wend_term.order
    if cls in TEXTS:
        codes, tail = value._wend_codes, value._wend_tail
        if tail is not None:
            # The number of parts depends on the values, too.
            before = len(codes) - tail.start
            return 1, tail.path, before, [*map(_code_order, codes[: max(before, 0)])]
        return 2, len(codes), [*map(_code_order, codes)]
    if issubclass(cls, tuple):
        return 3, [*map(order_of, value)]
    if cls is FROZEN_DICT:
        return 5, [*map(order_of, value.items())]
    return 4, cls.__name__, repr(value)


def _code_order(code: Any) -> tuple[int, int]:
    return (0, code) if type(code) is int else (1, code.order)


# Plain keys that equal ints


def as_int_key(key: Any) -> int | None:
    """The int that a plain key equals, or None: True and 1.0 equal 1."""
    cls = type(key)
    if cls is int:
        return key  # type: ignore[no-any-return]
    if cls in _NO_NUMBERS or cls in TRACKED or cls in TEXTS:
        return None
    if isinstance(key, int):
        return int.__index__(key)
    if not isinstance(key, numbers.Number):
        return None
    number: Any = key.real if isinstance(key, complex) else key
    try:
        return int(number) if int(number) == number == key else None
    except (ValueError, OverflowError, TypeError):
        return None  # nan, inf


def int_keys(container: Iterable[Any]) -> list[int] | None:
    """The ints that plain keys equal. None where a key of a Python class might equal any int."""
    found = []
    for key in container:
        number = as_int_key(key)
        if number is not None:
            found.append(number)
        elif compares_itself(key):
            return None
    return found


def compares_itself(key: Any) -> bool:
    """Whether code of a Python class decides what the key is equal to."""
    cls = type(key)
    if cls in _PLAIN or cls in TRACKED or cls in TEXTS:
        return False
    if isinstance(key, numbers.Number) and math.isfinite(abs(key)):  # type: ignore[arg-type]
        return False
    return isinstance(own_method(cls, "__eq__"), FunctionType)
