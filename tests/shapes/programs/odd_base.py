"""A class that others in another module are below, and a decorator for constructors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Far:
    def __init__(self, value: int, next: Far | None = None) -> None:
        self.value = value
        self.next = next


def checked(init: Callable[..., None]) -> Callable[..., None]:
    def checking(self: Any, value: int = 0, next: Any = None) -> None:
        if value < 0:
            raise ValueError
        init(self, value, next)

    return checking
