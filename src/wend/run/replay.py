"""A run of the unmodified code in a clean process, with the lines that it executes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from wend.inputs.inputs import Inputs
from wend.path.outcome import Outcome
from wend.path.replay import Segment, Trace
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import disarm, time_limit
from wend.run.options import Limits
from wend.run.packets import pack_outcome, pack_reasons
from wend.run.recorder import Recorder, RunTooLong, recording

MOST_FRAMES = 10_000
"""Frames that are asked at the end for what they did not tell, if tracing broke off inside."""

LONGEST_SEGMENT = 2000
"""After so many lines of one frame only steps not seen before are noted."""


def replay(
    invocation: Invocation, inputs: Inputs, limits: Limits, guard: Guard, file: str
) -> dict[str, Any]:
    """Runs the unmodified code once, with the functions of `file` traced."""
    trace: Trace = {}
    frames: list[_FrameTrace] = []
    recorder = Recorder()
    outcome: Outcome | None = None
    with contextlib.suppress(RunTooLong), recording(recorder):
        try:
            with time_limit(limits.seconds):
                guard.active = True
                sys.settrace(_tracer(file, trace, frames))
                try:
                    value = invocation.call(inputs, tracked=False)
                finally:
                    sys.settrace(None)
                    guard.active = False
                    for frame in frames:
                        frame.flush(False)
            outcome = invocation.returned(value)
        except BaseException as error:
            outcome = invocation.raised(error)
    disarm()
    if outcome is None or recorder.ended is not None:
        outcome = invocation.raised(recorder.ended or RunTooLong("the limit"))
    return {
        "outcome": pack_outcome(outcome),
        "trace": [(first, list(segments)) for first, segments in trace.items()],
        "reasons": pack_reasons(recorder.reasons),
        "driven": invocation.driven,
        "checked": invocation.checked,
    }


def _tracer(file: str, trace: Trace, frames: list[_FrameTrace]) -> Callable[..., Any]:
    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        made = _FrameTrace(trace.setdefault(frame.f_code.co_firstlineno, set()))
        if len(frames) < MOST_FRAMES:
            frames.append(made)
        return made.step

    return enter


class _FrameTrace:
    """The lines of one frame."""

    def __init__(self, segments: set[Segment]) -> None:
        self._segments = segments
        self._lines: list[int] = []
        self._steps: set[tuple[int, int]] = set()
        self._last = 0
        self._raised = False

    def step(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            line = frame.f_lineno
            if len(self._lines) < LONGEST_SEGMENT:
                self._lines.append(line)
            elif (self._last, line) not in self._steps:
                self._segments.add(((self._last, line), False))
            self._steps.add((self._last, line))
            self._last = line
            self._raised = False
        elif event == "exception":
            self._raised = True
            # A line left by an exception is not left for a line that it chose; but the end of an
            # iterator, which is an exception too, is how a `for` goes on.
            if not issubclass(argument[0], StopIteration | StopAsyncIteration):
                self.flush(False)
        elif event == "return":
            self.flush(not self._raised)
        return self.step

    def flush(self, returned: bool) -> None:
        if returned and len(self._lines) >= LONGEST_SEGMENT:
            self._segments.add(((self._last,), True))
            returned = False
        if self._lines:
            self._segments.add((tuple(self._lines), returned))
        self._lines = []
