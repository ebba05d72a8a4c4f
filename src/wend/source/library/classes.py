"""Base classes and decorators that keep to themselves what they are given."""

from __future__ import annotations

from wend.source.library.fact import Fact

PLAIN_BASES = Fact({
    "abc": "ABC",
    "builtins": "object",
    "enum": "Enum Flag IntEnum",
    "typing": "Generic Protocol",
})  # fmt: skip
"""Base classes that call no method of a class below them but special ones."""

BASES_WITHOUT_METHODS = Fact({
    "abc": "ABC",
    "enum": "Enum Flag IntEnum IntFlag StrEnum",
    "typing": "Generic NamedTuple Protocol TypedDict",
})  # fmt: skip
"""Base classes that give a class below them no methods that change its objects."""

QUIET_DECORATORS = Fact({
    "abc": "abstractmethod",
    "builtins": "classmethod property staticmethod",
    "contextlib": "asynccontextmanager contextmanager",
    "functools": "cache cached_property lru_cache wraps",
    "property": "deleter getter setter",
    "typing": "final overload override",
})  # fmt: skip
"""Decorators that let nobody else have the function that they decorate."""

QUIET_CLASS_DECORATORS = Fact({
    "dataclasses": "dataclass",
    "enum": "unique",
    "functools": "total_ordering",
    "typing": "runtime_checkable",
})  # fmt: skip
"""Decorators that let nobody else have the class that they decorate."""

KEEPS_RESULTS = Fact({"functools": "cache cached_property lru_cache"})
"""Decorators that keep what the function returned, and return it again."""
