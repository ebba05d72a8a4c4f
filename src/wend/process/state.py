"""A fingerprint of a module's state, to notice runs that leave something behind."""

from __future__ import annotations

import _thread
import io
import random
import types
from collections import deque
from collections.abc import Collection
from operator import is_
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from wend.describe.mappings import MAPPINGS, native_mapping

MOST = 5_000
"""Values looked into; larger states are compared in part."""

DEEPEST = 4
"""How far globals are looked into."""

_ATOMS = (int, float, complex, str, bytes, bool, type(None))
_STATELESS = (ModuleType, FunctionType, BuiltinFunctionType)

_LAZY: type | None = getattr(types, "LazyImportType", None)
"""What stands for an import that nobody has needed yet, from Python 3.15 on."""
_were_lazy: set[tuple[int, Any]] = set()
"""Names that were seen as such, with the namespaces that they are in."""

_latest: dict[str, _Look] = {}
"""The latest look at each module."""


def fingerprint(module: ModuleType) -> int:
    """A number that changes when globals of the module, or what they hold, change.

    The state of `random` counts as one of them too.
    """
    look = _latest.get(module.__name__)
    if look is None or not look.is_current():
        look = _latest[module.__name__] = _Look(module)
    return hash((random.getstate(), look.number))


def thread_count() -> int:
    """How many threads there are besides the main one; those of a parent process still count."""
    return _thread._count()


class _Look:
    """What was seen of a module's state: a number for it, and what everything held.

    Most runs change nothing, and that everything still holds the very same objects is told ten
    times as quickly as a new number is made.
    """

    def __init__(self, module: ModuleType) -> None:
        self._module = module.__name__
        self._seen: set[int] = set()
        self._held: list[tuple[Collection[Any], list[Any]]] = []
        self._attributes: list[tuple[Any, dict[str, Any]]] = []
        """Objects with their `__dict__`."""
        self._streams: list[tuple[Any, Any]] = []
        """Streams, and queues, with what is in them."""
        self.number = self._names(vars(module), DEEPEST + 1)

    def is_current(self) -> bool:
        """Whether all that was looked at still holds what it held."""
        for contents, held in self._held:
            if len(contents) != len(held) or not all(map(is_, contents, held)):
                return False
        if any(_content(stream) != content for stream, content in self._streams):
            return False
        return all(
            getattr(owner, "__dict__", None) is attributes for owner, attributes in self._attributes
        )

    def _value(self, value: Any, depth: int) -> int:
        cls = type(value)
        if cls in _ATOMS:
            return hash((cls.__name__, value))
        is_known = id(value) in self._seen or len(self._seen) > MOST
        if is_known or depth == 0 or isinstance(value, _STATELESS):
            return id(value)
        self._seen.add(id(value))
        if cls is tuple:
            return self._items(value, depth)
        if cls is list:
            self._hold(value)
            return self._items(value, depth)
        if cls in (deque, bytearray):
            self._hold(value)
            return hash((id(value), self._items(value, depth)))
        if isinstance(value, io.StringIO | io.BytesIO) or _is_queue(cls):
            content = _content(value)
            self._streams.append((value, content))
            return hash((id(value), content))
        if isinstance(value, MAPPINGS):
            native = native_mapping(value)
            keys, values = native.keys(value), native.values(value)
            self._hold(keys)
            self._hold(values)
            return hash((id(value), tuple(map(_key, keys)), self._items(values, depth)))
        if isinstance(value, set | frozenset):
            self._hold(value)
            return hash((id(value), len(value), frozenset(map(_key, value))))
        if isinstance(value, type):
            if value.__module__ != self._module:
                return id(value)
            return hash((id(value), self._names(vars(value), depth)))
        state = getattr(value, "__dict__", None)
        if isinstance(state, dict):
            self._attributes.append((value, state))
            return hash((id(value), self._names(state, depth)))
        return id(value)

    def _names(self, names: Any, depth: int) -> int:
        """A number for what has a name; names of Python's own come and go without a change, and a
        lazy import becomes what it imports as soon as somebody reads it."""
        self._hold(names.keys())
        self._hold(names.values())
        if _LAZY is not None:
            lazy = [name for name, value in names.items() if type(value) is _LAZY]
            _were_lazy.update([(id(names), name) for name in lazy])
        return hash(
            tuple(
                [
                    (_key(name), self._value(value, depth - 1))
                    for name, value in names.items()
                    if not (str(name).startswith("__") and str(name).endswith("__"))
                    and (id(names), name) not in _were_lazy
                ]
            )
        )

    def _items(self, items: Collection[Any], depth: int) -> int:
        return hash(tuple([self._value(item, depth - 1) for item in items]))

    def _hold(self, contents: Collection[Any]) -> None:
        self._held.append((contents, list(contents)))


def _is_queue(cls: type) -> bool:
    return cls.__module__ == "_queue" and cls.__name__ == "SimpleQueue"


def _content(stream: Any) -> Any:
    """What is in a stream, and its place; no code of a class below it is run. Nobody can look into
    a queue: what is in one counts as another thing each time."""
    if _is_queue(type(stream)):
        return object() if stream.qsize() else "empty"
    native: Any = io.StringIO if isinstance(stream, io.StringIO) else io.BytesIO
    try:
        return native.getvalue(stream), native.tell(stream)
    except ValueError:
        return "closed"


def _key(key: Any) -> Any:
    return (type(key).__name__, key) if type(key) in _ATOMS else id(key)
