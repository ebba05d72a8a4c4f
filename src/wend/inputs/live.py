"""The variables that arguments are made of. Inputs are brought into one order, and variables that
have no effect are left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from wend.expr.sorts import Sort
from wend.expr.variables import (
    Variable,
    address_of,
    bounded,
    character_of,
    choice_of,
    given,
    length_of,
    named,
    value_of,
)
from wend.inputs.domain import (
    CellClass,
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Part,
    Placed,
    Pointer,
    Reference,
    Same,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.heap import Cell, Heap, chosen, classes_of, has_cells
from wend.inputs.inputs import Inputs
from wend.inputs.memory import cells, is_cell, placed_at
from wend.inputs.paths import item_path, key_path, part_path, value_path
from wend.inputs.target import Parameter


def live(
    parameters: Iterable[Parameter],
    values: Mapping[str, Any],
    fields: Iterable[str] | None = None,
) -> Inputs:
    """The normal form of inputs: the values of all variables that have an effect, also of those
    that have their defaults.

    `fields` are the paths of the fields of cells that a run read, in the order of the run. Without
    them, the fields count that the values mention.
    """
    parameters = tuple(parameters)
    walk = _Walk(values, Heap(classes_of(parameters)))
    found = [item for each in parameters for item in walk.items(each.domain, each.name)]
    paths = (named(name).path for name in values) if fields is None else fields
    for path in paths if has_cells(parameters) else ():
        place = walk.heap.field_at(path)
        if place is not None and place[1].name not in place[0].decided:
            found += walk.field(*place)
    if walk.in_memory:
        in_buffer = {name: values[name] for name in values if is_cell(named(name))}
        everything = {**dict(found), **in_buffer}
        found += [(name, values[name]) for _, _, name in cells(everything)]
    return Inputs(tuple(found))


def is_within(parameters: Iterable[Parameter], values: Mapping[str, Any], most: int) -> bool:
    """Whether at most this many variables have an effect; no more of them are counted."""
    parameters = tuple(parameters)
    walk = _Walk(values, Heap(classes_of(parameters)))
    counted = (item for each in parameters for item in walk.items(each.domain, each.name))
    return sum(1 for _ in islice(counted, most + 1)) <= most


def mentioned(parameters: Iterable[Parameter], values: Mapping[str, Any]) -> Heap:
    """The cells of inputs. Only fields that the inputs mention are decided."""
    return _mentioned(parameters, values).heap


def values_in_memory(
    parameters: Iterable[Parameter], values: Mapping[str, Any]
) -> dict[str, Pointer | Placed]:
    """The pointers and the values in raw memory that inputs have, by their paths."""
    return _mentioned(parameters, values).in_memory


def settled(parameters: Iterable[Parameter], values: Mapping[str, Any]) -> Heap:
    """All cells of inputs. Fields that the inputs do not mention have their simplest values."""
    walk = _mentioned(parameters, values)
    known = walk.heap.cells
    waiting = deque(known.values())
    while waiting:
        cell = waiting.popleft()
        count = len(known)
        for part in cell.of.fields:
            if part.name not in cell.decided:
                walk.field(cell, part)
        new = [*islice(reversed(known.values()), len(known) - count)]
        waiting.extend(reversed(new))
    return walk.heap


def _mentioned(parameters: Iterable[Parameter], values: Mapping[str, Any]) -> _Walk:
    parameters = tuple(parameters)
    walk = _Walk(values, Heap(classes_of(parameters)))
    for each in parameters:
        deque(walk.items(each.domain, each.name), 0)
    for name in values:
        place = walk.heap.field_at(named(name).path)
        if place is not None and place[1].name not in place[0].decided:
            walk.field(*place)
    return walk


class _Walk:
    """Goes through domains in the order in which arguments are built."""

    def __init__(self, values: Mapping[str, Any], heap: Heap) -> None:
        self._values = values
        self._owner: Cell | None = None
        self.heap = heap
        self.in_memory: dict[str, Pointer | Placed] = {}
        """By path, the values in raw memory. Inputs with one of them have cells of memory, too."""

    def field(self, cell: Cell, part: Part) -> list[tuple[str, Any]]:
        """Decides a field of a cell. Returns its variables with their values."""
        cell.decided.add(part.name)
        self._owner = cell
        found = [*self.items(part.domain, cell.field_path(part))]
        self._owner = None
        return found

    def items(self, domain: Domain, path: str) -> Iterator[tuple[str, Any]]:
        match domain:
            case Scalar(sort):
                yield self._item(value_of(path), sort)
            case Whole(low, high):
                yield self._item(bounded(path, low, high))
            case Held() | Same():
                pass
            case Text(kind):
                length = self._item(length_of(path))
                yield length
                naming = character_of(kind)
                for at in range(length[1]):
                    yield self._item(naming(path, at))
            case Choice(options):
                which = self._item(choice_of(path, len(options)))
                yield which
                yield from self.items(options[which[1]], path)
            case Items(_, element):
                length = self._item(length_of(path))
                yield length
                for at in range(length[1]):
                    yield from self.items(element, item_path(path, at))
            case Entries(key, value):
                length = self._item(length_of(path))
                yield length
                for at in range(length[1]):
                    yield from self.items(key, key_path(path, at))
                    yield from self.items(value, value_path(path, at))
            case Made(_, parts):
                for at, part in enumerate(parts):
                    yield from self.items(part.domain, part_path(path, part, at))
            case Pointer():
                self.in_memory[path] = domain
                yield self._item(address_of(path))
            case Placed():
                self.in_memory[path] = domain
                place = address_of(path).text
                yield place, self._values.get(place, 0) or placed_at(domain, path)
            case Reference():
                known = self.heap.options(domain, self._owner)
                choice, number = chosen(self._values, path, known)
                # Also if there is only one option: it tells when the cell was made.
                yield choice.text, number
                option = known[number]
                self.heap.settle(path, option, self._owner)
                if isinstance(option, CellClass) and option.content is not None:
                    yield from self.items(option.content, path)

    def _item(self, which: Variable, sort: Sort = Sort.INT) -> tuple[str, Any]:
        return which.text, given(self._values, which, sort)
