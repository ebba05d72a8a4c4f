"""A new zygote: the one that was forked early, if there is one, or a fork of this process."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import warnings
from typing import Any, NoReturn

from wend.messages.channel import Channel, ChannelClosed, channel_pair
from wend.messages.orders import Failed, PrepareTarget
from wend.messages.packing import pack
from wend.path.fault import fault_of
from wend.process import early_zygote

_SEARCHES = "wend.solve.chain"
"""A first zygote imports its modules while the parent imports what searches; the parent of later
ones, which has that already, imports their modules for all of them."""


def zygote_for(order: PrepareTarget, live: Any) -> tuple[int, Channel, Channel]:
    """The process of a zygote that prepares a target, with its control and its channel.

    `live` is the function itself where the caller has it.
    """
    if live is None and (made := early_zygote.take()) is not None:
        process, *ends = made
        control, channel = [Channel(socket.socket(fileno=end)) for end in ends]
        with contextlib.suppress(ChannelClosed):  # whoever waits for its report will find out
            control.send(pack(order))
        return process, control, channel
    control, its_control = channel_pair()
    channel, its_channel = channel_pair()
    if _SEARCHES in sys.modules:
        import wend.process.zygote  # noqa: F401 - once, for all zygotes to come
    process = _forked()
    if process == 0:
        control.close()
        channel.close()
        _become_zygote(its_control, its_channel, order, live)
    with contextlib.suppress(OSError):  # it does so itself, too: who is first
        os.setpgid(process, process)
    its_control.close()
    its_channel.close()
    return process, control, channel


def _forked() -> int:
    """os.fork, without Python's warning that threads may hold locks: the zygote uses none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _become_zygote(control: Channel, channel: Channel, order: PrepareTarget, live: Any) -> NoReturn:
    """Imported only here, the first time: the parent needs none of it and imports other things."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        from wend.process.zygote import zygote_main

        zygote_main(control, channel, order, live)
    except Exception as error:
        control.send(pack(Failed(fault_of(error))))
    finally:
        os._exit(1)  # whatever happens, there must be no second parent
