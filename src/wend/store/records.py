"""Results and inputs as JSON text, for the store.

Anybody may have written to the store's file, so reading a text makes only the records listed here.
"""

from __future__ import annotations

import json
from typing import Any

from wend.expr.variables import Kind, Variable, named
from wend.inputs import target
from wend.inputs.inputs import Inputs
from wend.path import case, outcome, reason, result
from wend.path.result import CoverResult, ReachResult, Result
from wend.record import Record

_RECORDS: dict[str, type[Record]] = {
    name: found
    for module in (target, case, outcome, reason, result)
    for name, found in vars(module).items()
    if isinstance(found, type) and issubclass(found, Record) and found is not Record
}
"""The classes of records that results are made of."""

_SHORT = 1 << 62
"""Larger ints are written in base 16, since Python limits the digits of base 10."""


LONGEST = 5000
"""Variables of one input that are read from a file, and the length of texts and lists."""


class Unreadable(Exception):
    """The text was not written by wend."""


def text_of(found: Any) -> str:
    """Results, inputs, scalars and tuples of these as text, which the functions below read."""
    return json.dumps(_plain(found), separators=(",", ":"))


def result_of(text: str) -> Result:
    found = plain_of(text)
    if not isinstance(found, CoverResult | ReachResult):
        raise Unreadable(text[:40])
    return found


def inputs_of(text: str) -> list[Inputs]:
    found = plain_of(text)
    if not isinstance(found, tuple) or not all(isinstance(each, Inputs) for each in found):
        raise Unreadable(text[:40])
    return list(found)


def plain_of(text: str) -> Any:
    """What a text says, whatever it is; raises Unreadable."""
    try:
        return _made(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Unreadable(text[:40]) from error


def are_possible(inputs: Inputs) -> bool:
    """Whether inputs can be built: the file may say anything."""
    try:
        return len(inputs) <= LONGEST and all(
            _may_be(named(name), value) for name, value in inputs.items_
        )
    except (ValueError, TypeError):  # a name that no variable has
        return False


def _may_be(variable: Variable, value: Any) -> bool:
    if type(value) is not int:
        return True
    return variable.admits(value) and (value <= LONGEST or variable.kind is not Kind.LENGTH)


def _plain(value: Any) -> Any:
    """A value as what JSON has: records and the like are objects of one key."""
    match value:
        case None | bool() | float() | str():
            return value
        case int():
            return value if -_SHORT < value < _SHORT else {"int": hex(value)}
        case tuple():
            return [_plain(each) for each in value]
        case frozenset():
            return {"set": sorted(value)}
        case Inputs():
            return {"inputs": [[name, _plain(each)] for name, each in value.items_]}
        case _:
            cls = type(value)
            assert _RECORDS[cls.__name__] is cls
            return {cls.__name__: [_plain(getattr(value, name)) for name in cls.field_names]}


def _made(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple([_made(each) for each in plain])
    if not isinstance(plain, dict):
        return plain
    ((kind, content),) = plain.items()
    match kind:
        case "int":
            return int(content, 16)
        case "set":
            return frozenset(content)
        case "inputs":
            return Inputs(tuple([(str(name), _made(value)) for name, value in content]))
        case _:
            return _RECORDS[kind](*_made(content))
