"""The function under test and its typed parameters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from wend.inputs.domain import ABSENT, CellClass, Choice, Domain
from wend.record import Record, replace

Kind = Literal[
    "function",
    "property",
    "setter",
    "deleter",
    "generator",
    "coroutine",
    "async generator",
]


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
    listed: bool = False
    """Whether it is one of a whole module and named by nobody: it may turn out to be gone."""

    def __str__(self) -> str:
        return f"{self.module.file}::{self.function}"


class Parameter(Record):
    """One parameter of the target. Keyword-only ones are passed by name."""

    name: str
    domain: Domain
    by_keyword: bool = False
    stars: Literal["", "*", "**"] = ""
    """`*`: the items of the value are passed, one by one; `**`: its entries, by name."""
    guessed: bool = False
    """Whether its type was guessed: a TypeError may come of that."""
    narrowed: str = ""
    """Annotations in its own that allow for other types than those that are tried."""
    cells: tuple[CellClass, ...] = ()
    """The classes whose instances are cells, of all parameters; with references only."""


class Target(Record):
    """A function to explore, with what is known once its module is imported."""

    ref: TargetRef
    parameters: tuple[Parameter, ...]
    kind: Kind = "function"
    file: str = ""
    """Where the code is; another file than the module's for a function imported into it."""


def passable(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Positional parameters after one left at its default have to be passed by name."""
    passed: list[Parameter] = []
    skipped = False
    for each in parameters:
        if each.stars == "*" and skipped:
            continue
        if not each.stars:
            options = each.domain.options if isinstance(each.domain, Choice) else (each.domain,)
            skipped = skipped or ABSENT in options
            each = replace(each, by_keyword=each.by_keyword or skipped)
        passed.append(each)
    return tuple(passed)
