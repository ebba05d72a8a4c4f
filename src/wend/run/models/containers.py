"""Models of the methods of native containers that take an index or a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wend.run import recorder
from wend.run.models.range import tracked_range
from wend.run.subscript import (
    add_member,
    contains_key,
    dict_item,
    remove_key,
    settle_bound,
    settle_index,
    store_key,
)
from wend.run.tracked.lift import Tracked, value_of

Method = Callable[..., Any]


def _concerns(container: Any, key: Any) -> bool:
    return isinstance(key, Tracked) or id(container) in recorder.current.keyed


def list_pop(items: Any, *args: Any) -> Any:
    if args and isinstance(args[0], Tracked):
        return items.pop(settle_index(items, args[0]), *args[1:])
    return items.pop(*args)


def list_insert(items: Any, *args: Any) -> None:
    if args and isinstance(args[0], Tracked):
        args = (settle_bound(args[0], len(items)), *args[1:])
    items.insert(*args)


def list_index(items: list[Any], *args: Any) -> Any:
    """As the original, but for the text of its message, which nobody has read yet."""
    if not 1 <= len(args) <= 3 or not any(isinstance(arg, Tracked) for arg in args):
        return items.index(*args)
    bounds = [settle_bound(bound, len(items)) for bound in args[1:]]
    start, stop = (*bounds, *(0, len(items))[len(bounds) :])
    for at in range(*slice(start, stop).indices(len(items))):
        if items[at] is args[0] or items[at] == args[0]:
            return at
    try:
        return [].index(value_of(args[0]))
    except ValueError as error:
        recorder.current.speak(error)
        raise


def range_index(numbers: range, *args: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], Tracked):
        return tracked_range(numbers).index(args[0])
    return numbers.index(*args)


def range_count(numbers: range, *args: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], Tracked):
        return tracked_range(numbers).count(args[0])
    return numbers.count(*args)


def dict_get(mapping: dict[Any, Any], *args: Any) -> Any:
    if 1 <= len(args) <= 2 and _concerns(mapping, args[0]):
        found = contains_key(mapping, args[0])
        return dict_item(mapping, args[0]) if found else (args[1] if len(args) == 2 else None)
    return mapping.get(*args)


def dict_setdefault(mapping: dict[Any, Any], *args: Any) -> Any:
    if 1 <= len(args) <= 2 and _concerns(mapping, args[0]):
        if contains_key(mapping, args[0]):
            return dict_item(mapping, args[0])
        default = args[1] if len(args) == 2 else None
        store_key(mapping, args[0], default)
        return default
    return mapping.setdefault(*args)


def dict_pop(mapping: dict[Any, Any], *args: Any) -> Any:
    if 1 <= len(args) <= 2 and _concerns(mapping, args[0]):
        found, value = remove_key(mapping, args[0])
        if found:
            return value
        if len(args) == 2:
            return args[1]
        raise KeyError(args[0])
    return mapping.pop(*args)


def dict_copy(mapping: dict[Any, Any], *args: Any) -> Any:
    if id(mapping) not in recorder.current.keyed:
        return mapping.copy(*args)
    with recorder.quietly():
        copied = mapping.copy(*args)
    recorder.current.keyed[id(copied)] = copied
    return copied


def set_add(members: set[Any], *args: Any) -> None:
    if len(args) == 1 and _concerns(members, args[0]):
        add_member(members, args[0])
    else:
        members.add(*args)


def set_discard(members: set[Any], *args: Any) -> None:
    if len(args) == 1 and _concerns(members, args[0]):
        remove_key(members, args[0])
    else:
        members.discard(*args)


def set_remove(members: set[Any], *args: Any) -> None:
    if len(args) == 1 and _concerns(members, args[0]):
        if not remove_key(members, args[0])[0]:
            raise KeyError(args[0])
    else:
        members.remove(*args)


def set_copy(members: Any, *args: Any) -> Any:
    if id(members) not in recorder.current.keyed:
        return members.copy(*args)
    with recorder.quietly():
        copied = members.copy(*args)
    recorder.current.keyed[id(copied)] = copied
    return copied


def membership(container: Any, *args: Any) -> Any:
    if len(args) == 1 and _concerns(container, args[0]):
        return contains_key(container, args[0])
    return container.__contains__(*args)


def dict_getitem(mapping: dict[Any, Any], *args: Any) -> Any:
    if len(args) == 1 and _concerns(mapping, args[0]):
        return dict_item(mapping, args[0])
    return mapping.__getitem__(*args)


_DICT: dict[str, Method] = {
    "get": dict_get,
    "setdefault": dict_setdefault,
    "pop": dict_pop,
    "copy": dict_copy,
    "__contains__": membership,
    "__getitem__": dict_getitem,
}

METHODS: dict[type, dict[str, Method]] = {
    list: {"pop": list_pop, "insert": list_insert, "index": list_index},
    bytearray: {"pop": list_pop, "insert": list_insert},
    range: {"index": range_index, "count": range_count},
    dict: _DICT,
    set: {
        "add": set_add,
        "discard": set_discard,
        "remove": set_remove,
        "copy": set_copy,
        "__contains__": membership,
    },
    frozenset: {"copy": set_copy, "__contains__": membership},
}
