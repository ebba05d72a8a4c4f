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
"""The type of an import that nobody has needed yet, from Python 3.15 on."""


class ModuleState:
    """The state of a module, to be compared before and after a run."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._were_lazy: set[tuple[int, Any]] = set()
        """Names of lazy imports, with the namespaces that they are in."""
        self._latest: _Look | None = None

    def fingerprint(self) -> int:
        """A number that changes when globals of the module, or values below them, change.

        The state of `random` counts as one of the globals.
        """
        if self._latest is None or not self._latest.is_current():
            self._latest = _Look(self._module, self._were_lazy)
        return hash((random.getstate(), self._latest.number))


def thread_count() -> int:
    """How many threads there are besides the main one; those of a parent process still count."""
    return _thread._count()


class _Look:
    """One look at a module's state: a number for it, and the contents of each container.

    Most runs change nothing. To see that each container still holds the very same objects takes a
    tenth of the time that a new number takes.
    """

    def __init__(self, module: ModuleType, were_lazy: set[tuple[int, Any]]) -> None:
        self._module = module.__name__
        self._were_lazy = were_lazy
        self._seen: set[int] = set()
        self._held: list[tuple[Collection[Any], list[Any]]] = []
        self._attributes: list[tuple[Any, dict[str, Any]]] = []
        """Objects with their `__dict__`."""
        self._streams: list[tuple[Any, Any]] = []
        """Streams, and queues, with what is in them."""
        self.number = self._names(vars(module), DEEPEST + 1)

    def is_current(self) -> bool:
        """Whether each container still holds the same objects."""
        for contents, held in self._held:
            if len(contents) != len(held) or not all(map(is_, contents, held)):
                return False
        if any(_content(stream) != content for stream, content in self._streams):
            return False
        return all(_attributes_of(owner) is attributes for owner, attributes in self._attributes)

    def _value(self, value: Any, depth: int) -> int:
        """A number for a value and what is below it. No code of the value's class is run: a proxy
        without an object, say, raises where its `__class__` is asked for."""
        cls = type(value)
        if cls in _ATOMS:
            return hash((cls.__name__, value))
        is_known = id(value) in self._seen or len(self._seen) > MOST
        if is_known or depth == 0 or issubclass(cls, _STATELESS):
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
        if issubclass(cls, io.StringIO | io.BytesIO) or _is_queue(cls):
            content = _content(value)
            self._streams.append((value, content))
            return hash((id(value), content))
        if issubclass(cls, MAPPINGS):
            native = native_mapping(value)
            keys, values = native.keys(value), native.values(value)
            self._hold(keys)
            self._hold(values)
            return hash((id(value), tuple(map(_key, keys)), self._items(values, depth)))
        if issubclass(cls, set | frozenset):
            native = set if issubclass(cls, set) else frozenset
            members = [*native.__iter__(value)]
            self._hold(value)
            return hash((id(value), len(members), frozenset(map(_key, members))))
        if issubclass(cls, type):
            names = _NAMES_OF_CLASS(value)
            if names.get("__module__") != self._module:
                return id(value)
            return hash((id(value), self._names(names, depth)))
        state = _attributes_of(value)
        if isinstance(state, dict):
            self._attributes.append((value, state))
            return hash((id(value), self._names(state, depth)))
        return id(value)

    def _names(self, names: Any, depth: int) -> int:
        """A number for the values of a namespace.

        Left out are names like `__doc__`, which Python changes by itself, and lazy imports, which
        become modules as soon as somebody reads them.
        """
        self._hold(names.keys())
        self._hold(names.values())
        if _LAZY is not None:
            lazy = [name for name, value in names.items() if type(value) is _LAZY]
            self._were_lazy.update([(id(names), name) for name in lazy])
        return hash(
            tuple(
                [
                    (_key(name), self._value(value, depth - 1))
                    for name, value in names.items()
                    if not (str(name).startswith("__") and str(name).endswith("__"))
                    and (id(names), name) not in self._were_lazy
                ]
            )
        )

    def _items(self, items: Collection[Any], depth: int) -> int:
        return hash(tuple([self._value(item, depth - 1) for item in items]))

    def _hold(self, contents: Collection[Any]) -> None:
        self._held.append((contents, list(contents)))


_NAMES_OF_CLASS = type.__dict__["__dict__"].__get__
"""Gives the names of a class, whatever its metaclass says they are."""


def _attributes_of(value: Any) -> Any:
    """The `__dict__` of an object; None where it has none, or where its class forbids to ask."""
    try:
        return object.__getattribute__(value, "__dict__")
    except Exception:  # a property of this name may do anything
        return None


def _is_queue(cls: type) -> bool:
    return cls.__module__ == "_queue" and cls.__name__ == "SimpleQueue"


def _content(stream: Any) -> Any:
    """The content of a stream and its position, read without running code of its subclass.

    Nobody can look into a queue, so one that holds something is different each time.
    """
    if _is_queue(type(stream)):
        return object() if stream.qsize() else "empty"
    native: Any = io.StringIO if isinstance(stream, io.StringIO) else io.BytesIO
    try:
        return native.getvalue(stream), native.tell(stream)
    except ValueError:
        return "closed"


def _key(key: Any) -> Any:
    return (type(key).__name__, key) if type(key) in _ATOMS else id(key)
