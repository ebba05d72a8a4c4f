"""Namespaces of its own for a process: users, mounts, processes, network, messages.

    this process   waits, and ends as the last one does
      └── maker    makes the namespaces and what is mounted in them
            └── first    process 1 of its namespace; when it ends, all processes there are killed
                  └── the process that goes on, in one more user namespace, which locks the mounts

Each is killed by the kernel when its parent ends. The users of a namespace are those of its
parent: who is who, and who may read what, stays as it was.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Collection
from typing import NoReturn

from wend.confine import filter as system_calls
from wend.confine.capabilities import capabilities, use
from wend.confine.landlock import restrict_signals_and_sockets
from wend.confine.mounts import (
    NEW_MOUNTS,
    Overlays,
    close_processes,
    see_through_overlays,
    show_processes,
)
from wend.confine.native import Native
from wend.confine.opened import Opened

_NEW_USERS, _NEW_PROCESSES, _NEW_NETWORK = 0x1000_0000, 0x2000_0000, 0x4000_0000
_NEW_MESSAGES, _NEW_HOST_NAME = 0x0800_0000, 0x0400_0000

_MAP_USERS, _MAPPED, _READY = b"m", b"k", b"r"
"""What the processes tell each other. A connection that is closed says that something failed."""


def enter_namespaces(native: Native, opened: Opened, written: Collection[str]) -> Overlays | None:
    """Goes on in a child that is in namespaces of its own; None where they can't be had.

    This process becomes the one that waits for that child. `written` are directories that code
    under test is likely to write to.
    """
    used = capabilities().used
    ours, theirs = socket.socketpair()
    maker = os.fork()
    if maker == 0:
        ours.close()
        return _in_maker(native, opened, written, theirs, used)
    theirs.close()
    if _map_users_of(maker, ours) == _READY:
        _wait_for(maker)
    ours.close()
    os.waitpid(maker, 0)
    return None


def _in_maker(
    native: Native, opened: Opened, written: Collection[str], waiting: socket.socket, used: int
) -> Overlays:
    """Returns in the process that goes on; the others on the way to it wait until they end."""
    try:
        native.call("unshare", _flags(opened))
        _be_mapped(waiting)
        native.die_with_parent()
        overlays = Overlays() if opened.files else see_through_overlays(native, written)
        first = os.fork()
        if first:
            _wait_for(first)
        native.die_with_parent()
        show_processes(native, own=not opened.signals)
        ours, theirs = socket.socketpair()
        last = os.fork()
        if last:
            waiting.close()
            theirs.close()
            _be_first(native, last, ours)
        ours.close()
        _lock(native, theirs, used)
        restrict_signals_and_sockets(native, opened)
        system_calls.install(native, opened, alone=False)
        waiting.send(_READY)
        waiting.close()
        return overlays
    except BaseException:
        os._exit(1)  # whoever waits sees that the connection is closed


def _flags(opened: Opened) -> int:
    flags = _NEW_USERS | NEW_MOUNTS | _NEW_MESSAGES | _NEW_HOST_NAME
    flags |= 0 if opened.network else _NEW_NETWORK
    return flags | (0 if opened.signals else _NEW_PROCESSES)


def _be_first(native: Native, last: int, connection: socket.socket) -> NoReturn:
    """The life of process 1: it takes in whoever lost its parent, and ends as `last` does."""
    _map_users_of(last, connection, lambda: close_processes(native))
    os.closerange(0, _descriptors())
    while True:
        process, status = os.wait()
        if process == last:
            _end_as(status)


def _lock(native: Native, connection: socket.socket, used: int) -> None:
    """Enters a further user namespace, in which all mounts that are there now are locked."""
    native.call("unshare", _NEW_USERS)
    _be_mapped(connection)
    connection.close()
    native.call("unshare", NEW_MOUNTS)
    held = capabilities().held
    use(native, used, held)
    native.die_with_parent()
    os.setsid()  # without a terminal: nothing can be typed into it


# Users


def _be_mapped(connection: socket.socket) -> None:
    """Has the parent say who the users of this process's new namespace are."""
    connection.send(_MAP_USERS)
    if connection.recv(1) != _MAPPED:
        raise OSError("no users")


def _map_users_of(
    child: int, connection: socket.socket, then: Callable[[], None] = lambda: None
) -> bytes:
    """Says who the users of a child's new namespaces are, once it asks; returns its next word."""
    if (said := connection.recv(1)) == _MAP_USERS:
        for kind in ("uid", "gid"):
            _map(child, kind)
        then()
        connection.send(_MAPPED)
        said = connection.recv(1)
    return said


def _map(child: int, kind: str) -> None:
    """All users or groups that this process knows of; or itself alone, where it may not say so."""
    with open(f"/proc/self/{kind}_map", encoding="ascii") as known:
        ranges = [line.split() for line in known]
    everybody = "".join([f"{first} {first} {count}\n" for first, _, count in ranges])
    try:
        _write(f"/proc/{child}/{kind}_map", everybody)
    except OSError:
        own = os.geteuid() if kind == "uid" else os.getegid()
        if kind == "gid":
            _write(f"/proc/{child}/setgroups", "deny")
        _write(f"/proc/{child}/{kind}_map", f"{own} {own} 1")


def _write(path: str, text: str) -> None:
    place = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(place, text.encode())
    finally:
        os.close(place)


# Waiting


def _wait_for(process: int) -> NoReturn:
    """Ends as a child does, which may take until the command ends."""
    os.closerange(0, _descriptors())
    _end_as(os.waitpid(process, 0)[1])


def _end_as(status: int) -> NoReturn:
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)  # as a shell tells of a signal


def _descriptors() -> int:
    """More than the number of any file that this process can have open."""
    return os.sysconf("SC_OPEN_MAX")
