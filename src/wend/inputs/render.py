"""Inputs as the source of a call's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wend.expr.variables import byte_name, choice_name, code_name, length_name
from wend.inputs.domain import (
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Maker,
    Scalar,
    Text,
    item_path,
    key_path,
    part_path,
    value_path,
)
from wend.inputs.literal import to_source
from wend.inputs.target import Target

Sources = tuple[tuple[str, str], ...]
"""Name and source of each argument that is passed."""


def arguments(target: Target, inputs: Mapping[str, Any]) -> tuple[Sources, tuple[str, ...]]:
    """The arguments of a call as source, and the imports that they need.

    Parameters left at their default are not passed.
    """
    rendering = _Rendering(inputs)
    args = [
        (parameter.name, rendering.source(parameter.domain, parameter.name))
        for parameter in target.parameters
        if parameter.domain != Held(None)
    ]
    return tuple(args), tuple(rendering.imports)


class _Rendering:
    """Sources of values, with the imports gathered on the way."""

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self._inputs = inputs
        self.imports: dict[str, None] = {}

    def source(self, domain: Domain, path: str) -> str:
        match domain:
            case Scalar():
                return to_source(self._inputs[path]) or "None"
            case Held(source, imports):
                self.imports.update(dict.fromkeys(imports))
                return source or "None"
            case Text(kind):
                return self._text(kind, path)
            case Choice(options):
                which = self._inputs[choice_name(path, len(options))]
                return self.source(options[which], path)
            case Items(kind, element, maker):
                items = [self.source(element, item_path(path, at)) for at in self._places(path)]
                return self._made(maker, _display(kind, items))
            case Entries(key, value, maker):
                pairs = {
                    self.source(key, key_path(path, at)): self.source(value, value_path(path, at))
                    for at in self._places(path)
                }
                shown = ", ".join(f"{key}: {value}" for key, value in pairs.items())
                return self._made(maker, f"{{{shown}}}")
            case Made(maker, parts):
                args = [
                    self._keyword(part.name if part.by_keyword else "", part.domain, inner)
                    for at, part in enumerate(parts)
                    for inner in (part_path(path, part, at),)
                    if part.domain != Held(None)
                ]
                if maker is None:
                    return f"({', '.join(args)}{',' if len(args) == 1 else ''})"
                self.imports.update(dict.fromkeys(maker.imports))
                return f"{maker.source}({', '.join(args)})"

    def _keyword(self, name: str, domain: Domain, path: str) -> str:
        source = self.source(domain, path)
        return f"{name}={source}" if name else source

    def _places(self, path: str) -> range:
        return range(self._inputs[length_name(path)])

    def _made(self, maker: Maker | None, source: str) -> str:
        if maker is None:
            return source
        self.imports.update(dict.fromkeys(maker.imports))
        return f"{maker.source}({source})"

    def _text(self, kind: str, path: str) -> str:
        if kind == "str":
            return repr("".join([chr(self._inputs[code_name(path, at)]) for at in self._places(path)]))
        source = repr(bytes([self._inputs[byte_name(path, at)] for at in self._places(path)]))
        return source if kind == "bytes" else f"bytearray({source})"


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
