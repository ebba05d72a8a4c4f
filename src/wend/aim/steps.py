"""Work in small steps: generators that yield where another search may go on.

verdict = yield from asking.ask(…)      a step of the inner work is a step of the outer work
verdict = finished(asking.ask(…))       all of it at once
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")

Steps = Generator[None, None, T]


def finished(steps: Steps[T]) -> T:
    """The result, without giving others turns."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            result: T = ended.value
            return result


def within(steps: Steps[T], may_go_on: Callable[[], bool]) -> Steps[T | None]:
    """The same steps; the result is None where the work may not go on."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            result: T = ended.value
            return result
        if not may_go_on():
            return None
        yield
