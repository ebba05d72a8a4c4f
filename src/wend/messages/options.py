"""The options of a run: what the parent tells the processes that make runs."""

from __future__ import annotations

from typing import Literal

from wend.record import Record

Imprecision = Literal["higher-order", "sound", "concretize"]
MemoryMaps = Literal["type", "primitive"]
Objects = Literal["auto", "constructor", "shape"]

Goals = tuple[str, tuple[int, ...], tuple[int, ...]]
"""A file, the first lines of its statements that are to be reached, and lines inside of those."""


GivenInputs = tuple[tuple[str, str], ...]
"""First inputs as the user gave them: names of parameters, with values as Python source."""


class Limits(Record):
    """What one run may use; the parent kills a run that does not obey within `grace_seconds`."""

    seconds: float = 2.0
    memory_bytes: int = 1 << 30
    decisions: int = 20_000
    grace_seconds: float = 1.0
    import_seconds: float = 60.0


class MemoryOptions(Record):
    """How raw memory is looked at. [002]"""

    representation: MemoryMaps = "type"
    """Whether there is a map for each type, or for each kind of number only. §5"""
    axioms: bool = True
    """Whether it is assumed that pointers overlap by their types only. §6"""
    alignment: bool = True
    """Whether it is assumed that pointers are aligned. §7.2"""


class RunOptions(Record):
    """The options that runs depend on."""

    limits: Limits = Limits()
    imprecision: Imprecision = "higher-order"
    allow: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    given: tuple[GivenInputs, ...] = ()
    """First inputs that the user gave."""
    opaque: tuple[str, ...] = ()
    """Python functions, `module.qualname`, that are treated like native code."""
    composing: bool = False
    """Whether calls of functions are composed of their summaries instead of followed."""
    objects: Objects = "auto"
    """Whether objects are made by their constructor, or field by field."""
    valid: tuple[str, ...] = ()
    """Names of methods that say whether an object is valid."""
    goals: Goals | None = None
    """The statements of these lines get marks."""
    memory: MemoryOptions = MemoryOptions()
