"""`type.__call__(C, text)`, `super().__call__(text)` in a metaclass: what makes an instance of a
class, past all that the class of the class has to say about that.

C code reads text in silence there, as it does where the class itself is called.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from wend.run.opaque import settle_all
from wend.run.tracked.text import lose_all


class MadeByType:
    """Takes the place of `type.__call__`."""

    __slots__ = ("_call", "_maker")

    def __init__(self, call: Callable[[Any], Any], maker: Callable[[Any], Any]) -> None:
        """`call` says what is called in place of a class, `maker` what makes its instances."""
        self._call = call
        self._maker = maker

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if not args or not isinstance(args[0], type) or args[0] is type:
            return type.__call__(*args, **keywords)
        cls, *given = args
        if type(cls).__call__ is type.__call__:
            return self._call(cls)(*given, **keywords)
        if self._maker(cls) is not cls:
            # Whatever makes it would come by the metaclass again, which may be who asks.
            values = (*given, *keywords.values())
            settle_all(values)
            lose_all(values, f"an instance of {cls.__qualname__} has no terms")
        return type.__call__(cls, *given, **keywords)

    def of(self, cls: Any) -> Any:
        """In the place of `type.__call__` that is bound to a class."""
        return functools.partial(self, cls)
