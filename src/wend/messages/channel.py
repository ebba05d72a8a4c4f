"""Channels between processes: each message is marshalled, with its length in front."""

from __future__ import annotations

import marshal
import select
import socket
import time
from collections.abc import Sequence
from typing import Any

_held: set[Channel] = set()
"""The ends of channels that this process has open."""


class ChannelClosed(Exception):
    """The process at the other end has closed it, or ended."""


class Channel:
    """One end of a pair of sockets."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        _held.add(self)

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, message: Any, ends: Sequence[Channel] = ()) -> None:
        """Sends a message, and ends of other channels with it; they stay open here, too."""
        data = marshal.dumps(message)
        data = len(data).to_bytes(8, "little") + data
        try:
            if ends:
                sent = socket.send_fds(self._socket, [data], [end.fileno() for end in ends])
                data = data[sent:]
            self._socket.sendall(data)
        except OSError as error:
            raise ChannelClosed from error

    def receive(self, deadline: float | None = None) -> Any:
        """The next message, or None when the deadline (by time.monotonic) passes first."""
        head = self._read(8, deadline)
        if head is None:
            return None
        # A message that has begun is read to its end, whatever the deadline.
        body = self._read(int.from_bytes(head, "little"), None)
        return marshal.loads(body or b"")

    def receive_with_ends(self, count: int) -> tuple[Any, list[Channel]]:
        """The next message, and at most `count` ends of channels that came with it."""
        try:
            # The ends come with the first bytes.
            head, ends, _, _ = socket.recv_fds(self._socket, 8, count)
        except OSError as error:
            raise ChannelClosed from error
        if not head:
            raise ChannelClosed
        head += self._read(8 - len(head), None) or b""
        body = self._read(int.from_bytes(head, "little"), None)
        return marshal.loads(body or b""), [Channel(socket.socket(fileno=end)) for end in ends]

    def _read(self, size: int, deadline: float | None) -> bytes | None:
        parts: list[bytes] = []
        while size:
            if deadline is not None and not parts:
                wait = max(0.0, deadline - time.monotonic())
                if not select.select([self._socket], [], [], wait)[0]:
                    return None
            try:
                part = self._socket.recv(min(size, 1 << 20))
            except OSError as error:
                raise ChannelClosed from error
            if not part:
                raise ChannelClosed
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        self._socket.close()
        _held.discard(self)


def channel_pair() -> tuple[Channel, Channel]:
    left, right = socket.socketpair()
    return Channel(left), Channel(right)


def close_all_but(*kept: Channel) -> None:
    """Closes all other ends; for a process just forked, which would keep its parent's ends open."""
    for end in _held.difference(kept):
        end.close()
