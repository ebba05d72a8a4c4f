"""A run of the unmodified code in a clean process, with the lines that it executes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from wend.inputs.inputs import Inputs
from wend.messages.options import Limits
from wend.messages.packets import pack_outcome, pack_reasons
from wend.path.outcome import Outcome
from wend.path.replay import Segment, Trace
from wend.path.watched_names import WatchedNames
from wend.run.clock import CLOCK
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import disarm, time_limit
from wend.run.recorder import Recorder, RunTooLong, recording
from wend.run.state_watch import StateWatch
from wend.source.instructions import places

_TOOL = 4
"""An identifier of `sys.monitoring` for tools, one without a reserved name."""

MOST_FRAMES = 10_000
"""The most frames that are asked at the end for their last lines, if tracing broke off."""

_LEAVES_OUT_LINES = sys.version_info >= (3, 14)

LONGEST_SEGMENT = 2000
"""Lines of one frame after which only steps that were not seen before are noted."""


def replay(
    invocation: Invocation,
    inputs: Inputs,
    limits: Limits,
    guard: Guard,
    file: str,
    inside: frozenset[int] = frozenset(),
    patience: float = 0.0,
    watched: WatchedNames | None = None,
) -> dict[str, Any]:
    """Runs the unmodified code once and traces the functions of `file`.

    `inside` are lines in the middle of statements, which are noted if they are executed. With
    `patience`, a run has so many seconds and is not traced, which would make it slower. With
    `watched`, it is not traced but watched for state.
    """
    seconds = patience or limits.seconds
    trace: Trace = {}
    parts = _Parts(inside)
    frames: list[_FrameTrace] = []
    recorder = Recorder()
    watch = StateWatch(watched) if watched is not None else None
    outcome: Outcome | None = None
    with contextlib.suppress(RunTooLong), recording(recorder):
        try:
            guard.active = True  # until its objects have been looked at
            with time_limit(seconds):
                if watch is not None:
                    invocation.before_call = watch.inputs_are_made
                    watch.begin()
                elif not patience:
                    sys.settrace(_tracer(file, trace, frames, parts))
                try:
                    value = invocation.call(inputs, tracked=False)
                finally:
                    sys.settrace(None)
                    for frame in frames:
                        frame.flush(False)
            outcome = invocation.returned(value)
        except BaseException as error:
            outcome = invocation.raised(error)
    disarm()
    guard.active = False
    if outcome is None or recorder.ended is not None:
        outcome = invocation.raised(recorder.ended or RunTooLong(f"{seconds:g} seconds"))
    return {
        "outcome": pack_outcome(outcome),
        "trace": [(first, list(segments)) for first, segments in trace.items()],
        "begun": sorted(parts.begun),
        "reasons": pack_reasons(recorder.reasons),
        "driven": invocation.driven,
        "checked": invocation.checked,
        "sleepers": CLOCK.places_asleep(),
        "waited": CLOCK.ahead - CLOCK.slept,
        "seen": "" if watch is None else watch.seen,
    }


def _tracer(
    file: str, trace: Trace, frames: list[_FrameTrace], parts: _Parts
) -> Callable[..., Any]:
    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        made = _FrameTrace(trace.setdefault(frame.f_code.co_firstlineno, set()), parts)
        parts.watch(frame)
        if len(frames) < MOST_FRAMES:
            frames.append(made)
        return made.step

    return enter


class _Parts:
    """Lines in the middle of statements of which more than a jump was executed.

    Events of lines do not tell: compilers put jumps of conditions in an expression onto lines of
    other parts of the statement.
    """

    def __init__(self, lines: frozenset[int]) -> None:
        self.begun: set[int] = set()
        self._lines = lines
        self._codes: dict[CodeType, dict[int, int]] = {}
        """The instructions of each code on such lines, and those lines."""
        self._monitoring: Any = getattr(sys, "monitoring", None) if lines else None
        if self._monitoring is not None:
            # Events of instructions that a tracer asks for come too late since Python 3.12.
            self._monitoring.use_tool_id(_TOOL, "wend")
            event = self._monitoring.events.INSTRUCTION
            self._monitoring.register_callback(_TOOL, event, self.executed)

    def watch(self, frame: FrameType) -> None:
        """Has the instructions of a frame traced, if its code has such lines."""
        if not self._lines:
            return
        code = frame.f_code
        if code not in self._codes:
            self._codes[code] = {at: line for at, line in places(code) if line in self._lines}
            if self._codes[code] and self._monitoring is not None:
                event = self._monitoring.events.INSTRUCTION
                self._monitoring.set_local_events(_TOOL, code, event)
        if self._monitoring is None:
            frame.f_trace_opcodes = bool(self._codes[code])

    def executed(self, code: CodeType, at: int) -> None:
        line = self._codes.get(code, {}).get(at)
        if line is not None:
            self.begun.add(line)


class _FrameTrace:
    """Notes the lines of one frame."""

    def __init__(self, segments: set[Segment], parts: _Parts) -> None:
        self._segments = segments
        self._parts = parts
        self._lines: list[int] = []
        self._steps: set[tuple[int, int]] = set()
        self._last = 0
        self._raised = False

    def step(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._begin(frame.f_lineno)
        elif event == "opcode":
            self._parts.executed(frame.f_code, frame.f_lasti)
        elif event == "exception":
            self._begin_untold(frame)
            self._raised = True
            # A line left by an exception is not left for a line that it chose; but the end of an
            # iterator, which is an exception too, is how a `for` goes on.
            if not issubclass(argument[0], StopIteration | StopAsyncIteration):
                self.flush(False)
        elif event == "return":
            self._begin_untold(frame)
            self.flush(not self._raised)
        return self.step

    def _begin(self, line: int) -> None:
        if len(self._lines) < LONGEST_SEGMENT:
            self._lines.append(line)
        elif (self._last, line) not in self._steps:
            self._segments.add(((self._last, line), False))
        self._steps.add((self._last, line))
        self._last = line
        self._raised = False

    def _begin_untold(self, frame: FrameType) -> None:
        """Notes the line that a frame is left from, if no event told of it.

        Python 3.14 sends no event after the end of a `for` where the compiler made two copies of
        the `return` or `raise` after it.
        """
        line: int | None = frame.f_lineno
        if _LEAVES_OUT_LINES and not self._raised and line is not None and line != self._last:
            self._begin(line)

    def flush(self, returned: bool) -> None:
        if returned and len(self._lines) >= LONGEST_SEGMENT:
            self._segments.add(((self._last,), True))
            returned = False
        if self._lines:
            self._segments.add((tuple(self._lines), returned))
        self._lines = []
