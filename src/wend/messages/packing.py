"""Records as plain tuples and lists, which `marshal` can write, and back again.

    RunTwin((("x", 3),), in_child=False, seed=0, seconds=2.0)
    ("RunTwin", (("x", 3),), False, 0, 2.0)

The fields of a message are plain values or records: tuples of records are inside of a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, TypeVar

from wend.expr.sorts import Sort
from wend.inputs import domain
from wend.inputs.target import ModuleRef, Parameter, TargetRef
from wend.messages.options import Limits, MemoryOptions, RunOptions
from wend.path.fault import Fault
from wend.path.reason import Reason
from wend.path.watched_names import WatchedNames
from wend.record import Record

M = TypeVar("M", bound=Record)

_RECORD = type(Record)
"""Asked for itself, since `isinstance` takes long for classes that have a metaclass."""

_PARTS: dict[str, type[Record]] = {
    **domain.CLASSES,
    **{
        each.__name__: each
        for each in (Parameter, ModuleRef, TargetRef, Reason, Fault, WatchedNames)
    },
    **{each.__name__: each for each in (Limits, MemoryOptions, RunOptions)},
}
"""The classes of records that are parts of messages."""


def by_name(union: UnionType) -> dict[str, Any]:
    """The classes of a union of messages by their names."""
    return {cls.__name__: cls for cls in union.__args__}


def pack(message: Record) -> tuple[Any, ...]:
    """A message as a tuple: the name of its class and its fields."""
    # Tuples are not looked into: the values of a large input are many.
    fields = [plain(each) if type(type(each)) is _RECORD else each for each in message._key()]
    return (type(message).__name__, *fields)


def unpack(packed: tuple[Any, ...], classes: Mapping[str, type[M]]) -> M:
    """The message of a tuple that `pack` made; its class is one of `classes`."""
    made = classes[packed[0]]
    if list not in map(type, packed):
        return made(*packed[1:])
    return made(*[unplain(each, classes) if type(each) is list else each for each in packed[1:]])


def plain(value: Any) -> Any:
    """A record, or a tuple with records in it; each record becomes a list with its class's name."""
    if type(value) is tuple:
        return tuple([plain(each) for each in value])
    if type(value) is Sort:
        return ["Sort", value.value]
    if type(type(value)) is _RECORD:
        return [type(value).__name__, *[plain(each) for each in value._key()]]
    return value


def unplain(packed: Any, others: Mapping[str, type[Record]] = _PARTS) -> Any:
    """The value that `plain` was given; `others` are classes that are no part of all messages."""
    if type(packed) is tuple:
        return tuple([unplain(each, others) for each in packed])
    if type(packed) is not list:
        return packed
    name, *fields = packed
    if name == "Sort":
        return Sort(fields[0])
    cls = _PARTS.get(name) or others[name]
    return cls(*[unplain(each, others) for each in fields])
