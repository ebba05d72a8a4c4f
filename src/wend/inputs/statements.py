"""Object graphs as statements that make them, as a person would write them, and as drawings.

    head = Node(1, None)
    head.next = head

A cell that occurs once is written where it occurs: `Node(1, Node(2, None))`.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Collection

from wend.inputs.domain import Choice, Domain, Entries, Items, Part, Reference
from wend.inputs.heap import Cell, Heap
from wend.inputs.paths import steps_of, without_places
from wend.inputs.target import Target

Naming = Callable[[Domain, str], str]
"""Gives the source of a value; cells in it are written by `Cells.source`."""

DEEPEST = 3
"""Cells that are written inside of each other; a deeper one gets a name."""

_RESERVED = frozenset((*dir(builtins), *keyword.kwlist, "result", "expected", "message", "self"))


class Cells:
    """The cells of one call as source."""

    def __init__(
        self, heap: Heap, target: Target, naming: Naming, named: Collection[str] = ()
    ) -> None:
        self._heap = heap
        self._target = target
        self._naming = naming
        self.statements: list[str] = []
        self.imports: dict[str, None] = {}
        self.is_drawing = False
        self._names: dict[str, str] = {}
        """The names of cells in the source, by the paths of the cells."""
        self._made: set[str] = set()
        self._under_way: list[Cell] = []
        self._later: list[tuple[Cell, Part, set[str]]] = []
        """Fields to be assigned later, with the paths of the cells that have to be made first."""
        self._inside: dict[str, set[str]] = {}
        """The paths of the cells that a field leads to, directly or by a container, by the path of
        the field."""
        uses: dict[str, int] = {}
        for at, place in heap.places.items():
            if place is not None:
                uses[place.path] = uses.get(place.path, 0) + 1
                field = heap.field_at(at)
                whole = without_places(at) if field is None else field[0].field_path(field[1])
                self._inside.setdefault(whole, set()).add(place.path)
        for path, cell in heap.cells.items():
            depth = len(steps_of(path)) - 1
            is_deep = depth > 0 and depth % DEEPEST == 0 and cell.of.content is None
            is_used_twice = uses.get(path, 0) > 1 or _is_in_cycle(cell)
            if is_used_twice or path in named or is_deep or not self._is_expression(cell):
                self._names[path] = self._name(cell)

    def source(self, path: str) -> str:
        """The source of a reference. Statements for the cells that it needs are added before."""
        cell = self._heap.places[path]
        if cell is None:
            return "None"
        if self.is_drawing:
            return self._drawing(cell, path)
        if cell.path not in self._names:
            return self._expression(cell)
        if cell.path not in self._made and cell not in self._under_way:
            self._make(cell)
        return self._names[cell.path]

    def _is_expression(self, cell: Cell) -> bool:
        """Whether one call of the constructor, or one display, makes the whole cell."""
        if cell.of.content is not None:
            return True
        if cell.of.arguments is None:
            return False
        taken = {field for _, field in cell.of.arguments}
        others = [each for each in cell.of.fields if each.name not in taken]
        return all(each.name not in cell.decided or self._is_preset(cell, each) for each in others)

    def _is_preset(self, cell: Cell, part: Part) -> bool:
        """Whether the constructor gives a field the value that it has."""
        path, preset = cell.field_path(part), dict(cell.of.preset).get(part.name)
        if preset is None or cell.of.arguments is None or path in self._inside:
            return False
        is_none = path in self._heap.places  # a reference that leads to no cell
        return preset == ("None" if is_none else self._naming(part.domain, path))

    def _name(self, cell: Cell) -> str:
        """A name for a cell: by its path (`head`, `head_next`), or by its class (`node3`)."""
        parts = steps_of(cell.path)
        kind = cell.of.maker.source.rpartition(".")[2].lower().strip("_") or "cell"
        kind = kind if cell.of.content is None else "items"
        wanted = "_".join(parts) if len(parts) <= 2 and parts[0] != "self" else kind
        wanted = variable_for(wanted, self._target)
        name, count = wanted, 1
        others = {each.name for each in self._target.parameters if each.name != cell.path}
        while name in {*self._names.values(), *others} or _is_taken(name, self._target):
            count += 1
            name = f"{wanted}{count}"
        return name

    def _expression(self, cell: Cell) -> str:
        """A call of the constructor, or the display of a container."""
        if cell.of.content is not None:
            return self._naming(cell.of.content, cell.path)
        given: list[str] = []
        by_name = {part.name: part for part in cell.of.fields}
        for key, field in cell.of.arguments or ():
            given.append(
                f"{key}={self._field(cell, by_name[field])}"
                if key
                else self._field(cell, by_name[field])
            )
        self.imports.update(dict.fromkeys(cell.of.maker.imports))
        return f"{cell.of.maker.source}({', '.join(given)})"

    def _field(self, cell: Cell, part: Part) -> str:
        """A field as an argument. A field that leads to a cell under way is assigned later."""
        path = cell.field_path(part)
        waits = self._waiting_for(path, cell)
        if not waits:
            return self._naming(part.domain, path)
        self._later.append((cell, part, waits))
        return _empty(part.domain)

    def _waiting_for(self, path: str, *cells: Cell) -> set[str]:
        """The cells that a field leads to and whose statements are under way, or are `cells`."""
        under_way = {each.path for each in (*self._under_way, *cells)} & self._names.keys()
        return under_way & self._inside.get(path, set())

    def _make(self, cell: Cell) -> None:
        """Writes the statements for a cell that has a name."""
        self._under_way.append(cell)
        name = self._names[cell.path]
        of = cell.of
        if of.arguments is None and of.content is None:
            self.imports.update(dict.fromkeys(of.maker.imports))
            made = f"{of.maker.source}.__new__({of.maker.source})"
        else:
            made = self._expression(cell)
        self.statements.append(f"{name} = {made}")
        self._under_way.remove(cell)
        self._made.add(cell.path)
        taken = {field for _, field in of.arguments or ()}
        for part in of.fields:
            if part.name in taken or not (part.name in cell.decided or of.arguments is None):
                continue
            waits = self._waiting_for(cell.field_path(part))
            if waits:
                self._later.append((cell, part, waits))
            elif not self._is_preset(cell, part):
                self._assign(cell, part)
        ready = [
            each for each in self._later if each[2] <= self._made and each[0].path in self._made
        ]
        self._later = [each for each in self._later if each not in ready]
        for owner, part, _ in ready:
            self._assign(owner, part)

    def _assign(self, cell: Cell, part: Part) -> None:
        value = self._naming(part.domain, cell.field_path(part))
        name = self._names[cell.path]
        if cell.of.frozen:
            self.statements.append(f"object.__setattr__({name}, {part.name!r}, {value})")
        else:
            self.statements.append(f"{name}.{part.name} = {value}")

    # Drawings

    def _drawing(self, cell: Cell, path: str) -> str:
        """The drawing of a cell: `Node(value=1, next=↺ head)`. It is drawn at its own path; at
        other places a mark and this path stand for it."""
        if path != cell.path:
            return f"{'↺' if cell in self._under_way else '→'} {cell.path}"
        self._under_way.append(cell)
        if cell.of.content is not None:
            content = self._naming(cell.of.content, path)
            self._under_way.remove(cell)
            return content
        fields = [
            f"{part.name}={self._naming(part.domain, cell.field_path(part))}"
            for part in cell.of.fields
        ]
        self._under_way.remove(cell)
        return f"{cell.of.maker.source}({', '.join(fields)})"


def variable_for(parameter: str, target: Target) -> str:
    """A name for the value of a parameter."""
    return f"{parameter}_" if _is_taken(parameter, target) else parameter


def _is_taken(name: str, target: Target) -> bool:
    return name in _RESERVED or name in target.ref.function.split(".")


def _is_in_cycle(cell: Cell) -> bool:
    seen: set[int] = set()
    waiting = [*cell.edges]
    while waiting:
        each = waiting.pop()
        if each is cell:
            return True
        if id(each) not in seen:
            seen.add(id(each))
            waiting += each.edges
    return False


def _empty(domain: Domain) -> str:
    """The source that stands for a value until it is assigned."""
    match domain:
        case Items():
            return "[]"
        case Entries():
            return "{}"
        case Choice(options) if not any(isinstance(each, Reference) for each in options):
            return _empty(options[0])
        case _:
            return "None"
