"""The variables that a value is made of: inputs in one order, with nothing that has no effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wend.expr.build import variable
from wend.expr.sorts import Sort
from wend.expr.variables import (
    bounded_name,
    byte_name,
    choice_name,
    code_name,
    length_name,
    value_in,
)
from wend.inputs.domain import (
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Placed,
    Pointer,
    Scalar,
    Text,
    Whole,
    item_path,
    key_path,
    part_path,
    value_path,
)
from wend.inputs.inputs import Inputs
from wend.inputs.memory import address_name, cells, is_cell
from wend.inputs.target import Parameter


def live(parameters: Iterable[Parameter], values: Mapping[str, Any]) -> Inputs:
    """The values of all variables that count, defaults included: the normal form of inputs."""
    items = [
        item for parameter in parameters for item in _live(parameter.domain, parameter.name, values)
    ]
    if any(is_cell(name) for name in values):
        everything = {**dict(items), **{name: values[name] for name in values if is_cell(name)}}
        items += [(name, values[name]) for _, _, name in cells(everything)]
    return Inputs(tuple(items))


def _live(domain: Domain, path: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    match domain:
        case Scalar(sort):
            yield _item(path, sort, values)
        case Whole(low, high):
            yield _item(bounded_name(path, low, high), Sort.INT, values)
        case Held():
            pass
        case Text(kind):
            length = _item(length_name(path), Sort.INT, values)
            yield length
            name = code_name if kind == "str" else byte_name
            for at in range(length[1]):
                yield _item(name(path, at), Sort.INT, values)
        case Choice(options):
            which = _item(choice_name(path, len(options)), Sort.INT, values)
            yield which
            yield from _live(options[which[1]], path, values)
        case Items(_, element):
            length = _item(length_name(path), Sort.INT, values)
            yield length
            for at in range(length[1]):
                yield from _live(element, item_path(path, at), values)
        case Entries(key, value):
            length = _item(length_name(path), Sort.INT, values)
            yield length
            for at in range(length[1]):
                yield from _live(key, key_path(path, at), values)
                yield from _live(value, value_path(path, at), values)
        case Made(_, parts):
            for at, part in enumerate(parts):
                yield from _live(part.domain, part_path(path, part, at), values)
        case Pointer():
            yield _item(address_name(path), Sort.INT, values)
        case Placed(_, at):
            yield address_name(path), values.get(address_name(path), 0) or at


def _item(name: str, sort: Sort, values: Mapping[str, Any]) -> tuple[str, Any]:
    return name, value_in(values, variable(name, sort))
