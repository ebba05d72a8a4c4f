"""Models: what takes the place of native functions when a tracked value may flow in.

`FUNCTIONS` maps a native callable to its model, `METHODS` a native type and method name; a model
is ordinary Python with the same signature, and does what the original does when nothing is
tracked. `TRANSPARENT_MODULES` name native code that only hands values on, compares them or adds
them up: tracked values pass through it by their own methods.
"""

from wend.run.models.builtin import FUNCTIONS as BUILTINS
from wend.run.models.containers import METHODS
from wend.run.models.impure import FUNCTIONS as IMPURE
from wend.run.models.numbers import FUNCTIONS as NUMBERS

FUNCTIONS = {**BUILTINS, **NUMBERS, **IMPURE}

TRANSPARENT_MODULES = frozenset(
    (
        "_abc", "_asyncio", "_bisect", "_collections", "_collections_abc", "_contextvars",
        "_functools", "_heapq", "_io", "_operator", "_thread", "_typing", "_warnings",
        "_weakref", "abc", "atexit", "builtins", "collections", "functools", "gc", "io",
        "itertools", "operator", "posix", "sys", "types", "typing", "warnings", "weakref",
    )
)  # fmt: skip

__all__ = ["FUNCTIONS", "METHODS", "TRANSPARENT_MODULES"]
