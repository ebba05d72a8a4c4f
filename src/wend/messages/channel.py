"""Channels between processes: each message is marshalled, with its length in front.

Code under test runs in processes that have ends of channels open. So an end has a high number that
nobody guesses, and a message that makes no sense ends the conversation and nothing else.
"""

from __future__ import annotations

import fcntl
import marshal
import os
import resource
import select
import socket
import time
from collections.abc import Sequence
from typing import Any

LONGEST = 1 << 32
"""Bytes; a longer message was not sent by wend."""

STALLED_SECONDS = 10.0
"""How long a message that has begun may stand still until it counts as garbled."""

_MOST_SELECTED = 1000
"""`select` takes no file numbers from 1024 on."""

_held: set[Channel] = set()
"""The ends of channels that this process has open."""


class ChannelClosed(Exception):
    """The process at the other end has closed it, or ended."""


class Garbled(ChannelClosed):
    """What came is no message: other code than wend's has written into the channel."""


class Channel:
    """One end of a pair of sockets."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = socket.socket(fileno=out_of_reach(end.detach()))
        _held.add(self)

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(
        self, message: Any, ends: Sequence[Channel] = (), descriptor: int | None = None
    ) -> None:
        """Sends a message, and with it ends of other channels, or another descriptor.

        They stay open here, too.
        """
        data = marshal.dumps(message)
        data = len(data).to_bytes(8, "little") + data
        sent_along = [end.fileno() for end in ends]
        if descriptor is not None:
            sent_along.append(descriptor)
        try:
            if sent_along:
                sent = socket.send_fds(self._socket, [data], sent_along)
                data = data[sent:]
            self._socket.sendall(data)
        except OSError as error:
            raise ChannelClosed from error

    def receive(self, deadline: float | None = None) -> Any:
        """The next message, or None when the deadline (by time.monotonic) passes first."""
        head = self._read(8, deadline)
        return None if head is None else self._message(head)

    def receive_with_descriptor(self, deadline: float | None = None) -> tuple[Any, int | None]:
        """The next message, and a descriptor if one came with it; None when it is too late."""
        if not self._is_ready(deadline):
            return None, None
        message, found = self._receive_with(1)
        return message, found[0] if found else None

    def receive_with_ends(self, count: int) -> tuple[Any, list[Channel]]:
        """The next message, and at most `count` ends of channels that came with it."""
        message, found = self._receive_with(count)
        return message, [Channel(socket.socket(fileno=end)) for end in found]

    def discard_all(self) -> None:
        """Throws away what has come so far, in the middle of a message or not."""
        while self._is_ready(0.0):
            try:
                if not self._socket.recv(1 << 20):
                    return
            except OSError:
                return

    def _receive_with(self, count: int) -> tuple[Any, list[int]]:
        try:
            # What is sent along comes with the first bytes.
            head, found, _, _ = socket.recv_fds(self._socket, 8, count)
        except OSError as error:
            raise ChannelClosed from error
        if not head:
            raise ChannelClosed
        if len(head) < 8:
            head += self._read(8 - len(head), time.monotonic() + STALLED_SECONDS) or b""
        return self._message(head), found

    def _message(self, head: bytes) -> Any:
        """The message whose length has been read."""
        size = int.from_bytes(head, "little")
        if size > LONGEST:
            raise Garbled
        # A message that has begun is read to its end, whatever the deadline was.
        body = self._read(size, time.monotonic() + STALLED_SECONDS)
        if body is None:
            raise Garbled
        try:
            return marshal.loads(body)
        except (EOFError, ValueError, TypeError) as error:
            raise Garbled from error

    def _is_ready(self, deadline: float | None) -> bool:
        """Waits until something has come; False when the deadline passes first."""
        wait = None if deadline is None else max(0.0, deadline - time.monotonic())
        return bool(select.select([self._socket], [], [], wait)[0])

    def _read(self, size: int, deadline: float | None) -> bytes | None:
        """So many bytes, or None if none of them has come when the deadline passes."""
        parts: list[bytes] = []
        while size:
            try:
                part = self._socket.recv(min(size, 1 << 20), socket.MSG_DONTWAIT)
            except BlockingIOError:
                if not self._is_ready(deadline):
                    if parts or deadline is None:
                        raise Garbled from None
                    return None
                continue
            except OSError as error:
                raise ChannelClosed from error
            if not part:
                raise ChannelClosed
            parts.append(part)
            size -= len(part)
            deadline = time.monotonic() + STALLED_SECONDS
        return b"".join(parts)

    def close(self) -> None:
        self._socket.close()
        _held.discard(self)


def channel_pair() -> tuple[Channel, Channel]:
    left, right = socket.socketpair()
    return Channel(left), Channel(right)


def out_of_reach(descriptor: int) -> int:
    """Moves an open file to a number that code under test does not meet by counting up."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    highest = min(limit, _MOST_SELECTED) if limit > 0 else _MOST_SELECTED
    lowest = highest // 4 + int.from_bytes(os.urandom(2), "little") % max(1, highest // 2)
    try:
        moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, lowest)
    except OSError:  # so many are open that there is no such number
        return descriptor
    os.close(descriptor)
    return moved


def close_all_but(*kept: Channel) -> None:
    """Closes all other ends; for a process just forked, which would keep its parent's ends open."""
    for end in _held.difference(kept):
        end.close()
