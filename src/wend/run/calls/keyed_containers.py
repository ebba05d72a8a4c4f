"""Calls of native code while there are dicts or sets with tracked keys.

Native code uses the hashes of keys, and a tracked key has the hash of its value in this run. Where
that makes a difference, the key loses its term, which is noted.
"""

from __future__ import annotations

from collections import OrderedDict
from types import BuiltinFunctionType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE
from wend.describe.mappings import MAPPINGS
from wend.run.calls.handed_on import defining_class
from wend.run.models.containers import METHODS
from wend.run.operations.keys import lose_keys
from wend.run.operations.set_operators import in_stable_order, iterated, keyed_in

_SAFE = frozenset(
    (
        *[
            f"{cls.__name__}.{name}"
            for cls in (set, frozenset, OrderedDict, *MAPPINGS)
            for name in METHODS[cls]
        ],
        "ascii", "bool", "bytes", "callable", "dict", "format", "frozenset", "getattr",
        "hasattr", "id", "isinstance",
        "issubclass", "len", "print", "repr", "set", "setattr", "str", "type",
        "dict.clear", "dict.items",
        "dict.keys", "dict.values", "frozendict", "frozendict.items", "frozendict.keys",
        "frozendict.values", "set.clear", "list.append", "list.insert",
        "deque.append", "deque.appendleft", "OrderedDict", "OrderedDict.clear",
        "OrderedDict.items", "OrderedDict.keys", "OrderedDict.values", "defaultdict",
        "_count_elements", "SimpleQueue.put", "SimpleQueue.put_nowait",
    )
)  # fmt: skip
"""Native code for which the hashes of keys make no difference, and models that handle such
containers themselves."""

_BLIND_TO_ORDER = frozenset(("all", "any", "max", "min", "sorted", "sum"))
"""Native code that iterates over a set, with the same result in every order."""

_ITERATING = frozenset(
    (
        "deque", "enumerate", "filter", "iter", "list", "list.extend", "map", "reversed", "tuple",
        "zip",
    )
)  # fmt: skip
"""Native code that does nothing with a container but iterate over it. So does all of itertools."""


def is_native(function: Any, cls: type) -> bool:
    """Whether a callable is a function, method or class of C code."""
    return cls is BuiltinFunctionType or (cls is type and not function.__flags__ & HEAP_TYPE)


def _name(function: Any) -> str:
    """`sorted`, `dict.get`: the name of a method includes the class that defines it."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, (set, frozenset, *MAPPINGS)):
        base = defining_class(type(owner), function.__name__)
        if base is not None:
            return f"{base.__name__}.{function.__name__}"
    return getattr(function, "__qualname__", "")


class AroundKeyed:
    """Takes the place of a native callable while there are dicts or sets with tracked keys."""

    __slots__ = ("_called", "_iterates", "_name")

    def __init__(self, original: Any, called: Any) -> None:
        self._called = called
        self._name = _name(original)
        self._iterates = self._name in _ITERATING or original.__module__ == "itertools"

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if self._name in _BLIND_TO_ORDER:
            args = tuple([in_stable_order(arg, keywords) for arg in args])
        elif self._iterates:
            args = tuple([iterated(arg) for arg in args])
        elif self._name not in _SAFE:
            given = (*args, *keywords.values())
            for holder in [holder for each in given for holder in keyed_in(each)]:
                lose_keys(holder, "native code goes by the hashes of the keys of a dict or set")
        return self._called(*args, **keywords)
