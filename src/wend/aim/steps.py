"""Work in small steps: generators that yield where another search may go on.

verdict = yield from asking.ask(…)      a step of the inner work is a step of the outer work

Before a step that may take long, they yield its work, so that others may have as much first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from wend.aim.aims import GaveUp
from wend.solve.answer import FIRST, Unknown

T = TypeVar("T")

Steps = Generator[float | None, None, T]

HARD_WORK = 1000.0
"""The work of a solver for a question that the first effort left open, at effort 1
(`explore.portfolio`)."""

_GROWTH = 8


def within(steps: Steps[T], may_go_on: Callable[[], bool]) -> Steps[T | None]:
    """The same steps; the result is None where the work may not go on."""
    while True:
        try:
            work = next(steps)
        except StopIteration as ended:
            result: T = ended.value
            return result
        if not may_go_on():
            return None
        yield work


def patiently(ask: Callable[[float], T], most: float = 1) -> Steps[T]:
    """What a solver says, asked first with little effort, then with more, up to `most`."""
    effort = FIRST
    while isinstance(said := ask(effort), Unknown | GaveUp) and effort < most:
        effort = min(most, effort * _GROWTH)
        yield HARD_WORK * effort
    return said
