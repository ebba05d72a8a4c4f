"""Native code that is handed a dict or set with tracked keys: what it does by hashes is noted."""

from __future__ import annotations

from types import BuiltinFunctionType
from typing import Any

from wend.run.algebra import in_stable_order, iterated, keyed_in
from wend.run.keys import lose_keys
from wend.run.models.containers import METHODS

_SAFE = frozenset(
    (
        *[f"{cls.__name__}.{name}" for cls in (dict, set, frozenset) for name in METHODS[cls]],
        "bool", "callable", "dict", "frozenset", "getattr", "hasattr", "id", "isinstance",
        "issubclass", "len", "print", "set", "setattr", "type", "dict.clear", "dict.items",
        "dict.keys", "dict.popitem", "dict.values", "set.clear", "list.append", "list.insert",
        "deque.append", "deque.appendleft", "dict.setdefault", "OrderedDict.move_to_end",
        "_count_elements",
    )
)  # fmt: skip
"""Native code to which the hashes of keys make no difference, and models that look after them."""

_BLIND_TO_ORDER = frozenset(("all", "any", "max", "min", "sorted", "sum"))
"""Native code that goes through a set and gives the same whatever the order."""

_ITERATING = frozenset(
    (
        "deque",
        "enumerate",
        "filter",
        "iter",
        "list",
        "list.extend",
        "map",
        "reversed",
        "tuple",
        "zip",
    )
)
"""Native code that goes through what it is given, and no more; so does all of itertools."""

_HEAP_TYPE = 1 << 9


def is_native(function: Any, cls: type) -> bool:
    """Whether a callable is a function, method or class of C code."""
    return cls is BuiltinFunctionType or (cls is type and not function.__flags__ & _HEAP_TYPE)


class Watched:
    """What takes the place of a native callable while there are dicts or sets with tracked keys."""

    __slots__ = ("_called", "_iterates", "_name")

    def __init__(self, original: Any, called: Any) -> None:
        self._called = called
        self._name = getattr(original, "__qualname__", "")
        self._iterates = self._name in _ITERATING or original.__module__ == "itertools"

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if self._name in _BLIND_TO_ORDER:
            args = tuple([in_stable_order(arg) for arg in args])
        elif self._iterates:
            for arg in args:
                iterated(arg)
        elif self._name not in _SAFE:
            given = (*args, *keywords.values())
            for holder in [holder for each in given for holder in keyed_in(each)]:
                lose_keys(holder, "native code goes by the hashes of the keys of a dict or set")
        return self._called(*args, **keywords)
