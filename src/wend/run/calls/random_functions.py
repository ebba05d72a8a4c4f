"""The functions of `random` that are written in Python.

`random.Random` and the generator that the functions of `random` share are used by wend and by the
library, too. So their functions keep their own code, and copies of them get the twins.
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
"""For the functions of `Random` that keep their code: what gets the twin instead."""

SHARED: Any = random._inst
"""The generator whose methods are the functions of `random`."""

identity = object.__hash__
"""What `id` says in other words: `id` is an event for audit hooks, and here it is asked often."""
