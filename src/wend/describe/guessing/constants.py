"""Collects the numbers and texts in the code: worth a try as inputs, or as arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from wend.describe.mappings import MAPPINGS
from wend.source.instructions import constants

LONGEST = 40
"""The longest text that is worth a try; longer ones in code are messages."""

MOST_NUMBERS, MOST_TEXTS = 50, 20
"""Constants of one function."""

MOST_OF_MODULE = 100
"""Texts of one module."""


def constants_of(function: FunctionType) -> list[Any]:
    """The numbers and texts in a function's code, inner functions included."""
    found = {(type(each), each): None for each in _in_code(function.__code__, function.__doc__)}
    numbers = [each for cls, each in found if cls in (int, float) and each == each]
    numbers.sort(key=lambda value: (abs(value), value, type(value) is float))
    return numbers[:MOST_NUMBERS] + _short(each for _, each in found)[:MOST_TEXTS]


def texts_of(module: ModuleType) -> list[str | bytes]:
    """The texts in a module's globals, and in the code of its functions."""
    found: list[Any] = []
    for name, value in list(vars(module).items()):
        if name == "__builtins__":
            continue  # every module has it
        if type(value) is FunctionType and value.__module__ == module.__name__:
            found.extend(_in_code(value.__code__, value.__doc__))
        elif type(value) in MAPPINGS:
            found.extend((*value, *value.values()))
        elif type(value) in (list, tuple, set, frozenset):
            found.extend(value)
        else:
            found.append(value)
    return _short(found)[:MOST_OF_MODULE]


def _in_code(code: CodeType, doc: str | None) -> Iterator[Any]:
    for at, const in enumerate(constants(code)):
        if at == 0 and doc:
            continue
        if isinstance(const, CodeType):
            yield from _in_code(const, None)
            continue
        for each in const if isinstance(const, tuple | frozenset) else (const,):
            if type(each) in (int, float) or (type(each) in (str, bytes) and each):
                yield each


def _short(values: Iterable[Any]) -> list[str | bytes]:
    """The texts among these, once each, the shortest first."""
    texts = {
        each: None for each in values if type(each) in (str, bytes) and 0 < len(each) <= LONGEST
    }
    return sorted(texts, key=lambda text: (len(text), repr(text)))
