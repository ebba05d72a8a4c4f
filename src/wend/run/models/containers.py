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


def _is_plain(mapping: Any, args: tuple[Any, ...]) -> bool:
    """Whether a plain key is looked up in a container without tracked keys."""
    return (
        type(mapping) is dict
        and bool(args)
        and type(args[0]) in SCALARS
        and not recorder.current.keyed
    )


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


def range_index(numbers: range, *args: Any) -> Any:
    if len(args) == 1 and type(args[0]) in TRACKED:
        return tracked_range(numbers).index(args[0])
    return numbers.index(*args)


def range_count(numbers: range, *args: Any) -> Any:
    if len(args) == 1 and type(args[0]) in TRACKED:
        return tracked_range(numbers).count(args[0])
    return numbers.count(*args)


def dict_get(mapping: dict[Any, Any], *args: Any) -> Any:
    if _is_plain(mapping, args):
        return mapping.get(*args)
    if 1 <= len(args) <= 2 and _concerns(mapping, args[0]):
        found = contains_key(mapping, args[0])
        return dict_item(mapping, args[0]) if found else (args[1] if len(args) == 2 else None)
    return native(mapping, "get")(*args)


def dict_setdefault(mapping: dict[Any, Any], *args: Any) -> Any:
    if 1 <= len(args) <= 2 and _concerns(mapping, args[0]):
        if contains_key(mapping, args[0]):
            return dict_item(mapping, args[0])
        default = args[1] if len(args) == 2 else None
        store_key(mapping, args[0], default)
        return default
    return native(mapping, "setdefault")(*args)


def dict_pop(mapping: dict[Any, Any], *args: Any) -> Any:
    if _is_plain(mapping, args):
        return mapping.pop(*args)
    if 1 <= len(args) <= 2 and _concerns(mapping, args[0]):
        found, value = remove_key(mapping, args[0])
        if found:
            return value
        if len(args) == 2:
            return args[1]
        raise KeyError(args[0])
    return native(mapping, "pop")(*args)


def dict_copy(mapping: dict[Any, Any], *args: Any) -> Any:
    if id(mapping) not in recorder.current.keyed:
        return native(mapping, "copy")(*args)
    made = native_copy(mapping) if type(mapping) in OPEN and not args else None
    return keyed_copy(mapping, raw(native(mapping, "copy"), *args) if made is None else made)


def set_add(members: set[Any], *args: Any) -> None:
    if len(args) == 1 and _concerns(members, args[0]):
        add_member(members, args[0])
    else:
        native(members, "add")(*args)


def set_discard(members: set[Any], *args: Any) -> None:
    if len(args) == 1 and _concerns(members, args[0]):
        remove_key(members, args[0])
    else:
        native(members, "discard")(*args)


def set_remove(members: set[Any], *args: Any) -> None:
    if len(args) == 1 and _concerns(members, args[0]):
        if not remove_key(members, args[0])[0]:
            raise KeyError(args[0])
    else:
        native(members, "remove")(*args)


def set_copy(members: Any, *args: Any) -> Any:
    if id(members) not in recorder.current.keyed:
        return native(members, "copy")(*args)
    if isinstance(members, frozenset) and not args:
        return members
    made = native_copy(members) if type(members) in OPEN and not args else None
    return keyed_copy(members, raw(native(members, "copy"), *args) if made is None else made)


def membership(container: Any, *args: Any) -> Any:
    if len(args) == 1 and _concerns(container, args[0]):
        return contains_key(container, args[0])
    return native(container, "__contains__")(*args)


def dict_getitem(mapping: dict[Any, Any], *args: Any) -> Any:
    if len(args) == 1 and _concerns(mapping, args[0]):
        return dict_item(mapping, args[0])
    return native(mapping, "__getitem__")(*args)


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


def dict_setitem(mapping: Any, *args: Any) -> None:
    if len(args) == 2 and _concerns(mapping, args[0]):
        store_key(mapping, *args)
    else:
        native(mapping, "__setitem__")(*args)


def dict_delitem(mapping: Any, *args: Any) -> None:
    if len(args) == 1 and _concerns(mapping, args[0]):
        if not remove_key(mapping, args[0])[0]:
            raise KeyError(args[0])
    else:
        native(mapping, "__delitem__")(*args)


def set_pop(members: set[Any], *args: Any) -> Any:
    if len(members) > 1:
        lose_keys(members, "which member a set gives first depends on their hashes")
    return raw(native(members, "pop"), *args)


def _many(combine: Callable[[Any, Any], Any], original: str) -> Method:
    """The model of a method of sets that takes any number of iterables."""

    def method(members: Any, *others: Any) -> Any:
        sets = [listed(other) for other in others]
        if not _any_keyed(members, *sets):
            return native(members, original)(*sets)
        made = set_operators.union(members, ())
        for other in sets:
            made = combine(made, set_operators.as_set(other))
        return made

    return method


def _two(combine: Callable[[Any, Any], Any], original: str) -> Method:
    """The model of a method of sets that takes one iterable and returns a set or a truth value."""

    def method(members: Any, *others: Any) -> Any:
        sets = [listed(other) for other in others]
        if len(sets) != 1 or not _any_keyed(members, *sets):
            return native(members, original)(*sets)
        return combine(members, set_operators.as_set(sets[0]))

    return method


def _changing(change: Method, original: str) -> Method:
    """The model of a method that changes a set and returns nothing."""

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


FROZEN_SET: dict[str, Method] = {
    "copy": set_copy,
    "__contains__": membership,
    "union": _many(set_operators.union, "union"),
    "intersection": _many(set_operators.intersection, "intersection"),
    "difference": _many(set_operators.difference, "difference"),
    "symmetric_difference": _two(set_operators.symmetric_difference, "symmetric_difference"),
    "issubset": _two(set_operators.is_subset, "issubset"),
    "issuperset": _two(lambda a, b: set_operators.is_subset(b, a), "issuperset"),
    "isdisjoint": _two(set_operators.is_disjoint, "isdisjoint"),
}
SET: dict[str, Method] = {
    **FROZEN_SET,
    "add": set_add,
    "discard": set_discard,
    "remove": set_remove,
    "pop": set_pop,
    "update": _changing(set_operators.update, "update"),
    "difference_update": _changing(set_operators.difference_update, "difference_update"),
    "intersection_update": _changing(set_operators.intersection_update, "intersection_update"),
    "symmetric_difference_update": _changing(
        set_operators.symmetric_difference_update, "symmetric_difference_update"
    ),
}
DICT: dict[str, Method] = {
    "update": dict_update,
    "__setitem__": dict_setitem,
    "__delitem__": dict_delitem,
    "get": dict_get,
    "setdefault": dict_setdefault,
    "pop": dict_pop,
    "copy": dict_copy,
    "__contains__": membership,
    "__getitem__": dict_getitem,
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
    range: {"index": range_index, "count": range_count},
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
