"""Runs a solver in a process of its own, which waits between questions and is killed if it
overruns.

Solvers do not always keep to their limits, so they do not run in the process that explores.
"""

from __future__ import annotations

import contextlib
import marshal
import math
import os
import select
import signal
import socket
import struct
import time
from collections.abc import Callable
from typing import Any, NoReturn

_LENGTH = struct.Struct("<Q")
_ORPHAN_CHECK_SECONDS = 2.0

_LOOK_SECONDS = 0.25
"""Seconds between two looks at the processor time that a worker has used."""

_LONGEST_WAIT = 3600.0


class Overrun(Exception):
    """The worker took too long."""


class Worker:
    """The explorer's end: starts the process when first asked."""

    def __init__(self) -> None:
        self.work = 0.0
        """The work of all questions so far. 1 is about a second, but solvers count it without a
        clock, so that it is the same on every machine."""
        self._pid: int | None = None
        self._socket: socket.socket | None = None

    def ask(self, question: Any, seconds: float, most: float) -> Any:
        """The answer to a question; both are plain data.

        Raises Overrun after `seconds`, or after `most` seconds of the processor, and OSError if the
        process died. The next question then gets a new process.
        """
        message = marshal.dumps(question)
        try:
            link = self.started()
            assert self._pid is not None
            limit = _Limit(self._pid, seconds, most)
            link.sendall(_LENGTH.pack(len(message)) + message)
            answer, work = marshal.loads(_message(link, limit))
        except BaseException as error:
            if isinstance(error, Overrun):
                self.work += most
            # After an interrupt, too: a late answer would be taken for that of the next question.
            self.close()
            raise
        self.work += work
        return answer

    def answering(self) -> Callable[[Any], tuple[Any, float]]:
        """The function that answers questions and returns the work of each; called once, in the
        worker's process."""
        raise NotImplementedError

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = None

    def started(self) -> socket.socket:
        """The socket to the process, which is started if necessary."""
        if self._socket is not None:
            return self._socket
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.close()
            _serve(theirs, self.answering)
        theirs.close()
        self._pid, self._socket = pid, ours
        return ours


class _Limit:
    """The limit of an answer, by the clock and by processor time."""

    def __init__(self, pid: int = 0, seconds: float = math.inf, most: float = math.inf) -> None:
        self._pid = pid
        self._deadline = time.monotonic() + seconds
        self._most = most
        self._before = _processor_seconds(pid) if most < math.inf else 0.0

    def wait(self, link: socket.socket) -> None:
        """Waits until there is something to read; raises Overrun."""
        look = _LOOK_SECONDS if self._most < math.inf else _LONGEST_WAIT
        while (left := self._deadline - time.monotonic()) > 0:
            if select.select([link], [], [], min(left, look))[0]:
                return
            if self._most < math.inf and _processor_seconds(self._pid) - self._before > self._most:
                break
        raise Overrun


def _processor_seconds(pid: int) -> float:
    """The processor seconds that a process has used so far."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _message(link: socket.socket, limit: _Limit) -> bytes:
    size = _LENGTH.unpack(_read(link, _LENGTH.size, limit))[0]
    return _read(link, size, limit)


def _read(link: socket.socket, size: int, limit: _Limit) -> bytes:
    pieces = bytearray()
    while len(pieces) < size:
        limit.wait(link)
        piece = link.recv(min(size - len(pieces), 1 << 20))
        if not piece:
            raise OSError("closed")
        pieces += piece
    return bytes(pieces)


def _serve(link: socket.socket, answering: Callable[[], Callable[[Any], Any]]) -> NoReturn:
    """Answers until the explorer is gone; never returns into the code that forked."""
    try:
        # Ctrl-C is the explorer's business, which then closes the link.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        parent = os.getppid()
        answer = answering()
        while True:
            # Another worker may have inherited our link's other end: then it is never closed.
            if not select.select([link], [], [], _ORPHAN_CHECK_SECONDS)[0]:
                if os.getppid() != parent:
                    break
                continue
            question = marshal.loads(_message(link, _Limit()))
            reply = marshal.dumps(answer(question))
            link.sendall(_LENGTH.pack(len(reply)) + reply)
    finally:
        os._exit(0)
