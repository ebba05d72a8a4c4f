"""Models of the methods of native containers that take an index or a key."""

from __future__ import annotations

import collections

# Bound here, because the code under test may put in place of it a function that calls it.
from builtins import len
from collections import _count_elements  # type: ignore[attr-defined]
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

from wend.describe.mappings import FROZEN_DICT, MAPPINGS
from wend.run import recorder
from wend.run.models.range import tracked_range
from wend.run.models.text import spelling
from wend.run.operations import set_operators
from wend.run.operations.equality import ATOMS, any_depends, depends
from wend.run.operations.keys import (
    add_member,
    contains_key,
    dict_item,
    find_key,
    frozen,
    is_keyed,
    keyed_copy,
    lose_keys,
    native_copy,
    raw,
    remove_key,
    settle_open,
    store_key,
)
from wend.run.operations.plain_values import SCALARS, are_plain_pairs
from wend.run.operations.subscript import (
    member_of_sequence,
    sequence_item,
    settle_index,
    write_item,
)
from wend.run.tracked import SymBool, SymInt, listing
from wend.run.tracked.lift import FOLLOWED, OPEN, TRACKED, value_of
from wend.run.tracked.places import fit, settle_bound, settle_place, settle_slice

Method = Callable[..., Any]


def _concerns(container: Any, key: Any) -> bool:
    return id(container) in recorder.current.keyed or (type(key) not in ATOMS and depends(key))


def native(container: Any, name: str) -> Any:
    """The method of the native class. Classes written in Python, wend's too, override it."""
    if type(container) in _NATIVE_TYPES:
        return getattr(container, name)
    for base in type(container).__mro__:
        method = base.__dict__.get(name)
        if method is not None and type(method) is not FunctionType:
            return method.__get__(container, type(container))
    return getattr(container, name)


_NATIVE_TYPES = frozenset((list, tuple, set, frozenset, collections.deque, *MAPPINGS))


# Sequences


def list_pop(items: Any, *args: Any) -> Any:
    if args and type(args[0]) in TRACKED:
        return native(items, "pop")(settle_index(items, args[0], is_sized=True), *args[1:])
    return native(items, "pop")(*args)


def list_insert(items: Any, *args: Any) -> None:
    if args and type(args[0]) in TRACKED:
        args = (settle_place(args[0], len(items)), *args[1:])
    native(items, "insert")(*args)


def sequence_getitem(items: Any, *args: Any) -> Any:
    if len(args) == 1:
        if type(args[0]) in (SymInt, SymBool):
            return sequence_item(items, args[0])
        if type(args[0]) is slice:
            return native(items, "__getitem__")(settle_slice(len(items), args[0]))
    return native(items, "__getitem__")(*args)


def list_setitem(items: Any, *args: Any) -> None:
    if len(args) == 2:
        if type(args[0]) in (SymInt, SymBool):
            return write_item(items, *args)
        if type(args[0]) is slice:
            args = settle_slice(len(items), args[0]), args[1]
    return native(items, "__setitem__")(*args)  # type: ignore[no-any-return]


def list_delitem(items: Any, *args: Any) -> None:
    if len(args) == 1:
        if type(args[0]) in (SymInt, SymBool):
            args = (settle_index(items, args[0]),)
        elif type(args[0]) is slice:
            args = (settle_slice(len(items), args[0]),)
    return native(items, "__delitem__")(*args)  # type: ignore[no-any-return]


def list_contains(items: Any, *args: Any) -> Any:
    if len(args) == 1 and (depends(args[0]) or not FOLLOWED.isdisjoint(map(type, items))):
        return member_of_sequence(args[0], items)
    return native(items, "__contains__")(*args)


def deque_rotate(items: Any, *args: Any) -> None:
    """Rotates a deque. Rotating it all the way round changes nothing, so the rest decides."""
    if len(args) == 1 and type(args[0]) in (SymInt, SymBool) and len(items):
        fit(args[0])
        rest = args[0] % len(items)
        args = (settle_index(items, rest) if type(rest) in TRACKED else rest,)
    native(items, "rotate")(*args)


def list_index(items: list[Any], *args: Any) -> Any:
    """The original method. The message of its exception is text that nobody has read yet."""
    if not 1 <= len(args) <= 3 or FOLLOWED.isdisjoint(map(type, args)):
        return native(items, "index")(*args)
    bounds = [settle_bound(bound, len(items)) for bound in args[1:]]
    for at in range(len(items))[slice(*[*bounds, None, None][:2])]:
        if items[at] is args[0] or items[at] == args[0]:
            return at
    if type(args[0]) not in FOLLOWED:
        return native(items, "index")(args[0], *bounds)
    return _refuse(items, "index", args[0])


def deque_remove(items: Any, *args: Any) -> None:
    if len(args) != 1 or not depends(args[0]):
        return native(items, "remove")(*args)  # type: ignore[no-any-return]
    for at in range(len(items)):
        if items[at] is args[0] or items[at] == args[0]:
            del items[at]
            return None
    return _refuse(items, "remove", args[0])  # type: ignore[no-any-return]


def _refuse(items: Any, method: str, member: Any) -> Any:
    """Raises what Python raises for a missing member. The message may name it."""
    empty: Any = ()
    if not isinstance(items, tuple):
        empty = [] if isinstance(items, list) else collections.deque()
    try:
        return getattr(empty, method)(value_of(member))
    except ValueError as error:
        spelling.say(error, member)
        raise


def _of_range(name: str) -> Method:
    """The model of a method of ranges that looks for a number."""

    def method(numbers: range, *args: Any) -> Any:
        is_tracked = len(args) == 1 and type(args[0]) in TRACKED
        return getattr(tracked_range(numbers) if is_tracked else numbers, name)(*args)

    return method


# Dicts and sets


def _of_key(name: str, least: int = 1, most: int = 1) -> Callable[[Method], Method]:
    """Makes the model of a method that takes a key first, of a function that is called only where
    this key, or one in the container, is tracked."""

    def make(model: Method) -> Method:
        def method(container: Any, *args: Any) -> Any:
            if (
                type(container) is dict
                and args
                and type(args[0]) in SCALARS
                and not recorder.current.keyed
            ):
                return getattr(container, name)(*args)
            if least <= len(args) <= most and _concerns(container, args[0]):
                return model(container, *args)
            return native(container, name)(*args)

        return method

    return make


@_of_key("get", most=2)
def dict_get(mapping: dict[Any, Any], key: Any, default: Any = None) -> Any:
    return dict_item(mapping, key) if contains_key(mapping, key) else default


@_of_key("setdefault", most=2)
def dict_setdefault(mapping: dict[Any, Any], key: Any, default: Any = None) -> Any:
    if contains_key(mapping, key):
        return dict_item(mapping, key)
    store_key(mapping, key, default)
    return default


@_of_key("pop", most=2)
def dict_pop(mapping: dict[Any, Any], key: Any, *default: Any) -> Any:
    found, value = remove_key(mapping, key)
    if not found and not default:
        raise KeyError(key)
    return value if found else default[0]


@_of_key("discard")
def set_discard(members: set[Any], key: Any) -> None:
    remove_key(members, key)


def _remove(container: Any, key: Any) -> None:
    if not remove_key(container, key)[0]:
        raise KeyError(key)


def _copy(container: Any, *args: Any) -> Any:
    """The model of `copy` of a dict or set."""
    if id(container) not in recorder.current.keyed:
        return native(container, "copy")(*args)
    if isinstance(container, frozenset) and not args:
        return container
    made = native_copy(container) if type(container) in OPEN and not args else None
    return keyed_copy(container, raw(native(container, "copy"), *args) if made is None else made)


def dict_update(mapping: Any, *args: Any, **keywords: Any) -> None:
    if len(args) != 1 or (keywords and not issubclass(type(args[0]), MAPPINGS)):
        return native(mapping, "update")(*args, **keywords)  # type: ignore[no-any-return]
    given = args[0]
    settle_open(given)
    if type(given) is dict or is_keyed(given):
        if is_keyed(mapping) or is_keyed(given):
            set_operators.merge_into(mapping, given)
            given = {}
    elif not hasattr(given, "keys"):
        given = list(given)
        if is_keyed(mapping) or has_tracked_keys(given):
            set_operators.merge_into(mapping, dict_of_pairs(given))
            given = {}
    native(mapping, "update")(given, **keywords)
    return None


def has_tracked_keys(given: Any) -> bool:
    """Whether a dict, or a list of pairs, has tracked keys."""
    if is_keyed(given) or not issubclass(type(given), list):
        return is_keyed(given)
    return not are_plain_pairs(given) and any(
        type(pair) in (tuple, list) and len(pair) == 2 and depends(pair[0]) for pair in given
    )


def dict_of_pairs(pairs: list[Any]) -> dict[Any, Any]:
    """dict(pairs), where some keys are tracked."""
    if any(type(pair) not in (tuple, list) or len(pair) != 2 for pair in pairs):
        return dict(pairs)  # raises what Python raises
    made: dict[Any, Any] = {}
    for key, item in pairs:
        store_key(made, key, item)
    return made


def set_pop(members: set[Any], *args: Any) -> Any:
    if len(members) > 1:
        lose_keys(members, "which member a set gives first depends on their hashes")
    return raw(native(members, "pop"), *args)


def _of_sets(combine: Callable[[Any, Any], Any], original: str, most: int | None = 1) -> Method:
    """The model of a method of sets that takes iterables, `most` of them, and changes nothing."""

    def method(members: Any, *others: Any) -> Any:
        sets = [listed(other) for other in others]
        if most not in (None, len(sets)) or not _any_keyed(members, *sets):
            return native(members, original)(*sets)
        made = set_operators.union(members, ()) if most is None else members
        for other in sets:
            made = combine(made, set_operators.as_set(other))
        return made

    return method


def _changing(original: str) -> Method:
    """The model of a method that changes a set and returns nothing."""
    change = getattr(set_operators, original)

    def method(members: Any, *others: Any) -> None:
        sets = [listed(other) for other in others]
        if _any_keyed(members, *sets):
            change(members, *sets)
        else:
            native(members, original)(*sets)

    return method


def listed(items: Any) -> Any:
    """An iterable that can be iterated over twice. Native code will refuse other arguments."""
    settle_open(items)
    cls = type(items)
    if cls in (list, tuple) or issubclass(cls, (set, frozenset, *MAPPINGS)):
        return items
    return list(items) if hasattr(cls, "__iter__") or hasattr(cls, "__getitem__") else items


def _any_keyed(*containers: Any) -> bool:
    return any(
        is_keyed(container) or (type(container) in (list, tuple) and any_depends(container))
        for container in containers
    )


def count_elements(mapping: Any, iterable: Any) -> None:
    """The function that Counter counts with."""
    cls = type(iterable)
    if not recorder.current.keyed and (
        cls in (str, bytes, range)
        or (cls in (list, tuple) and SCALARS.issuperset(map(type, iterable)))
    ):
        _count_elements(mapping, iterable)
        return
    get = mapping.get
    for element in iterable:
        if _concerns(mapping, element):
            store_key(mapping, element, dict_get(mapping, element, 0) + 1)
        else:
            mapping[element] = get(element, 0) + 1


def dict_popitem(mapping: Any, *args: Any, **keywords: Any) -> Any:
    return raw(partial(native(mapping, "popitem"), *args, **keywords))


def move_to_end(mapping: Any, *args: Any, **keywords: Any) -> None:
    if args and _concerns(mapping, args[0]):
        found, existing = find_key(mapping, args[0])
        if not found:
            raise KeyError(args[0])
        args = (existing, *args[1:])
    raw(partial(native(mapping, "move_to_end"), *args, **keywords))


def dict_fromkeys(*args: Any) -> Any:
    """dict.fromkeys(…)"""
    if not 1 <= len(args) <= 2:
        return dict.fromkeys(*args)
    settle_open(args[0])
    if issubclass(type(args[0]), (set, frozenset, *MAPPINGS)) and not is_keyed(args[0]):
        return dict.fromkeys(*args)  # which hashes nothing again
    keys = list(args[0])
    if not any_depends(keys):
        return dict.fromkeys(keys, *args[1:])
    return dict_of_pairs([(key, args[1] if len(args) == 2 else None) for key in keys])


def frozen_dict_fromkeys(*args: Any) -> Any:
    """frozendict.fromkeys(…)"""
    return frozen(dict_fromkeys(*args))


def frozen_dict_copy(mapping: Any, *args: Any) -> Any:
    """The same object, as for a frozenset: it can't be changed."""
    return native(mapping, "copy")(*args) if args or not is_keyed(mapping) else mapping


_contains = _of_key("__contains__")(contains_key)
FROZEN_SET: dict[str, Method] = {
    "copy": _copy,
    "__contains__": _contains,
    "union": _of_sets(set_operators.union, "union", None),
    "intersection": _of_sets(set_operators.intersection, "intersection", None),
    "difference": _of_sets(set_operators.difference, "difference", None),
    "symmetric_difference": _of_sets(set_operators.symmetric_difference, "symmetric_difference"),
    "issubset": _of_sets(set_operators.is_subset, "issubset"),
    "issuperset": _of_sets(lambda a, b: set_operators.is_subset(b, a), "issuperset"),
    "isdisjoint": _of_sets(set_operators.is_disjoint, "isdisjoint"),
}
SET: dict[str, Method] = {
    **FROZEN_SET,
    "add": _of_key("add")(add_member),
    "discard": set_discard,
    "remove": _of_key("remove")(_remove),
    "pop": set_pop,
    "update": _changing("update"),
    "difference_update": _changing("difference_update"),
    "intersection_update": _changing("intersection_update"),
    "symmetric_difference_update": _changing("symmetric_difference_update"),
}
DICT: dict[str, Method] = {
    "update": dict_update,
    "__setitem__": _of_key("__setitem__", 2, 2)(store_key),
    "__delitem__": _of_key("__delitem__")(_remove),
    "get": dict_get,
    "setdefault": dict_setdefault,
    "pop": dict_pop,
    "copy": _copy,
    "__contains__": _contains,
    "__getitem__": _of_key("__getitem__")(dict_item),
    "popitem": dict_popitem,
}

_TUPLE: dict[str, Method] = {
    "index": list_index,
    "__getitem__": sequence_getitem,
    "__contains__": list_contains,
}
LIST: dict[str, Method] = {
    **_TUPLE,
    "pop": list_pop,
    "insert": list_insert,
    "__setitem__": list_setitem,
    "__delitem__": list_delitem,
}

listing.MODELS.update(LIST)

FROZEN: dict[str, Method] = {
    **{name: DICT[name] for name in ("get", "__contains__", "__getitem__")},
    "copy": frozen_dict_copy,
}
"""Models of the methods of `frozendict`."""

CLASS_METHODS: dict[tuple[type, str], Method] = {
    (dict, "fromkeys"): dict_fromkeys,
    **({} if FROZEN_DICT is None else {(FROZEN_DICT, "fromkeys"): frozen_dict_fromkeys}),
}


def _by_keyword(name: str) -> Method:
    """The model of a method of OrderedDict, whose parameters have names, unlike those of dict."""

    def method(mapping: Any, *args: Any, **keywords: Any) -> Any:
        if keywords:
            return getattr(mapping, name)(*args, **keywords)
        return DICT[name](mapping, *args)

    return method


METHODS: dict[type, dict[str, Method]] = {
    list: LIST,
    tuple: _TUPLE,
    bytearray: {"pop": list_pop, "insert": list_insert},
    collections.deque: {
        **{name: model for name, model in LIST.items() if name != "pop"},
        "rotate": deque_rotate,
        "remove": deque_remove,
    },
    range: {name: _of_range(name) for name in ("index", "count")},
    dict: DICT,
    collections.OrderedDict: {
        **{name: _by_keyword(name) for name in ("pop", "setdefault", "popitem")},
        "update": DICT["update"],
        "move_to_end": move_to_end,
    },
    set: SET,
    frozenset: FROZEN_SET,
    **({} if FROZEN_DICT is None else {FROZEN_DICT: FROZEN}),
}
