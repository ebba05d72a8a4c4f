"""Subscripts and membership where an index, a key or a member is tracked."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.tracked.decisions import common_sort, decide, decide_between, one_of, pick
from wend.run.tracked.lift import Tracked, int_term, track, value_of

SEQUENCES = (list, tuple, str, bytes, bytearray)
WIDEST_WRITE = 64
"""Longer lists decide the index at which they are written, instead of keeping each alternative."""


# Sequences


def sequence_item(sequence: Sequence[Any], key: Any) -> Any:
    """sequence[key] with a tracked key: a term where the items have terms, else decided."""
    place = _position(sequence, key)
    if place is None:
        return sequence[value_of(key)]  # raises what Python raises
    term, value = place
    return pick(term, value, range(len(sequence)), sequence, "index")


def write_item(sequence: Any, key: Any, item: Any) -> None:
    """sequence[key] = item; a list of ints keeps both alternatives of every place."""
    place = _position(sequence, key)
    if place is None:
        sequence[value_of(key)] = item
        return
    term, value = place
    length = len(sequence)
    sort, terms = common_sort([item, *sequence]) if type(sequence) is list else (None, [])
    if sort is None or length > WIDEST_WRITE:
        sequence[decide_between(term, value, 0, length, "index")] = item
        return
    for at in range(length):
        written = build.ite(build.eq(term, integer(at)), terms[0], terms[at + 1])
        sequence[at] = track(value_of(item if at == value else sequence[at]), written)


def settle_index(sequence: Sequence[Any], key: Any) -> int:
    """The index as a plain int, decided where it is tracked; out of range it stays so."""
    place = _position(sequence, key)
    if place is None:
        return value_of(key)  # type: ignore[no-any-return]
    return decide_between(place[0], place[1], 0, len(sequence), "index")


def settle_bound(bound: Any, length: int) -> Any:
    """A tracked bound of a slice as a plain one; all that lie beyond an end are alike."""
    if not isinstance(bound, Tracked):
        return bound
    term, value = int_term(bound), int(value_of(bound))
    assert term is not None
    if decide(build.ge(term, integer(length)), value >= length, "index"):
        return length
    if decide(build.lt(term, integer(-length)), value < -length, "index"):
        return -length - 1
    if decide(build.ge(term, integer(0)), value >= 0, "index"):
        return decide_between(term, value, 0, length, "index")
    return decide_between(term, value, -length, 0, "index")


def settle_slice(sequence: Sequence[Any], key: slice) -> slice:
    """A slice with tracked parts as one with plain parts."""
    step = key.step
    if isinstance(step, Tracked):
        step = settle_bound(step, len(sequence) + 1)
    length = len(sequence)
    return slice(settle_bound(key.start, length), settle_bound(key.stop, length), step)


def _position(sequence: Sequence[Any], key: Any) -> tuple[Term, int] | None:
    """Term and value of a tracked index, counted from the front; None where out of range."""
    length, value = len(sequence), int(value_of(key))
    term = int_term(key)
    assert term is not None
    inside = build.conjunction((build.ge(term, integer(-length)), build.lt(term, integer(length))))
    if not decide(inside, -length <= value < length, "index"):
        return None
    if decide(build.ge(term, integer(0)), value >= 0, "index"):
        return term, value
    return build.add(term, integer(length)), value + length


# Keys: each question is a condition, not a hash


def find_key(container: Any, key: Any) -> tuple[bool, Any]:
    """Whether a key is in a native dict or set, and the key object found there.

    First one condition, then which of the keys it is, by halving.
    """
    present = contains_key(container, key)
    if not decide_truth(present, "key"):
        return False, None
    tracked_keys = [each for each in container if isinstance(each, Tracked)]
    for each in tracked_keys:
        if decide_truth(each == key, "key"):
            return True, each
    if not isinstance(key, Tracked):
        return True, key
    term = int_term(key)
    assert term is not None
    keys = sorted(_int_keys(container))
    found = decide_position(term, int(value_of(key)), keys)
    return True, found


def decide_position(term: Term, value: int, keys: list[int]) -> int:
    low, high = 0, len(keys)
    while high - low > 1:
        middle = (low + high) // 2
        if decide(build.lt(term, integer(keys[middle])), value < keys[middle], "key"):
            high = middle
        else:
            low = middle
    return keys[low]


def contains_key(container: Any, key: Any) -> Any:
    """The membership of a key in a native dict or set, as a truth value that may be tracked."""
    parts: list[Term] = []
    with_tracked_keys = id(container) in recorder.current.keyed
    if isinstance(key, Tracked):
        term = int_term(key)
        assert term is not None
        parts.append(one_of(term, _int_keys(container)))
        concrete = _is_raw_member(value_of(key), container)
    else:
        if not with_tracked_keys or _hashable_plain(key, container):
            return key in container
        concrete = _is_raw_member(key, container)
    if with_tracked_keys:
        for each in container:
            if isinstance(each, Tracked):
                equal = each == key
                part = _condition(equal)
                if part is not None:
                    parts.append(part)
    return track(concrete, build.disjunction(parts))


def dict_item(mapping: dict[Any, Any], key: Any) -> Any:
    """mapping[key] with a tracked key, or with a plain one where keys are tracked."""
    if isinstance(key, Tracked) and id(mapping) not in recorder.current.keyed:
        present = contains_key(mapping, key)
        if decide_truth(present, "key"):
            by_int = {int(k): v for k, v in mapping.items() if _as_int_key(k) is not None}
            keys = sorted(by_int)
            term = int_term(key)
            assert term is not None
            items = [by_int[k] for k in keys]
            return pick(term, int(value_of(key)), keys, items, "key")
        return _missing_item(mapping, key)
    found, existing = find_key(mapping, key)
    return _raw(mapping.__getitem__, existing) if found else _missing_item(mapping, key)


def _missing_item(mapping: dict[Any, Any], key: Any) -> Any:
    if isinstance(mapping, collections.defaultdict) and mapping.default_factory is not None:
        made = mapping.default_factory()
        store_key(mapping, key, made)
        return made
    missing = getattr(type(mapping), "__missing__", None)
    if missing is not None:
        return missing(mapping, key)
    raise KeyError(key)


def store_key(mapping: Any, key: Any, item: Any) -> None:
    """mapping[key] = item in a native dict."""
    found, existing = find_key(mapping, key)
    if found:
        _raw(dict.__setitem__, mapping, existing, item)
        return
    if isinstance(key, Tracked):
        recorder.current.keyed[id(mapping)] = mapping
    _raw(dict.__setitem__, mapping, key, item)


def add_member(members: set[Any], member: Any) -> None:
    """members.add(member) in a native set."""
    found, _ = find_key(members, member)
    if not found:
        if isinstance(member, Tracked):
            recorder.current.keyed[id(members)] = members
        _raw(members.add, member)


def remove_key(container: Any, key: Any) -> tuple[bool, Any]:
    """Removes a key from a native dict or set: whether it was there, and the dict's value."""
    found, existing = find_key(container, key)
    if not found:
        return False, None
    if isinstance(container, dict):
        return True, _raw(container.pop, existing)
    _raw(container.remove, existing)
    return True, None


def member_of_sequence(member: Any, sequence: Iterable[Any]) -> Any:
    """Whether a tracked value is in a list or tuple, as one condition."""
    parts: list[Term] = []
    concrete = False
    value = value_of(member)
    for item in sequence:
        equal = item == member if isinstance(item, Tracked) else member == item
        if equal is NotImplemented or equal is False:
            continue
        if equal is True:
            return True
        part = _condition(equal)
        if part is None:
            if equal:
                return True
            continue
        concrete = concrete or value == value_of(item)
        parts.append(part)
    return track(concrete, build.disjunction(parts))


def member_of_bytes(member: Any, sequence: bytes | bytearray) -> Any:
    """Whether a tracked value is one of the bytes; that it is none at all is an error."""
    term, value = int_term(member), int(value_of(member))
    assert term is not None
    is_byte = build.conjunction((build.ge(term, integer(0)), build.lt(term, integer(256))))
    if not decide(is_byte, 0 <= value < 256, "value"):
        return value in sequence  # raises what Python raises
    return track(value in sequence, one_of(term, sequence))


def decide_truth(truth: Any, kind: str) -> bool:
    """A truth value settled, as a branch of this kind where it is tracked."""
    if isinstance(truth, Tracked):
        return decide(truth._wend_term, truth._wend_value, kind)
    return bool(truth)


def _condition(equal: Any) -> Term | None:
    if isinstance(equal, Tracked):
        return build.truth(equal._wend_term)
    return build.boolean(equal) if isinstance(equal, bool) else None


def _as_int_key(key: Any) -> int | None:
    """The int that a plain key equals, if any: True and 1.0 are 1."""
    if isinstance(key, int):
        return int(key) if not isinstance(key, Tracked) else None
    if isinstance(key, float) and key.is_integer():
        return int(key)
    return None


def _int_keys(container: Iterable[Any]) -> list[int]:
    return [found for key in container if (found := _as_int_key(key)) is not None]


def _hashable_plain(key: Any, container: Any) -> bool:
    """Whether a plain key is found by hash alone, with no tracked key to be compared to."""
    return not isinstance(key, int | float)


def _is_raw_member(value: Any, container: Any) -> bool:
    return bool(_raw(container.__contains__, value))


def _raw(function: Callable[..., Any], *args: Any) -> Any:
    """Calls native code that hashes and compares tracked keys by their values."""
    with recorder.quietly():
        return function(*args)
