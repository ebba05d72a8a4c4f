"""The functions of `random` that are written in Python.

wend and the library use `random.Random` and the generator behind `random.random`, too. So these
functions keep their own code, and copies of them get the twins.
"""

from __future__ import annotations

import random
from types import FunctionType
from typing import Any

from wend.run.disguised_frames import copy_of

_SEEDING = ("getstate", "seed", "setstate")
COPIES: dict[Any, FunctionType] = {
    function: copy_of(function, function.__closure__)
    for name, function in vars(random.Random).items()
    if type(function) is FunctionType
    and (name.startswith("_randbelow") or (name[0] != "_" and name not in _SEEDING))
}
"""The functions of `Random` that keep their code, each with the copy that gets its twin."""

SHARED: Any = random._inst
"""The generator whose methods are the functions of the module `random`."""

identity = object.__hash__
"""`id`, without the event for audit hooks that each call of `id` is."""
