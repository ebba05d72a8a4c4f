"""One import for all targets of a module: the process that makes it forks their zygotes.

whoever has the targets ──link──▶ importer: imported the module, does nothing else
                                    └── zygote for each target (`run/zygote.py`)
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import time
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import NoReturn

from wend.inputs.target import ModuleRef, TargetRef
from wend.record import Record, replace
from wend.run.channel import Channel, ChannelClosed, channel_pair, close_all_but
from wend.run.options import RunOptions


class Hatched(Record):
    """Our ends of the channels to a zygote that an importer makes, maybe after its import."""

    control: Channel
    channel: Channel
    begun: float
    """When the import began, by time.monotonic."""
    is_overdue: bool | None = None
    """How the importer ended, if it did: because it took too long, or by itself."""

    def close(self) -> None:
        self.control.close()
        self.channel.close()


class Importer:
    """Our side of the process that imports a module."""

    def __init__(self, module: ModuleRef, options: RunOptions) -> None:
        self._link, link = channel_pair()
        self._begun = time.monotonic()
        self._is_overdue: bool | None = None
        self._process = os.fork()
        if self._process == 0:
            _become_importer(link, module, options)
        link.close()

    def hatch(self, ref: TargetRef, goal: tuple[str, int] | None = None) -> Hatched:
        """A zygote for a target of the module; it speaks once it is there."""
        self._look()
        ends = [channel_pair() for _ in range(2)]
        theirs = [end for _, end in ends]
        with contextlib.suppress(ChannelClosed):  # its end is told by the closed channels
            self._link.send((ref.function, ref.line, ref.listed, goal), theirs)
        for end in theirs:
            end.close()
        return Hatched(ends[0][0], ends[1][0], self._begun, self._is_overdue)

    def finish(self) -> None:
        """Lets the process end after the zygotes that it was asked for."""
        self._link.close()

    def close(self) -> None:
        """Ends the process at once; zygotes that it made live on."""
        self._link.close()
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = 0

    def _look(self) -> None:
        if self._process:
            done, status = os.waitpid(self._process, os.WNOHANG)
            if done:
                self._process = 0
                self._is_overdue = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM


def _become_importer(link: Channel, module: ModuleRef, options: RunOptions) -> NoReturn:
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        close_all_but(link)
        _importer_main(link, module, options)
    except Exception:
        # Only ours: what the module raises never gets here.
        import traceback

        _say(link, {"failed": traceback.format_exc()})
    finally:
        os._exit(1)  # whatever happens, there must be no second parent


def _say(link: Channel, what: dict[str, str]) -> None:
    """Answers all who ask for a zygote."""
    with contextlib.suppress(ChannelClosed):
        while True:
            _, (control, channel) = link.receive_with_ends(2)
            control.send(what)
            control.close()
            channel.close()


def _importer_main(link: Channel, module: ModuleRef, options: RunOptions) -> None:
    import wend.run.guesses  # noqa: F401 - most targets need them
    from wend.run import callee
    from wend.run.load import load
    from wend.run.zygote import ended_after, serve, withdraw

    withdraw()
    callee.exclude(options.exclude)
    with ended_after(options.limits.import_seconds):
        loaded = load(module, options.allow)
        if loaded.module is not None:
            with contextlib.suppress(Exception):  # classes may be anything; runners will tell
                callee.prepare(_methods_of(loaded.module))
    gc.freeze()  # children that collect garbage would copy every page that they look at
    zygotes: list[int] = []
    while True:
        try:
            (function, line, listed, goal), (control, channel) = link.receive_with_ends(2)
        except ChannelClosed:
            break
        ref = TargetRef(module, function, line, listed)
        if loaded.module is not None:
            found = vars(loaded.module).get(function)
            if type(found) is FunctionType:
                callee.prepare([found])
        zygote = os.fork()
        if zygote == 0:
            link.close()
            os.setpgid(0, 0)
            serve(control, channel, ref, replace(options, goal=goal), lambda: loaded)
        control.close()
        channel.close()
        zygotes = [each for each in [*zygotes, zygote] if not os.waitpid(each, os.WNOHANG)[0]]
    for zygote in zygotes:  # each ends with its channels
        os.waitpid(zygote, 0)


def _methods_of(module: ModuleType) -> Iterator[FunctionType]:
    """What the classes of a module define: every runner needs the twins of all of it."""
    for value in list(vars(module).values()):
        if issubclass(type(value), type) and value.__module__ == module.__name__:
            for attribute in list(type.__dict__["__dict__"].__get__(value).values()):
                if type(attribute) is FunctionType:
                    yield attribute
