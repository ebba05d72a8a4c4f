"""Frames of wend that look like those of the code under test."""

from __future__ import annotations

from types import CodeType, FunctionType
from typing import Any


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
