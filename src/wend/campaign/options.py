"""What the user can set for an exploration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.campaign.option_table import Compositional, Direction, Search, Switch
from wend.deadline import slack
from wend.explore.budget import Caps
from wend.messages.options import (
    GivenInputs,
    Imprecision,
    Limits,
    MemoryMaps,
    MemoryOptions,
    Objects,
    RunOptions,
)
from wend.record import Record


class Options(Record):
    """What the user can set; the names are those of `option_table`."""

    caps: Caps = Caps()
    search: Search = "fair"
    seed: int = 0
    imprecision: Imprecision = "higher-order"
    allow: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    opaque: tuple[str, ...] = ()
    given: tuple[GivenInputs, ...] = ()
    """First inputs that the user gave, one for each `--input`."""
    corpus: tuple[str, ...] = ()
    """Files and directories of existing tests, to begin with what they call the target with."""
    tree: bool = False
    compositional: Compositional = "auto"
    """Whether calls are also composed of the summaries of functions."""
    direction: Direction = "both"
    """Where the search for a line begins: at the entry (`forward`), at the line, or at both."""
    memory: MemoryMaps = "type"
    """Whether raw memory is a map for each type, or for each kind of number. [002] §5"""
    axioms: Switch = "on"
    """Whether pointers overlap by their types only. §6"""
    two_phase: Switch = "on"
    """Whether a solver is asked without overlaps first. §7.1"""
    alignment: Switch = "on"
    """Whether pointers are aligned. §7.2"""
    objects: Objects = "auto"
    """Whether objects are made by their constructor, or field by field."""
    valid: tuple[str, ...] = ()
    """Names of methods that say whether an object is valid."""
    chance: bool = True
    """Whether inputs may also be drawn by chance, or be constants of the code."""
    lift: tuple[str, ...] = ()
    """Assumptions that no proof may rest on."""
    store: str | None = None
    """The directory for results: "" for that of the target's project, None for none."""
    share: float | None = None
    """The seconds for all targets together, divided by the number of targets."""

    @property
    def run_options(self) -> RunOptions:
        """The options that runs depend on."""
        seconds = min(2.0, max(0.1, self.caps.seconds / 10))
        return RunOptions(
            Limits(seconds=seconds, import_seconds=self.caps.seconds + slack(self.caps.seconds)),
            self.imprecision,
            self.allow,
            self.exclude,
            self.given,
            self.opaque,
            memory=MemoryOptions(self.memory, self.axioms == "on", self.alignment == "on"),
            objects=self.objects,
            valid=self.valid,
        )


def options_from(values: Mapping[str, Any], **others: Any) -> Options:
    """Options from values by the names of the table; `others` are fields that the table lacks."""
    budget = values.get("budget", Caps().seconds)
    caps = Caps(budget, values.get("max_executions"), values.get("max_queries"))
    fields = {name: value for name, value in values.items() if name in Options.field_names}
    lists = {name: tuple(value) for name, value in fields.items() if type(value) is list}
    return Options(caps, **{**fields, **lists, **others})
