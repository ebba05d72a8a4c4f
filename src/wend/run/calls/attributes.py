"""Attributes of objects that opaque functions are given.

A function that is treated as opaque is run as it is, so nothing tracked may reach it. Objects can't
be copied, since others hold them. So their attributes have plain values while the call lasts.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from operator import is_
from types import FunctionType, MethodType, ModuleType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE, is_named_tuple
from wend.run import recorder
from wend.run.arguments.graph_fields import complete
from wend.run.composed.bare_objects import attributes, set_attribute
from wend.run.tracked.lift import FOLLOWED, LISTS, OPEN, plain

DEEPEST = 3
"""Objects in attributes of objects, and in containers, are looked into this deep."""

MOST_OBJECTS = 50
MOST_ATTRIBUTES = 50

_CONTAINERS = frozenset((list, tuple, set, frozenset, dict))
_NATIVES = (
    *(int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset),
    *(io.StringIO, io.BytesIO),
)
"""Instances of subclasses of these have more content than their attributes."""
_NO_INSTANCES = (type, ModuleType, FunctionType, MethodType)


def attributes_of(value: Any) -> dict[str, Any] | None:
    """The attributes that an instance of a class written in Python has by itself, by name; None for
    other values. No code of the class is run."""
    cls: Any = type(value)
    complete(value)
    if not cls.__flags__ & HEAP_TYPE or cls in FOLLOWED or issubclass(cls, _NO_INSTANCES):
        return None
    if issubclass(cls, _NATIVES):
        return dict(zip(cls._fields, value, strict=True)) if is_named_tuple(cls) else None
    found = dict(reversed(attributes(value)))  # the attribute of the first class counts
    return {name: found[name] for name in sorted(found) if type(name) is str}


def objects_in(values: Iterable[Any]) -> list[Any]:
    """The instances among values, in containers and in attributes of instances, each once."""
    found: dict[int, Any] = {}
    _gather(values, DEEPEST, found)
    return [*found.values()]


def _gather(values: Iterable[Any], depth: int, found: dict[int, Any]) -> None:
    for value in values:
        cls = type(value)
        if depth and cls in _CONTAINERS:
            _gather(value.values() if cls is dict else value, depth - 1, found)
        elif depth and (cls in LISTS or cls in OPEN):
            _gather([plain_items(value)], depth, found)
        elif id(value) not in found and len(found) < MOST_OBJECTS:
            attributes = attributes_of(value)
            if attributes is not None and len(attributes) <= MOST_ATTRIBUTES:
                found[id(value)] = value
                if depth:
                    _gather(attributes.values(), depth - 1, found)


def plain_items(container: Any) -> Any:
    """The items of a container with an open end, as far as they exist now."""
    return [*list.__iter__(container)] if type(container) in LISTS else container._wend_now()


class PlainAttributes:
    """Gives the attributes of objects plain values for a while. Attributes that the code does not
    replace meanwhile get their tracked values back."""

    def __init__(self, objects: Iterable[Any]) -> None:
        # Tuples are made anew.
        self._objects = [each for each in objects if not isinstance(each, tuple)]
        self._before: list[dict[str, Given]] = []
        self.are_changed = False
        """Whether the code stored into an attribute, or into a container in one."""

    def __enter__(self) -> PlainAttributes:
        with recorder.quietly():
            for each in self._objects:
                given = {name: Given(value, plain(value)) for name, value in _attributes(each)}
                self._before.append(given)
                for name, value in given.items():
                    if value.plain is not value.original:
                        set_attribute(each, name, value.plain)
        return self

    def __exit__(self, *error: object) -> None:
        for each, given in zip(self._objects, self._before, strict=True):
            now = dict(_attributes(each))
            self.are_changed = self.are_changed or now.keys() != given.keys()
            for name, value in given.items():
                if now.get(name) is not value.plain:
                    self.are_changed = True
                    continue
                if value.is_changed:
                    self.are_changed = True
                    value.change()
                if value.plain is not value.original:
                    set_attribute(each, name, value.original)


class Given:
    """A tracked value in an attribute or argument, and the plain value in its place."""

    __slots__ = ("_copy", "original", "plain")

    def __init__(self, original: Any, made: Any) -> None:
        self.original = original
        self.plain = made
        self._copy = self._items() if type(self.plain) in (list, dict, set) else None

    def _items(self) -> list[Any]:
        """Keys and values are compared by identity: they may be of any class."""
        items = [*self.plain]
        return [*items, *self.plain.values()] if type(self.plain) is dict else items

    @property
    def is_changed(self) -> bool:
        if self._copy is None:
            return False
        now = self._items()
        return len(now) != len(self._copy) or not all(map(is_, now, self._copy))

    def change(self) -> None:
        """Repeats on a container what was done to the plain one in its place."""
        if self.plain is self.original:
            return
        if isinstance(self.original, list):
            list.__setitem__(self.original, slice(None), self.plain)
        else:
            self.original.clear()
            self.original.update(self.plain)


def _attributes(instance: Any) -> Iterable[tuple[str, Any]]:
    return (attributes_of(instance) or {}).items()
