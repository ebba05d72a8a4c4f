"""Pointers and values of the inputs, in the buffer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.describe.memory.types import pointee
from wend.inputs.memory import cells, octets
from wend.run.ctypes_memory import buffer
from wend.run.ctypes_memory.hooks import hook
from wend.run.ctypes_memory.regions import Location
from wend.run.ctypes_memory.shadow import active


def fill(inputs: Mapping[str, Any]) -> bool:
    """Puts the cells of the inputs into the buffer; and says that it did."""
    base = buffer.base()
    buffer.fill(
        [(offset, octets(code, inputs[name], base)) for offset, code, name in cells(inputs)]
    )
    return True


def pointer(path: str, cls: Any, value: int, *, tracked: bool) -> Any:
    """A pointer of the inputs: NULL or into the buffer."""
    made = buffer.cast(buffer.base() + value if value else None, cls)
    memory = active() if tracked else None
    if memory is not None:
        hook(cls)
        term = memory.pointer(path, pointee(cls), value, may_be_null=True)
        memory.put(memory.place(made), "p8", term, cls, made)
    return made


def placed(path: str, cls: Any, value: int, *, tracked: bool) -> Any:
    """A value of the inputs."""
    made = cls.from_address(buffer.base() + value)
    memory = active() if tracked else None
    if memory is not None:
        hook(cls)
        term = memory.pointer(path, cls, value, may_be_null=False)
        memory.note(made, Location(buffer.base() + value, term))
    return made
