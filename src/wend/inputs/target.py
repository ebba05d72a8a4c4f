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
    """The file of a module, and how it is imported.

    `root` is the directory that has to be on `sys.path`; "" for a module that is importable
    anyway (standard library, installed packages). `by_path` says that the file has to be loaded
    from its path, because another module has its import name.
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
    """Whether the user named only its module. The imported module may not have the function."""

    def __str__(self) -> str:
        return f"{self.module.file}::{self.function}"


class Parameter(Record):
    """One parameter of the target. Keyword-only ones are passed by name."""

    name: str
    domain: Domain
    by_keyword: bool = False
    stars: Literal["", "*", "**"] = ""
    """`*`: the items of the value are passed one by one; `**`: its entries are passed by name."""
    guessed: bool = False
    """Whether its type was guessed. A wrong guess may raise a TypeError."""
    narrowed: str = ""
    """Parts of its annotation that allow for more types than are explored."""
    cells: tuple[CellClass, ...] = ()
    """The classes of cells of all parameters; only for a parameter with references."""


class Target(Record):
    """A function to explore, as its imported module has it."""

    ref: TargetRef
    parameters: tuple[Parameter, ...]
    kind: Kind = "function"
    file: str = ""
    """The file with the code. A function that is imported into its module has another file."""

    @property
    def place(self) -> tuple[str, str, int]:
        """The function, file and line, as a Reason names them."""
        return self.ref.function, self.file, self.ref.line


def passable(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """The parameters; those behind one that may be left at its default are passed by name."""
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
