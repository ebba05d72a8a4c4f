"""Frames of ours that `warnings.warn` does not count when it looks for the line to blame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def uncounted(function: F) -> F:
    """The function, with frames that pass for those of the import system, which Python skips.

    It knows them by words in the name of their file.
    """
    code = function.__code__
    function.__code__ = code.replace(co_filename=f"{code.co_filename}, as importlib._bootstrap")
    return function
