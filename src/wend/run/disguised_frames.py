"""Frames of ours that look like those of the code under test."""

from __future__ import annotations

from types import CodeType, FunctionType
from typing import Any


def like_one_of(code: CodeType, function: Any) -> Any:
    """A function of ours whose frames look like those of the code under test: what is decided or
    lost in one of them is said to be so where that code begins. It sees no names but its own."""
    looks = function.__code__.replace(
        co_filename=code.co_filename,
        co_firstlineno=code.co_firstlineno,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
    )
    return FunctionType(looks, {})
