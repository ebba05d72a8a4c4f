"""Runs a solver in a process of its own, which waits between questions and is killed if it
overruns.

Solvers do not always keep to their limits, so they do not run in the process that explores.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_ORPHAN_CHECK_SECONDS = 2.0

_LOOK_SECONDS = 0.25
"""Seconds between two looks at the processor time that a worker has used."""

LOST = (OSError, EOFError)
"""What `Worker.ask` raises if the process died."""


class Overrun(Exception):
    """The worker took too long."""


class Worker:
    """The explorer's end: starts the process when first asked."""

    def __init__(self) -> None:
        self.work = 0.0
        """The work of all questions so far. 1 is about a second, but solvers count it without a
        clock, so that it is the same on every machine."""
        self._pid: int | None = None
        self._link: Connection | None = None

    def ask(self, question: Any, seconds: float, most: float) -> Any:
        """The answer to a question; both are plain data.

        Raises Overrun after `seconds`, or after `most` seconds of the processor, and LOST if the
        process died. The next question then gets a new process.
        """
        try:
            answer, work = self._answer(question, seconds, most)
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
        if self._link is not None:
            self._link.close()
            self._link = None
        if self._pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = None

    def _answer(self, question: Any, seconds: float, most: float) -> Any:
        link, pid = self._started()
        deadline = time.monotonic() + seconds
        used_before = _processor_seconds(pid)[0]
        link.send_bytes(marshal.dumps(question))
        while (left := deadline - time.monotonic()) > 0:
            if link.poll(min(left, _LOOK_SECONDS)):
                return marshal.loads(link.recv_bytes())
            used, is_stopped = _processor_seconds(pid)
            if used - used_before > most or is_stopped:
                break
        raise Overrun

    def _started(self) -> tuple[Connection, int]:
        """The link to the process, and its number; it is started if necessary."""
        if self._link is None or self._pid is None:
            from multiprocessing.connection import Pipe  # many explorations need no solver

            self._link, its_link = Pipe()
            self._pid = os.fork()
            if self._pid == 0:
                self._link.close()
                _serve(its_link, self.answering)
            its_link.close()
        return self._link, self._pid


def _processor_seconds(pid: int) -> tuple[float, bool]:
    """The processor seconds that a process has used so far, and whether it was stopped (SIGSTOP),
    which is no business of ours."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used, fields[0] == b"T"


def _serve(link: Connection, answering: Callable[[], Callable[[Any], Any]]) -> NoReturn:
    """Answers until the explorer is gone; never returns into the code that forked."""
    try:
        # Ctrl-C is the explorer's business, which then closes the link.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        parent = os.getppid()
        answer = answering()
        # Another process may have inherited the link's other end: then it is never closed.
        while os.getppid() == parent:
            if link.poll(_ORPHAN_CHECK_SECONDS):
                question = marshal.loads(link.recv_bytes())
                link.send_bytes(marshal.dumps(answer(question)))
    finally:
        os._exit(0)
