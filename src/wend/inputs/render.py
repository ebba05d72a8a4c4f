"""Inputs as the source of a call's arguments."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from typing import Any

from wend.expr.sorts import Sort
from wend.expr.variables import (
    Variable,
    bounded,
    byte_of,
    char_of,
    choice_of,
    given,
    length_of,
    value_of,
)
from wend.inputs.deep_steps import Step, done
from wend.inputs.domain import (
    CONSTANTLY,
    DICT,
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Maker,
    Placed,
    Pointer,
    Reference,
    Same,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.heap import has_cells
from wend.inputs.literal import to_source
from wend.inputs.live import settled, values_in_memory
from wend.inputs.memory import lies_in_memory
from wend.inputs.memory_drawing import DrawnMemory
from wend.inputs.memory_source import WrittenMemory
from wend.inputs.paths import item_path, key_path, part_path, value_path
from wend.inputs.statements import Cells, variable_for
from wend.inputs.target import Target
from wend.record import Record

Sources = tuple[tuple[str, str], ...]
"""Name and source of each argument that is passed; `*args` and `**keywords` with their stars."""


class Rendered(Record):
    """The arguments of a call as source."""

    args: Sources
    setup: tuple[str, ...] = ()
    """Statements before the call. They give names to objects that occur more than once."""
    imports: tuple[str, ...] = ()
    drawn: Sources = ()
    """The arguments as people draw them, if names alone would say too little: object graphs."""


def arguments(target: Target, inputs: Mapping[str, Any], named: Collection[str] = ()) -> Rendered:
    """The arguments of a call as source.

    Parameters left at their default are not passed. Those in `named` are given as variables.
    """
    rendering = _Rendering(inputs, memory_of(target, inputs))
    cells: Cells | None = None
    if has_cells(target.parameters):
        heap = settled(target.parameters, inputs)
        cells = rendering.cells = Cells(heap, target, rendering.value, named)
    args: list[tuple[str, str]] = []
    drawn: list[tuple[str, str]] = []
    own: list[str] = []
    for parameter in target.parameters:
        source = done(rendering.source(parameter.domain, parameter.name))
        if source is None or (parameter.stars and source in ("()", "{}")):
            continue
        if parameter.name in named and not source.isidentifier():
            name = variable_for(parameter.name, target)
            own.append(f"{name} = {source}")
            source = name
        rendering.names[parameter.name] = source
        args.append((f"{parameter.stars}{parameter.name}", source))
        if cells is not None or named or rendering.memory is not None:
            drawing = rendering.drawing(parameter.domain, parameter.name)
            drawn.append((f"{parameter.stars}{parameter.name}", drawing))
    if not rendering.shared <= {*named}:
        return arguments(target, inputs, {*named, *rendering.shared})
    memory = rendering.memory
    setup = (*(cells.statements if cells is not None else ()), *own)
    if memory is not None:
        rendering.imports.update(memory.imports)
        setup = (*memory.setup, *setup)
    if cells is not None:
        rendering.imports.update(dict.fromkeys(cells.imports))
    is_plain = tuple(drawn) == tuple(args)
    return Rendered(tuple(args), setup, tuple(rendering.imports), () if is_plain else tuple(drawn))


def memory_of(target: Target, inputs: Mapping[str, Any]) -> WrittenMemory | None:
    """The values in raw memory as statements; None if there are none."""
    if not any(lies_in_memory(each.domain) for each in target.parameters):
        return None
    domains = values_in_memory(target.parameters, inputs)
    if not domains:
        return None
    return WrittenMemory(domains, inputs, {target.ref.function.partition(".")[0]})


class _Rendering:
    """Writes values as source, and gathers the imports that the source needs."""

    def __init__(self, inputs: Mapping[str, Any], memory: WrittenMemory | None) -> None:
        self._inputs = inputs
        self.imports: dict[str, None] = {}
        self.memory = memory
        self._drawn_memory = DrawnMemory(memory.setup if memory is not None else ())
        self.cells: Cells | None = None
        self.names: dict[str, str] = {}
        """The source of each parameter so far."""
        self.is_drawing = False
        self.shared: set[str] = set()
        """Parameters whose very object is passed for another parameter, too."""

    def drawing(self, domain: Domain, path: str) -> str:
        """The drawing of a value: its parts, also if the source has only a name for it."""
        self.is_drawing = True
        if self.cells is not None:
            self.cells.begin_drawing()
        drawn = done(self.source(domain, path)) or ""
        self.is_drawing = False
        if self.cells is not None:
            self.cells.is_drawing = False
        return drawn

    def source(self, domain: Domain, path: str) -> Step[str | None]:
        """The source of a value; None for an argument that is not passed."""
        found: str | None
        match domain:
            case Scalar(sort):
                return to_source(self._at(value_of(path), sort))
            case Whole(low, high):
                return to_source(self._at(bounded(path, low, high)))
            case Held(source, imports):
                self.imports.update(dict.fromkeys(imports))
                return source
            case Text(kind):
                return self._text(kind, path)
            case Choice(options):
                which = self._at(choice_of(path, len(options)))
                found = yield self.source(options[which], path)
                return found
            case Items(kind, element, maker):
                items = []
                for at in self._places(path):
                    items.append((yield self.value(element, item_path(path, at))))
                return self._called(maker, _display(kind, items))
            case Entries(key, value, maker):
                pairs: dict[Any, tuple[str, str]] = {}
                for at in self._places(path):
                    name = yield self.value(key, key_path(path, at))
                    content = yield self.value(value, value_path(path, at))
                    # Of two entries with one key the first counts. 1 and True are one key.
                    pairs.setdefault(_identity(name), (name, content))
                return self._called(maker, _braces(dict(pairs.values())))
            case Made(maker, parts):
                found = yield self._made(maker, parts, path)
                return found
            case Pointer() | Placed():
                assert self.memory is not None
                argument = self.memory.argument(path)
                return self._drawn_memory.drawn(argument, path) if self.is_drawing else argument
            case Reference():
                assert self.cells is not None
                found = yield self.cells.source(path)
                return found
            case Same(parameter):
                self.shared.add(parameter)
                if self.is_drawing:
                    return f"→ {parameter}"
                return self.names.get(parameter, "None")

    def _at(self, which: Variable, sort: Sort = Sort.INT) -> Any:
        return given(self._inputs, which, sort)

    def value(self, domain: Domain, path: str) -> Step[str]:
        """The source of a value that is part of another one."""
        return (yield self.source(domain, path)) or "None"

    def _made(self, maker: Maker | None, parts: tuple[Any, ...], path: str) -> Step[str]:
        args: list[tuple[str, str]] = []
        for at, part in enumerate(parts):
            source = yield self.source(part.domain, part_path(path, part, at))
            if source is not None:
                args.append((part.name if part.by_keyword else "", source))
        if maker is None:
            return _display("tuple", [source for _, source in args])
        if maker == DICT:
            return _braces({repr(name): source for name, source in args})
        if maker == CONSTANTLY:
            return f"lambda *args, **keywords: {args[0][1]}"
        return self._called(
            maker, ", ".join([f"{name}={source}" if name else source for name, source in args])
        )

    def _places(self, path: str) -> range:
        return range(self._at(length_of(path)))

    def _called(self, maker: Maker | None, source: str) -> str:
        if maker is None:
            return source
        self.imports.update(dict.fromkeys(maker.imports))
        return f"{maker.source}({source})"

    def _text(self, kind: str, path: str) -> str:
        if kind == "str":
            codes = [self._at(char_of(path, at)) for at in self._places(path)]
            return repr("".join(map(chr, codes)))
        source = repr(bytes([self._at(byte_of(path, at)) for at in self._places(path)]))
        return source if kind == "bytes" else f"bytearray({source})"


def _identity(source: str) -> Any:
    """A value that is equal for equal keys, as far as their source tells."""
    try:
        value = (ast.literal_eval(source),)
        hash(value)
        return value
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return source


def _braces(pairs: Mapping[str, str]) -> str:
    return f"{{{', '.join([f'{key}: {value}' for key, value in pairs.items()])}}}"


def _display(kind: str, items: list[str]) -> str:
    inner = ", ".join(items)
    match kind:
        case "tuple":
            return f"({inner}{',' if len(items) == 1 else ''})"
        case "set":
            return f"{{{inner}}}" if items else "set()"
        case "frozenset":
            return f"frozenset({{{inner}}})" if items else "frozenset()"
        case _:
            return f"[{inner}]"
