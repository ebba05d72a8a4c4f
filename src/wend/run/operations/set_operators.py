"""Operators of sets and dicts that hold tracked keys. C code would decide them by hashes."""

from __future__ import annotations

import gc
import operator
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from wend.describe.mappings import MAPPINGS, native_mapping
from wend.run import recorder
from wend.run.calls.differs_by_process import note_order
from wend.run.class_questions import told_equality
from wend.run.operations.equality import depends
from wend.run.operations.keys import (
    add_member,
    contains_key,
    decide_truth,
    find_key,
    frozen,
    is_keyed,
    item_of,
    keyed_copy,
    lose_keys,
    members,
    native_copy,
    note_keyed,
    raw,
    remove_key,
    settle_open,
    store_key,
)
from wend.run.tracked.lift import LISTS, OPEN, own_method
from wend.run.tracked.octets import is_bare

SETS = (set, frozenset)
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.items()), type({}.values()))
_SET_LIKE = (*SETS, _VIEWS[0])
_made = OrderedDict[Any, Any]()
_EQUALITY = ("==", "!=")
_ORDERED = (OrderedDict, type(_made.keys()), type(_made.items()), type(_made.values()))


def operate(symbol: str, left: Any, right: Any) -> Any:
    """left OP right"""
    settle_open(left)
    settle_open(right)
    holders = []
    if recorder.current.keyed:
        holders = [*keyed_in(left), *keyed_in(right)]
        if holders:
            model = operator_model(symbol, left, right)
            if model is not None:
                return model(members_of(left), members_of(right))
    made = _NATIVE[symbol](left, right)
    if symbol in _EQUALITY:
        told_equality(left, right)
    for holder in holders:
        lose_keys(holder, "a dict or set with tracked keys is handled by native code")
    if holders and issubclass(type(made), (*MAPPINGS, *SETS)) and any(map(depends, made)):
        note_keyed(made)  # what holds these keys from now on
    return made


def keyed_in(value: Any, depth: int = 2) -> list[Any]:
    """The dicts and sets with tracked keys that a value is, is a view of, or has as an item."""
    if is_keyed(value):
        return [value]
    cls = type(value)
    if cls in _VIEWS:
        viewed = mapping_of(value)
        return [viewed] if is_keyed(viewed) else []
    if depth == 0 or (cls not in (list, tuple, *MAPPINGS) and cls not in LISTS):
        return []
    items = value.values() if cls in MAPPINGS else list.__iter__(value) if cls in LISTS else value
    return [holder for item in items for holder in keyed_in(item, depth - 1)]


def mapping_of(view: Any) -> Any:
    """The dict that a view shows."""
    return gc.get_referents(view)[0]


def iterated(iterable: Any) -> Any:
    """What to iterate over in place of an iterable: the order of a set depends on its members."""
    if type(iterable) is set and not recorder.current.keyed:  # the most frequent of them
        note_order(iterable)
        return iterable
    if is_bare(iterable):
        return iterable
    settle_open(iterable)
    if issubclass(type(iterable), SETS) and len(iterable) > 1:
        if recorder.current.keyed:
            lose_keys(iterable, "the order of a set depends on the hashes of its members")
        note_order(iterable)
    return _in_order(iterable)


def in_stable_order(iterable: Any, keywords: Any = ()) -> Any:
    """A set in a stable order, for code whose result is the same in any order.

    That code would ask its questions in the order of the set. It is no such code with a `key`, by
    which the first of equal members counts, or for floats: their sums are rounded, and nan is
    neither before nor after anything.
    """
    settle_open(iterable)
    if issubclass(type(iterable), SETS):
        if "key" in keywords or not all(map(_is_in_total_order, members(iterable))):
            return iterated(iterable)
        return members(iterable) if is_keyed(iterable) else iterable
    return _in_order(iterable)


def ints_in_any_order(iterable: Any) -> Any:
    """A set of ints, for code that computes with each of them and does not raise."""
    settle_open(iterable)
    if issubclass(type(iterable), SETS) and all(
        isinstance(each, int) and not isinstance(each, bool) for each in members(iterable)
    ):
        return members(iterable) if is_keyed(iterable) else iterable
    return iterated(iterable)


def _is_in_total_order(member: Any) -> bool:
    if type(member) is tuple:
        return all(map(_is_in_total_order, member))
    return isinstance(member, int | str | bytes)


def _in_order(iterable: Any) -> Any:
    """The keys of an OrderedDict, which hashes them while somebody iterates over it: no
    decision."""
    if not recorder.current.keyed or not issubclass(type(iterable), _ORDERED):
        return iterable
    mapping = iterable if issubclass(type(iterable), OrderedDict) else mapping_of(iterable)
    return _quiet(iter(iterable)) if is_keyed(mapping) else iterable


def _quiet(items: Iterator[Any]) -> Iterator[Any]:
    end = object()
    while (item := raw(next, items, end)) is not end:
        yield item


# Sets


def union(left: Any, right: Any) -> Any:
    made = raw(set, left)
    keyed_copy(left, made)
    for member in members(right):
        add_member(made, member)
    return _like(left, made)


def intersection(left: Any, right: Any) -> Any:
    return _selected(left, lambda member: decide_truth(contains_key(right, member), "key"))


def difference(left: Any, right: Any) -> Any:
    return _selected(left, lambda member: not decide_truth(contains_key(right, member), "key"))


def symmetric_difference(left: Any, right: Any) -> Any:
    return union(difference(left, right), difference(right, left))


def is_subset(left: Any, right: Any) -> bool:
    if len(left) > len(right):
        return False
    return all(decide_truth(contains_key(right, member), "key") for member in members(left))


def equal_sets(left: Any, right: Any) -> bool:
    return len(left) == len(right) and is_subset(left, right)


def is_disjoint(left: Any, right: Any) -> bool:
    return not any(decide_truth(contains_key(right, member), "key") for member in members(left))


def _selected(source: Any, is_wanted: Callable[[Any], bool]) -> Any:
    kept = [member for member in members(source) if is_wanted(member)]
    return _like(source, keyed_copy(source, raw(set, kept)))


def _like(original: Any, made: set[Any]) -> Any:
    if not isinstance(original, frozenset):
        return made
    return keyed_copy(made, raw(frozenset, made))


def update(into: set[Any], *others: Any) -> set[Any]:
    for other in others:
        for member in members(other):
            add_member(into, member)
    return into


def difference_update(into: set[Any], *others: Any) -> set[Any]:
    for other in others:
        for member in members(other):
            remove_key(into, member)
    return into


def intersection_update(into: set[Any], *others: Any) -> set[Any]:
    for other in others:
        kept = as_set(other)
        for member in members(into):
            if not decide_truth(contains_key(kept, member), "key"):
                remove_key(into, member)
    return into


def symmetric_difference_update(into: set[Any], other: Any) -> set[Any]:
    for member in members(as_set(other)):
        if not remove_key(into, member)[0]:
            add_member(into, member)
    return into


def as_set(items: Any) -> Any:
    """A set of the items; the very object if it is a set already."""
    settle_open(items)
    return items if isinstance(items, SETS) else update(set(), items)


# Dicts


def equal_dicts(left: Any, right: Any) -> Any:
    if len(left) != len(right):
        return False
    for key, item in native_mapping(left).items(left):
        found, existing = find_key(right, key)
        if not found:
            return False
        other = item_of(right, existing)
        if not (item is other or operate("==", item, other)):
            return False
    return True


def merge(left: Any, right: Any) -> Any:
    made = merge_into(keyed_copy(left, native_copy(left)), right)
    return made if isinstance(left, dict) else frozen(made)


def merge_into(into: Any, other: Any) -> Any:
    for key, item in other.items():
        store_key(into, key, item)
    return into


_SET_MODELS: dict[str, Callable[[Any, Any], Any]] = {
    "|": union,
    "&": intersection,
    "-": difference,
    "^": symmetric_difference,
    "==": equal_sets,
    "!=": lambda left, right: not equal_sets(left, right),
    "<=": is_subset,
    ">=": lambda left, right: is_subset(right, left),
    "<": lambda left, right: len(left) < len(right) and is_subset(left, right),
    ">": lambda left, right: len(left) > len(right) and is_subset(right, left),
}
_IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "|=": update,
    "&=": intersection_update,
    "-=": difference_update,
    "^=": symmetric_difference_update,
}
_DICT_MODELS: dict[str, Callable[[Any, Any], Any]] = {
    "|": merge,
    "|=": merge_into,
    "==": equal_dicts,
    "!=": lambda left, right: not equal_dicts(left, right),
}
_NATIVE: dict[str, Callable[[Any, Any], Any]] = {
    "|": operator.or_, "&": operator.and_, "-": operator.sub, "^": operator.xor,
    "|=": operator.ior, "&=": operator.iand, "-=": operator.isub, "^=": operator.ixor,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def operator_model(symbol: str, left: Any, right: Any) -> Callable[[Any, Any], Any] | None:
    """The model of an operator of sets or dicts, or None for other operands."""
    if symbol in _COMPARING:
        name, mirror = _COMPARING[symbol]
        one, other = _compared_as(left, name), _compared_as(right, mirror)
    else:
        one, other = _kind(left), _kind(right)
    if one in _SET_LIKE and other in _SET_LIKE:
        if symbol in _IN_PLACE:
            return _IN_PLACE[symbol] if one is set else _SET_MODELS[symbol[:-1]]
        return _SET_MODELS[symbol]
    if one in MAPPINGS and other in MAPPINGS:
        return _DICT_MODELS.get(symbol if one is dict or symbol != "|=" else "|")
    return None


def members_of(operand: Any) -> Any:
    """The operand, or the dict in place of a view of its keys."""
    return mapping_of(operand) if type(operand) is _VIEWS[0] else operand


def _kind(value: Any) -> type:
    """The type of an operand. A dict or set of the inputs has the native type that it stands
    for."""
    cls = type(value)
    return value.__class__ if cls in OPEN else cls


def _compared_as(value: Any, name: str) -> type:
    """The native type of an operand of a class below one, if the class inherits the comparison of
    this name and all methods that models use."""
    cls = _kind(value)
    natives: tuple[type, ...] = (*MAPPINGS, *SETS)
    for native in natives:
        if issubclass(cls, native) and all(
            own_method(cls, each) is native.__dict__[each] for each in (name, *_ASKED)
        ):
            return native
    return cls


_ASKED = ("__contains__", "__iter__", "__len__")
_COMPARING = {
    "==": ("__eq__", "__eq__"), "!=": ("__ne__", "__ne__"), "<": ("__lt__", "__gt__"),
    "<=": ("__le__", "__ge__"), ">": ("__gt__", "__lt__"), ">=": ("__ge__", "__le__"),
}  # fmt: skip
"""The methods of the left side and of the right side."""
