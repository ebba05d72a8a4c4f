"""A command in a process of its own, which is waited for until a given time and no longer.

Not by `subprocess`, which hears no alarm while it waits for its child to become the command: it
waits without end where somebody stops the child (SIGSTOP) before it did.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import time
from collections.abc import Mapping, Sequence
from typing import NoReturn

from wend.deadline import undisturbed
from wend.messages.handles import end_child

NOT_STARTED = 127
"""The exit status where there is no such command. What it printed is the reason."""


def output_of(
    command: Sequence[str],
    until: float,
    environment: Mapping[str, str],
    directory: str | os.PathLike[str] = os.curdir,
) -> tuple[int, str]:
    """The exit status of a command, negative for a signal, and what it printed.

    Raises TimeoutError where it has not ended by a time of time.monotonic. All processes of its
    group end with it.
    """
    told, tell = os.pipe()
    status = None
    child = 0
    try:
        with undisturbed():  # an alarm after the fork, and nobody would know the child
            child = os.fork()
            if child == 0:
                _become(command, environment, directory, tell)
        os.close(tell)
        said = b""
        while more := _read(told, until):
            said += more
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:  # it may have closed its output
            if time.monotonic() > until:
                raise TimeoutError
            time.sleep(0.001)
        status = os.waitstatus_to_exitcode(ended[1])
    finally:
        with undisturbed():
            os.close(told)
            if child and status is None:
                end_child(child)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if child:
                    os.killpg(child, signal.SIGKILL)
    return status, said.decode(errors="replace")


def _read(told: int, until: float) -> bytes:
    left = until - time.monotonic()
    if left <= 0 or not select.select([told], [], [], None if left == math.inf else left)[0]:
        raise TimeoutError
    return os.read(told, 1 << 16)


def _become(
    command: Sequence[str],
    environment: Mapping[str, str],
    directory: str | os.PathLike[str],
    tell: int,
) -> NoReturn:
    try:
        os.setsid()  # so that all that it starts ends with it
        os.chdir(directory)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream, leads in enumerate((nowhere, tell, nowhere)):
            os.dup2(leads, stream)
        os.execvpe(command[0], [*command], environment)
    except OSError as error:
        os.write(1, str(error.strerror).encode())
    finally:
        os._exit(NOT_STARTED)
