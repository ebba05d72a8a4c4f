"""How much an exploration may do; caps by work first, by the clock as the outer limit."""

from __future__ import annotations

import time

from wend.record import Record


class Caps(Record):
    """What the user allows for one target."""

    seconds: float = 20.0
    executions: int | None = None
    queries: int | None = None


class Interrupt:
    """Set by Ctrl-C: explorations end at the next step, with what they have."""

    def __init__(self) -> None:
        self.is_set = False

    def set(self) -> None:
        self.is_set = True


class Budget:
    """What is left of the caps."""

    def __init__(self, caps: Caps, interrupt: Interrupt) -> None:
        self._caps = caps
        self._interrupt = interrupt
        self._started = time.monotonic()
        self.deadline = self._started + caps.seconds
        self.executions = 0
        self.queries = 0

    @property
    def seconds(self) -> float:
        """Spent so far."""
        return time.monotonic() - self._started

    @property
    def interrupted(self) -> bool:
        return self._interrupt.is_set

    def hit(self) -> str | None:
        """Which cap is hit, as words; None while work may go on."""
        caps = self._caps
        if self._interrupt.is_set:
            return "it was interrupted"
        if caps.executions is not None and self.executions >= caps.executions:
            return f"the cap of {caps.executions} executions was hit"
        if caps.queries is not None and self.queries >= caps.queries:
            return f"the cap of {caps.queries} queries was hit"
        if self.seconds >= caps.seconds:
            return f"the budget of {caps.seconds:g} seconds is spent"
        return None
