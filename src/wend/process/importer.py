"""One import for all targets of a module: an importer imports it and forks their zygotes.

whoever has the targets ──link──▶ importer: imported the module, does nothing else
                                    └── zygote for each target (`process/zygote.py`)
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import time
from collections.abc import Iterator, Sequence
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, NoReturn, assert_never

from wend.inputs.target import ModuleRef, TargetRef
from wend.messages.channel import Channel, ChannelClosed, channel_pair, close_all_but
from wend.messages.handles import Handle, descriptor_of, end_child
from wend.messages.many_targets import (
    IMPORTER_ORDERS,
    FinishImporter,
    ImporterOrder,
    MakeImporter,
    MakeZygote,
)
from wend.messages.options import Goals, RunOptions
from wend.messages.orders import Failed, PrepareTarget
from wend.messages.packing import pack, unpack
from wend.path.fault import Fault, fault_of
from wend.record import Record, replace

if TYPE_CHECKING:
    from wend.process.load import Loaded


class ZygoteChannels(Record):
    """Our ends of the channels to a zygote that an importer forks, maybe after its import."""

    control: Channel
    channel: Channel
    import_began: float
    """By time.monotonic."""
    is_overdue: bool | None = None
    """Whether the importer ended because it took too long; None where it has not ended yet."""

    def close(self) -> None:
        self.control.close()
        self.channel.close()


class Importer:
    """Our side of the process that imports a module.

    That of a module in a package may be forked from that of the package, since `import a.b` begins
    with `import a` wherever it happens.
    """

    def __init__(
        self, module: ModuleRef, options: RunOptions, package: Importer | None = None
    ) -> None:
        self._link, link = channel_pair()
        self._begun = time.monotonic()
        self._limit = options.limits.import_seconds
        self._is_overdue: bool | None = None
        self._process: Handle | None = None
        self._child = 0
        """The process that was forked for it, if it was this one that forked."""
        if package is not None:
            package._order(MakeImporter(module), link)
        else:
            self._child = os.fork()
            if self._child == 0:
                _become_importer(link, module, options)
        link.close()

    def make_zygote(self, ref: TargetRef, goals: Goals | None = None) -> ZygoteChannels:
        """Orders a zygote for a target of the module; it reports once the module is imported."""
        ends = [channel_pair() for _ in range(2)]
        theirs = [end for _, end in ends]
        self._order(MakeZygote(ref.function, ref.line, ref.listed, goals), *theirs)
        for end in theirs:
            end.close()
        self.look()
        return ZygoteChannels(ends[0][0], ends[1][0], self._begun, self._is_overdue)

    def finish(self) -> None:
        """Lets the process end after those that it was asked for."""
        self._order(FinishImporter())

    def look(self) -> None:
        """Takes note of the number of the process, and of its end: to be called now and then."""
        while self._is_overdue is None and select.select([self._link], [], [], 0)[0]:
            try:
                self._process = Handle(*self._link.receive_with_descriptor())
            except ChannelClosed:
                self._is_overdue = time.monotonic() >= self._begun + self._limit
        if self._is_overdue is None and self._process is not None and self._process.is_stopped():
            self._process.go_on()

    def close(self) -> None:
        """Ends the process at once, and zygotes that it made."""
        self.look()
        self._link.close()
        if self._process is not None:
            if self._is_overdue is None and not self._child:
                self._process.kill()
            self._process.close()
        if self._child:
            end_child(self._child)

    def _order(self, order: ImporterOrder, *ends: Channel) -> None:
        with contextlib.suppress(ChannelClosed):  # closed channels tell that it has ended
            self._link.send(pack(order), ends)


def _become_importer(
    link: Channel, module: ModuleRef, options: RunOptions, package: Loaded | None = None
) -> NoReturn:
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        close_all_but(link)
        descriptor = descriptor_of(os.getpid())
        link.send(os.getpid(), descriptor=descriptor)
        if descriptor is not None:
            os.close(descriptor)
        _importer_main(link, module, options, package)
    except ChannelClosed:
        pass
    except Exception as error:
        # Only ours: what the module raises never gets here.
        _fail(link, fault_of(error))
    finally:
        os._exit(1)  # whatever happens, there must be no second parent


def _fail(link: Channel, fault: Fault) -> None:
    """Tells all who ask for a zygote."""
    with contextlib.suppress(ChannelClosed):
        while True:
            _refuse(link.receive_with_ends(2)[1], fault)


def _refuse(ends: Sequence[Channel], fault: Fault) -> None:
    """Tells whoever asked for a zygote with these ends of its channels."""
    if len(ends) == 2:
        with contextlib.suppress(ChannelClosed):
            ends[0].send(pack(Failed(fault)))
    for end in ends:
        end.close()


def _importer_main(
    link: Channel, module: ModuleRef, options: RunOptions, package: Loaded | None
) -> None:
    import wend.describe.guessing.guesses  # noqa: F401 - most targets need them
    from wend.process.load import load
    from wend.process.zygote import confined, ended_after, serve, withdraw
    from wend.run.calls import admission, exempt

    withdraw()
    exempt.exclude(options.exclude)
    confinement = confined(options.allow, link) if package is None else package.guard.confinement
    with ended_after(options.limits.import_seconds):
        loaded = load(module, options.allow, confinement, package=package)
    gc.freeze()  # children that collect garbage would copy every page that they look at
    children: list[int] = []
    is_prepared = False
    while True:
        packed, ends = link.receive_with_ends(2)
        order = unpack(packed, IMPORTER_ORDERS)
        if isinstance(order, FinishImporter):
            break
        if isinstance(order, MakeZygote) and loaded.module is not None:
            with contextlib.suppress(Exception):  # classes may be anything; runners will tell
                if not is_prepared:
                    is_prepared = True
                    admission.prepare(_methods_of(loaded.module))
                found = vars(loaded.module).get(order.function)
                admission.prepare([found] if type(found) is FunctionType else [])
        try:
            child = os.fork()
        except OSError as error:  # the machine lacks processes, now
            _refuse(ends, fault_of(error))
            continue
        if child == 0:
            match order:
                case MakeImporter(inner):
                    _become_importer(ends[0], inner, options, loaded)
                case MakeZygote(function, line, listed, goals):
                    link.close()
                    os.setpgid(0, 0)
                    ref = TargetRef(module, function, line, listed)
                    wanted = PrepareTarget(ref, replace(options, goals=goals))
                    serve(ends[0], ends[1], wanted, lambda: loaded)
                case _:
                    assert_never(order)
        for end in ends:
            end.close()
        children = [each for each in [*children, child] if not os.waitpid(each, os.WNOHANG)[0]]
    for child in children:  # each ends with its channels
        os.waitpid(child, 0)


def _methods_of(module: ModuleType) -> Iterator[FunctionType]:
    """What the classes of a module define: every runner needs the twins of all of it."""
    for value in list(vars(module).values()):
        if issubclass(type(value), type) and value.__module__ == module.__name__:
            for attribute in list(type.__dict__["__dict__"].__get__(value).values()):
                if type(attribute) is FunctionType:
                    yield attribute
