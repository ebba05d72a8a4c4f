"""The functions of `random` that are written in Python.

wend and the library use `random.Random` and the generator behind `random.random`, too. So these
functions keep their own code, and copies of them get the twins.
"""

from __future__ import annotations

import random
from types import FunctionType
from typing import Any


def _copy(function: FunctionType) -> FunctionType:
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    return made


_SEEDING = ("getstate", "seed", "setstate")
COPIES: dict[Any, FunctionType] = {
    function: _copy(function)
    for name, function in vars(random.Random).items()
    if type(function) is FunctionType
    and (name.startswith("_randbelow") or (name[0] != "_" and name not in _SEEDING))
}
"""The functions of `Random` that keep their code, each with the copy that gets its twin."""

SHARED: Any = random._inst
"""The generator whose methods are the functions of the module `random`."""

identity = object.__hash__
"""`id`, without the event for audit hooks that each call of `id` is."""
