"""The processes in which code under test runs.

    parent ──control──▶ zygote: imported the module, never calls it
       │                   ├── runner: calls the twin, many runs, until one harms it
       │                   │      └── a child for each run, where runs leave state behind
       └──────channel──────┘
                           ├── replays: a child for each, calling the unmodified code
                           └── zygote: the same for runs that don't follow calls, if asked for

A run that hangs, crashes or eats memory costs its process; the zygote makes the next one as clean
as the first.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, assert_never

from wend.confine.enter import Confinement, enter
from wend.inputs.inputs import Inputs
from wend.messages.channel import Channel, ChannelClosed, close_all_but, out_of_reach
from wend.messages.handles import descriptor_of
from wend.messages.options import RunOptions
from wend.messages.orders import (
    ZYGOTE_ORDERS,
    Failed,
    ImportEnded,
    MakeComposingZygote,
    PrepareTarget,
    Replayed,
    ReplayEnded,
    ReplayInputs,
    RunnerBegun,
    RunnerDied,
    ZygoteReport,
)
from wend.messages.packing import pack, unpack
from wend.path.fault import fault_of
from wend.path.outcome import TIMEOUT
from wend.process.endings import CUT_OFF, how_ended
from wend.process.inherited import cut_off
from wend.process.load import Loaded, load, loaded_files
from wend.process.prepare import prepare
from wend.process.runner_process import RunnerProcess
from wend.record import replace
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import limit_memory
from wend.run.replay import replay

MOST_SECONDS = 1e9
"""What an alarm can be set to, and more than anybody waits."""


def zygote_main(
    control: Channel, channel: Channel, order: PrepareTarget, live: Any = None
) -> NoReturn:
    """The life of the zygote; `live` is the function itself where the caller has it."""
    withdraw()
    allow = order.options.allow
    loading = functools.partial(
        load, order.ref.module, allow, confined(allow, control, channel), live
    )
    serve(control, channel, order, loading, live)


def confined(allow: Sequence[str], *channels: Channel) -> Confinement:
    """Confines this process, which may go on in a child, before it runs code under test.

    Of what it has open only the channels still lead outside.
    """
    confinement = enter(allow)
    cut_off([each.fileno() for each in channels])
    # What is compiled now would be thrown away, or not be allowed.
    sys.dont_write_bytecode = True
    return confinement


def withdraw() -> None:
    """Leaves the parent's group, its signals and its streams."""
    # In a group of its own, with its replays: the parent can end them all at once.
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _silence()


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Ends this process where an import takes longer: it must not outlive the parent."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(1 + math.ceil(min(seconds, MOST_SECONDS)))
    yield
    signal.alarm(0)


def serve(
    control: Channel,
    channel: Channel,
    order: PrepareTarget,
    loaded: Callable[[], Loaded],
    live: Any = None,
) -> NoReturn:
    """Prepares a target of a module, and makes its runs until the parent goes away."""
    options = order.options
    try:
        with ended_after(options.limits.import_seconds):
            imported = loaded()
            invocation, described = prepare(order.ref, options, imported, live)
        guard = imported.guard
        code = [each for each in guard.read if each.endswith(".py")]
        data = [each for each in guard.read if not each.endswith(".py")]
        files = (*loaded_files(), *data) if imported.error is None else None
        said = ImportEnded(os.getpid(), files, tuple(code), described)
        if invocation is None:
            control.send(pack(said))
        else:
            _Zygote(control, channel, invocation, options, guard).serve(said)
    except ChannelClosed:
        pass
    except BaseException as error:
        # Only ours: what the code under test raises never gets here.
        with contextlib.suppress(ChannelClosed):
            control.send(pack(Failed(fault_of(error))))
    os._exit(0)


def _silence() -> None:
    """What the code under test prints must not mix with what wend prints."""
    sink = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(sink, descriptor)
    # Not only the descriptors: under pytest, say, Python's streams lead to other ones.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        errors = "backslashreplace" if name == "stderr" else "strict"  # as Python opens them
        # For the life of the process.
        stream = open(os.devnull, mode, encoding="utf-8", errors=errors)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


class _Zygote:
    """A process that imported a target's module; it forks runners and replays."""

    def __init__(
        self,
        control: Channel,
        channel: Channel,
        invocation: Invocation,
        options: RunOptions,
        guard: Guard,
    ) -> None:
        self._control = control
        self._channel = channel
        self._invocation = invocation
        self._options = options
        self._guard = guard
        self._runner = 0
        """The process of the runner; 0 while there is none."""
        self._wake_in = -1
        """A pipe that can be read when a child has ended."""

    def serve(self, imported: ImportEnded) -> None:
        """Forks runners and replays until the parent goes away, which raises ChannelClosed."""
        self._guard.confinement.renew()
        gc.freeze()  # children that collect garbage would copy every page that they look at
        self._wake_in, wake_out = map(out_of_reach, os.pipe())
        os.set_blocking(wake_out, False)
        signal.set_wakeup_fd(wake_out, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            self._fork_runner()
            # Only now: while the parent reads it, the first runner makes its twins.
            self._report(imported, os.getpid())
            while True:
                self._report(RunnerBegun(self._runner), self._runner)
                while self._runner:
                    self._wait(imported)
                self._fork_runner()
        finally:
            if self._runner:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._runner, signal.SIGKILL)

    def _fork_runner(self) -> None:
        runner = RunnerProcess(self._channel, self._invocation, self._options, self._guard)
        self._runner = self._fork(runner.serve, self._channel, self._control, group=True)

    def _wait(self, imported: ImportEnded) -> None:
        """Waits for an order or for the end of a child."""
        ready, _, _ = select.select([self._control.fileno(), self._wake_in], [], [])
        if self._wake_in in ready:
            os.read(self._wake_in, 4096)
        if self._control.fileno() in ready:
            packed, ends = self._control.receive_with_ends(2)
            match order := unpack(packed, ZYGOTE_ORDERS):
                case ReplayInputs():
                    self._replay(order)
                case MakeComposingZygote():
                    self._fork_composing(ends[0], ends[1], imported)
                    return
                case PrepareTarget():
                    raise ValueError(f"{order} comes before all others")
                case _:
                    assert_never(order)
        done, status = os.waitpid(self._runner, os.WNOHANG)
        if done:
            with contextlib.suppress(ProcessLookupError):  # children that it may have left
                os.killpg(self._runner, signal.SIGKILL)
            self._report(RunnerDied(self._runner, how_ended(status)))
            self._runner = 0

    def _report(self, report: ZygoteReport, process: int | None = None) -> None:
        """Sends a report, and with it what the parent can kill a process by."""
        descriptor = None if process is None else descriptor_of(process)
        self._control.send(pack(report), descriptor=descriptor)
        if descriptor is not None:
            os.close(descriptor)

    # Replays

    def _replay(self, order: ReplayInputs) -> None:
        child = self._fork(lambda: self._replayed(order), self._control)
        how = self._awaited(child, order.patience or self._options.limits.seconds)
        self._guard.confinement.renew_if_written()
        self._report(ReplayEnded(how))

    def _replayed(self, order: ReplayInputs) -> None:
        """The life of a replay's process."""
        options, guard = self._options, self._guard
        process = os.getpid()
        limit_memory(options.limits.memory_bytes)
        guard.read.clear()
        guard.noting = True
        file = options.goals[0] if options.goals else self._invocation.function.__code__.co_filename
        inside = frozenset(options.goals[2] if options.goals else ())
        told = replay(
            *(self._invocation, Inputs(order.items), options.limits, guard, file),
            *(inside, order.patience, order.watched),
        )
        guard.noting = False
        if os.getpid() != process:
            os._exit(0)  # native code forked in the middle of the run: this is no replay
        self._report(Replayed(told, tuple(guard.read)))

    def _awaited(self, child: int, seconds: float) -> str:
        """How a child ended; one that does not keep its limits is killed."""
        deadline = time.monotonic() + seconds + self._options.limits.grace_seconds
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return how_ended(status)
            left = deadline - time.monotonic()
            if left <= 0:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return TIMEOUT
            # A signal that came before the select is in the pipe: none is missed.
            if select.select([self._wake_in], [], [], left)[0]:
                os.read(self._wake_in, 4096)

    # Children

    def _fork_composing(self, control: Channel, channel: Channel, imported: ImportEnded) -> None:
        """Forks a zygote whose runners do not follow calls."""

        def serve() -> None:
            close_all_but(control, channel)
            options = replace(self._options, composing=True)
            made = _Zygote(control, channel, self._invocation, options, self._guard)
            made.serve(replace(imported, process=os.getpid()))

        self._fork(serve, control, group=True)
        control.close()
        channel.close()

    def _fork(
        self,
        main: Callable[[], None],
        link: Channel,
        closing: Channel | None = None,
        *,
        group: bool = False,
    ) -> int:
        """A child that runs `main`; an error of our own in it is told to the parent by `link`.

        With `group`, it leads a process group, so that it can be killed with its children.
        """
        child = os.fork()
        if child:
            return child
        try:
            if group:
                os.setpgid(0, 0)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            if closing is not None:
                closing.close()
            main()
        except ChannelClosed:
            os._exit(CUT_OFF)
        except BaseException as error:
            with contextlib.suppress(ChannelClosed):
                link.send(pack(Failed(fault_of(error))))
        finally:
            os._exit(0)
