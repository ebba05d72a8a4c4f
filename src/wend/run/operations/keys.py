"""Tracked keys of native dicts and sets: each question about them is a condition, not a hash.

A tracked key is stored in the native container under the hash of its value. A decision by that hash
would be invisible. So every question about keys is asked here, in an order that depends on nothing
but the answers. The recorder knows which containers hold tracked keys (`keyed`); where such a
container is given to native code, that is noted (`lose_keys`).
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

from wend.describe.mappings import FROZEN_DICT, MAPPINGS, native_mapping
from wend.expr import build
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.operations.equality import (
    any_of,
    as_int_key,
    condition,
    depends,
    int_keys,
    order_of,
    same,
)
from wend.run.operations.subscript import chosen, chosen_by
from wend.run.tracked import SymBool, SymInt
from wend.run.tracked.decisions import decide, one_of
from wend.run.tracked.lift import (
    OPEN,
    TEXTS,
    TRACKED,
    int_of,
    native_attribute,
    plain,
    track,
    value_of,
)
from wend.run.tracked.text import lose

_INTS = frozenset((SymInt, SymBool))


def is_keyed(container: Any) -> bool:
    """Whether a dict or set holds, or held, tracked keys."""
    return id(container) in recorder.current.keyed


def note_keyed(container: Any) -> None:
    """From now on every question about the container's keys is a condition."""
    recorder.current.keyed[id(container)] = container


def _notice(container: Any) -> None:
    """Has every question about a container's keys asked here, if native code has put tracked keys
    into it: `f(**mapping)`, say."""
    is_open = bool(recorder.current.keyed) and not is_keyed(container)
    if is_open and any(map(depends, _all_keys(container))):
        note_keyed(container)


def tracked_keys(container: Any) -> list[Any]:
    """The tracked keys, in an order that does not depend on their values."""
    if not is_keyed(container):
        return []
    found = [key for key in _all_keys(container) if depends(key)]
    return sorted(found, key=order_of) if len(found) > 1 else found


def members(container: Any) -> list[Any]:
    """The members. Those of a set with tracked members come in an order that does not depend on
    their values."""
    if isinstance(container, MAPPINGS) or not is_keyed(container):
        return _all_keys(container)
    return [*_plain_keys(container), *tracked_keys(container)]


def _all_keys(container: Any) -> list[Any]:
    return raw(list, container)  # type: ignore[no-any-return]


def _plain_keys(container: Any) -> list[Any]:
    """The plain keys, in an order that is the same in every process."""
    found = [key for key in _all_keys(container) if not depends(key)]
    if isinstance(container, MAPPINGS):
        return found
    return sorted(found, key=lambda key: (type(key).__name__, repr(key)))


def lose_keys(container: Any, says: str) -> None:
    """Notes that something depends on the hashes of tracked keys."""
    for key in tracked_keys(container):
        lose_key(key, says)


def lose_key(key: Any, says: str) -> None:
    """Notes that something depends on the hash of a key."""
    cls = type(key)
    if cls in TRACKED:
        recorder.current.lose(key._wend_term, key._wend_value, says)
    elif cls in TEXTS:
        lose(key, says)
    elif issubclass(cls, tuple) or cls is FROZEN_DICT:
        for part in key.items() if cls is FROZEN_DICT else key:
            lose_key(part, says)


# Questions


def contains_key(container: Any, key: Any) -> Any:
    """The membership of a key in a native dict or set, as a truth value that may be tracked."""
    settle_open(container)
    native = next((cls for cls in (set, frozenset) if isinstance(container, cls)), None)
    holds = (native or native_mapping(container)).__contains__
    is_member = bool(raw(holds, container, plain(key)))
    if depends(key):
        _notice(container)
        return _contains_tracked(container, key, is_member)
    truths = [_same_or_lost(each, key) for each in tracked_keys(container)]
    if is_member and not any(map(value_of, truths)):
        return True  # it is there as a plain key
    return any_of(truths)


def _contains_tracked(container: Any, key: Any, is_member: bool) -> Any:
    if type(key) in _INTS:
        term, value = int_of(key)
        ints = int_keys(_all_keys(container))
        found = None if ints is None else [track(value in ints, one_of(term, ints))]
    else:
        found = [same(each, key) for each in _plain_keys(container)]
    if found is None or any(truth is None for truth in found):
        lose_key(key, "a value is looked up among keys that compare themselves")
        return is_member
    truths = [_same_or_lost(each, key) for each in tracked_keys(container)]
    return any_of([*found, *truths])


def _same_or_lost(each: Any, key: Any) -> Any:
    truth = same(each, key)
    if truth is not None:
        return truth
    lose_key(each, "a key is compared by code of its own class")
    return raw(lambda: bool(each == key))


def find_key(container: Any, key: Any) -> tuple[bool, Any]:
    """Whether a key is in a native dict or set, and the key object found there.

    First one condition whether it is there at all, then by halving which of the keys it is.
    """
    is_tracked = depends(key)
    if is_tracked:
        _notice(container)
    if is_tracked and is_keyed(container) and any(each is key for each in _all_keys(container)):
        return True, key
    present = contains_key(container, key)
    if not decide_truth(present, "key"):
        return False, None
    if present is True and not is_tracked:
        return True, key
    for each in tracked_keys(container):
        if decide_truth(_same_or_lost(each, key), "which"):
            return True, each
    if not is_tracked:
        return True, key
    if type(key) in _INTS:
        term, value = int_of(key)
        keys = sorted(int_keys(_all_keys(container)) or ())
        return True, _decide_which(term, value, keys) if value in keys else value
    return True, _decide_rival(_plain_keys(container), key)


def _decide_which(term: Term, value: int, keys: list[int]) -> int:
    low, high = 0, len(keys)
    while high - low > 1:
        middle = (low + high) // 2
        if decide(build.lt(term, integer(keys[middle])), value < keys[middle], "which"):
            high = middle
        else:
            low = middle
    return keys[low]


def _decide_rival(keys: list[Any], key: Any) -> Any:
    truths = [(each, same(each, key)) for each in keys]
    rivals = [(each, truth) for each, truth in truths if truth is not False]
    if any(truth is None for _, truth in rivals):
        return plain(key)  # found among keys that compare themselves
    while len(rivals) > 1:
        middle = len(rivals) // 2
        first = any_of([truth for _, truth in rivals[:middle]])
        rivals = rivals[:middle] if decide_truth(first, "which") else rivals[middle:]
    return rivals[0][0]


# Reading and writing


def dict_item(mapping: dict[Any, Any], key: Any) -> Any:
    """mapping[key] with a tracked key, or with a plain one of a mapping with tracked keys."""
    _notice(mapping)
    if is_keyed(mapping) or not depends(key):
        found, existing = find_key(mapping, key)
        return item_of(mapping, existing) if found else _missing_item(mapping, key)
    if not decide_truth(contains_key(mapping, key), "key"):
        return _missing_item(mapping, key)
    items = raw(list, native_mapping(mapping).items(mapping))
    if type(key) not in _INTS:
        rivals = [(truth, item) for each, item in items if (truth := same(each, key)) is not False]
        if not rivals or any(truth is None for truth, _ in rivals):
            return item_of(mapping, plain(key))
        return chosen_by([truth for truth, _ in rivals], [item for _, item in rivals])
    by_int = {n: v for k, v in items if (n := as_int_key(k)) is not None}
    term, value = int_of(key)
    if value not in by_int:  # found among keys that compare themselves
        return item_of(mapping, value)
    keys = sorted(by_int)
    return chosen(term, value, keys, [by_int[k] for k in keys], "which")


def item_of(mapping: Any, key: Any) -> Any:
    """The item of a key object of the mapping itself."""
    return raw(native_mapping(mapping).__getitem__, mapping, key)


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
    if not found and depends(key):
        note_keyed(mapping)
    raw(native_attribute(type(mapping), "__setitem__"), mapping, existing if found else key, item)


def add_member(into: set[Any], member: Any) -> None:
    """into.add(member) for a native set."""
    found, _ = find_key(into, member)
    if not found:
        if depends(member):
            note_keyed(into)
        raw(set.add, into, member)


def remove_key(container: Any, key: Any) -> tuple[bool, Any]:
    """Removes a key from a native dict or set. Returns whether it was there, and the dict's
    value."""
    found, existing = find_key(container, key)
    if not found:
        return False, None
    if isinstance(container, set):
        return True, raw(set.remove, container, existing)
    item = raw(dict.__getitem__, container, existing)
    raw(native_attribute(type(container), "__delitem__"), container, existing)
    return True, item


def native_copy(container: Any) -> Any:
    """A copy of a dict or set, of Python's own class; of a frozendict a dict."""
    if isinstance(container, MAPPINGS):
        return raw(dict, native_mapping(container).items(container))
    return raw(frozenset if isinstance(container, frozenset) else set, container)


def keyed_copy(container: Any, copied: Any) -> Any:
    """A copy that holds the tracked keys of its original."""
    if is_keyed(container):
        note_keyed(copied)
        if isinstance(copied, frozenset):
            lose_keys(copied, "a frozenset may be hashed, which needs the hashes of its members")
    return copied


def frozen(made: dict[Any, Any]) -> Any:
    """A frozendict of the entries of a dict."""
    return keyed_copy(made, raw(FROZEN_DICT, made))


def raw(function: Callable[..., Any], *args: Any) -> Any:
    """Calls native code that hashes and compares tracked keys by their values."""
    with recorder.quietly():
        return function(*args)


def settle_open(container: Any) -> None:
    """Decides the length of a dict or set of the inputs, where it is open."""
    if type(container) in OPEN:
        container._wend_settle()


def settle_measured() -> None:
    """Settles the containers of the inputs whose lengths were asked for, at the end of a call."""
    for container in recorder.current.measured:
        container._wend_settle()


def decide_truth(truth: Any, kind: str) -> bool:
    """A plain truth value. A tracked one is decided, as a branch of this kind."""
    if type(truth) in TRACKED:
        return decide(condition(truth), bool(truth._wend_value), kind)
    return bool(truth)
