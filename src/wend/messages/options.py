"""How runs are made: what the parent tells the processes that make them."""

from __future__ import annotations

from typing import Literal

from wend.record import Record

Objects = Literal["auto", "constructor", "shape"]

Imprecision = Literal["higher-order", "sound", "concretize"]


Goals = tuple[str, tuple[int, ...], tuple[int, ...]]
"""A file, the first lines of statements of it that are to be reached, and lines inside of some."""


class Limits(Record):
    """What one run may use; the parent kills a run that does not obey within `grace_seconds`."""

    seconds: float = 2.0
    memory_bytes: int = 1 << 30
    decisions: int = 20_000
    grace_seconds: float = 1.0
    import_seconds: float = 60.0


class MemoryOptions(Record):
    """How raw memory is looked at. [002]"""

    representation: Literal["type", "primitive"] = "type"
    """Whether there is a map for each type, or for each kind of number only. §5"""
    axioms: bool = True
    """Whether it is assumed that pointers overlap by their types only. §6"""
    alignment: bool = True
    """Whether it is assumed that pointers are aligned. §7.2"""


class RunOptions(Record):
    """How runs are made."""

    limits: Limits = Limits()
    imprecision: Imprecision = "higher-order"
    allow: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    given: tuple[tuple[tuple[str, str], ...], ...] = ()
    """First inputs that the user gave: for each, sources by the names of parameters."""
    opaque: tuple[str, ...] = ()
    """Python functions, `module.qualname`, that are treated as native code is."""
    composing: bool = False
    """Whether calls of functions are composed of their summaries instead of followed."""
    objects: Objects = "auto"
    """Whether objects are made by their constructor, or field by field."""
    valid: tuple[str, ...] = ()
    """Names of methods that say whether an object is valid."""
    goals: Goals | None = None
    """The statements of these lines get marks."""
    memory: tuple[str, bool, bool] = ("type", True, True)
    """The fields of `MemoryOptions`."""
