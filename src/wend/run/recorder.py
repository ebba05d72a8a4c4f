"""The recorder: notes what a run decides, as it happens. It is the one ambient variable of wend.

Twin code has no parameter to carry a recorder in. So the current recorder is a variable of this
module, which `recording` sets and probes and tracked values read.
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
from wend.source.told import Span

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
"""Frames of files below this directory are wend's own."""


MOST_SAMPLES = 2_000
"""The most calls with plain arguments that one run reports as samples."""

Sample = tuple[str, str, Any, Scalars, Scalars]
"""Symbol, function, shapes of the arguments, scalars of the arguments, scalars of the results."""


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
    """Counts the branches and reasons that were noted, by all recorders together."""

    __slots__ = ("noted",)

    def __init__(self) -> None:
        self.noted = 0


TALLY = _Tally()


class Frame(Record):
    """What one composed call did."""

    key: Key
    inputs: Mapping[str, Any]
    """The values of the function's own variables."""
    inner: Recorder
    """The recorder of the call: what it decided."""
    kind: int
    """The number of the kind of its result."""
    results: list[Term]
    """The scalars that the call left behind, as terms over the function's own variables."""


class Recorder:
    """Holds the branches and reasons of the run under way."""

    def __init__(self, imprecision: Imprecision = "higher-order", max_branches: int = 20_000):
        self.branches: list[tuple[Site, Term, bool, int]] = []
        """Site, condition, truth value and number of the call stack of each branch, in order."""
        self.reasons: dict[Reason, int] = {}
        self.imprecision = imprecision
        self.max_branches = max_branches
        self.ended: RunEnded | None = None
        """Why the run must end, or None. A handler of the code under test can't undo it."""
        self.measured: list[Any] = []
        """Dicts and sets of the inputs whose lengths were asked for while they were open."""
        self.questions: Any = None
        """What is known about the classes of the inputs (`run.class_questions.Questions`); None in
        calls that are composed."""
        self.quiet = 0
        """Above 0 while wend itself handles tracked values: nothing is noted then."""
        self.mute = 0
        """Above 0 while no reasons are noted, because a reason for all of it is noted elsewhere."""
        self.keyed: dict[int, Any] = {}
        """The native dicts and sets that hold tracked keys, by identity."""
        self.wraps_keys = False
        """Whether a tracked key has stood in a set or dict display (`operations.displays`)."""
        self.memo: dict[Any, Any] = {}
        """Results of functions under `lru_cache` for tracked arguments, by the terms of the
        arguments."""
        self.memory: Any = None
        """The shadow of the memory of ctypes objects (`ctypes_memory.shadow`); None before there
        are any."""
        self.meter: Any = None
        """What measures the conditions of a trace (`run.measure.Meter`)."""
        self.stale_caches: dict[int, Any] = {}
        """Caches of functions under `lru_cache` that hold results of this run, by identity. They
        are cleared at its end."""
        self.samples: dict[Any, Sample] | None = None if imprecision == "concretize" else {}
        """What opaque functions returned, by symbol and arguments. None if nobody wants to know."""
        self.plain_samples = 0
        """How many calls with plain arguments were noted as samples."""
        self.applications: dict[Term, tuple[Any, Scalars]] = {}
        """The applications of this run, each with its value and the values of its arguments."""
        self.seeded: dict[int, Any] = {}
        """The random generators that were given a seed in this run, by identity."""
        self.pins: dict[Term, int] = {}
        """Conditions that say that a lost value is what it is, with the number of branches before.
        (The mode `sound` has pins among its branches instead.)"""
        self.calls: list[Call] | None = None
        """The calls that were composed, in order; None while calls are followed."""
        self.frames: list[Frame] = []
        """What the composed calls did. The calls that a call made come before it."""
        self._pinned: set[tuple[Any, ...]] = set()
        """The codes of texts that were pinned."""
        self._known: set[Any] = set()
        """The questions that earlier branches of this run decided."""

    @property
    def is_composing(self) -> bool:
        """Whether calls are composed now."""
        return self.calls is not None and not self.quiet

    def inner(self) -> Recorder:
        """A recorder for a composed call, whose decisions are not those of the caller."""
        made = Recorder(self.imprecision, self.max_branches)
        made.calls, made.frames = [], self.frames
        made.reasons = self.reasons
        made.samples, made.stale_caches = self.samples, self.stale_caches
        return made

    def decide(self, condition: Term, taken: bool, kind: str) -> bool:
        """Notes a decision and returns it. A decision that follows from an earlier one is no
        branch."""
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
        """From now on a decision on the condition is a branch, even if it follows from earlier
        ones."""
        self._known.discard(_question(condition))

    def end(self, why: RunEnded) -> NoReturn:
        if isinstance(why, RunDropped) and why.reason is not None:
            self.note(why.reason)
        self.ended = why
        raise why

    def lose(self, lost: Term, value: Any, says: str) -> None:
        """Notes that a value goes on without its term. All modes but `concretize` pin the value."""
        if self.quiet:
            return
        frame, code = _running(sys._getframe(1))
        self.pin(lost, value)
        what = "pinned" if self.imprecision == "sound" else "concretized"
        self.note(Reason(what, says, "", "", code.co_filename, frame.f_lineno))

    def pin(self, lost: Term, value: Any) -> None:
        """Restricts the inputs to those for which a term has this value: the run goes on without
        the term.

        In `sound` the search can't undo a pin. In `higher-order` the pin is kept beside the
        branches: it is part of the path condition, and a flip that fails with it is tried without
        it.
        """
        if self.quiet:
            return
        if self.imprecision == "sound":
            self._pin(self._held(lost) if lost.is_opaque else lost, value)
        elif self.imprecision == "higher-order" and (pin := _is(lost, value)).op != "const":
            self.pins.setdefault(pin, len(self.branches))

    def pin_all(self, lost: tuple[Any, ...], values: list[Any]) -> None:
        """Pins the terms among some codes. Each text is pinned once: the same one may be lost
        often."""
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
        """Whether calls with plain arguments are still worth noting. Filling a table makes a few
        thousand of them, a loop may make millions."""
        return self.plain_samples < MOST_SAMPLES and self.samples is not None

    def _held(self, condition: Term) -> Term:
        """The condition without applications: each stands for its value, once its arguments are
        pinned.

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
                name = function_of(node.payload[0])
                says = f"the arguments of {name} are held fixed, since a condition uses its result"
                self.note_here("pinned", says, name=name)
                memo.clear()
                is_float = node.sort is Sort.FLOAT
                places[node] = floating(value) if is_float else integer(value)
        return substituted(condition, places, {})

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

    def span(self) -> Span:
        """The place of the expression that the code under test evaluates."""
        frame, code = _running(sys._getframe(1))
        return span_of(code, frame.f_lasti)

    def note_here(self, what: str, says: str, remedy: str = "", name: str = "") -> None:
        """Notes a reason at the place of the code under test that is running."""
        self.note(Reason(what, says, remedy, name, *self.place()))

    def place(self) -> tuple[str, int]:
        """File and line of the code under test that is running."""
        frame, code = _running(sys._getframe(1))
        return code.co_filename, frame.f_lineno


IDLE = Recorder()
IDLE.quiet = 1
current = IDLE
"""The recorder of the run under way. Between runs: one that notes nothing."""


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
    """Pins and decides without noting reasons."""
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
    """A key that is the same for a condition and its negation: each question is asked once a
    run."""
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
"""`id`, without the event for audit hooks that each call of `id` is."""


def caller() -> FrameType:
    """The innermost frame that is not wend's own."""
    return _running(sys._getframe(1))[0]


def _running(frame: FrameType | None) -> tuple[FrameType, CodeType]:
    """The innermost frame that is not wend's own, and its code.

    Asking a frame for its code is an event for the guard's audit hook, so it is asked once.
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
"""The globals of modules of wend, by identity, and whether the module is the one that calls the
target. Modules of wend are never unloaded, so each identity stays that of its module."""

_BASE = "wend.run.execute"

_sites: dict[tuple[int, int, str], Site] = {}
_positions: dict[int, tuple[CodeType, list[tuple[int | None, ...]]]] = {}


def _site(frame: FrameType, code: CodeType, kind: str) -> Site:
    key = (_identity(code), frame.f_lasti, kind)
    site = _sites.get(key)
    if site is None:
        line, _, column, _ = _position(code, frame.f_lasti)
        site = Site(code.co_filename, code.co_qualname, line or frame.f_lineno, column, kind)
        _sites[key] = site
    return site


def span_around(frame: FrameType) -> Span:
    """The place of the expression that code under test evaluates in a frame, or around it."""
    frame, code = _running(frame)
    return span_of(code, frame.f_lasti)


def span_of(code: CodeType, at: int) -> Span:
    """The place of the expression that an instruction of some code evaluates or tests."""
    line, end_line, column, end_column = _position(code, at)
    return Span(code.co_filename, line, column, end_line, end_column)


def _position(code: CodeType, at: int) -> tuple[int, int, int, int]:
    """First and last line, first and last column of the expression that an instruction evaluates
    or tests."""
    if _identity(code) not in _positions:
        # The code is kept, so that no other object gets its id.
        _positions[_identity(code)] = code, list(code.co_positions())
    at = maker_of_test(code, at)
    line, end_line, column, end_column = _positions[_identity(code)][1][at // 2]
    return line or 0, end_line or 0, column or 0, end_column or 0


def _stack(frame: FrameType | None, code: CodeType) -> int:
    """A number for the call sites of the innermost frames under way.

    Frames of wend are left out, because whether a call goes through a probe changes from run to
    run.
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
            # The code is kept, so that no other object gets its id.
            _kept[_identity(code)] = code
            line = _lines[_identity(code), at] = frame.f_lineno
        number = (number * 1_000_003 + line) & 0xFFFFFFFF
        frame, depth = frame.f_back, depth + 1
    return number


_lines: dict[tuple[int, int], int] = {}
"""The line of each instruction of some code: Python counts the lines anew for each question."""
_kept: dict[int, CodeType] = {}
