"""What a run decides, noted as it happens: the one ambient variable of wend.

Twin code has no parameter to carry a recorder in, so the current one is a variable of this
module, set by `recording` and read by the probes and the tracked values.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FrameType
from typing import Any, NoReturn

from wend.expr.build import eq, floating, integer, negate
from wend.expr.floats import is_exactly
from wend.expr.samples import Scalars, function_of
from wend.expr.sorts import Sort
from wend.expr.substitute import substituted
from wend.expr.terms import Term, walk
from wend.messages.options import Imprecision
from wend.path.reason import Reason
from wend.path.site import Site
from wend.path.summary import Call, Key
from wend.record import Record
from wend.source.instructions import maker_of_test

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
"""Frames of files below this directory are wend's own."""


MOST_SAMPLES = 2_000
"""That one run tells of, of calls with plain arguments."""

Sample = tuple[str, str, Any, Scalars, Scalars]
"""Symbol, function, shapes of the arguments, arguments, results."""


class RunEnded(BaseException):
    """Ends a run from inside; not an Exception, so that code under test does not swallow it."""


class RunDropped(RunEnded):
    """`wend.assume`, or a constructor, refused the inputs."""

    reason: Reason | None = None


class RunBlocked(RunEnded):
    """The guard refused what the code wanted to do."""


class RunCrashed(RunEnded):
    """The code was about to end its process: it touches memory that is not there."""


class RunTooLong(RunEnded):
    """The run made more decisions, or took more time, than its limits allow."""


class _Tally:
    """How often a branch or a reason was noted, by whichever recorder."""

    __slots__ = ("noted",)

    def __init__(self) -> None:
        self.noted = 0


TALLY = _Tally()


class Frame(Record):
    """What one call did that was composed."""

    key: Key
    inputs: Mapping[str, Any]
    """What the variables of the function were."""
    inner: Recorder
    """What the call decided."""
    kind: int
    """The kind of its result."""
    results: list[Term]
    """What it left behind, as terms over the function's variables."""


class Recorder:
    """The branches and reasons of the run under way."""

    __slots__ = (
        "_known",
        "_pinned",
        "applications",
        "branches",
        "calls",
        "ended",
        "frames",
        "imprecision",
        "keyed",
        "max_branches",
        "memo",
        "memory",
        "meter",
        "mute",
        "pins",
        "plain_samples",
        "quiet",
        "reasons",
        "samples",
        "seeded",
        "stale_caches",
        "wraps_keys",
    )

    def __init__(self, imprecision: Imprecision = "higher-order", max_branches: int = 20_000):
        self.branches: list[tuple[Site, Term, bool, int]] = []
        """Site, condition, taken, call stack, in order."""
        self.reasons: dict[Reason, int] = {}
        self.imprecision = imprecision
        self.max_branches = max_branches
        self.ended: RunEnded | None = None
        """Set when the run must end: a handler of the code under test can't undo it."""
        self.quiet = 0
        """Above 0 while wend itself handles tracked values: nothing is noted then."""
        self.mute = 0
        """Above 0 while no reasons are noted, since they were told already."""
        self.keyed: dict[int, Any] = {}
        """The native dicts and sets that hold tracked keys, by identity."""
        self.wraps_keys = False
        """Whether a tracked key has stood in a display (`run.displays`)."""
        self.memo: dict[Any, Any] = {}
        """Results of functions under `lru_cache` for tracked arguments, by their terms."""
        self.memory: Any = None
        """The shadow of what ctypes objects hold (`run.memory`); None before there are any."""
        self.meter: Any = None
        """What measures the conditions of a trace (`run.measure.Meter`)."""
        self.stale_caches: dict[int, Any] = {}
        """Functions under `lru_cache` that hold what only this run may see, by identity."""
        self.samples: dict[Any, Sample] | None = None if imprecision == "concretize" else {}
        """What opaque functions returned, by symbol and arguments."""
        self.plain_samples = 0
        """How often calls with plain arguments were noted."""
        self.applications: dict[Term, tuple[Any, Scalars]] = {}
        """Applications of this run: the value, and the values of the arguments."""
        self.seeded: dict[int, Any] = {}
        """Random generators with a tracked seed, by identity."""
        self.pins: dict[Term, int] = {}
        """What was lost has the value it has, and how many branches there were before: `sound` has
        pins among its branches instead."""
        self.calls: list[Call] | None = None
        """Calls that were composed; None while calls are followed."""
        self.frames: list[Frame] = []
        """What these calls did, those made by them first."""
        self._pinned: set[tuple[Any, ...]] = set()
        """Codes of texts that were pinned."""
        self._known: set[Any] = set()
        """What earlier branches of this run already decided."""

    @property
    def is_composing(self) -> bool:
        """Whether calls are composed now."""
        return self.calls is not None and not self.quiet

    def inner(self) -> Recorder:
        """One for a call that is composed: what it decides is its own."""
        made = Recorder(self.imprecision, self.max_branches)
        made.calls, made.frames = [], self.frames
        made.reasons = self.reasons
        made.samples, made.stale_caches = self.samples, self.stale_caches
        return made

    def decide(self, condition: Term, taken: bool, kind: str) -> bool:
        """Notes a decision and returns it; one that follows from an earlier one is no branch."""
        if condition.op == "const" or self.quiet:
            return taken
        if condition.is_opaque and self.imprecision == "sound":
            condition = self._held(condition)
            if condition.op == "const":
                return taken
        question = _question(condition)
        if question in self._known:
            return taken
        self._known.add(question)
        if condition.op in ("and", "or"):
            self._known.add(negate(condition))
        if len(self.branches) >= self.max_branches:
            self.end(RunTooLong(f"more than {self.max_branches} decisions"))
        TALLY.noted += 1
        frame, code = _running(sys._getframe(1))
        self.branches.append((_site(frame, code, kind), condition, taken, _stack(frame, code)))
        return taken

    def forget(self, condition: Term) -> None:
        """From now on a decision on the condition is a branch, though it may follow from others."""
        self._known.discard(_question(condition))

    def end(self, why: RunEnded) -> NoReturn:
        if isinstance(why, RunDropped) and why.reason is not None:
            self.note(why.reason)
        self.ended = why
        raise why

    def lose(
        self,
        lost: Term,
        value: Any,
        says: str,
        remedy: str = "",
        name: str = "",
        what: str = "concretized",
    ) -> None:
        """Notes that a value goes on without its term; all modes but `concretize` pin it."""
        if self.quiet:
            return
        frame, code = _running(sys._getframe(1))
        self.pin(lost, value)
        if self.imprecision == "sound":
            what = "pinned"
        self.note(Reason(what, says, remedy, name, code.co_filename, frame.f_lineno))

    def pin(self, lost: Term, value: Any) -> None:
        """Holds the inputs to those for which a term has its value, and goes on without it.

        In `sound` the search can't undo that. `higher-order` keeps the pin beside the branches: the
        path condition has it, and a flip that fails with it is tried without it.
        """
        if self.quiet:
            return
        if self.imprecision == "sound":
            self._pin(self._held(lost) if lost.is_opaque else lost, value)
        elif self.imprecision == "higher-order" and (pin := _is(lost, value)).op != "const":
            self.pins.setdefault(pin, len(self.branches))

    def pin_all(self, lost: tuple[Any, ...], values: list[Any]) -> None:
        """Pins the terms among these; once, for the same text may be lost again and again."""
        if lost not in self._pinned:
            self._pinned.add(lost)
            for each, value in zip(lost, values, strict=False):
                if isinstance(each, Term):
                    self.pin(each, value)

    def sample(
        self, symbol: str, function: str, shapes: Any, args: Scalars, results: Scalars
    ) -> None:
        """Notes what an opaque function returned."""
        if self.samples is not None and not self.quiet:
            self.samples[symbol, args] = symbol, function, shapes, args, results

    def wants_plain_samples(self) -> bool:
        """Whether calls with plain arguments are still worth noting: a table may be filled with a
        few thousand, a loop may make millions."""
        return self.plain_samples < MOST_SAMPLES and self.samples is not None

    def _held(self, condition: Term) -> Term:
        """The condition with what opaque functions returned, once their arguments are pinned.

        [000] §3.3, at its end: a value that no condition uses pins nothing.
        """
        places: dict[Term, Term] = {}
        memo: dict[Term, Term] = {}
        for node in walk(condition):
            if node.op in ("apply", "apply_float"):
                args = [substituted(arg, places, memo) for arg in node.args]
                value, values = self.applications[node]
                for arg, at in zip(args, values, strict=True):
                    self._pin(arg, at)
                self._note_pinned(function_of(node.payload[0]))
                memo.clear()
                is_float = node.sort is Sort.FLOAT
                places[node] = floating(value) if is_float else integer(value)
        return substituted(condition, places, {})

    def _note_pinned(self, name: str) -> None:
        says = f"the arguments of {name} are held fixed, since a condition uses its result"
        self.note(Reason("pinned", says, "", name, *self.place()))

    def _pin(self, node: Term, value: Any) -> None:
        pin = _is(node, value)
        if pin.op != "const" and pin not in self._known:
            self._known.add(pin)
            TALLY.noted += 1
            frame, code = _running(sys._getframe(1))
            self.branches.append((_site(frame, code, "pin"), pin, True, 0))

    def note(self, reason: Reason) -> None:
        if not self.quiet and not self.mute:
            TALLY.noted += 1
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def place(self) -> tuple[str, int]:
        """File and line of the code under test that is running."""
        frame, code = _running(sys._getframe(1))
        return code.co_filename, frame.f_lineno


IDLE = Recorder()
IDLE.quiet = 1
current = IDLE
"""The recorder of the run under way; when there is none, one that notes nothing."""


@contextlib.contextmanager
def recording(recorder: Recorder) -> Iterator[Recorder]:
    """Makes a recorder the current one."""
    global current
    current = recorder
    try:
        yield recorder
    finally:
        current = IDLE
        for cache in recorder.stale_caches.values():
            cache.cache_clear()


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Handles tracked values without noting anything."""
    recorder = current
    recorder.quiet += 1
    try:
        yield
    finally:
        recorder.quiet -= 1


@contextlib.contextmanager
def muted() -> Iterator[None]:
    """Pins and decides without giving reasons."""
    recorder = current
    recorder.mute += 1
    try:
        yield
    finally:
        recorder.mute -= 1


def is_recording() -> bool:
    return current is not IDLE


def _is(node: Term, value: Any) -> Term:
    """The condition that a term has a value."""
    match node.sort:
        case Sort.BOOL:
            return node if value else negate(node)
        case Sort.FLOAT:
            return is_exactly(node, value)
        case Sort.INT:
            return eq(node, integer(value))


def _question(condition: Term) -> Any:
    """What is the same for a condition and its negation, so that both are asked once."""
    match condition.op:
        case "le":
            return condition.args[0], condition.payload
        case "ge":
            return condition.args[0], condition.payload - 1
        case "not":
            return condition.args[0]
        case _:
            return condition


# Sites, found through the frame that was running


_identity = object.__hash__
"""What `id` says in other words: `id` is an event for audit hooks, and here it is asked often."""


def caller() -> FrameType:
    """The innermost frame that is not wend's own."""
    return _running(sys._getframe(1))[0]


def _running(frame: FrameType | None) -> tuple[FrameType, CodeType]:
    """The innermost frame that is not wend's own, and its code.

    To ask a frame for its code is an event for the guard's audit hook: it is asked once.
    """
    while frame is not None:
        names = _identity(frame.f_globals)
        if names not in _our_globals:
            code = frame.f_code
            if not code.co_filename.startswith(OURS):
                return frame, code
            _our_globals[names] = frame.f_globals["__name__"] == _BASE
        last, frame = frame, frame.f_back
    return last, last.f_code


_our_globals: dict[int, bool] = {}
"""Of the modules of wend that were seen running, and whether it is the one that calls the target;
they are never unloaded, so ids stay theirs."""

_BASE = "wend.run.execute"

_sites: dict[tuple[int, int, str], Site] = {}
_positions: dict[int, tuple[CodeType, list[tuple[int | None, ...]]]] = {}


def _site(frame: FrameType, code: CodeType, kind: str) -> Site:
    key = (_identity(code), frame.f_lasti, kind)
    site = _sites.get(key)
    if site is None:
        line, _, column, _ = _position(frame)
        site = Site(code.co_filename, code.co_qualname, line or frame.f_lineno, column, kind)
        _sites[key] = site
    return site


def _position(frame: FrameType) -> tuple[int, int, int, int]:
    """First and last line, first and last column of what a frame is doing, or is testing."""
    code = frame.f_code
    if _identity(code) not in _positions:
        # The code is kept, so that its id stays its own.
        _positions[_identity(code)] = code, list(code.co_positions())
    at = maker_of_test(code, frame.f_lasti)
    line, end_line, column, end_column = _positions[_identity(code)][1][at // 2]
    return line or 0, end_line or 0, column or 0, end_column or 0


def _stack(frame: FrameType | None, code: CodeType) -> int:
    """A number for the call sites of the frames under way, the innermost few.

    Frames of ours are left out: whether a call goes through a probe changes in the course of runs.
    """
    number = depth = 0
    while frame is not None and depth < 8:
        if depth > 0:
            names = _identity(frame.f_globals)
            is_base = _our_globals.get(names)
            code = frame.f_code
            if is_base is None and code.co_filename.startswith(OURS):
                is_base = _our_globals[names] = frame.f_globals["__name__"] == _BASE
            if is_base:
                break
            if is_base is not None:
                frame = frame.f_back
                continue
        at = frame.f_lasti
        line = _lines.get((_identity(code), at))
        if line is None:
            # The code is kept, so that its id stays its own.
            _kept[_identity(code)] = code
            line = _lines[_identity(code), at] = frame.f_lineno
        number = (number * 1_000_003 + line) & 0xFFFFFFFF
        frame, depth = frame.f_back, depth + 1
    return number


_lines: dict[tuple[int, int], int] = {}
"""Of the instructions of codes: Python counts them anew each time."""
_kept: dict[int, CodeType] = {}
