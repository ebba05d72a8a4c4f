"""Tracked keys of native dicts and sets: each question is a condition, not a hash.

A tracked key is stored in the native container, found there by the hash of its value. What that
hash decides is invisible, so every question about keys is asked here, in an order that depends
on the answers alone. The recorder knows which containers hold tracked keys (`keyed`); native code
that such a container is handed to is noted (`lose_keys`).
"""

from __future__ import annotations

import collections
import math
import numbers
from collections.abc import Callable, Iterable
from types import FunctionType, WrapperDescriptorType
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import decide, one_of, pick
from wend.run.tracked.lift import TRACKED, int_term, own_method, track, value_of

_NEVER_INTS = frozenset((str, bytes, type(None), tuple, frozenset, type))


def is_keyed(container: Any) -> bool:
    """Whether a dict or set holds, or held, tracked keys."""
    return id(container) in recorder.current.keyed


def tracked_keys(container: Any) -> list[Any]:
    """The tracked keys, in an order that their values have no part in."""
    if not is_keyed(container):
        return []
    found = [key for key in container if type(key) in TRACKED]
    return sorted(found, key=lambda key: key._wend_term.order) if len(found) > 1 else found


def members(container: Any) -> list[Any]:
    """The members, of a keyed set in an order that the tracked ones have no part in."""
    if isinstance(container, dict) or not is_keyed(container):
        return list(container)
    plain = [key for key in container if type(key) not in TRACKED]
    return sorted(plain, key=lambda key: (type(key).__name__, repr(key))) + tracked_keys(container)


def lose_keys(container: Any, says: str) -> None:
    """Notes that something depends on the hashes of tracked keys."""
    for key in tracked_keys(container):
        recorder.current.lose(key._wend_term, key._wend_value, says)


# Questions


def contains_key(container: Any, key: Any) -> Any:
    """The membership of a key in a native dict or set, as a truth value that may be tracked."""
    is_member = _is_raw_member(value_of(key), container)
    if type(key) in TRACKED:
        return _contains_tracked(container, key, is_member)
    if type(key) in _NEVER_INTS or not isinstance(key, numbers.Number):
        return is_member
    parts: list[Term] = []
    concrete = False
    for each in tracked_keys(container):
        equal = each == key
        concrete = concrete or value_of(each) == key
        parts.append(_condition(equal))
    if is_member and not concrete:
        return True  # it is there as a plain key
    return track(is_member, build.disjunction(parts))


def _contains_tracked(container: Any, key: Any, is_member: bool) -> Any:
    term, value = int_term(key), int(value_of(key))
    assert term is not None
    ints = int_keys(container)
    if ints is None:
        recorder.current.lose(
            term, value, "the int is looked up among keys that compare themselves"
        )
        return is_member
    parts = [one_of(term, ints)]
    for each in tracked_keys(container):
        each_term = int_term(each)
        assert each_term is not None
        parts.append(build.eq(each_term, term))
    return track(is_member, build.disjunction(parts))


def find_key(container: Any, key: Any) -> tuple[bool, Any]:
    """Whether a key is in a native dict or set, and the key object found there.

    First one condition, then which of the keys it is, by halving.
    """
    present = contains_key(container, key)
    if not decide_truth(present, "key"):
        return False, None
    if present is True and type(key) not in TRACKED:
        return True, key
    for each in tracked_keys(container):
        if decide_truth(each == key, "which"):
            return True, each
    if type(key) not in TRACKED:
        return True, key
    term, value = int_term(key), int(value_of(key))
    assert term is not None
    keys = sorted(int_keys(container) or ())
    return True, _decide_which(term, value, keys) if value in keys else value


def _decide_which(term: Term, value: int, keys: list[int]) -> int:
    low, high = 0, len(keys)
    while high - low > 1:
        middle = (low + high) // 2
        if decide(build.lt(term, integer(keys[middle])), value < keys[middle], "which"):
            high = middle
        else:
            low = middle
    return keys[low]


# Reading and writing


def dict_item(mapping: dict[Any, Any], key: Any) -> Any:
    """mapping[key] with a tracked key, or with a plain one where keys are tracked."""
    if is_keyed(mapping) or type(key) not in TRACKED:
        found, existing = find_key(mapping, key)
        return raw(dict.__getitem__, mapping, existing) if found else _missing_item(mapping, key)
    if not decide_truth(contains_key(mapping, key), "key"):
        return _missing_item(mapping, key)
    by_int = {n: v for k, v in mapping.items() if (n := as_int_key(k)) is not None}
    term, value = int_term(key), int(value_of(key))
    assert term is not None
    if value not in by_int:  # found among keys that compare themselves
        return raw(dict.__getitem__, mapping, value)
    keys = sorted(by_int)
    return pick(term, value, keys, [by_int[k] for k in keys], "which")


def _missing_item(mapping: dict[Any, Any], key: Any) -> Any:
    if isinstance(mapping, collections.defaultdict) and mapping.default_factory is not None:
        made = mapping.default_factory()
        store_key(mapping, key, made)
        return made
    missing = getattr(type(mapping), "__missing__", None)
    if missing is not None and not isinstance(mapping, collections.defaultdict):
        return missing(mapping, key)
    raise KeyError(key)


def store_key(mapping: Any, key: Any, item: Any) -> None:
    """mapping[key] = item in a native dict."""
    found, existing = find_key(mapping, key)
    if not found and type(key) in TRACKED:
        recorder.current.keyed[id(mapping)] = mapping
    raw(native_method(mapping, "__setitem__"), mapping, existing if found else key, item)


def add_member(into: set[Any], member: Any) -> None:
    """into.add(member) for a native set."""
    found, _ = find_key(into, member)
    if not found:
        if type(member) in TRACKED:
            recorder.current.keyed[id(into)] = into
        raw(set.add, into, member)


def remove_key(container: Any, key: Any) -> tuple[bool, Any]:
    """Removes a key from a native dict or set: whether it was there, and the dict's value."""
    found, existing = find_key(container, key)
    if not found:
        return False, None
    if isinstance(container, set):
        return True, raw(set.remove, container, existing)
    item = raw(dict.__getitem__, container, existing)
    raw(native_method(container, "__delitem__"), container, existing)
    return True, item


def keyed_copy(container: Any, copied: Any) -> Any:
    """A copy that holds the tracked keys of its original."""
    if is_keyed(container):
        recorder.current.keyed[id(copied)] = copied
        if isinstance(copied, frozenset):
            lose_keys(copied, "a frozenset may be hashed, which needs the hashes of its members")
    return copied


def native_method(container: Any, name: str) -> Any:
    """The method of the native class below classes written in Python."""
    for base in type(container).__mro__:
        if isinstance(base.__dict__.get(name), WrapperDescriptorType):
            return base.__dict__[name]
    return None


def raw(function: Callable[..., Any], *args: Any) -> Any:
    """Calls native code that hashes and compares tracked keys by their values."""
    with recorder.quietly():
        return function(*args)


def _is_raw_member(value: Any, container: Any) -> bool:
    holds: Any = dict.__contains__
    if isinstance(container, set | frozenset):
        holds = set.__contains__ if isinstance(container, set) else frozenset.__contains__
    return bool(raw(holds, container, value))


def decide_truth(truth: Any, kind: str) -> bool:
    """A truth value settled, as a branch of this kind where it is tracked."""
    if type(truth) in TRACKED:
        return decide(build.truth(truth._wend_term), bool(truth._wend_value), kind)
    return bool(truth)


def _condition(equal: Any) -> Term:
    if type(equal) in TRACKED:
        return build.truth(equal._wend_term)
    return build.boolean(bool(equal))


# Plain keys that equal ints


def as_int_key(key: Any) -> int | None:
    """The int that a plain key equals, if any: True and 1.0 are 1."""
    cls = type(key)
    if cls is int:
        return key  # type: ignore[no-any-return]
    if cls in _NEVER_INTS or type(key) in TRACKED:
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
    """The ints among plain keys; None where keys of a Python class might equal any int."""
    found = []
    for key in container:
        number = as_int_key(key)
        if number is not None:
            found.append(number)
        elif _compares_itself(key):
            return None
    return found


def _compares_itself(key: Any) -> bool:
    cls = type(key)
    if cls in _NEVER_INTS or cls is float or cls in TRACKED:
        return False
    if isinstance(key, numbers.Number) and math.isfinite(abs(key)):  # type: ignore[arg-type]
        return False
    return isinstance(own_method(cls, "__eq__"), FunctionType)
