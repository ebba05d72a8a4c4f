"""`a is b` of tracked numbers and text.

Values that are not equal are not the same object. Which equal values are one object depends on the
interpreter.
"""

from __future__ import annotations

from typing import Any

from wend.expr import build, floats
from wend.expr.sorts import Sort
from wend.run import recorder
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import OCTETS, TEXTS, term_of, value_of


def same_object(left: Any, right: Any) -> bool:
    """Whether two values, of which one is tracked, are the same object.

    CPython keeps one object for each int of -5 … 256, and one empty text. Other equal values may be
    one object, if the same one was passed twice, or two: one answer is given, and a Reason tells of
    the other.
    """
    if left is right:
        return True
    if type(left) in TEXTS or type(right) in TEXTS:
        return _same_text(left, right)
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


def _same_text(left: Any, right: Any) -> bool:
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
