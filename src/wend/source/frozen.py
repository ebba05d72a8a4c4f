"""Frozen modules such as `posixpath`: their code does not name the file that it is from."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any


def thaw(module: ModuleType, file: str) -> None:
    """Makes the functions of a frozen module name its file, as all other functions do."""
    frozen = f"<frozen {module.__name__}>"
    for function in _functions(vars(module).values(), module.__name__):
        if function.__code__.co_filename == frozen:
            function.__code__ = _named(function.__code__, file)


def _functions(values: Any, module: str) -> Iterator[FunctionType]:
    for value in values:
        if isinstance(value, type) and value.__module__ == module:
            yield from _functions(vars(value).values(), module)
        elif isinstance(value, staticmethod | classmethod):
            yield from _functions((value.__func__,), module)
        elif isinstance(value, property):
            yield from _functions((value.fget, value.fset, value.fdel), module)
        elif isinstance(value, FunctionType):
            yield value


def _named(code: CodeType, file: str) -> CodeType:
    consts = [_named(each, file) if isinstance(each, CodeType) else each for each in code.co_consts]
    return code.replace(co_filename=file, co_consts=tuple(consts))
