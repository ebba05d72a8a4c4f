"""Messages of plain data between processes, each with its length in front."""

from __future__ import annotations

import marshal
import select
import socket
import time
from collections.abc import Sequence
from typing import Any

_held: set[Channel] = set()
"""The ends that this process holds."""


class ChannelClosed(Exception):
    """The other end is gone."""


class Channel:
    """One end of a pair of sockets."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        _held.add(self)

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, message: Any, ends: Sequence[Channel] = ()) -> None:
        """Sends a message, and ends of other channels with it, which stay open here too."""
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
        """The next message; None where the deadline (by time.monotonic) passes first."""
        head = self._read(8, deadline)
        if head is None:
            return None
        # Once a message has begun it is read to its end: half of one would be of no use.
        body = self._read(int.from_bytes(head, "little"), None)
        return marshal.loads(body or b"")

    def receive_with_ends(self, count: int) -> tuple[Any, list[Channel]]:
        """The next message, and the ends that came with it, at most so many."""
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
    """For a process just forked: ends that it holds beside its parent would never be closed."""
    for end in _held.difference(kept):
        end.close()
