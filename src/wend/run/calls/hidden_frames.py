"""Frames of ours that `warnings.warn` does not count when it looks for the line to blame."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def uncounted(function: F) -> F:
    """The function, with frames that pass for those of the import system, which Python skips.

    It knows them by words in the name of their file. Likewise the functions that it makes.
    """
    function.__code__ = _uncounted(function.__code__)
    return function


def _uncounted(code: CodeType) -> CodeType:
    consts = [_uncounted(each) if type(each) is CodeType else each for each in code.co_consts]
    name = f"{code.co_filename}, as importlib._bootstrap"
    return code.replace(co_filename=name, co_consts=tuple(consts))
