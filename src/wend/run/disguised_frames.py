"""Copies of functions: with frames that look like those of other code, or with other cells."""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def like_one_of(code: CodeType, function: Any) -> Any:
    """A copy of a function of wend whose frames look like frames of some code under test. What is
    decided or lost in such a frame is attributed to the first line of that code. The function sees
    no globals of the code under test."""
    looks = function.__code__.replace(
        co_filename=code.co_filename,
        co_firstlineno=code.co_firstlineno,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
    )
    return FunctionType(looks, {})


def uncounted(function: F) -> F:
    """Has `warnings.warn` skip the frames of a function, and of functions defined in it, when it
    looks for the line to blame. Python skips frames whose file name contains `importlib` and
    `_bootstrap`."""
    function.__code__ = _uncounted(function.__code__)
    return function


def _uncounted(code: CodeType) -> CodeType:
    consts = [_uncounted(each) if type(each) is CodeType else each for each in code.co_consts]
    name = f"{code.co_filename}, as importlib._bootstrap"
    return code.replace(co_filename=name, co_consts=tuple(consts))


def copy_of(function: FunctionType, closure: tuple[CellType, ...] | None) -> FunctionType:
    """A function of the same code with other cells."""
    names, values = function.__globals__, function.__defaults__
    made = FunctionType(function.__code__, names, function.__name__, values, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    made.__dict__.update(function.__dict__)
    return made
