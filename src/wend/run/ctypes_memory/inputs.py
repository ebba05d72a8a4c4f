"""Pointers of the inputs, and the values that they point to in the buffer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.describe.memory.types import pointee
from wend.inputs.memory import cells, octets
from wend.run.ctypes_memory import buffer
from wend.run.ctypes_memory.hooks import hook
from wend.run.ctypes_memory.regions import Location
from wend.run.ctypes_memory.shadow import active


def fill(inputs: Mapping[str, Any]) -> None:
    """Puts the cells of the inputs into the buffer."""
    base = buffer.base()
    found = [(offset, octets(code, inputs[name], base)) for offset, code, name in cells(inputs)]
    buffer.fill(found)


def pointer(path: str, cls: Any, value: int, *, tracked: bool) -> Any:
    """A pointer of the inputs. It is NULL or points into the buffer."""
    made = buffer.cast(buffer.base() + value if value else None, cls)
    memory = active() if tracked else None
    if memory is not None:
        hook(cls)
        term = memory.pointer(path, pointee(cls), value, may_be_null=True)
        memory.put(memory.place(made), "p8", term, cls, made)
    return made


def placed(path: str, cls: Any, value: int, *, tracked: bool) -> Any:
    """A value of the inputs that lies in the buffer."""
    made = cls.from_address(buffer.base() + value)
    memory = active() if tracked else None
    if memory is not None:
        hook(cls)
        term = memory.pointer(path, cls, value, may_be_null=False)
        memory.note(made, Location(buffer.base() + value, term))
    return made
