"""Takes a given value apart into the values of the variables that it is made of."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from wend.expr.variables import (
    PYTHON_TYPES,
    bounded,
    character_of,
    choice_of,
    length_of,
    reference_of,
)
from wend.inputs.domain import (
    ABSENT,
    DICT,
    CellClass,
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Maker,
    Part,
    Reference,
    Same,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.heap import Cell, FittingCells, Heap, ReferenceOptions
from wend.inputs.literal import to_source
from wend.inputs.paths import item_path, key_path, part_path, value_path

Evaluate = Callable[[str, tuple[str, ...]], Any]
"""Evaluates source in the target's module, after import statements."""


class DoesNotFit(Exception):
    """The value does not belong to the domain."""


def decomposed(
    domain: Domain,
    path: str,
    value: Any,
    evaluate: Evaluate | None = None,
    cells: Iterable[CellClass] = (),
) -> dict[str, Any]:
    """The values of the variables of a value; raises DoesNotFit for a value that is not explored.

    `evaluate` is needed for values whose source is no literal: members of an Enum, instances.
    """
    taking_apart = TakingApart(evaluate, cells)
    taking_apart.value(domain, path, value)
    taking_apart.fields()
    return taking_apart.found


class TakingApart:
    """Takes the values of one or of several parameters apart."""

    def __init__(self, evaluate: Evaluate | None, cells: Iterable[CellClass] = ()) -> None:
        self._evaluate = evaluate
        self._cells = tuple(cells)
        self._heap = Heap(self._cells)
        self._known: dict[int, Cell] = {}
        """The cells of objects, by the identity of the object."""
        self._waiting: deque[tuple[Cell, Any]] = deque()
        """Cells whose fields are not taken apart yet, with their objects."""
        self._owner: Cell | None = None
        self._given: dict[str, Any] = {}
        """The values of the parameters so far, by their names."""
        self.found: dict[str, Any] = {}

    def parameter(self, domain: Domain, name: str, value: Any) -> None:
        """Takes the value of a parameter apart. It may be the same object as an earlier one."""
        self.value(domain, name, value)
        self._given[name] = value

    def fields(self) -> None:
        """Takes the fields of cells apart; called after all parameters, as a run does it."""
        while self._waiting:
            cell, instance = self._waiting.popleft()
            self._owner = cell
            for part in cell.of.fields:
                if not hasattr(instance, part.name):
                    raise DoesNotFit
                self.value(part.domain, cell.field_path(part), getattr(instance, part.name))
            self._owner = None

    def _reference(self, reference: Reference, path: str, value: Any) -> None:
        if not self._heap.classes.keys() >= {*reference.classes}:
            if value is None and reference.optional:
                return  # as a reference is by itself
            raise DoesNotFit
        options = self._heap.options(reference, self._owner)
        at = self._number_of(value, options)
        if at is None:
            raise DoesNotFit
        option = options[at]
        self.found[reference_of(path, len(options)).text] = at
        cell = self._heap.settle(path, option, self._owner)
        if isinstance(option, CellClass) and cell is not None:
            self._known[id(value)] = cell
            if option.content is None:
                self._waiting.append((cell, value))
            else:
                self.value(option.content, path, value)

    def _number_of(self, value: Any, options: ReferenceOptions) -> int | None:
        """The number of the alternative that a value is."""
        if (known := self._known.get(id(value))) is not None:
            return options.number_of(known)
        before = 0
        for group in options.groups:
            for at, option in enumerate(() if isinstance(group, FittingCells) else group):
                if option is None:
                    is_this = value is None
                else:
                    assert isinstance(option, CellClass)
                    is_this = option.content is not None or self._evaluated(option.maker) is type(
                        value
                    )
                if is_this:
                    return before + at
            before += len(group)
        return None

    def value(self, domain: Domain, path: str, value: Any) -> None:
        cls = type(value)
        match domain:
            case Scalar(sort) if cls is PYTHON_TYPES[sort]:
                self.found[path] = value
            case Whole(low, high) if cls is int and _is_between(value, low, high):
                self.found[bounded(path, low, high).text] = value
            case Held(str(source), imports) if self._is_held(source, imports, value):
                pass
            case Text(kind) if cls.__name__ == kind:
                self.found[length_of(path).text] = len(value)
                naming = character_of(kind)
                for at, char in enumerate(value):
                    self.found[naming(path, at).text] = ord(char) if kind == "str" else char
            case Choice(options):
                self._choose(options, path, value)
            case Reference():
                self._reference(domain, path, value)
            case Items(kind, element, maker) if self._is_of(maker, kind, cls):
                self.found[length_of(path).text] = len(value)
                for at, item in enumerate(value):
                    self.value(element, item_path(path, at), item)
            case Entries(key, of_key, maker) if self._is_of(maker, "dict", cls):
                self.found[length_of(path).text] = len(value)
                for at, (each, item) in enumerate(value.items()):
                    self.value(key, key_path(path, at), each)
                    self.value(of_key, value_path(path, at), item)
            case Made(None, parts) if cls is tuple and len(value) == len(parts):
                for at, (part, item) in enumerate(zip(parts, value, strict=True)):
                    self.value(part.domain, part_path(path, part, at), item)
            case Made(maker, parts) if maker == DICT and cls is dict:
                self._keys(parts, path, value)
            case Made(Maker() as maker, parts):
                self._instance(maker, parts, path, value)
            case _:
                raise DoesNotFit

    def _is_of(self, maker: Maker | None, kind: str, cls: type) -> bool:
        if maker is None:
            return cls.__name__ == kind and cls.__module__ in ("builtins", "collections")
        return self._evaluated(maker) is cls

    def _is_held(self, source: str, imports: tuple[str, ...], value: Any) -> bool:
        if value is None or to_source(value) == source:
            return to_source(value) == source
        if self._evaluate is None:
            return False
        held = self._evaluate(source, imports)
        return held is value or (type(held) is type(value) and bool(held == value))

    def _evaluated(self, maker: Maker) -> Any:
        return None if self._evaluate is None else self._evaluate(maker.source, maker.imports)

    def _choose(self, options: tuple[Domain, ...], path: str, value: Any) -> None:
        for at, option in enumerate(options):
            if isinstance(option, Same) and self._given.get(option.parameter) is value is not None:
                self.found[choice_of(path, len(options)).text] = at
                return
        for at, option in enumerate(options):
            try:
                decomposed(option, path, value, self._evaluate, self._cells)
            except DoesNotFit:
                continue
            self.found[choice_of(path, len(options)).text] = at
            self.value(option, path, value)  # which may lead to cells that are known here
            return
        raise DoesNotFit

    def _keys(self, parts: tuple[Part, ...], path: str, value: dict[Any, Any]) -> None:
        if not value.keys() <= {part.name for part in parts}:
            raise DoesNotFit
        for at, part in enumerate(parts):
            inner = part_path(path, part, at)
            if part.name in value:
                self.value(part.domain, inner, value[part.name])
            else:
                self._leave_out(part, inner)

    def _leave_out(self, part: Part, path: str) -> None:
        match part.domain:
            case Held(None):
                pass
            case Choice(options) if ABSENT in options:
                self.found[choice_of(path, len(options)).text] = options.index(ABSENT)
            case _:
                raise DoesNotFit

    def _instance(self, maker: Maker, parts: tuple[Part, ...], path: str, value: Any) -> None:
        """An instance whose attributes are called like the arguments, and that they make again."""
        cls = self._evaluated(maker)
        if cls is None or type(value) is not cls:
            raise DoesNotFit
        if cls is io.StringIO or cls is io.BytesIO:
            self._stream(parts, path, value)
            return
        args: list[Any] = []
        keywords: dict[str, Any] = {}
        for at, part in enumerate(parts):
            inner = part_path(path, part, at)
            if part.domain == ABSENT:
                continue
            if not part.name or not hasattr(value, part.name):
                raise DoesNotFit
            attribute = getattr(value, part.name)
            try:
                self.value(part.domain, inner, attribute)
            except DoesNotFit:
                self._leave_out(part, inner)  # perhaps it was not given
                continue
            if part.by_keyword:
                keywords[part.name] = attribute
            else:
                args.append(attribute)
        try:
            same = bool(cls(*args, **keywords) == value)
        except Exception:  # a constructor, or a comparison, of the code under test
            same = False
        if not same:
            raise DoesNotFit

    def _stream(self, parts: tuple[Part, ...], path: str, value: Any) -> None:
        """A stream that nobody has read of yet; it is equal to no other."""
        if value.closed:
            raise DoesNotFit
        content, *more = value.__getstate__()[:-1]
        if more not in (["\n", 0], [0]):  # the ends of lines, of text alone, and the place
            raise DoesNotFit
        self.value(parts[0].domain, part_path(path, parts[0], 0), content)


def _is_between(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)
