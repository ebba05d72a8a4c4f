"""Which classes are explored as graphs of cells, and their domains."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wend.describe.cannot_build import CannotBuild
from wend.describe.known_types import below
from wend.describe.objects.class_fields import Fields, fields_of, is_recursive
from wend.inputs.domain import CellClass, Domain, Part, Reference
from wend.inputs.memory import lies_in_memory
from wend.inputs.valid import has_predicate
from wend.messages.options import Objects
from wend.source.instructions import is_short

if TYPE_CHECKING:
    from wend.describe.annotations import Domains

MOST_CLASSES = 8
"""Classes below another one that cells are made of in its place."""


class _NoCell(Exception):
    """A class has a field that can't be explored."""

    def __init__(self, cls: Any) -> None:
        super().__init__()
        self.cls = cls


class Graphs:
    """The classes of one target whose instances are cells."""

    def __init__(self, domains: Domains, objects: Objects, valid: tuple[str, ...]) -> None:
        self._domains = domains
        self._objects = objects
        self._valid = valid
        self._refused: set[Any] = set()
        self._under_way: set[Any] = set()
        self._is_forced = objects == "shape"
        """Whether all classes whose fields are known are cells: below one with a predicate."""
        self.cells: dict[Any, CellClass] = {}

    def reference(self, cls: Any, args: tuple[Any, ...]) -> Domain | None:
        """The domain of a class that is explored as cells; None for others."""
        if self._objects == "constructor":
            return None
        if self._under_way:
            return self._reference(cls, args)
        while True:
            before = dict(self.cells)
            try:
                return self._reference(cls, args)
            except _NoCell as no:
                self.cells = before
                self._under_way.clear()
                self._refused.add(no.cls)

    def _reference(self, cls: Any, args: tuple[Any, ...]) -> Domain | None:
        if not self._is_chosen(cls):
            return None
        classes: list[str] = []
        found = [each for each in below(cls) if self._domains.distance(each) < 2]
        for each in (cls, *dict.fromkeys(found)):
            if each is not cls and not self._may_stand_for(each):
                says = "is not explored: its constructor does more than to keep its arguments"
                left = f"{each.__qualname__}, which is a {cls.__qualname__}, {says}"
                self._domains.notes["bound-hit", left] = None
                continue
            known = (
                self._made(each, args if each is cls else ())
                if len(classes) < MOST_CLASSES
                else None
            )
            if known is not None:
                classes.append(known)
        name = self._domains.names.reference(cls)
        if not classes or name is None:
            return None
        return Reference((name.source,), tuple(classes))

    def _is_chosen(self, cls: Any) -> bool:
        if cls in self._refused or cls in self._under_way or cls in self.cells:
            return cls not in self._refused
        fields = fields_of(cls)
        if fields is None or any(_is_bare(hint) for _, hint in fields.annotations):
            return False
        if self._is_forced or has_predicate(cls, self._valid):
            return True
        return fields.keeps and not fields.checked and is_recursive(cls)

    def _may_stand_for(self, cls: Any) -> bool:
        """Whether a class below another one is cells, too: not if its constructor does more."""
        fields = fields_of(cls)
        return fields is not None and (
            self._is_forced or fields.keeps or has_predicate(cls, self._valid)
        )

    def _made(self, cls: Any, args: tuple[Any, ...]) -> str | None:
        """The source of the name of a class of cells; None where it can't be one."""
        name = self._domains.names.reference(cls)
        fields = fields_of(cls)
        if name is None or fields is None or cls in self._refused or _is_meant_abstract(cls):
            return None
        if cls not in self.cells and cls not in self._under_way:
            self._under_way.add(cls)
            with self._forced(has_predicate(cls, self._valid)):
                parts = self._parts(cls, fields, args)
            self._under_way.discard(cls)
            kinds = [self._domains.names.reference(base) for base in cls.__mro__[:-1]]
            sources = tuple([kind.source for kind in kinds if kind is not None])
            self._domains.note_guessed(cls.__name__, fields.guessed, fields.supposed)
            is_asked = fields.checked and not (self._is_forced or has_predicate(cls, self._valid))
            arguments = None if fields.checked and not is_asked else fields.arguments
            self.cells[cls] = CellClass(
                name, parts, sources, arguments, fields.frozen, is_asked, fields.preset
            )
        return name.source

    def _parts(self, cls: Any, fields: Fields, args: tuple[Any, ...]) -> tuple[Part, ...]:
        parts: list[Part] = []
        with self._domains.binding(cls, args):
            for field, annotation in fields.annotations:
                try:
                    domain = self._domains.domain(annotation)
                except CannotBuild:
                    raise _NoCell(cls) from None
                if lies_in_memory(domain):
                    raise _NoCell(cls)
                parts.append(Part(field, domain))
        return tuple(parts)

    @contextmanager
    def _forced(self, now: bool) -> Iterator[None]:
        before = self._is_forced
        self._is_forced = before or now
        try:
            yield
        finally:
            self._is_forced = before


def _is_bare(annotation: Any) -> bool:
    return annotation is inspect.Parameter.empty


def _is_meant_abstract(cls: Any) -> bool:
    """Whether a class only says what those below it do: its methods are not implemented."""
    if not type.__subclasses__(cls):
        return False
    return any(
        "NotImplementedError" in code.co_names and is_short(code)
        for each in vars(cls).values()
        if (code := getattr(each, "__code__", None)) is not None
    )
