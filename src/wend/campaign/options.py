"""What the user can set for an exploration."""

from __future__ import annotations

from typing import Any

from wend.explore.budget import Caps
from wend.messages.options import Limits, RunOptions
from wend.record import Record


class Options(Record):
    """What the user can set; the same names as on the command line."""

    caps: Caps = Caps()
    search: str = "fair"
    seed: int = 0
    imprecision: Any = "higher-order"
    allow: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    opaque: tuple[str, ...] = ()
    given: tuple[tuple[tuple[str, str], ...], ...] = ()
    """First inputs that the user gave: for each `--input`, sources by the names of parameters."""
    corpus: tuple[str, ...] = ()
    """Files and directories of existing tests, to begin with what they call the target with."""
    tree: bool = False
    compositional: Any = "auto"
    """Whether calls are also composed of the summaries of functions."""
    direction: Any = "both"
    """From where a line is searched: the entry (`forward`), the line (`backward`), or both."""
    memory: Any = "type"
    """Whether raw memory is a map for each type, or for each kind of number. [002] §5"""
    axioms: Any = "on"
    """Whether pointers overlap by their types only. §6"""
    two_phase: Any = "on"
    """Whether a solver is asked without overlaps first. §7.1"""
    alignment: Any = "on"
    """Whether pointers are aligned. §7.2"""
    objects: Any = "auto"
    """Whether objects are made by their constructor, or field by field."""
    valid: tuple[str, ...] = ()
    """Names of methods that say whether an object is valid."""
    chance: bool = True
    """Whether inputs may also be drawn by chance, or be constants of the code."""
    store: str | None = None
    """The directory for results: "" for that of the target's project, None for none."""
    share: float | None = None
    """The seconds for all targets together, by their number."""

    @property
    def run_options(self) -> RunOptions:
        seconds = min(2.0, max(0.1, self.caps.seconds / 10))
        return RunOptions(
            Limits(seconds=seconds, import_seconds=max(5.0, 3 * self.caps.seconds)),
            self.imprecision,
            self.allow,
            self.exclude,
            self.given,
            self.opaque,
            memory=(self.memory, self.axioms == "on", self.alignment == "on"),
            objects=self.objects,
            valid=self.valid,
        )
