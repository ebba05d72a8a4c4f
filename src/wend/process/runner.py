"""The parent's side of the runs: `execute` and `replay` as if they were functions."""

from __future__ import annotations

import contextlib
import functools
import os
import select
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from wend.deadline import Deadline, Overdue
from wend.errors import WendError
from wend.expr.transport import Receiver
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.target import Target, TargetRef
from wend.messages.channel import Channel, ChannelClosed, Garbled, channel_pair
from wend.messages.handles import Handle, end_child
from wend.messages.options import RunOptions
from wend.messages.orders import (
    RUNNER_REPORTS,
    ZYGOTE_REPORTS,
    Answer,
    CannotPrepare,
    Crashed,
    Failed,
    FindLastDecision,
    ImportEnded,
    MakeComposingZygote,
    MeasureTrace,
    ObserveLocals,
    PackedTrace,
    PrepareTarget,
    Replayed,
    ReplayEnded,
    ReplayInputs,
    RunFunction,
    RunnerBegun,
    RunnerDied,
    RunnerOrder,
    RunTrace,
    RunTwin,
    ZygoteReport,
)
from wend.messages.packets import unpack_path, unpack_replay, unpack_rows
from wend.messages.packing import M, pack, plain, unpack
from wend.path.burst import Burst, BurstRequest
from wend.path.corpus import Corpus, CorpusRequest
from wend.path.fault import Fault, OwnFault
from wend.path.outcome import GARBLED, TIMEOUT, Outcome, Stopped, died, is_timeout
from wend.path.path import Path
from wend.path.reason import Reason
from wend.path.replay import Replay
from wend.path.summary import Key
from wend.path.trace import Measured, MeasureRequest, Trace
from wend.path.watched_names import WatchedNames
from wend.process.importer import ZygoteChannels
from wend.process.new_zygote import zygote_for
from wend.record import Record, replace

ZYGOTE_SECONDS = 60.0
"""How long the zygote may be silent; only in a machine in trouble it is for longer."""

USUAL_SECONDS, MOST_LONGER = 0.5, 20
"""Once a run ended by itself, others may take this long, or so many times longer."""

SHORTEST_SECONDS = 0.05
"""What a run gets after others had no end, unless runs that ended took longer."""

MOST_PREPARING = 8
"""Runs of the same inputs, where making twins of much code took the time of those before."""

MEASURE_SECONDS = 0.2
"""How long one of many cheap runs may take before the runner is taken for dead."""

LOOK_SECONDS = 0.2
"""How often a wait looks whether the user still wants it, and whether it is in vain."""

_AGAIN = "explore it again"
_ENDED = Fault("the process that made its runs was ended from outside", "", "", _AGAIN)
_SILENT = Fault("the process that made its runs gave no answer", "", "", _AGAIN)


class CannotExplore(WendError):
    """The target can't be run at all; `reasons` say why in detail.

    `skipped`: nobody asked for this one, and nothing is wrong with it.
    """

    def __init__(
        self, message: str, reasons: tuple[Reason, ...] = (), skipped: bool = False
    ) -> None:
        super().__init__(message)
        self.reasons = reasons
        self.skipped = skipped


class ImportTookTooLong(CannotExplore):
    """The target's module was not imported when the time was over."""

    def __init__(self, module: str, seconds: float) -> None:
        super().__init__(
            f"importing {module} took more than the budget; import less, or give more time with "
            "--budget or --total"
        )
        self.seconds = seconds


class Prepared(Record):
    """What the zygote said about the target once it was imported."""

    target: Target
    reasons: tuple[Reason, ...]
    constants: tuple[Any, ...]
    """Numbers and texts in the code."""
    texts: tuple[str | bytes, ...]
    """Those of the module."""
    words: tuple[str | bytes, ...]
    """Texts that the code says besides: matches of its patterns, texts of its docstrings."""
    first: tuple[dict[str, Any], ...]
    """First inputs: those that the user gave, defaults, examples of the docstring."""


class Runner:
    """Runs a target in processes of its own; use as a context manager."""

    loaded: tuple[str, ...] | None = None
    """The files of the modules that the zygote imported, and of data that these read; None before
    the import."""

    leaked = False
    """Whether a run left something behind; the caller decides what to do about it."""

    is_tried = False
    """Whether inputs were run twice, to see whether runs repeat themselves."""

    traces_leak = False
    """Whether a trace left something behind."""

    was_stopped = False
    """Whether somebody stopped its zygote (SIGSTOP)."""

    def __init__(
        self,
        ref: TargetRef,
        options: RunOptions,
        live: Any = None,
        is_interrupted: Callable[[], bool] = lambda: False,
        zygote: ZygoteChannels | None = None,
        watchdog: Deadline | None = None,
    ) -> None:
        """`zygote`: that of an importer, or of another zygote; without it one is made.

        What waits when the time of `watchdog` is over raises Overdue.
        """
        self._watchdog = watchdog or Deadline()
        self.ref = ref
        self._options = options
        self._live = live
        self._is_interrupted = is_interrupted
        self._number = 0
        self._zygote: Handle | None = None
        self._runner: Handle | None = None
        self._child = 0
        """The process that became the zygote or waits for it, if this process forked it."""
        self._receiver = Receiver()
        self._replay: Replay | None = None
        """Told by a replay that has not ended yet."""
        self._replays: deque[Replay | Fault] = deque()
        self._failure: Fault | None = None
        """A fault of the zygote, or of a replay that has not ended yet."""
        self._run_seconds = options.limits.seconds
        self._longest = 0.0
        """The longest run that ended by itself."""
        self._has_endless = False
        """Whether a run took longer than any may."""
        self.read: dict[str, None] = {}
        """Files that replays read, and those of code that the import read, modules or not."""
        self.forked = False
        """Whether each run gets a child process of its own."""
        self._made_elsewhere = zygote
        self.import_began = time.monotonic() if zygote is None else zygote.import_began
        """By time.monotonic."""
        if zygote is not None:
            self._control, self._channel = zygote.control, zygote.channel
        else:
            self._child, self._control, self._channel = zygote_for(
                PrepareTarget(ref, options), live
            )

    @functools.cached_property
    def prepared(self) -> Prepared:
        """What is known of the target; waits until its module is imported."""
        ref = self.ref
        try:
            report = self._import()
        except ChannelClosed:
            if not self._is_overdue():
                raise CannotExplore(
                    f"importing {ref.module.name} ended the process that imported it"
                ) from None
            report = None
        if report is None:
            raise ImportTookTooLong(ref.module.name, time.monotonic() - self.import_began)
        if isinstance(report, Failed):
            raise OwnFault(report.fault)
        assert isinstance(report, ImportEnded)
        self.loaded = report.files
        self.read.update(dict.fromkeys(report.read))
        facts = report.target
        if isinstance(facts, CannotPrepare):
            raise CannotExplore(facts.error, facts.reasons, facts.skipped)
        found = TargetRef(ref.module, ref.function, facts.line)
        return Prepared(
            Target(found, facts.parameters, facts.kind, facts.file),
            *(facts.reasons, facts.constants, facts.texts, facts.words, facts.first),
        )

    def _import(self) -> ZygoteReport | None:
        """What the zygote reports once the module is imported; None if that takes too long."""
        until = time.monotonic() + self._options.limits.import_seconds
        report = None
        try:
            while report is None and time.monotonic() < until:
                if self._is_interrupted():
                    raise CannotExplore("interrupted before the module was imported")
                report = self._report(min(until, self._next_look()))
                self._look_at_zygote()
        except Overdue:
            if self._options.composing:
                raise  # in the middle of a search: the module was imported before
        return report

    def _is_overdue(self) -> bool:
        """Whether an importer that is gone was so because its import took too long."""
        made = self._made_elsewhere
        if made is None or made.is_overdue is not None:
            return made is not None and bool(made.is_overdue)
        return time.monotonic() >= made.import_began + self._options.limits.import_seconds

    def composing(self) -> Runner:
        """A runner for the same target that does not follow its calls."""
        (control, their_control), (channel, their_channel) = channel_pair(), channel_pair()
        with contextlib.suppress(ChannelClosed):  # `prepared` will find out
            self._control.send(pack(MakeComposingZygote()), (their_control, their_channel))
        their_control.close()
        their_channel.close()
        options = replace(self._options, composing=True)
        zygote = ZygoteChannels(control, channel, time.monotonic())
        made = Runner(self.ref, options, self._live, self._is_interrupted, zygote, self._watchdog)
        made._run_seconds, made._longest = self._run_seconds, self._longest
        made.prepared  # noqa: B018 - once it is said, runs may be made
        return made

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes."""
        # The zygote first, so that it makes no new runner; one that we don't know of yet waits for
        # us and ends with the channel.
        for leader in (self._zygote, self._runner):
            if leader is not None:
                leader.kill_group()
                leader.close()
        self._control.close()
        self._channel.close()
        if self._child:
            end_child(self._child)
        self._zygote = self._runner = None
        self._child = 0

    def execute(self, inputs: Inputs, chance: int = 0) -> Path:
        """Runs the twin; a run that harms its process is an outcome.

        `chance` seeds what the run draws from `random`, if it has a process of its own.
        """
        seconds = self._run_seconds
        for _ in range(MOST_PREPARING):
            path, preparing = self._executed(inputs, chance, seconds)
            if not is_timeout(path.outcome) or preparing < seconds / 4 or self.forked:
                break
        limit = self._options.limits.seconds
        if is_timeout(path.outcome) and not self._has_endless and seconds < limit:
            path, _ = self._executed(inputs, chance, limit)  # it may only be slow
            self._has_endless = is_timeout(path.outcome)
        self._adapt(path)
        return path

    def _adapt(self, path: Path) -> None:
        """Inputs without an end must not eat up the time of the others: of runs that ended it is
        known what a run takes, and where runs do not end, the next ones get less."""
        if not isinstance(path.outcome, Stopped):
            self._longest = max(self._longest, path.seconds)
            if self._run_seconds >= USUAL_SECONDS:
                usual = max(USUAL_SECONDS, MOST_LONGER * self._longest)
                self._run_seconds = min(self._options.limits.seconds, usual)
        elif is_timeout(path.outcome):
            least = max(SHORTEST_SECONDS, 4 * self._longest)
            self._run_seconds = max(least, self._run_seconds / 4)

    def _executed(self, inputs: Inputs, chance: int, seconds: float) -> tuple[Path, float]:
        """One run, and the seconds that twins were made in it, which the next one finds there."""
        answer = self._answer(RunTwin(inputs.items_, self.forked, chance, seconds))
        if isinstance(answer, Stopped):
            return self._up_to_last_decision(inputs, answer), 0.0
        self.leaked = self.leaked or answer.leaked
        return self._path(inputs, answer.shown), answer.shown["preparing"]

    def _up_to_last_decision(self, inputs: Inputs, outcome: Outcome) -> Path:
        """A run that ended its process, with what it decided before."""
        if not self._options.composing:
            answer = self._answer(FindLastDecision(inputs.items_, self._run_seconds))
            if not isinstance(answer, Stopped) and answer.told is not None:
                return replace(self._path(inputs, answer.told), outcome=outcome)
        return Path(inputs, (), outcome)

    def _path(self, inputs: Inputs, told: dict[str, Any]) -> Path:
        if told["fields"] is not None:
            # What counts of the inputs is what the run asked for, in its order.
            inputs = live(self.prepared.target.parameters, inputs, told["fields"])
        return unpack_path(inputs, told, self._receiver)

    def alone(self, key: Key, inputs: Inputs) -> Path | None:
        """Runs a function by itself; None where it can't be summarised."""
        answer = self._answer(RunFunction(key, inputs.items_, self._run_seconds))
        if isinstance(answer, Stopped) or answer.told is None:
            return None
        return unpack_path(inputs, answer.told, self._receiver)

    def trace(self, trace: Trace, inputs: Inputs) -> Path | None:
        """Runs a trace of the target; None where it has none."""
        seconds, in_child = self._run_seconds, self._traces_in_children
        answer = self._answer(RunTrace(_packed(trace), inputs.items_, seconds, in_child))
        if isinstance(answer, Stopped):
            return Path(inputs, (), answer)
        if answer.told is None:
            return None
        path = unpack_path(inputs, answer.told, self._receiver)
        self._note_trace(answer)
        if is_timeout(path.outcome):
            self._adapt(path)
        return path

    def measure(self, request: MeasureRequest) -> tuple[tuple[Measured, ...], ...] | None:
        """How far points of a trace are; None where it has none, or runs harm their process."""
        most_seconds = MEASURE_SECONDS * sum(map(len, request.lines))
        trace, in_child = _packed(request.trace), self._traces_in_children
        order = MeasureTrace(trace, request.lines, request.most_turns, in_child)
        answer = self._answer(order, most_seconds)
        if isinstance(answer, Stopped) or answer.told is None:
            return None
        self._note_trace(answer)
        return tuple([tuple(line) for line in answer.told["measured"]])

    def observe(self, runs: Sequence[Inputs]) -> dict[str, list[str]]:
        """The types of the target's locals in runs with plain values; nothing where they harm
        their process."""
        order = ObserveLocals(tuple([each.items_ for each in runs]), self._traces_in_children)
        answer = self._answer(order, self._patience() * max(0, len(runs) - 1))
        if isinstance(answer, Stopped):
            return {}
        self._note_trace(answer)
        types: dict[str, list[str]] = answer.shown["types"]
        return types

    @property
    def _traces_in_children(self) -> bool:
        return self.forked or self.traces_leak

    def _note_trace(self, answer: Answer) -> None:
        if answer.leaked:
            # What a trace changed is no state for other runs to begin with.
            self.traces_leak = True
            self._renew()

    def burst(self, request: BurstRequest) -> Burst | None:
        """Many cheap runs with plain values; None where they harm their process."""
        answer = self._answer(request, request.seconds)
        if isinstance(answer, Stopped):
            return None
        if answer.leaked:
            # What they changed is no state for other runs to begin with.
            self._renew()
        kept = tuple([Inputs(items) for items in answer.shown["kept"]])
        return Burst(kept, answer.shown["runs"])

    def corpus(self, request: CorpusRequest) -> Corpus:
        """Runs existing tests once, under watch."""
        answer = self._answer(request, request.seconds)
        if isinstance(answer, Stopped):
            return Corpus(ended="they ended their process")
        told = answer.shown
        return Corpus(tuple(told["calls"]), tuple(told["samples"]), told["others"], told["ended"])

    def _answer(self, order: RunnerOrder, more_seconds: float = 0.0) -> Answer | Stopped:
        """What the runner answers to an order, or how its process, or a child of it, ended.

        `more_seconds`: what the order may take beside the seconds of one run.
        """
        self._number += 1
        deadline = time.monotonic() + self._patience() + more_seconds
        self._ensure_runner()
        try:
            self._channel.send((self._number, pack(order)))
            return self._awaited(deadline)
        except ChannelClosed:
            raise self._ended() from None

    def _awaited(self, deadline: float) -> Answer | Stopped:
        """The runner's answer to the last order; raises OwnFault where wend itself fails in it."""
        while True:
            ready = self._wait(deadline)
            if self._channel in ready:
                try:
                    report = _unpacked(self._channel.receive(), RUNNER_REPORTS)
                except Garbled:
                    self._renew()
                    self._channel.discard_all()
                    return died(GARBLED)
                match report:
                    case Answer(number, told):
                        if number == self._number:
                            return report
                        # Nobody waits for it any more: a runner took over an order with its
                        # predecessor's place. But later ones rest on the rows that it sent.
                        unpack_rows(told, self._receiver)
                    case Crashed(number, how):
                        if number == self._number:
                            return died(how)
                    case Failed(fault):
                        self._renew()
                        raise OwnFault(fault)
                    case _:
                        assert_never(report)
            elif self._control in ready:
                said = self._next_report()
                if isinstance(said, RunnerDied) and self._is_of_runner(said):
                    self._note(said)
                    return died(said.how)
                self._note(said)
            else:
                self._renew()
                return died(TIMEOUT)

    def _wait(self, deadline: float) -> list[Channel]:
        """The channels of the runner and of the zygote that have something to say; none if the
        deadline passes first."""
        channels: list[Channel] = [self._channel, self._control]
        while True:
            seconds = min(deadline, self._next_look()) - time.monotonic()
            if ready := select.select(channels, [], [], max(0.0, seconds))[0]:
                return ready
            if time.monotonic() >= deadline:
                return []
            self._look_at_zygote()

    def _next_look(self) -> float:
        """When a wait that begins now looks up from it; raises Overdue."""
        return time.monotonic() + min(LOOK_SECONDS, self._watchdog.left)

    def _look_at_zygote(self) -> None:
        """Has a zygote that was stopped go on: else it would be waited for in vain."""
        forked = Handle(self._child, None) if self._child else None
        for each in (forked, self._zygote):
            if each is not None and each.is_stopped():
                self.was_stopped = True
                each.go_on()

    def start_afresh(self, *, forked: bool) -> None:
        """A new runner process, and from now on a child for each run if asked for."""
        self.forked = forked
        self.leaked = False
        self._ensure_runner()
        self._renew()

    def replay(
        self, inputs: Inputs, patience: float = 0.0, watched: WatchedNames | None = None
    ) -> None:
        """Asks for a run of the unmodified code in a clean process; `replayed` gives the answer.

        With `patience`, the run may take so many seconds, and is not traced. With `watched`, it
        tells whether it sees state.
        """
        with contextlib.suppress(ChannelClosed):  # `replayed` will find out
            self._control.send(pack(ReplayInputs(inputs.items_, patience, watched)))

    def replayed(self) -> Replay:
        """The answer to the oldest replay that was asked for; raises OwnFault."""
        while not self._replays:
            self._note(self._next_report())
        found = self._replays.popleft()
        if isinstance(found, Fault):
            raise OwnFault(found)
        return found

    # Below: keeping track of the processes

    def _patience(self) -> float:
        """The seconds that one run may take, until the runner is taken for dead."""
        return self._options.limits.seconds + self._options.limits.grace_seconds

    def _ensure_runner(self) -> None:
        while not self._runner:
            self._note(self._next_report())

    def _next_report(self) -> ZygoteReport:
        until = time.monotonic() + ZYGOTE_SECONDS
        while time.monotonic() < until:
            try:
                report = self._report(self._next_look())
            except ChannelClosed:
                raise self._ended() from None
            if report is not None:
                return report
            self._look_at_zygote()
        raise OwnFault(self._failure or _SILENT)

    def _report(self, deadline: float) -> ZygoteReport | None:
        """What the zygote says next, or None when the deadline passes first."""
        packed, descriptor = self._control.receive_with_descriptor(deadline)
        if packed is None:
            return None
        report = _unpacked(packed, ZYGOTE_REPORTS)
        match report:
            case ImportEnded(process):
                self._zygote = Handle(process, descriptor)
            case RunnerBegun(process):
                self._runner = Handle(process, descriptor)
            case _ if descriptor is not None:
                os.close(descriptor)
        return report

    def _is_of_runner(self, report: RunnerDied) -> bool:
        return self._runner is not None and self._runner.process == report.process

    def _ended(self) -> OwnFault:
        """The exception for the end of the zygote, after which no run can be made."""
        return OwnFault(self._failure or _ENDED)

    def _note(self, report: ZygoteReport) -> None:
        match report:
            case RunnerDied():
                if self._runner is not None and self._is_of_runner(report):
                    self._runner.close()
                    self._runner = None
            case Replayed(told, read):
                self._replay = unpack_replay(told)
                self.read.update(dict.fromkeys(read))
            case ReplayEnded(how):
                self._replays.append(self._failure or self._replay or Replay(died(how), {}))
                self._replay = self._failure = None
            case Failed(fault):
                self._failure = fault  # what ends now says what it was in
            case ImportEnded() | RunnerBegun():
                pass  # they are taken as they come
            case _:
                assert_never(report)

    def _renew(self) -> None:
        """Kills the runner with its children; the zygote makes another."""
        runner = self._runner
        if runner is not None:
            runner.kill_group()
        while self._runner is runner:
            self._note(self._next_report())
        # An answer that was under way belongs to a run that is over; numbers tell.


def _unpacked(packed: Any, classes: Mapping[str, type[M]]) -> M:
    """A message of a process that runs code under test, which may have written into the channel."""
    try:
        return unpack(packed, classes)
    except (KeyError, TypeError, IndexError) as error:
        raise Garbled from error


def _packed(trace: Trace) -> PackedTrace:
    return trace.first_line, trace.steps, plain(trace.parameters)
