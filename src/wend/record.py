"""Records: facts that are what their fields are, as frozen dataclasses are.

Not dataclasses, because a start of wend makes about fifty of these classes: `dataclasses` imports
`inspect`, makes every class twice and compiles six functions for each. That a record does not
change is checked by mypy alone; at run time nothing stops an assignment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
R = TypeVar("R", bound="Record")


class _Factory:
    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], T]) -> T:
    """A field whose default is made anew for each record."""
    return _Factory(default_factory)  # type: ignore[return-value]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _RecordClass(type):
    """Reads the fields off the annotations of a class, which are all in its own body."""

    field_names: tuple[str, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _RecordClass:
        fields = tuple(namespace.get("__annotations__", ()))
        defaults = {each: namespace.pop(each) for each in fields if each in namespace}
        namespace["__slots__"] = namespace["__match_args__"] = namespace["field_names"] = fields
        if fields:
            namespace.update(_methods(fields, defaults))
        return super().__new__(cls, name, bases, namespace)


class Record(metaclass=_RecordClass):
    """Records of one class with equal fields are equal."""

    def _key(self) -> tuple[Any, ...]:
        """The fields of a record; those of a class with fields are read by one of its own."""
        return ()

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        fields = [f"{each}={getattr(self, each)!r}" for each in type(self).field_names]
        return f"{type(self).__qualname__}({', '.join(fields)})"


def replace(record: R, **changes: Any) -> R:
    """The record with some fields changed."""
    kept = {each: getattr(record, each) for each in type(record).field_names}
    return type(record)(**{**kept, **changes})


def _methods(fields: tuple[str, ...], defaults: dict[str, Any]) -> dict[str, Any]:
    """`__init__` and `_key` as one would write them, since these two are what takes time."""
    scope = {f"default_{each}": default for each, default in defaults.items()}
    parameters = [f"{each}=default_{each}" if each in defaults else each for each in fields]
    lines = [f"def __init__(self, {', '.join(parameters)}):"]
    for each in fields:
        made = isinstance(defaults.get(each), _Factory)
        value = f"{each}.make() if {each} is default_{each} else {each}" if made else each
        lines.append(f"    self.{each} = {value}")
    lines.append("def _key(self):")
    lines.append(f"    return {', '.join(f'self.{each}' for each in fields)},")
    exec("\n".join(lines), scope)
    return {name: scope[name] for name in ("__init__", "_key")}
