"""Object graphs of the inputs: cells with fields, and references that lead to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from wend.describe.evaluation import evaluated
from wend.expr.build import integer, lt, variable
from wend.expr.sorts import Sort
from wend.inputs.domain import CellClass, Part, Reference
from wend.inputs.heap import Cell, Heap, Option, chosen, classes_of
from wend.inputs.live import settled
from wend.inputs.target import Parameter
from wend.run import recorder
from wend.run.arguments import graph_fields
from wend.run.calls import callee
from wend.run.tracked.decisions import decide, decide_between

if TYPE_CHECKING:
    from wend.run.arguments.build import Builder


class Graph:
    """The cells of one call.

    Tracked: the target of a reference and the content of a field are decided when they are first
    asked for. Plain: everything exists from the start.
    """

    def __init__(
        self,
        builder: Builder,
        parameters: tuple[Parameter, ...],
        inputs: Mapping[str, Any],
        module: ModuleType,
    ) -> None:
        self._builder = builder
        self._inputs = inputs
        self._module = module
        self._is_tracked = builder.is_tracked
        self._heap = (
            Heap(classes_of(parameters)) if self._is_tracked else settled(parameters, inputs)
        )
        self._owner: Cell | None = None
        self._objects: dict[str, Any] = {}
        self._is_filled = False
        self._is_over = False
        self.fields: list[str] = []
        """The paths of the fields that the run read, in order."""
        graph_fields.begin()

    def reference(self, reference: Reference, path: str) -> Any:
        """The object that a reference leads to."""
        if not self._is_tracked:
            if not self._is_filled:
                self._fill()
            place = self._heap.places[path]
            if place is not None and place.path not in self._objects:
                return self._made(place)
            return None if place is None else self._objects[place.path]
        options = self._heap.options(reference, self._owner)
        reference_variable, value = chosen(self._inputs, path, options)
        term = variable(reference_variable, Sort.INT)
        low = 0
        for group in options.groups:
            high, (kind, which) = low + len(group), _kinds(group)
            if high == len(options) or decide(lt(term, integer(high)), value < high, kind):
                decide_between(term, value, low, high, which)
                break
            low = high
        known = len(self._heap.cells)
        cell = self._heap.settle(path, options[value], self._owner)
        if cell is None:
            return None
        return self._made(cell) if len(self._heap.cells) > known else self._objects[cell.path]

    def over(self) -> None:
        """Ends the call: from now on reads are no decisions."""
        self._is_over = True
        self._inputs = {}

    def _made(self, cell: Cell) -> Any:
        if cell.of.content is not None:
            content = self._objects[cell.path] = self._builder.value(cell.of.content, cell.path)
            return content
        cls = evaluated(self._module, cell.of.maker.source, cell.of.maker.imports)
        made = self._objects[cell.path] = object.__new__(cls)
        if self._is_tracked:
            parts = {part.name: part for part in cell.of.fields}
            graph_fields.enter(made, cell.decided, lambda name: self._decided(cell, parts[name]))
            if cell.of.checked and not self._is_over:
                self._check(cell, cls, made)
        return made

    def _check(self, cell: Cell, cls: Any, made: Any) -> None:
        """Drops the run if the constructor would not make such a cell."""
        run = recorder.current
        quiet, run.quiet = run.quiet, 0
        args, keywords = [], {}
        try:
            for key, field in cell.of.arguments or ():
                if key:
                    keywords[key] = getattr(made, field)
                else:
                    args.append(getattr(made, field))
            callee.call(cls)(*args, **keywords)
        except Exception:  # of a constructor, which is code under test
            run.end(recorder.RunDropped())
        finally:
            run.quiet = quiet

    def _decided(self, cell: Cell, part: Part) -> Any:
        """The content of a field that was not read before."""
        cell.decided.add(part.name)
        path = cell.field_path(part)
        owner, self._owner = self._owner, cell
        run = recorder.current
        quiet = run.quiet
        run.quiet = quiet + 1 if self._is_over else 0
        try:
            if not self._is_over:
                self.fields.append(path)
            return self._builder.value(part.domain, path)
        finally:
            run.quiet = quiet
            self._owner = owner

    def _fill(self) -> None:
        """Makes all cells, then their fields, which may lead to any cell.

        Containers are made when they are asked for, since their items have to exist.
        """
        self._is_filled = True
        cells = [each for each in self._heap.cells.values() if each.of.content is None]
        for cell in cells:
            self._made(cell)
        for cell in cells:
            for part in cell.of.fields:
                value = self._builder.value(part.domain, cell.field_path(part))
                object.__setattr__(self._objects[cell.path], part.name, value)


def _kinds(group: Sequence[Option]) -> tuple[str, str]:
    """The kinds of the decisions whether a reference is one of a group, and which."""
    match group[0]:
        case None:
            return "none", ""
        case CellClass():
            return "new", "class"
    return "known", "cell"


def install_fields(parameters: tuple[Parameter, ...], module: ModuleType) -> None:
    """Prepares the classes of cells for runs that are tracked."""
    classes = [each for each in classes_of(parameters) if each.content is None]
    for each in Heap(classes).classes.values():
        cls = evaluated(module, each.maker.source, each.maker.imports)
        graph_fields.install(cls, [part.name for part in each.fields])
