"""Bursts: many cheap runs of the twin with plain values, to find inputs that enter new blocks.

Nothing is tracked, so a run costs little more than the code itself. The inputs that are found are
made small and sent to the parent, which runs them again, tracked: no result rests on a burst.
"""

from __future__ import annotations

import contextlib
import marshal
import mmap
import os
import time
from collections.abc import Mapping
from typing import IO, Any

from wend.expr.variables import Kind, named
from wend.inputs.chance import Chance, Values
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.messages.notes import notes
from wend.messages.options import Limits
from wend.path.burst import BurstRequest
from wend.record import replace
from wend.run import blocks
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import Alarm
from wend.run.recorder import Recorder, RunDropped, RunTooLong, recording

RUN_SECONDS = 0.05
"""Seconds for one run. An input that makes the code run without an end must not take the time of
others."""

MOST_ENDLESS = 3
MOST_DEATHS = 10
OVER = 79
"""The exit status of a burst that came to its end. The code under test may exit with 0."""

LARGEST = 1 << 16
"""The most bytes of an input that ended its process. Larger ones are not reported."""

MOST_KEPT = 40
MOST_SMALLER = 60
"""Runs spent on making one input small."""

End = tuple[str, int] | None
"""How a run ended: None, or the name of the exception and its line."""


def burst(
    invocation: Invocation, request: BurstRequest, limits: Limits, guard: Guard
) -> dict[str, Any]:
    """Runs inputs until nothing new was found for some time, and returns the finds."""
    made = _Burst(invocation, request, limits, guard)
    made.run()
    return {"kept": [inputs.items_ for inputs in made.kept], "runs": made.runs}


def burst_in_children(
    invocation: Invocation, request: BurstRequest, limits: Limits, guard: Guard
) -> dict[str, Any]:
    """The same in child processes. An input that killed one is reported, and the next goes on."""
    until = time.monotonic() + request.seconds
    found: list[Any] = []
    runs = deaths = 0
    with notes() as kept, mmap.mmap(-1, LARGEST + 16) as shared:
        while deaths < MOST_DEATHS and runs < request.runs and time.monotonic() < until:
            child = os.fork()
            if child == 0:
                try:
                    next_one = replace(request, seed=request.seed + 1009 * deaths)
                    _Burst(invocation, next_one, limits, guard, _Notes(kept, shared)).run()
                    os._exit(OVER)
                finally:
                    os._exit(1)
            _, status = os.waitpid(child, 0)
            runs += int.from_bytes(shared[:8], "little")
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == OVER:
                break
            deaths += 1
            size = int.from_bytes(shared[8:16], "little")
            if size:
                found.append(marshal.loads(shared[16 : 16 + size]))
        kept.seek(0)
        with open(kept.fileno(), "rb", closefd=False) as stream:
            while True:
                try:
                    found.append(marshal.load(stream))
                except (EOFError, ValueError, TypeError):  # the end, or others have written there
                    break
    inputs = [live(invocation.parameters, dict(items)) for items in found[:MOST_KEPT]]
    return {"kept": [each.items_ for each in inputs], "runs": runs}


class _Notes:
    """What is known of a burst whose process died: number of runs, last input, finds."""

    def __init__(self, kept: IO[bytes], shared: mmap.mmap) -> None:
        self._kept = kept
        self._shared = shared

    def begins(self, number: int, values: Mapping[str, Any]) -> None:
        data = marshal.dumps(list(values.items()))
        size = len(data) if len(data) <= LARGEST else 0
        self._shared[:16] = number.to_bytes(8, "little") + size.to_bytes(8, "little")
        self._shared[16 : 16 + size] = data[:size]

    def keeps(self, inputs: Inputs) -> None:
        self._kept.write(marshal.dumps(inputs.items_))


class _Burst:
    def __init__(
        self,
        invocation: Invocation,
        request: BurstRequest,
        limits: Limits,
        guard: Guard,
        notes: _Notes | None = None,
    ) -> None:
        self._notes = notes
        self._invocation = invocation
        self._request = request
        self._alarm = Alarm(min(RUN_SECONDS, limits.seconds))
        self._guard = guard
        self._until = time.monotonic() + request.seconds
        self._marks = set(request.marks)
        self._ends: set[End] = {None} if request.returned else set()
        self._guessed = any(each.guessed for each in invocation.parameters)
        self._endless = 0
        self.kept: list[Inputs] = []
        self.runs = 0

    def run(self) -> None:
        invocation = self._invocation
        constants = [*invocation.constants, *self._request.words]
        chance = Chance(invocation.parameters, constants, self._request.seed)
        with self._alarm:
            self._search(chance)

    def _search(self, chance: Chance) -> None:
        known: list[Mapping[str, Any]] = [Inputs(items) for items in self._request.known]
        idle = turn = 0
        while idle < self._request.patience and len(self.kept) < MOST_KEPT and self._may_go_on():
            # Fresh inputs and changed ones take turns; the latest finds are changed most often.
            turn += 1
            if turn % 3 == 0 or not known:
                values = chance.fresh()
            else:
                values = chance.changed(known[-1 - turn % min(len(known), 8)])
            found = self._new(values)
            idle += 1
            if found is None:
                continue
            idle = 0
            if self._notes is not None:
                self._notes.keeps(live(self._invocation.parameters, values))
            inputs = self._small(values, *found)
            self._marks |= found[0]
            self._ends.add(found[1])
            self.kept.append(inputs)
            if self._notes is not None:
                self._notes.keeps(inputs)
            known.append(inputs)

    def _may_go_on(self) -> bool:
        return (
            self.runs < self._request.runs
            and self._endless < MOST_ENDLESS
            and time.monotonic() < self._until
        )

    def _new(self, values: Values) -> tuple[frozenset[int], End] | None:
        """The blocks that were entered and how the run ended, if any of this is new."""
        end = self._call(values)
        if end is _DROPPED:
            return None
        marks = frozenset(blocks.marks - self._marks)
        return (marks, end) if marks or end not in self._ends else None

    def _small(self, values: Values, marks: frozenset[int], end: End) -> Inputs:
        """The inputs with as much as possible left out, so that they still do what was new."""
        parameters = self._invocation.parameters
        inputs = live(parameters, values)
        tries = 0
        for name, value in inputs.items():
            for less in _less(name, value):
                if tries == MOST_SMALLER or not self._may_go_on():
                    return inputs
                if inputs.get(name) == less or name not in inputs:
                    break
                tries += 1
                smaller = live(parameters, {**inputs, name: less})
                if self._call(smaller) == end and marks <= blocks.marks:
                    inputs = smaller
                    break
        return inputs

    def _call(self, values: Mapping[str, Any]) -> Any:
        """Runs once and returns how the run ended."""
        self.runs += 1
        if self._notes is not None:
            self._notes.begins(self.runs, values)
        blocks.forget()
        recorder = Recorder()
        end: Any = None
        with contextlib.suppress(RunTooLong), recording(recorder):
            try:
                self._alarm.start()
                self._guard.active = True
                self._invocation.call(values, tracked=False)
                self._guard.active = False
                self._alarm.stop()
            except BaseException as error:
                self._guard.active = False
                self._alarm.stop()
                end = self._end(error)
        self._alarm.stop()
        self._guard.active = False
        if isinstance(recorder.ended, RunDropped):
            return _DROPPED
        if isinstance(recorder.ended, RunTooLong):
            self._endless += 1
        return end

    def _end(self, error: BaseException) -> End:
        if self._guessed and isinstance(error, TypeError | AttributeError):
            return None  # a wrong guess, most likely
        last = error.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        return type(error).__name__, last.tb_lineno if last else 0


_DROPPED: Any = object()


def _less(name: str, value: Any) -> tuple[Any, ...]:
    """Smaller values to try in place of a value."""
    variable = named(name)
    if variable.kind in (Kind.LENGTH, Kind.CHOICE, Kind.REFERENCE):
        return (0, value // 2, value - 1) if value > 0 else ()
    if variable.is_character:
        return (ord("a"),) if not 48 <= value < 58 else (ord("0"),)
    if type(value) is int:
        return (0, 1, -1, value // 2)
    return (0.0, 1.0) if type(value) is float else ()
