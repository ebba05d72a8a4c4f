"""Frames of wend that `warnings.warn` skips when it looks for the line to blame."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def uncounted(function: F) -> F:
    """Makes the frames of a function, and of functions defined in it, look like those of the import
    system. Python skips frames whose file name contains `importlib` and `_bootstrap`."""
    function.__code__ = _uncounted(function.__code__)
    return function


def _uncounted(code: CodeType) -> CodeType:
    consts = [_uncounted(each) if type(each) is CodeType else each for each in code.co_consts]
    name = f"{code.co_filename}, as importlib._bootstrap"
    return code.replace(co_filename=name, co_consts=tuple(consts))
