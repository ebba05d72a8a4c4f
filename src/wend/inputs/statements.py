"""Object graphs as statements that make them, as a person would write them, and as drawings.

    head = Node(1, None)
    head.next = head

A cell that occurs once is written where it occurs: `Node(1, Node(2, None))`.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Collection, Iterable

from wend.inputs.deep_steps import Step, done
from wend.inputs.domain import Choice, Domain, Entries, Items, Part, Reference
from wend.inputs.heap import Cell, Heap
from wend.inputs.paths import depth_of, steps_of, without_places
from wend.inputs.target import Target
from wend.record import Record

Naming = Callable[[Domain, str], Step[str]]
"""Gives the source of a value; cells in it are written by `Cells.source`."""

DEEPEST = 3
"""Cells that are written inside of each other; a deeper one gets a name."""

MOST_DRAWN = 1000
"""Cells in one drawing; nobody reads a longer one."""

_RESERVED = frozenset((*dir(builtins), *keyword.kwlist, "result", "expected", "message", "self"))


class _Later(Record):
    """A field to be assigned once the cells are made that it waits for."""

    number: int
    """Fields are assigned in the order of their numbers."""
    cell: Cell
    part: Part
    waits: set[str]
    """The paths of these cells; a path is taken out when its cell is made."""


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
        self._numbers: dict[str, int] = {}
        """For each name that was wanted, the last number behind it."""
        self._given: set[str] = set()
        """The names that cells have."""
        self._reserved = {each.name for each in target.parameters}
        self._made: set[str] = set()
        self._under_way: dict[str, Cell] = {}
        """The cells that are being written, by their paths."""
        self._later: dict[str, list[_Later]] = {}
        """Fields to be assigned later, by the paths of the cells that they wait for."""
        self._later_count = 0
        self._drawn = 0
        """Cells in the drawing under way."""
        self._inside: dict[str, set[str]] = {}
        """The paths of the cells that a field leads to, directly or by a container, by the path of
        the field."""
        in_cycles = cells_in_cycles(heap.cells.values())
        uses: dict[str, int] = {}
        for at, place in heap.places.items():
            if place is not None:
                uses[place.path] = uses.get(place.path, 0) + 1
                field = heap.field_at(at)
                whole = without_places(at) if field is None else field[0].field_path(field[1])
                self._inside.setdefault(whole, set()).add(place.path)
        for path, cell in heap.cells.items():
            depth = depth_of(path)
            is_deep = depth > 0 and depth % DEEPEST == 0 and cell.of.content is None
            is_used_twice = uses.get(path, 0) > 1 or cell in in_cycles
            if is_used_twice or path in named or is_deep or not self._is_expression(cell):
                self._names[path] = self._name(cell)

    def begin_drawing(self) -> None:
        """Has the next references drawn, until `is_drawing` is False again."""
        self.is_drawing = True
        self._drawn = 0

    def source(self, path: str) -> Step[str]:
        """The source of a reference. Statements for the cells that it needs are added before."""
        cell = self._heap.places[path]
        if cell is None:
            return "None"
        if self.is_drawing:
            drawing: str = yield self._drawing(cell, path)
            return drawing
        if cell.path not in self._names:
            source: str = yield self._expression(cell)
            return source
        if cell.path not in self._made and cell.path not in self._under_way:
            yield self._make(cell)
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
        return preset == ("None" if is_none else done(self._naming(part.domain, path)))

    def _name(self, cell: Cell) -> str:
        """A name for a cell: by its path (`head`, `head_next`), or by its class (`node3`)."""
        kind = cell.of.maker.source.rpartition(".")[2].lower().strip("_") or "cell"
        kind = kind if cell.of.content is None else "items"
        parts = steps_of(cell.path) if depth_of(cell.path) < 2 else ["self"]
        wanted = kind if parts[0] == "self" else "_".join(parts)
        wanted = variable_for(wanted, self._target)
        count = self._numbers.get(wanted, 0)
        while True:
            count += 1
            name = wanted if count == 1 else f"{wanted}{count}"
            is_parameter = name in self._reserved and name != cell.path
            if not (is_parameter or name in self._given or _is_taken(name, self._target)):
                break
        self._numbers[wanted] = count
        self._given.add(name)
        return name

    def _expression(self, cell: Cell) -> Step[str]:
        """A call of the constructor, or the display of a container."""
        if cell.of.content is not None:
            source: str = yield self._naming(cell.of.content, cell.path)
            return source
        given: list[str] = []
        by_name = {part.name: part for part in cell.of.fields}
        for key, field in cell.of.arguments or ():
            source = yield self._field(cell, by_name[field])
            given.append(f"{key}={source}" if key else source)
        self.imports.update(dict.fromkeys(cell.of.maker.imports))
        return f"{cell.of.maker.source}({', '.join(given)})"

    def _field(self, cell: Cell, part: Part) -> Step[str]:
        """A field as an argument. A field that leads to a cell under way is assigned later."""
        path = cell.field_path(part)
        waits = self._waiting_for(path, cell)
        if not waits:
            source: str = yield self._naming(part.domain, path)
            return source
        self._put_off(cell, part, waits)
        return _empty(part.domain)

    def _waiting_for(self, path: str, *cells: Cell) -> set[str]:
        """The cells that a field leads to and whose statements are under way, or are `cells`."""
        others = [each.path for each in cells]
        return {
            each
            for each in self._inside.get(path, ())
            if each in self._names and (each in self._under_way or each in others)
        }

    def _put_off(self, cell: Cell, part: Part, waits: set[str]) -> None:
        """Has a field assigned as soon as these cells, and its own, are made."""
        waits = waits if cell.path in self._made else {*waits, cell.path}
        self._later_count += 1
        later = _Later(self._later_count, cell, part, waits)
        for path in waits:
            self._later.setdefault(path, []).append(later)

    def _make(self, cell: Cell) -> Step[None]:
        """Writes the statements for a cell that has a name."""
        self._under_way[cell.path] = cell
        name = self._names[cell.path]
        of = cell.of
        if of.arguments is None and of.content is None:
            self.imports.update(dict.fromkeys(of.maker.imports))
            made = f"{of.maker.source}.__new__({of.maker.source})"
        else:
            made = yield self._expression(cell)
        self.statements.append(f"{name} = {made}")
        del self._under_way[cell.path]
        self._made.add(cell.path)
        taken = {field for _, field in of.arguments or ()}
        for part in of.fields:
            if part.name in taken or not (part.name in cell.decided or of.arguments is None):
                continue
            waits = self._waiting_for(cell.field_path(part))
            if waits:
                self._put_off(cell, part, waits)
            elif not self._is_preset(cell, part):
                yield self._assign(cell, part)
        ready = []
        for later in self._later.pop(cell.path, ()):
            later.waits.discard(cell.path)
            if not later.waits:
                ready.append(later)
        for later in sorted(ready, key=lambda each: each.number):
            yield self._assign(later.cell, later.part)

    def _assign(self, cell: Cell, part: Part) -> Step[None]:
        value = yield self._naming(part.domain, cell.field_path(part))
        name = self._names[cell.path]
        if cell.of.frozen:
            self.statements.append(f"object.__setattr__({name}, {part.name!r}, {value})")
        else:
            self.statements.append(f"{name}.{part.name} = {value}")

    # Drawings

    def _drawing(self, cell: Cell, path: str) -> Step[str]:
        """The drawing of a cell: `Node(value=1, next=↺ head)`. It is drawn at its own path; at
        other places a mark and this path stand for it."""
        if path != cell.path:
            return f"{'↺' if cell.path in self._under_way else '→'} {cell.path}"
        self._drawn += 1
        if self._drawn > MOST_DRAWN:
            return "…"
        self._under_way[path] = cell
        if cell.of.content is not None:
            content: str = yield self._naming(cell.of.content, path)
            del self._under_way[path]
            return content
        fields = []
        for part in cell.of.fields:
            value = yield self._naming(part.domain, cell.field_path(part))
            fields.append(f"{part.name}={value}")
        del self._under_way[path]
        return f"{cell.of.maker.source}({', '.join(fields)})"


def variable_for(parameter: str, target: Target) -> str:
    """A name for the value of a parameter."""
    return f"{parameter}_" if _is_taken(parameter, target) else parameter


def _is_taken(name: str, target: Target) -> bool:
    return name in _RESERVED or name in target.ref.function.split(".")


def cells_in_cycles(cells: Iterable[Cell]) -> set[Cell]:
    """The cells from which edges lead back to themselves, by Tarjan's algorithm."""
    found: set[Cell] = set()
    numbers: dict[Cell, int] = {}
    lowest: dict[Cell, int] = {}
    path: list[Cell] = []
    on_path: set[Cell] = set()
    for root in cells:
        waiting = [(root, iter(root.edges))] if root not in numbers else []
        while waiting:
            cell, edges = waiting[-1]
            if cell not in numbers:
                numbers[cell] = lowest[cell] = len(numbers)
                path.append(cell)
                on_path.add(cell)
            for each in edges:
                if each not in numbers:
                    waiting.append((each, iter(each.edges)))
                    break
                if each in on_path:
                    lowest[cell] = min(lowest[cell], numbers[each])
            else:
                waiting.pop()
                if waiting:
                    above = waiting[-1][0]
                    lowest[above] = min(lowest[above], lowest[cell])
                if lowest[cell] == numbers[cell]:
                    group = [path.pop()]
                    while group[-1] is not cell:
                        group.append(path.pop())
                    on_path.difference_update(group)
                    if len(group) > 1 or cell in cell.edges:
                        found.update(group)
    return found


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
