"""The parent's side of the runs: `execute` and `replay` as if they were functions."""

from __future__ import annotations

import contextlib
import functools
import os
import select
import signal
import socket
import time
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from wend.errors import WendError
from wend.expr.transport import Receiver
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.target import Target, TargetRef
from wend.messages.channel import Channel, ChannelClosed, channel_pair
from wend.messages.options import ALONE, BEGINNING, MEASURE, OBSERVE, TRACE, RunOptions
from wend.messages.packets import (
    pack_order,
    pack_parameter,
    pack_request,
    unpack_outcome,
    unpack_parameter,
    unpack_path,
    unpack_reasons,
    unpack_replay,
    unpack_rows,
)
from wend.path.burst import Burst, BurstRequest
from wend.path.corpus import Corpus, CorpusRequest
from wend.path.outcome import TIMEOUT, Outcome, Stopped, died, is_timeout
from wend.path.path import Path
from wend.path.reason import Reason
from wend.path.replay import Replay
from wend.path.summary import Key
from wend.path.trace import Measured, MeasureRequest, Trace
from wend.process import early_zygote
from wend.process.importer import Hatched
from wend.record import Record, replace

ZYGOTE_SECONDS = 60.0
"""How long the zygote may take to fork; only a machine in trouble takes longer."""

SHORTEST_SECONDS = 0.05
"""What a run gets after others had no end, unless runs that ended took longer."""

MOST_PREPARING = 8
"""Runs of the same inputs, where making twins of much code took the time of those before."""

MEASURE_SECONDS = 0.2
"""How long one of many cheap runs may take before the runner is taken for dead."""

LOOK_SECONDS = 0.2
"""How often a wait for an import looks whether the user still wants it."""


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

    loaded: list[str] | None = None
    """The files of the modules that the zygote imported, and of data that these read, once it
    did."""

    is_tried = False
    """Whether inputs were run twice, to see whether runs repeat themselves."""

    traces_leak = False
    """Whether a trace left something behind."""

    _made = False
    """Whether there was one before."""

    def __init__(
        self,
        ref: TargetRef,
        options: RunOptions,
        live: Any = None,
        is_interrupted: Callable[[], bool] = lambda: False,
        hatched: Hatched | None = None,
    ) -> None:
        """`hatched`: a zygote of an importer, or of another zygote; without it one is made."""
        self.ref = ref
        self._options = options
        self._live = live
        self._is_interrupted = is_interrupted
        self._number = 0
        self._runner = 0
        self._receiver = Receiver()
        self._replay: Replay | None = None
        """Told by a replay that has not ended yet."""
        self._replays: deque[Replay] = deque()
        self._run_seconds = options.limits.seconds
        self._longest = 0.0
        """The longest run that ended by itself."""
        self.read: dict[str, None] = {}
        """Files that replays read, and those of code that the import read, modules or not."""
        self.forked = False
        """Whether each run gets a child process of its own."""
        self._hatched = hatched
        self.begun = time.monotonic() if hatched is None else hatched.begun
        """When the import began, by time.monotonic."""
        self._zygote = 0
        if hatched is not None:
            self._control, self._channel = hatched.control, hatched.channel
        else:
            self._make_zygote(live)

    def _make_zygote(self, live: Any) -> None:
        if live is None and (made := early_zygote.take()) is not None:
            self._zygote, *ends = made
            self._control, self._channel = [Channel(socket.socket(fileno=end)) for end in ends]
            with contextlib.suppress(ChannelClosed):  # `prepared` will find out
                self._control.send(pack_order(self.ref, self._options))
            return
        self._control, control = channel_pair()
        self._channel, channel = channel_pair()
        if Runner._made:
            import wend.process.zygote  # noqa: F401 - once, for all zygotes to come
        Runner._made = True
        self._zygote = _forked()
        if self._zygote == 0:
            self._control.close()
            self._channel.close()
            _become_zygote(control, channel, self.ref, self._options, live)
        with contextlib.suppress(OSError):  # it does so itself, too: who is first
            os.setpgid(self._zygote, self._zygote)
        control.close()
        channel.close()

    @functools.cached_property
    def prepared(self) -> Prepared:
        """What is known of the target; waits until its module is imported."""
        ref = self.ref
        try:
            said = self._import()
        except ChannelClosed:
            if not self._is_overdue():
                raise CannotExplore(
                    f"importing {ref.module.name} ended the process that imported it"
                ) from None
            said = None
        if said is None:
            raise CannotExplore(
                f"importing {ref.module.name} took more than "
                f"{self._options.limits.import_seconds:g} seconds; import less, or give more time "
                "with --budget"
            )
        if "failed" in said:
            raise RuntimeError(said["failed"])
        self._zygote = said["zygote"]
        self.loaded = said["files"]
        self.read.update(dict.fromkeys(said["read"]))
        if "error" in said:
            reasons = unpack_reasons(said.get("reasons", []))
            raise CannotExplore(said["error"], reasons, said.get("skipped", False))
        module = ref.module
        target = Target(
            TargetRef(module, ref.function, said["line"]),
            tuple(unpack_parameter(tuple(packed)) for packed in said["parameters"]),
            said["kind"],
            said["file"],
        )
        return Prepared(
            target,
            unpack_reasons(said["reasons"]),
            tuple(said["constants"]),
            tuple(said["texts"]),
            tuple(said["words"]),
            tuple(said["first"]),
        )

    def _import(self) -> Any:
        """What the zygote says once the module is imported; None if that takes too long."""
        until = time.monotonic() + self._options.limits.import_seconds
        said = None
        while said is None and time.monotonic() < until:
            if self._is_interrupted():
                raise CannotExplore("it was interrupted before its module was imported")
            said = self._control.receive(min(until, time.monotonic() + LOOK_SECONDS))
        return said

    def _is_overdue(self) -> bool:
        """Whether an importer that is gone was so because its import took too long."""
        if self._hatched is None or self._hatched.is_overdue is not None:
            return self._hatched is not None and bool(self._hatched.is_overdue)
        return time.monotonic() >= self._hatched.begun + self._options.limits.import_seconds

    def composing(self) -> Runner:
        """A runner for the same target that does not follow its calls."""
        (control, their_control), (channel, their_channel) = channel_pair(), channel_pair()
        with contextlib.suppress(ChannelClosed):  # `prepared` will find out
            self._control.send(None, (their_control, their_channel))
        their_control.close()
        their_channel.close()
        options = replace(self._options, composing=True)
        hatched = Hatched(control, channel, time.monotonic())
        made = Runner(self.ref, options, self._live, self._is_interrupted, hatched)
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
            if leader:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(leader, signal.SIGKILL)
        self._control.close()
        self._channel.close()
        if self._zygote:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._zygote, 0)
        self._runner = self._zygote = 0

    def execute(self, inputs: Inputs, chance: int = 0) -> Path:
        """Runs the twin; a run that harms its process is an outcome.

        `chance` seeds what the run draws from `random`, if it has a process of its own.
        """
        seconds = self._run_seconds
        for _ in range(MOST_PREPARING):
            path, preparing = self._executed(inputs, chance, seconds)
            if not is_timeout(path.outcome) or preparing < seconds / 4 or self.forked:
                break
        if not isinstance(path.outcome, Stopped):
            self._longest = max(self._longest, path.seconds)
        elif is_timeout(path.outcome):
            # Inputs without an end must not eat up the time of the others.
            self._run_seconds = max(SHORTEST_SECONDS, 4 * self._longest, seconds / 4)
        return path

    def _executed(self, inputs: Inputs, chance: int, seconds: float) -> tuple[Path, float]:
        """One run, and the seconds that twins were made in it, which the next one finds there."""
        answer = self._answer((inputs.items_, self.forked, chance, seconds), self._patience())
        if isinstance(answer, Stopped):
            return self._beginning(inputs, answer), 0.0
        if "crashed" in answer:
            return self._beginning(inputs, unpack_outcome(answer["crashed"])), 0.0
        self.leaked = self.leaked or answer["leaked"]
        return self._path(inputs, answer), answer["preparing"]

    def _beginning(self, inputs: Inputs, outcome: Outcome) -> Path:
        """A run that ended its process, with what it decided before."""
        answer: Any = None
        if not self._options.composing:
            answer = self._answer((BEGINNING, inputs.items_, self._run_seconds), self._patience())
        if answer is None or isinstance(answer, Stopped) or "crashed" in answer:
            return Path(inputs, (), outcome)
        return replace(self._path(inputs, answer), outcome=outcome)

    def _path(self, inputs: Inputs, answer: dict[str, Any]) -> Path:
        if answer["fields"] is not None:
            # What counts of the inputs is what the run asked for, in its order.
            inputs = live(self.prepared.target.parameters, inputs, answer["fields"])
        return unpack_path(inputs, answer, self._receiver)

    def alone(self, key: Key, inputs: Inputs) -> Path | None:
        """Runs a function by itself; None where it can't be summarised."""
        answer = self._answer((ALONE, key, inputs.items_, self._run_seconds), self._patience())
        if answer is None or isinstance(answer, Stopped):
            return None
        return unpack_path(inputs, answer, self._receiver)

    def trace(self, trace: Trace, inputs: Inputs) -> Path | None:
        """Runs a trace of the target; None where it has none."""
        forked = self.forked or self.traces_leak
        order = (TRACE, _told(trace), inputs.items_, self._run_seconds, forked)
        answer = self._answer(order, self._patience())
        if answer is None:
            return None
        if isinstance(answer, Stopped):
            return Path(inputs, (), answer)
        if "crashed" in answer:
            return Path(inputs, (), unpack_outcome(answer["crashed"]))
        path = unpack_path(inputs, answer, self._receiver)
        if answer["leaked"]:
            # What it changed is no state for other runs to begin with.
            self.traces_leak = True
            self._renew()
        return path

    def measure(self, request: MeasureRequest) -> tuple[tuple[Measured, ...], ...] | None:
        """How far points of a trace are; None where it has none, or runs harm their process."""
        forked = self.forked or self.traces_leak
        count = sum(map(len, request.lines))
        order = MEASURE, _told(request.trace), request.lines, request.most_turns, forked
        answer = self._answer(order, self._patience() + MEASURE_SECONDS * count)
        if answer is None or isinstance(answer, Stopped) or "crashed" in answer:
            return None
        if answer["leaked"]:
            self.traces_leak = True
            self._renew()
        return tuple([tuple(line) for line in answer["measured"]])

    def observe(self, runs: Sequence[Inputs]) -> dict[str, list[str]]:
        """The types of the target's locals in runs with plain values; nothing where they harm
        their process."""
        forked = self.forked or self.traces_leak
        patience = self._patience() * max(1, len(runs))
        answer = self._answer((OBSERVE, [each.items_ for each in runs], forked), patience)
        if isinstance(answer, Stopped) or "crashed" in answer:
            return {}
        if answer["leaked"]:
            self.traces_leak = True
            self._renew()
        types: dict[str, list[str]] = answer["types"]
        return types

    def burst(self, request: BurstRequest) -> Burst | None:
        """Many cheap runs with plain values; None where they harm their process."""
        answer = self._answer(pack_request(request), request.seconds + self._patience())
        if isinstance(answer, Stopped):
            return None
        if answer["leaked"]:
            # What they changed is no state for other runs to begin with.
            self._renew()
        return Burst(tuple([Inputs(items) for items in answer["kept"]]), answer["runs"])

    def corpus(self, request: CorpusRequest) -> Corpus:
        """Runs existing tests once, under watch."""
        order = ("corpus", request.files, request.seconds)
        answer = self._answer(order, request.seconds + self._patience())
        if isinstance(answer, Stopped):
            return Corpus(ended="they ended their process")
        return Corpus(
            tuple(answer["calls"]), tuple(answer["samples"]), answer["others"], answer["ended"]
        )

    def _answer(self, order: tuple[Any, ...], patience: float) -> dict[str, Any] | Stopped:
        """What the runner says to an order, or how it failed to."""
        self._number += 1
        deadline = time.monotonic() + patience
        self._ensure_runner()
        self._channel.send((self._number, order))
        while True:
            said = self._wait(deadline)
            if said is None:
                self._renew()
                return died(TIMEOUT)
            if "died" in said:
                self._runner = 0
                return died(said["how"])
            if "number" in said:
                answer: dict[str, Any] = said["answer"]
                if said["number"] == self._number:
                    return answer
                # Nobody waits for it any more: a runner took over an order with its predecessor's
                # place. But later ones rest on the rows that it sent.
                unpack_rows(answer, self._receiver)

    leaked = False
    """Whether a run left something behind; the caller decides what to do about it."""

    def start_afresh(self, *, forked: bool) -> None:
        """A new runner process, and from now on a child for each run if asked for."""
        self.forked = forked
        self.leaked = False
        self._ensure_runner()
        self._renew()

    def replay(self, inputs: Inputs) -> None:
        """Asks for a run of the unmodified code in a clean process; `replayed` gives the answer."""
        self._control.send(inputs.items_)

    def replayed(self) -> Replay:
        """The answer to the oldest replay that was asked for."""
        while not self._replays:
            said = self._control.receive(time.monotonic() + ZYGOTE_SECONDS)
            if said is None:
                raise RuntimeError("the zygote does not answer")
            self._note(said)
        return self._replays.popleft()

    # Below: keeping track of the processes

    def _patience(self) -> float:
        return self._options.limits.seconds + self._options.limits.grace_seconds

    def _ensure_runner(self) -> None:
        while not self._runner:
            said = self._control.receive(time.monotonic() + ZYGOTE_SECONDS)
            if said is None:
                raise RuntimeError("the zygote does not answer")
            self._note(said)

    def _note(self, said: dict[str, Any]) -> None:
        if "failed" in said:
            raise RuntimeError(said["failed"])
        if "runner" in said:
            self._runner = said["runner"]
        elif "outcome" in said:
            self._replay = unpack_replay(said)
            self.read.update(dict.fromkeys(said["read"]))
        elif "replayed" in said:
            self._replays.append(self._replay or Replay(died(said["replayed"]), {}))
            self._replay = None
        elif said.get("died") == self._runner:
            self._runner = 0

    def _wait(self, deadline: float) -> dict[str, Any] | None:
        """The next thing that the runner, or the zygote about it, has to say."""
        channels: list[Channel] = [self._channel, self._control]
        ready, _, _ = select.select(channels, [], [], max(0.0, deadline - time.monotonic()))
        if self._channel in ready:
            message = self._channel.receive()
            if isinstance(message, dict):
                self._note(message)
            number, answer = message
            return {"number": number, "answer": answer}
        if self._control in ready:
            said = self._control.receive()
            if said.get("died") == self._runner:
                return dict(said)
            self._note(said)
            return {}
        return None

    def _renew(self) -> None:
        """Kills the runner with its children; the zygote makes another."""
        runner = self._runner
        for kill in (os.killpg, os.kill):  # it may not lead its group yet
            with contextlib.suppress(ProcessLookupError):
                kill(runner, signal.SIGKILL)
        while self._runner == runner:
            said = self._control.receive(time.monotonic() + ZYGOTE_SECONDS)
            if said is None:
                raise RuntimeError("the zygote does not answer")
            self._note(said)
        # An answer that was under way belongs to a run that is over; numbers tell.


def _told(trace: Trace) -> tuple[Any, ...]:
    own = trace.parameters
    packed = None if own is None else tuple([pack_parameter(each) for each in own])
    return trace.first_line, trace.steps, packed


def _forked() -> int:
    """os.fork, without Python's warning that threads may hold locks: the zygote uses none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _become_zygote(
    control: Channel, channel: Channel, ref: TargetRef, options: RunOptions, live: Any
) -> NoReturn:
    """Imported only here, the first time: the parent needs none of it and imports other things."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        from wend.process.zygote import zygote_main

        zygote_main(control, channel, ref, options, live)
    except Exception:
        import traceback

        control.send({"failed": traceback.format_exc()})
    finally:
        os._exit(1)  # whatever happens, there must be no second parent
