"""The function under test and its typed parameters."""

from __future__ import annotations

from typing import Literal

from wend.expr.build import variable
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.record import Record


class ModuleRef(Record):
    """Where a module is and how it is imported.

    `root` is the directory that has to be on `sys.path`; "" where the module is importable by
    itself (standard library, installed packages). `by_path` says that the file has to be loaded
    from its path, because its import name belongs to another module.
    """

    name: str
    file: str
    root: str = ""
    by_path: bool = False


class TargetRef(Record):
    """A function to explore, before its module was imported: file, qualified name, first line."""

    module: ModuleRef
    function: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.module.file}::{self.function}"


class Explored(Record):
    """A parameter whose value is an input."""

    sort: Sort


class Held(Record):
    """A parameter held at one value, given as Python source; None: at its default, not passed."""

    source: str | None


Domain = Explored | Held
"""What a parameter may be. Issue 2 of 7 widens this union; `inputs.build` closes over it."""


class Parameter(Record):
    """One parameter of the target. Keyword-only ones are passed by name."""

    name: str
    domain: Domain
    by_keyword: bool = False


class Target(Record):
    """A function to explore, with what is known once its module is imported."""

    ref: TargetRef
    parameters: tuple[Parameter, ...]
    kind: Literal["function", "property", "generator", "coroutine", "async generator"] = "function"
    file: str = ""
    """Where the code is; another file than the module's for a function imported into it."""

    @property
    def variables(self) -> tuple[Term, ...]:
        """The leaf terms of the explored parameters, in order."""
        return tuple(
            variable(parameter.name, parameter.domain.sort)
            for parameter in self.parameters
            if isinstance(parameter.domain, Explored)
        )
