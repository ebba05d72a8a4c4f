"""Handles on processes, which kill the right one from any namespace of processes.

A process that was forked in a namespace of its own has another number there than outside. So it
is sent as what the kernel knows it by, a pidfd, where the kernel has these.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time

_WHOLE_GROUP = 1 << 2
"""PIDFD_SIGNAL_PROCESS_GROUP, from Linux 6.9 on."""


TIDYING_SECONDS = 2.0
"""What a process may take to put things away; only on a busy machine it takes long."""


class Handle:
    """A process that this one may have to kill; without a descriptor, known by its number."""

    def __init__(self, process: int, descriptor: int | None) -> None:
        self.process = process
        """Its number where it runs; two processes of a command may have the same one."""
        self._descriptor = descriptor

    def kill_group(self) -> None:
        """Kills the process with its children; without effect where it has ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._descriptor is None:
                for kill in (os.killpg, os.kill):  # it may not lead its group yet
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        kill(self.process, signal.SIGKILL)
            else:
                with contextlib.suppress(OSError):  # it leads none, or the kernel is older
                    signal.pidfd_send_signal(self._descriptor, signal.SIGKILL, None, _WHOLE_GROUP)
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def kill(self) -> None:
        """Kills the process alone; without effect where it has ended."""
        self._send(signal.SIGKILL)

    def go_on(self) -> None:
        """Has the process go on where it was stopped; without effect where it has ended."""
        self._send(signal.SIGCONT)

    def _send(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._descriptor is None:
                os.kill(self.process, number)
            else:
                signal.pidfd_send_signal(self._descriptor, number)

    def is_stopped(self) -> bool:
        """Whether a signal stopped the process (SIGSTOP), and none had it go on."""
        process = self.process
        if self._descriptor is not None:
            with open(f"/proc/self/fdinfo/{self._descriptor}", "rb") as about:
                found = [line.split()[1] for line in about if line.startswith(b"Pid:")]
            process = int(found[0]) if found else 0
        return state_of(process) == "T"

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def state_of(process: int) -> str:
    """What the kernel says a process does: R, S, D, T for one that was stopped, …; "" if gone."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0].decode()
    except (OSError, IndexError):
        return ""


def descriptor_of(process: int) -> int | None:
    """A pidfd of a process that is known by its number here, for another process to kill it by."""
    try:
        return os.pidfd_open(process)
    except (OSError, AttributeError):
        return None


def end_child(process: int) -> None:
    """Ends a child of this process and takes note of its end.

    The child may have something to put away, and gets a moment for it.
    """
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        for number in (signal.SIGTERM, signal.SIGCONT):  # it may be stopped
            os.kill(process, number)
        until = time.monotonic() + TIDYING_SECONDS
        wait = 0.0005
        while not os.waitpid(process, os.WNOHANG)[0]:
            if time.monotonic() > until:
                for kill in (os.killpg, os.kill):
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                return
            time.sleep(wait)
            wait = min(0.02, 2 * wait)
