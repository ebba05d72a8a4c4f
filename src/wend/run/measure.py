"""How far inputs are from running a trace to its end: many cheap runs of it with plain values.

A run does not end where a condition is not as the trace needs it: how far it is is noted, and the
next one is looked at, so that all of them can be made better at once. Nothing is tracked. No result
rests on what happens here: what fits is run as any other input is.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from wend.inputs.inputs import Inputs
from wend.messages.options import Limits
from wend.path.trace import Measured, Point
from wend.run import blocks
from wend.run import recorder as recorders
from wend.run.branch_distance import comparison_distance, truth_distance
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import Alarm
from wend.run.recorder import Recorder, RunDropped, RunEnded, recording

RUN_SECONDS = 0.1
"""Seconds for one run. Loops of the trace itself are bounded by their turns."""


class TooManyTurns(RunDropped):
    """The loops of a trace turn more often than is allowed."""


class Meter:
    """Measures the run under way: the trace calls `fit` and `turn`."""

    def __init__(self, turns: dict[int, int], most_turns: int) -> None:
        """`turns`: the turns of loops that are to turn so often, by their steps."""
        self.distances: list[int] = []
        self.steps = 0
        """The steps that were done."""
        self._turns = turns
        self._left = most_turns

    def fit(self, *given: Any) -> None:
        """Notes what a trace reports: a condition and its wanted truth value, the same for a
        comparison with its sides, the number of a step that is done, or nothing where there is no
        way on."""
        if len(given) == 1:
            self.steps += 1
            return
        if not given:
            recorders.current.end(RunDropped())
        self.distances.append(
            comparison_distance(*given) if len(given) == 4 else truth_distance(*given)
        )

    def turn(self, step: int | None = None, items: Any = None) -> Any:
        """The turns of a loop at a step. Without a step: a turn begins.

        Turns below 0 are counted from the last item on, and the items that are left are returned.
        So the last part of a text that gets longer is still taken last.
        """
        if items is not None:
            assert step is not None
            if self._turns.get(step, 0) >= 0:
                return items
            rest = [*itertools.islice(items, self._left)]
            self._turns[step] = max(0, len(rest) + self._turns[step])
            return iter(rest)
        if step is not None:
            return range(self._turns.get(step, 0))
        self._left -= 1
        if self._left < 0:
            recorders.current.end(TooManyTurns())
        return None


def fit(*given: Any) -> None:
    """Meter.fit of the run under way."""
    recorders.current.meter.fit(*given)


def turn(step: int | None = None, items: Any = None) -> Any:
    """Meter.turn of the run under way."""
    return recorders.current.meter.turn(step, items)


def measure(
    invocation: Invocation,
    lines: Sequence[Sequence[Point]],
    most_turns: int,
    limits: Limits,
    guard: Guard,
) -> dict[str, Any]:
    """The distances of each point (`path.trace.MeasureRequest`)."""
    alarm = Alarm(min(RUN_SECONDS, limits.seconds))
    with alarm:
        found = [[*_line(invocation, points, most_turns, alarm, guard)] for points in lines]
    return {"measured": found}


def _line(
    invocation: Invocation,
    points: Sequence[Point],
    most_turns: int,
    alarm: Alarm,
    guard: Guard,
) -> Iterator[Measured]:
    for items, turns in points:
        meter = Meter(dict(turns), most_turns)
        inputs = Inputs(tuple([tuple(item) for item in items]))
        ended = _run(invocation, inputs, meter, alarm, guard)
        is_whole = ended is None
        yield is_whole, tuple(meter.distances), meter.steps, len(blocks.marks)
        if isinstance(ended, TooManyTurns) or not isinstance(ended, RunDropped | None):
            return


def _run(
    invocation: Invocation, inputs: Inputs, meter: Meter, alarm: Alarm, guard: Guard
) -> BaseException | None:
    """How a run ended; None if it came to its end."""
    recorder = Recorder()
    recorder.meter = meter
    ended: BaseException | None = None
    with contextlib.suppress(RunEnded), recording(recorder):
        try:
            alarm.start()
            guard.active = True
            blocks.forget()
            invocation.call(inputs, tracked=False)
        except RunEnded:
            pass
        except BaseException:
            ended = RunDropped()
        finally:
            guard.active = False
            alarm.stop()
    alarm.stop()
    guard.active = False
    return recorder.ended or ended
