"""Cells, the objects of a graph that references lead to, in the order in which they are made.

A reference may lead to any fitting cell that exists when the reference is decided. The number of
this alternative counts the cells in their order. A run decides fields in the order in which the
code reads them. Inputs keep this order, so that whoever goes through them finds the same cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

from wend.expr.variables import Variable, given, lead_of, reference_of
from wend.inputs.domain import CellClass, Part, Reference
from wend.inputs.paths import field_path, fields_of
from wend.inputs.target import Parameter


class Cell:
    """An object of the graph. Its path is that of the first reference that led to it."""

    __slots__ = ("decided", "edges", "of", "path")

    def __init__(self, path: str, of: CellClass) -> None:
        self.path = path
        self.of = of
        self.decided: set[str] = set()
        """The names of the fields whose values are decided."""
        self.edges: list[Cell] = []
        """The cells that the decided fields lead to."""

    def field_path(self, part: Part) -> str:
        return field_path(self.path, part.name)


Option = CellClass | Cell | None
"""An alternative of a reference: a new cell of a class, a cell that exists already, or None."""


class FittingCells(Sequence[Cell]):
    """Cells that a reference may lead to, the oldest first, each with its number."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._cells = [*cells]
        self._numbers = {cell: number for number, cell in enumerate(self._cells)}

    def add(self, cell: Cell) -> None:
        self._numbers[cell] = len(self._cells)
        self._cells.append(cell)

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, number: int) -> Cell: ...
    @overload
    def __getitem__(self, number: slice) -> list[Cell]: ...
    def __getitem__(self, number: int | slice) -> Cell | list[Cell]:
        return self._cells[number]

    def __contains__(self, cell: object) -> bool:
        return cell in self._numbers

    def number_of(self, cell: Cell) -> int:
        return self._numbers[cell]


class ReferenceOptions:
    """The alternatives of a reference, in groups. They are not put into one list, since every one
    of thousands of references may have thousands."""

    def __init__(self, groups: list[Sequence[Option]]) -> None:
        self.groups = groups

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def __iter__(self) -> Iterator[Option]:
        return (option for group in self.groups for option in group)

    def __getitem__(self, number: int) -> Option:
        for group in self.groups:
            if number < len(group):
                return group[number]
            number -= len(group)
        raise IndexError(number)

    def number_of(self, cell: Cell) -> int | None:
        """The number of the alternative that is a certain cell; None where there is none."""
        before = 0
        for group in self.groups:
            if isinstance(group, FittingCells) and cell in group:
                return before + group.number_of(cell)
            before += len(group)
        return None


class Heap:
    """The cells so far, and the cell that each reference leads to."""

    def __init__(self, classes: Iterable[CellClass]) -> None:
        self.classes = {each.maker.source: each for each in classes}
        self.cells: dict[str, Cell] = {}
        """The cells by their paths, oldest first."""
        self.places: dict[str, Cell | None] = {}
        """The cell that each reference leads to, by the path of the reference."""
        self._by_kinds: dict[tuple[str, ...], FittingCells] = {}
        """The cells that references to certain classes may lead to."""

    def options(self, reference: Reference, owner: Cell | None) -> ReferenceOptions:
        """The alternatives of a reference, the simplest group first; they hold until a reference
        is settled. `owner` is the cell with the field that the reference is in; an argument has
        none.

        The simplest argument is an object of its own. The simplest value of a field that can't be
        None is an existing cell; a new cell would need another new cell for its field, without end.
        """
        new = tuple([self.classes[each] for each in reference.classes])
        known = self._fitting(reference.kinds)
        if owner is not None and owner.of.frozen:
            known = FittingCells([each for each in known if not _closes_cycle(each, owner)])
        groups: list[Sequence[Option]] = [(None,)] if reference.optional else []
        is_endless = owner is not None and not reference.optional
        is_endless = is_endless and all(each.content is None for each in new)
        groups += [known, new] if is_endless else [new, known]
        return ReferenceOptions([group for group in groups if group])

    def _fitting(self, kinds: tuple[str, ...]) -> FittingCells:
        found = self._by_kinds.get(kinds)
        if found is None:
            wanted = set(kinds)
            fitting = [each for each in self.cells.values() if not wanted.isdisjoint(each.of.kinds)]
            found = self._by_kinds[kinds] = FittingCells(fitting)
        return found

    def settle(self, path: str, option: Option, owner: Cell | None) -> Cell | None:
        """Decides a reference. Returns the cell that it leads to, or None."""
        if isinstance(option, CellClass):
            option = self.cells[path] = Cell(path, option)
            for kinds, fitting in self._by_kinds.items():
                if not set(kinds).isdisjoint(option.of.kinds):
                    fitting.add(option)
        self.places[path] = option
        if option is not None and owner is not None:
            owner.edges.append(option)
        return option

    def field_at(self, path: str) -> tuple[Cell, Part] | None:
        """The field of a cell that a path leads to or through."""
        for owner, name in fields_of(path):
            if (cell := self.cells.get(owner)) is not None:
                for part in cell.of.fields:
                    if part.name == name:
                        return cell, part
        return None


def chosen(values: Mapping[str, Any], path: str, options: ReferenceOptions) -> tuple[Variable, int]:
    """The variable of a reference, and the number of the option that it has in these values.

    Values that do not mention the variable may have a lead (`lead_to`) to the likely option.
    """
    variable = reference_of(path, len(options))
    lead = None if variable.text in values else values.get(lead_of(path).text)
    if lead is not None:
        for at, option in enumerate(options):
            if lead_to(option, path) == lead:
                return variable, at
    return variable, given(values, variable)


def lead_to(option: Option, path: str) -> str:
    """The lead from the reference at a path to an option: the path of a cell, "" for None, or the
    path of the reference with a class behind it for a new cell."""
    match option:
        case None:
            return ""
        case CellClass():
            return f"{path} {option.maker.source}"
    return lead_to(option.of, path) if option.path == path else option.path


def _closes_cycle(cell: Cell, owner: Cell) -> bool:
    """Whether a field of the owner that leads to the cell would close a cycle of frozen cells."""
    if not owner.of.frozen:
        return False
    seen: set[int] = set()
    waiting = [cell]
    while waiting:
        each = waiting.pop()
        if each is owner:
            return True
        if each.of.frozen and id(each) not in seen:
            seen.add(id(each))
            waiting += each.edges
    return False


def classes_of(parameters: Iterable[Parameter]) -> Iterable[CellClass]:
    """The classes of the cells that parameters may lead to."""
    return dict.fromkeys(each for one in parameters for each in one.cells)


def has_cells(parameters: Iterable[Parameter]) -> bool:
    """Whether a parameter may be an object graph."""
    return any(each.cells for each in parameters)
