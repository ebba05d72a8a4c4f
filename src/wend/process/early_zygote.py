"""A zygote that is forked before the target is known.

At the start of a command, nothing takes longer than the imports that every zygote needs. So they
begin first of all, in a process of their own, while this one imports argparse and reads its files.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

Ends = tuple[int, int, int]
"""The process, and our ends of its two channels, `control` and `channel`, as file numbers."""

_laid: Ends | None = None


def make() -> None:
    """Forks the process; `take` or `drop` has to follow."""
    global _laid
    if _laid is not None or "wend.process.zygote" in sys.modules:
        return
    from _socket import socketpair  # the classes around it take longer to import than to fork

    control, theirs = socketpair()
    channel, theirs_too = socketpair()
    process = os.fork()
    if process == 0:
        control.close()
        channel.close()
        _become_zygote(theirs.detach(), theirs_too.detach())
    _laid = process, control.detach(), channel.detach()


def take() -> Ends | None:
    """The process, if there is one; its first message on `control` has to be PrepareTarget."""
    global _laid
    taken, _laid = _laid, None
    return taken


def drop() -> None:
    """Ends the process if nobody took it."""
    taken = take()
    if taken is None:
        return
    process, *ends = taken
    for end in ends:
        os.close(end)
    os.kill(process, 9)
    os.waitpid(process, os.WNOHANG)  # it may take a while to die, and does so without us


def _become_zygote(control: int, channel: int) -> NoReturn:
    ours = None
    try:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the parent's business
        import socket

        import wend.describe.guessing.guesses  # noqa: F401 - most targets need them
        from wend.messages.channel import Channel
        from wend.messages.orders import PrepareTarget
        from wend.messages.packing import unpack
        from wend.process.zygote import zygote_main

        ours = Channel(socket.socket(fileno=control))
        order = unpack(ours.receive(), {"PrepareTarget": PrepareTarget})
        zygote_main(ours, Channel(socket.socket(fileno=channel)), order)
    except BaseException as error:
        _tell(error, ours or control, channel)
    finally:
        os._exit(1)  # whatever happens, there must be no second parent


def _tell(error: BaseException, ours: Any, channel: int) -> None:
    """Tells the parent of a fault; where even that fails, it sees that its channels are closed."""
    try:  # noqa: SIM105 - contextlib may be one import too many
        os.close(channel)  # for what is imported now, where too many files are open
    except OSError:
        pass
    try:
        import socket

        from wend.messages.channel import Channel
        from wend.messages.orders import Failed
        from wend.messages.packing import pack
        from wend.path.fault import fault_of

        link = Channel(socket.socket(fileno=ours)) if type(ours) is int else ours
        link.send(pack(Failed(fault_of(error))))
    except BaseException:
        pass
