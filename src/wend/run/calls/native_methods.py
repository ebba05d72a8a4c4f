"""Methods of native containers, with their models where something tracked may be concerned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wend.run import recorder
from wend.run.tracked.octets import SymByteArray

_UNTRACKED = frozenset((int, float, complex, bool, str, bytes, type(None)))


class Where:
    """A method of a native container, or a class below one, with its model where something tracked
    may be concerned."""

    __slots__ = ("_native", "model")

    def __init__(self, native: Any, model: Any) -> None:
        self._native = native
        self.model = model

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        is_plain = not recorder.current.keyed and _UNTRACKED.issuperset(map(type, args))
        # A bytearray may hold something tracked since its method was read.
        if is_plain and type(getattr(self._native, "__self__", None)) is not SymByteArray:
            return self._native(*args, **keywords)
        return self.model(*args, **keywords)


def looking(model: Callable[..., Any]) -> Callable[..., Any]:
    """Likewise for all methods that have the model: what is called with such a method first."""

    def called(method: Any, /, *args: Any, **keywords: Any) -> Any:
        is_plain = not recorder.current.keyed and _UNTRACKED.issuperset(map(type, args))
        if is_plain and type(method.__self__) is not SymByteArray:
            return method(*args, **keywords)
        return model(method.__self__, *args, **keywords)

    return called
