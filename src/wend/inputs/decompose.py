"""From a value that somebody gave to the variables that it is made of."""

from __future__ import annotations

from typing import Any

from wend.expr.sorts import Sort
from wend.expr.variables import byte_name, choice_name, code_name, length_name
from wend.inputs.domain import (
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Scalar,
    Text,
    item_path,
    key_path,
    part_path,
    value_path,
)

PYTHON_TYPES: dict[Sort, type] = {Sort.INT: int, Sort.BOOL: bool}


class DoesNotFit(Exception):
    """The value is none that the domain has."""


def decomposed(domain: Domain, path: str, value: Any) -> dict[str, Any]:
    """The variables' values; raises DoesNotFit for a value that exploring can't come to."""
    found: dict[str, Any] = {}
    _gather(domain, path, value, found)
    return found


def _gather(domain: Domain, path: str, value: Any, found: dict[str, Any]) -> None:
    cls = type(value)
    match domain:
        case Scalar(sort) if cls is PYTHON_TYPES[sort]:
            found[path] = value
        case Held("None") if value is None:
            pass
        case Text(kind) if cls.__name__ == kind:
            found[length_name(path)] = len(value)
            for at, char in enumerate(value):
                if kind == "str":
                    found[code_name(path, at)] = ord(char)
                else:
                    found[byte_name(path, at)] = char
        case Choice(options):
            _choose(options, path, value, found)
        case Items(kind, element, None) if cls.__name__ == kind:
            found[length_name(path)] = len(value)
            for at, item in enumerate(value):
                _gather(element, item_path(path, at), item, found)
        case Entries(key, of_key, None) if cls is dict:
            found[length_name(path)] = len(value)
            for at, (each, item) in enumerate(value.items()):
                _gather(key, key_path(path, at), each, found)
                _gather(of_key, value_path(path, at), item, found)
        case Made(None, parts) if cls is tuple and len(value) == len(parts):
            for at, (part, item) in enumerate(zip(parts, value, strict=True)):
                _gather(part.domain, part_path(path, part, at), item, found)
        case _:
            raise DoesNotFit


def _choose(options: tuple[Domain, ...], path: str, value: Any, found: dict[str, Any]) -> None:
    for at, option in enumerate(options):
        try:
            parts = decomposed(option, path, value)
        except DoesNotFit:
            continue
        found[choice_name(path, len(options))] = at
        found.update(parts)
        return
    raise DoesNotFit
