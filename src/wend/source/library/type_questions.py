"""What asks for the type or the identity of an object, and what types have that tells it."""

from __future__ import annotations

from wend.source.library.fact import Fact

ASKS_FOR_TYPE = Fact({"builtins": "callable hasattr isinstance issubclass"})
"""Builtins that ask for the type of their first argument, or for what only some types have."""

ASKS_MORE_THAN_TYPE = Fact({"builtins": "callable hasattr id"})
"""Builtins whose answer is told by more than the class of their argument."""

TELLS_WHAT_IT_IS = Fact({
    "builtins": "dir vars",
    "dataclasses": "is_dataclass",
    "inspect": "isawaitable isclass iscoroutine isfunction isgenerator ismethod ismodule isroutine",
})  # fmt: skip
"""Functions that tell what an object is, or which attributes it has."""

MAY_BE_OVERRIDDEN = Fact({
    "": "__annotate__ __annotations__ __dict__ __doc__ __module__ __slots__ __weakref__",
})  # fmt: skip
"""Attributes that an object of a subclass may have otherwise, or in addition."""

NAMES_OF_TYPES = Fact({"": "__bases__ __module__ __mro__ __name__ __qualname__"})
"""Attributes of a class by which code may tell which class it is."""

WRITES_MESSAGE = Fact({
    "": "fail",
    "builtins": "print",
    "logging.Logger": "critical debug error exception info log warn warning",
    "warnings": "warn",
})  # fmt: skip
"""Functions whose arguments end up in a message, and decide nothing."""
