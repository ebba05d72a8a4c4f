"""Landlock: a process gives up rights for itself and its children, without being root.

Three system calls, https://docs.kernel.org/userspace-api/landlock.html; the later the kernel, the
more rights there are to give up.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Sequence

from wend.confine.native import SET_NO_NEW_PRIVILEGES, Native
from wend.confine.opened import Opened

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_TELL_VERSION = 1
_PATH_BENEATH = 1

_READING = 0b1101
"""Execute, read a file, read a directory."""
_WRITE_FILE = 0b10
_DEVICES = (1 << 6) | (1 << 11)
"""Make a device for characters or for blocks."""
_FILE_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))
"""Versions, and the number of rights about files that each knows."""
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2


def version(native: Native) -> int:
    """The version of Landlock that the kernel has; 0 where it has none or does not use it."""
    try:
        return native.system_call(_CREATE, None, 0, _TELL_VERSION)
    except OSError:
        return 0


def restrict(
    native: Native, opened: Opened, writable: Iterable[str], devices: Sequence[str] = ()
) -> int:
    """Gives up writing outside of some directories, the network and signals; returns the version.

    Everything stays readable. To `devices` the process may write, too.
    """
    known = version(native)
    if not known:
        raise OSError("the kernel has no Landlock")
    files = 0 if opened.files else _file_rights(known)
    ruleset = _ruleset(native, known, files, opened)
    if files:
        _permit(native, ruleset, "/", files & _READING)
        for directory in writable:
            _permit(native, ruleset, directory, files & ~_DEVICES)
        for device in devices:
            if os.path.exists(device):
                _permit(native, ruleset, device, files & (_WRITE_FILE | 0b100))
    _take_effect(native, ruleset)
    return known


def restrict_signals_and_sockets(native: Native, opened: Opened) -> None:
    """Gives up signals to processes outside and the network, but no right about files.

    A process that gave up rights about files can't mount anything any more. Older kernels have
    nothing to give up here.
    """
    known = version(native)
    if known >= _NETWORK_SINCE and not (opened.network and opened.signals):
        _take_effect(native, _ruleset(native, known, 0, opened))


def _file_rights(known: int) -> int:
    return (1 << max(count for since, count in _FILE_RIGHTS if known >= since)) - 1


def _ruleset(native: Native, known: int, files: int, opened: Opened) -> int:
    fields = [files]
    if known >= _NETWORK_SINCE:
        fields.append(0 if opened.network else 0b11)
    if known >= _SCOPES_SINCE:
        scopes = (0 if opened.network else _ABSTRACT_SOCKETS) | (0 if opened.signals else _SIGNALS)
        fields.append(scopes)
    wanted = struct.pack(f"{len(fields)}Q", *fields)
    return native.system_call(_CREATE, wanted, len(wanted), 0)


def _permit(native: Native, ruleset: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("=Qi", rights, place)
        native.system_call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(place)


def _take_effect(native: Native, ruleset: int) -> None:
    try:
        native.prctl(SET_NO_NEW_PRIVILEGES, 1)
        native.system_call(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)
