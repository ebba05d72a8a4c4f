"""Opaque calls: native code, and functions the user named, get plain values.

Where that loses a term, a Reason says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType, MethodType, ModuleType
from typing import Any

from wend.path.reason import Reason
from wend.run import recorder
from wend.run.tracked.lift import TRACKED, plain

_SCALARS = frozenset((int, float, complex, str, bytes, bool, type(None)))
_CONTAINERS = frozenset((list, tuple, set, frozenset, dict))
_FUNCTIONS = frozenset((FunctionType, MethodType))


class Opaque:
    """What takes the place of an opaque callable for one call."""

    __slots__ = ("_admit", "_function", "_says")

    def __init__(
        self,
        function: Any,
        admit: Callable[[Any], Any],
        says: str = "has no Python source: its result is taken as it came",
    ) -> None:
        self._function = function
        self._admit = admit
        self._says = says

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if not keywords and _SCALARS.issuperset(map(type, args)):
            return self._function(*args)
        values = (*args, *keywords.values())
        for value in values:
            if type(value) in _FUNCTIONS:
                self._admit(value)  # which native code may call
        if not mentions_tracked(values):
            return self._function(*args, **keywords)
        name = dotted_name(self._function)
        self._note(name, values)
        with recorder.quietly():
            concrete = [plain(argument) for argument in args]
            named = {key: plain(argument) for key, argument in keywords.items()}
        return self._function(*concrete, **named)

    def _note(self, name: str, values: tuple[Any, ...]) -> None:
        file, line = recorder.current.place()
        recorder.current.note(Reason("opaque-call", f"{name} {self._says}", "", name, file, line))
        if recorder.current.imprecision == "sound":
            for tracked in tracked_in(values):
                recorder.current.lose(
                    tracked._wend_term, tracked._wend_value, f"held fixed for the call of {name}"
                )


def mentions_tracked(values: Iterable[Any], depth: int = 3) -> bool:
    """Whether a value is tracked, or is a container with such a value in it."""
    types = set(map(type, values))
    if not TRACKED.isdisjoint(types):
        return True
    if not depth or _CONTAINERS.isdisjoint(types):
        return False
    for value in values:
        cls = type(value)
        if cls in _CONTAINERS and value:
            if mentions_tracked(value, depth - 1):
                return True
            if cls is dict and mentions_tracked(value.values(), depth - 1):
                return True
    return False


def tracked_in(values: Iterable[Any], depth: int = 3) -> Iterable[Any]:
    """The tracked values in arguments and, to a bounded depth, in containers among them."""
    for value in values:
        if type(value) in TRACKED:
            yield value
        elif depth and type(value) in _CONTAINERS:
            yield from tracked_in(value, depth - 1)
            if type(value) is dict:
                yield from tracked_in(value.values(), depth - 1)


def dotted_name(function: Any) -> str:
    """`shop.hash32`, `math.sin`, `len`."""
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    module = getattr(function, "__module__", None)
    if type(owner) is ModuleType:
        module = owner.__name__
    elif owner is not None and module is None:
        module = type(owner).__module__
    return f"{module}.{name}" if module and module != "builtins" else str(name)
