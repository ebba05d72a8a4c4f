"""Lists, dicts and sets that may be in several places of the arguments: cells of a graph, each
with what is in it instead of fields."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wend.inputs.domain import (
    CellClass,
    Choice,
    Domain,
    Entries,
    Items,
    Made,
    Maker,
    Part,
    Reference,
    Same,
    Text,
)
from wend.record import replace

NOT_SHARED = (
    "each list, dict and set inside of an argument is one of its own: "
    "that one is in two places is not explored"
)


def may_be_cells(classes: Iterable[CellClass]) -> bool:
    """Whether containers may be cells beside those of the classes: frozen ones are in no cycle, and
    checked ones are asked for all of their fields before a container that they are in is whole."""
    return not any(each.frozen or each.checked for each in classes)


class Sharing:
    """The containers of one target that are cells, by their domains."""

    def __init__(self, shared: Collection[Domain]) -> None:
        self._shared = frozenset(shared)
        self._cells: dict[Domain, CellClass] = {}

    def cells(self, classes: Iterable[CellClass]) -> tuple[CellClass, ...]:
        """The classes, with references to containers in their fields, and the containers."""
        changed = [replace(each, fields=self._parts(each.fields)) for each in classes]
        return (*changed, *self._cells.values())

    def domain(self, domain: Domain) -> Domain:
        """A domain in which containers that may be in several places are references."""
        changed = self._inside(domain)
        if domain not in self._shared:
            return changed
        if domain not in self._cells:
            name = f"{_word(domain)} {len(self._cells)}"
            self._cells[domain] = CellClass(Maker(name), (), (name,), content=changed)
        of = self._cells[domain].kinds
        return Reference(of, of)

    def _inside(self, domain: Domain) -> Domain:
        match domain:
            case Items(element=element):
                return replace(domain, element=self.domain(element))
            case Entries(value=value):
                return replace(domain, value=self.domain(value))
            case Made(parts=parts):
                return replace(domain, parts=self._parts(parts))
            case Choice(options):
                found = [self.domain(each) for each in options]
                if any(each in self._shared for each in options):  # references say the same
                    found = [each for each in found if not isinstance(each, Same)]
                return found[0] if len(found) == 1 else Choice(tuple(found))
            case _:
                return domain

    def _parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple([replace(each, domain=self.domain(each.domain)) for each in parts])


def _word(domain: Domain) -> str:
    """What kind of container a domain is of."""
    match domain:
        case Items(kind) | Text(kind):
            return kind
        case _:
            return "dict"
