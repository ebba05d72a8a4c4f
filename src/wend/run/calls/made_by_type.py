"""What makes an instance of a class: the class itself, a model, or native code that is opaque.

`type.__call__(C, text)`, `super().__call__(text)` in a metaclass make one past all that the class
of the class has to say about that. C code reads text in silence there, as it does where the class
itself is called.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from wend.run.calls.handed_on import hands_on
from wend.run.calls.modelled import Call, where_tracked
from wend.run.calls.opaque import settle_all
from wend.run.models.native_subclasses import WRAPPERS
from wend.run.tracked.text import lose_all


class MadeByType:
    """Takes the place of `type.__call__`."""

    def __init__(self, call: Call, unmodelled: Callable[..., Any]) -> None:
        """`unmodelled` says what is called in place of native code without a model."""
        self._call = call
        self._unmodelled = unmodelled

    def maker(self, cls: Any) -> Any:
        """What makes instances of a class: the class itself, unless native code without a model
        does."""
        if type(cls.__new__) is FunctionType:
            return cls
        if type(cls.__init__) is FunctionType:
            return _read_by(cls) or cls
        if issubclass(cls, BaseException | type):
            return cls
        base: Any
        for base, wrappers in WRAPPERS.items():
            if cls.__init__ is base.__init__ and cls.__new__ is base.__new__:
                fill = functools.partial(_filled, cls, wrappers["__init__"])
                return where_tracked(cls, fill)
        for base in cls.__mro__:
            if "__new__" in base.__dict__ or "__init__" in base.__dict__:
                return self._unmodelled(cls, base.__module__, hands_on(base))
        return cls

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if not args or not isinstance(args[0], type) or args[0] is type:
            return type.__call__(*args, **keywords)
        cls, *given = args
        if type(cls).__call__ is type.__call__:
            return self._call(cls)(*given, **keywords)
        if self.maker(cls) is not cls:
            # Any model would come by the metaclass again, which may be the caller.
            values = (*given, *keywords.values())
            settle_all(values)
            lose_all(values, f"an instance of {cls.__qualname__} has no terms")
        return type.__call__(cls, *given, **keywords)


_READING = frozenset(
    f"{each.__module__}.{each.__qualname__}" for each in (str, bytes, int, float, complex)
) | {"decimal.Decimal", "array.array"}
"""Classes whose `__new__` reads text by itself, whatever the `__init__` of a subclass does."""


def _read_by(cls: Any) -> Any:
    """What makes an instance of a class whose `__new__` is one of these; None for other classes."""
    maker = next(base for base in cls.__mro__ if "__new__" in base.__dict__)
    is_read = f"{maker.__module__}.{maker.__qualname__}" in _READING
    return functools.partial(_read, cls, maker.__name__) if is_read else None


def _read(cls: Any, native: str, /, *args: Any, **keywords: Any) -> Any:
    values = (*args, *keywords.values())
    settle_all(values)
    lose_all(values, f"an instance of a class below {native} has no terms")
    return cls(*args, **keywords)


def _filled(cls: Any, init: Any, *args: Any, **keywords: Any) -> Any:
    """An instance of a class below dict or set, which are filled by their constructors."""
    made = cls.__new__(cls)
    init(made, *args, **keywords)
    return made
