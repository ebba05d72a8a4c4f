"""Messages of plain data between processes, each with its length in front."""

from __future__ import annotations

import marshal
import select
import socket
import time
from typing import Any


class ChannelClosed(Exception):
    """The other end is gone."""


class Channel:
    """One end of a pair of sockets."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, message: Any) -> None:
        data = marshal.dumps(message)
        try:
            self._socket.sendall(len(data).to_bytes(8, "little") + data)
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


def channel_pair() -> tuple[Channel, Channel]:
    left, right = socket.socketpair()
    return Channel(left), Channel(right)
