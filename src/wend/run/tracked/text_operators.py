"""The operators of tracked text: parts of it, text put together, and questions about it.

A question is one condition where that is possible, with the length in it: the text of an input
stays open, and the other answer may make it longer at once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from wend.expr import build
from wend.expr.build import boolean, conjunction, disjunction, integer
from wend.expr.reads import read, read_from, table
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide, decide_value, one_of_chars
from wend.run.tracked.lift import (
    TRACKED,
    int_of,
    int_term,
    own_method,
    track,
    value_of,
)
from wend.run.tracked.pieces import Code, Piece
from wend.run.tracked.places import fit, position, settle_slice
from wend.run.tracked.text import (
    SymStr,
    as_code,
    as_term,
    char,
    codes_of,
    cut,
    has,
    install,
    is_unread,
    length_term,
    parts_of,
    raw,
    settle,
    settled_codes,
    tail_of,
    term_at,
    text,
    unread,
    unread_sum,
)

# Parts


def item(value: str, key: Any) -> Any:
    """value[key] where the text, the key, or both are tracked."""
    if isinstance(key, slice):
        return _slice(value, key)
    if type(key) in TRACKED:
        return _picked(value, key)
    if not hasattr(type(key), "__index__"):
        return raw(value)[key]  # raises what Python raises
    at = operator.index(key)
    if at < 0:
        settle(value)
        at += str.__len__(value)
    if at < 0 or not has(value, at):
        return ""[at]  # raises what Python raises
    return char(value, at)


def _picked(value: str, key: Any) -> Any:
    """The character at a tracked place: one term for all places."""
    if recorder.current.calls is not None and tail_of(value) is not None:
        return _read(value, key)
    codes = settled_codes(value)
    place = position(len(codes), key)
    if place is None:
        return raw(value)[value_of(key)]  # raises what Python raises
    term, at = place
    return text(raw(value)[at], (table(term, range(len(codes)), [*map(as_term, codes)]),))


def _read(value: str, key: Any) -> str:
    """The character at a tracked place of open text, whose length is not settled for it."""
    length, now = length_term(value), str.__len__(value)
    place, at = int_of(key)
    inside = conjunction((build.ge(place, integer(0)), build.lt(place, length)))
    if not decide(inside, 0 <= at < now, "index"):
        place = build.add(place, length)
        behind = conjunction((build.ge(place, integer(0)), build.lt(place, length)))
        if not decide(behind, -now <= at < 0, "which"):
            return ""[at]  # raises what Python raises
    return text(raw(value)[at], (as_code(_code_at(value, place)),))


def _code_at(value: str, place: Term) -> Term:
    """The code at a present place of open text."""
    lead, tail, first = parts_of(value)
    assert tail is not None

    def behind(at: Term) -> Term:
        return read(tail.naming, tail.path, build.add(at, integer(first)))

    return read_from([*map(as_term, lead)], behind, place)


def _read_slice(value: str, key: slice) -> str | None:
    """A slice of open text with a tracked start. Only the number of its characters is settled."""
    length, now = length_term(value), str.__len__(value)
    start, first = int_term(key.start), int(value_of(key.start))
    stop, last = length, now
    if start is None or not decide(build.ge(start, integer(0)), first >= 0, "which"):
        return None
    if key.stop is not None:
        to, end = int_term(key.stop), int(value_of(key.stop))
        if to is None or not decide(build.ge(to, integer(0)), end >= 0, "which"):
            return None
        if decide(build.le(to, length), end <= now, "which"):
            stop, last = to, end
    count = build.add(stop, build.mul(start, integer(-1)))
    if not decide(build.gt(count, integer(0)), last > first, "which"):
        return ""
    if count.op != "const":
        decide_value(count, last - first, "which")
    codes = [_code_at(value, build.add(start, integer(at))) for at in range(last - first)]
    return text(raw(value)[first:last], [*map(as_code, codes)])


def _slice(value: str, key: slice) -> str:
    """A slice. With places counted from the front it settles the length only as far as it goes."""
    if type(key.start) in TRACKED and key.step is None and recorder.current.calls is not None:
        made = _read_slice(value, key) if tail_of(value) is not None else None
        if made is not None:
            return made
    if tail_of(value) is not None and _is_forward(key):
        start = key.start or 0
        if key.stop is not None and key.stop <= start:
            return ""
        if start and not has(value, start - 1):
            return ""
        if key.stop is None or has(value, key.stop - 1):
            return cut(value, start, key.stop)
    settle(value)
    settled = settle_slice(str.__len__(value), key)
    if type(value) is not SymStr:
        return raw(value)[settled]
    return text(raw(value)[settled], codes_of(value)[settled])


def _is_forward(key: slice) -> bool:
    """Whether a slice has plain parts, counts from the front and has steps of 1."""
    return (
        type(key.start) in _PLACES
        and type(key.stop) in _PLACES
        and key.step in (None, 1)
        and (key.start or 0) >= 0
        and (key.stop or 0) >= 0
    )


_PLACES = (int, type(None))


# Text put together


def joined(first: str, second: str) -> str:
    """first + second. If the first is open or unread, nobody has looked at the sum either."""
    if type(first) is str and not first:
        return second
    if type(second) is str and not second:
        return first
    if is_unread(first) or is_unread(second) or tail_of(first) is not None:
        return unread_sum(first, second)
    codes = (*codes_of(first), *codes_of(second))
    return text(raw(first) + raw(second), codes, tail_of(second))


def chained(parts: Sequence[str]) -> str:
    """The texts, one after the other."""
    return unread([part if type(part) is SymStr else raw(part) for part in parts])


def repeated(value: str, count: Any) -> Any:
    """value * count"""
    if not hasattr(type(count), "__index__"):
        return _foreign(operator.mul, value, count, "__rmul__")
    if type(count) in TRACKED:
        term, number = int_of(count)
        if not decide(build.gt(term, integer(0)), number > 0, "value"):
            fit(count)
            return ""
        count = decide_value(term, number)
    times = operator.index(count)
    if times <= 1:
        return value if times == 1 else ""
    codes = settled_codes(value)
    return text(raw(value) * times, codes * times)


def _foreign(operate: Callable[[Any, Any], Any], value: str, other: Any, mirror: str) -> Any:
    """The answer of an operand that is no text: that of its own class, or what Python raises."""
    cls = type(other)
    if cls not in TRACKED and isinstance(own_method(cls, mirror), FunctionType):
        return NotImplemented
    return operate(raw(value), value_of(other))


def _add(self: SymStr, other: Any) -> Any:
    cls = type(other)
    if cls is not SymStr and (not isinstance(other, str) or hasattr(cls, "__radd__")):
        return _foreign(operator.add, self, other, "__radd__")
    return joined(self, other)


def _added_to(self: SymStr, other: Any) -> Any:
    return joined(other, self) if isinstance(other, str) else NotImplemented


# Questions


def same_codes(some: Sequence[Code], others: Sequence[Code]) -> Term:
    """The condition that characters, as many here as there, are the same."""
    return conjunction(
        [build.eq(as_term(a), as_term(b)) for a, b in zip(some, others, strict=True)]
    )


def equal(a: str, b: str) -> Any:
    """a == b. Open text is compared with text of known length without settling its own."""
    if a is b:
        return True
    unlooked = _equal_unread(a, b) if type(b) is str else _equal_unread(b, a)
    if unlooked is not None:
        return track(raw(a) == raw(b), unlooked)
    if tail_of(a) is None and tail_of(b) is None:
        if str.__len__(a) != str.__len__(b):
            return False
        return track(raw(a) == raw(b), same_codes(codes_of(b), codes_of(a)))
    if tail_of(a) is not None and tail_of(b) is not None:
        same_length = build.eq(length_term(a), length_term(b))
        if not decide(same_length, str.__len__(a) == str.__len__(b), "test"):
            return False
        settle(b)
    open_end, known = (b, a) if tail_of(a) is None else (a, b)
    same_length = build.eq(length_term(open_end), integer(str.__len__(known)))
    return track(raw(a) == raw(b), conjunction((same_length, starts_with(open_end, known))))


def _equal_unread(value: str, other: str) -> Term | None:
    """The condition that text that nobody has looked at equals a plain one; None if it has to be
    looked at, which one part of unknown length does not need."""
    parts = value._wend_parts if type(value) is SymStr else None
    if parts is None or type(other) is not str:
        return None
    unknown = [at for at, part in enumerate(parts) if not _has_known_length(part)]
    if len(unknown) != 1:
        return None
    front, part, back = parts[: unknown[0]], parts[unknown[0]], parts[unknown[0] + 1 :]
    first = sum(map(str.__len__, front))  # type: ignore[arg-type]
    last = len(other) - sum(map(str.__len__, back))  # type: ignore[arg-type]
    if first > last:
        return boolean(False)
    middle = other[first:last]
    if isinstance(part, Piece):
        alike = part.equals(middle)
    else:
        same = equal(part, middle)
        alike = boolean(same) if type(same) is bool else same._wend_term
    if alike is None:
        return None
    known = [code for part in (*front, *back) for code in codes_of(part)]  # type: ignore[arg-type]
    return conjunction((alike, same_codes(known, codes_of(other[:first] + other[last:]))))


def _has_known_length(part: str | Piece) -> bool:
    return not isinstance(part, Piece) and not is_unread(part) and tail_of(part) is None


def starts_with(value: str, prefix: str) -> Term:
    """The condition that text that is no shorter begins with the characters of known text."""
    codes = codes_of(prefix)
    return same_codes([term_at(value, at) for at in range(len(codes))], codes)


def negated(truth: Any) -> Any:
    if type(truth) is bool:
        return not truth
    return track(not truth._wend_value, build.negate(truth._wend_term))


def before(a: str, b: str, strictly: bool) -> Any:
    """a < b, or a <= b. The text of known length tells how far to look."""
    if tail_of(a) is not None and tail_of(b) is not None:
        settle(a)
    known, other = (a, b) if tail_of(a) is None else (b, a)
    count, end = str.__len__(known), length_term(other)
    if known is a:  # the other text is greater if it goes on
        term = build.gt(end, integer(count)) if strictly else build.ge(end, integer(count))
    else:
        term = boolean(False) if strictly else build.le(end, integer(count))
    for at in reversed(range(count)):
        code_a, code_b = term_at(known, at), _code_or_any(other, at)
        if known is not a:
            code_a, code_b = code_b, code_a
        same = conjunction((build.eq(code_a, code_b), term))
        here = disjunction((build.lt(code_a, code_b), same))
        if known is a:
            term = conjunction((build.gt(end, integer(at)), here))
        else:
            term = disjunction((build.le(end, integer(at)), here))
    return track(raw(a) < raw(b) if strictly else raw(a) <= raw(b), term)


def _code_or_any(value: str, at: int) -> Term:
    """The code at a place. If text of known length has none there, any code will do."""
    if tail_of(value) is None and at >= str.__len__(value):
        return integer(0)
    return term_at(value, at)


def contains(value: str, part: Any) -> Any:
    """part in value, as one condition for text of known length."""
    if not isinstance(part, str):
        return part in raw(value)  # raises what Python raises
    wanted = settled_codes(part)
    if not wanted:
        return True
    codes = settled_codes(value)
    if len(wanted) == 1 and type(value) is str:
        return track(raw(part) in value, one_of_chars(as_term(wanted[0]), value))
    found = [
        same_codes(codes[at : at + len(wanted)], wanted)
        for at in range(len(codes) - len(wanted) + 1)
    ]
    return track(raw(part) in raw(value), disjunction(found))


def _compared(name: str, mirror: str, compare: Callable[[str, Any], Any]) -> None:
    def method(self: SymStr, other: Any) -> Any:
        cls = type(other)
        if cls is str or cls is SymStr:
            return compare(self, other)
        if not isinstance(other, str) or own_method(cls, mirror) is not str.__dict__[mirror]:
            return NotImplemented  # its own class is to answer
        return compare(self, other)

    install(name, method)


COMPARISONS: dict[str, tuple[str, Callable[[str, Any], Any]]] = {
    "__eq__": ("__eq__", equal),
    "__ne__": ("__ne__", lambda a, b: negated(equal(a, b))),
    "__lt__": ("__gt__", lambda a, b: before(a, b, True)),
    "__le__": ("__ge__", lambda a, b: before(a, b, False)),
    "__gt__": ("__lt__", lambda a, b: before(b, a, True)),
    "__ge__": ("__le__", lambda a, b: before(b, a, False)),
}
"""The comparisons of text, each with its mirror image and what gives the truth value."""
for _name, (_mirror, _compare) in COMPARISONS.items():
    _compared(_name, _mirror, _compare)
install("__getitem__", lambda self, key: item(self, key))
install("__contains__", lambda self, part: bool(contains(self, part)))
install("__add__", _add)
install("__radd__", _added_to)
install("__mul__", lambda self, count: repeated(self, count))
install("__rmul__", lambda self, count: repeated(self, count))
