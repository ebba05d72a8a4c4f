"""The files as confined code sees them: all are there, and what it writes is thrown away.

    /               a tmpfs, with
    /home, /tmp, …  an overlay each: below it the real directory, above it what was written
    /sys            the real one, read-only
    /dev            a few harmless devices
    /.wend/import   what was written while the module was imported
    /.wend/run      what was written since `Overlays.renew`

The real root is gone as soon as the overlays are made. What is mounted is locked as soon as the
process is in a further user namespace: whatever rights the code has there, it can neither make a
mount writable nor take it away.

Sockets and named pipes of the real directories are seen in the overlays, but lead nowhere.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import struct
from collections.abc import Collection

from wend.confine.capabilities import all_used
from wend.confine.native import Native

NEW_MOUNTS = 0x20000

_BIND, _WITH_ALL_BELOW, _PRIVATE = 0x1000, 0x4000, 0x40000
_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_EXECUTION = 1, 2, 4, 8
_DETACH = 2
_MOUNT_SETATTR, _RECURSIVE, _HERE = 442, 0x8000, -100

_OWN = "/.wend"
_REAL, _IMPORT, _RUN = f"{_OWN}/real", f"{_OWN}/import", f"{_OWN}/run"

_SIZE = "mode=755,size=1g"
"""How much may be written: it is kept in memory."""

MOST_ENTRIES = 300
"""A directory with more entries, in which something else is mounted, is read-only as a whole."""

_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_DEVICE_LINKS = {
    "fd": "/proc/self/fd",
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
    "ptmx": "pts/ptmx",
}


_WRITTEN_BY_USERS = frozenset(("home", "root", "tmp", "var", "run"))
"""Directories below the root that are overlaid, besides those that matter to this process. The
others are read-only: each overlay takes time whenever it is renewed."""


class Overlays:
    """The directories in which confined code may write, because it is thrown away."""

    def __init__(self, directories: Collection[str] = ()) -> None:
        self.directories = tuple(directories)
        self._unwritten: object = None
        """The room for what is written, right after `renew`; None before it."""

    def renew(self, native: Native) -> None:
        """Forgets what was written since the import, for this process and those that it forks.

        The process must have one thread. Files that it has open stay as they are.
        """
        here = _working_directory()
        with all_used(native):
            native.call("unshare", NEW_MOUNTS)
            _mount(native, "tmpfs", _RUN, "tmpfs", _NO_SETUID | _NO_DEVICES, _SIZE)
            for number, directory in enumerate(self.directories):
                _overlay(native, directory, f"{_IMPORT}/{number}/seen", f"{_RUN}/{number}")
        with contextlib.suppress(OSError):  # what was written was the directory itself
            os.chdir(here)
        self._unwritten = self._room()

    def is_written(self) -> bool:
        """Whether something was written since `renew`."""
        return self._unwritten is not None and self._room() != self._unwritten

    def _room(self) -> object:
        try:
            use = os.statvfs(_RUN)
        except OSError as error:  # the code has set another root for the process
            return error
        return use.f_ffree, use.f_bfree


def see_through_overlays(native: Native, written: Collection[str]) -> Overlays:
    """Replaces the root of this process, which is in a mount namespace of its own.

    `written` are real paths of directories that code under test is likely to write to.
    """
    here = _working_directory()
    base = "/tmp"  # a directory that is everywhere; what is in it comes back below `real`
    _mount(native, None, "/", None, _WITH_ALL_BELOW | _PRIVATE)
    _mount(native, "tmpfs", base, "tmpfs", _NO_SETUID | _NO_DEVICES, "mode=755")
    os.mkdir(f"{base}/.wend")
    for each in (_REAL, _IMPORT, _RUN):
        os.mkdir(f"{base}{each}")
    native.system_call(native.numbers.pivot_root, base.encode(), f"{base}{_REAL}".encode())
    os.chdir("/")
    _set(native, _REAL, _READ_ONLY | _NO_SETUID | _NO_DEVICES)
    _mount(native, "tmpfs", _IMPORT, "tmpfs", _NO_SETUID | _NO_DEVICES, _SIZE)
    overlays = _Builder(native, written).build()
    with contextlib.suppress(OSError):
        os.chdir(here)
    return overlays


def show_processes(native: Native, *, own: bool) -> None:
    """Shows processes in /proc: this process's own namespace of them, or those of the machine.

    Afterwards the real root is gone; until `close_processes` /proc can be written to.
    """
    if own:
        _mount(native, "proc", "/proc", "proc", _NO_SETUID | _NO_DEVICES | _NO_EXECUTION)
    elif os.path.isdir(_REAL):
        _mount(native, f"{_REAL}/proc", "/proc", None, _BIND | _WITH_ALL_BELOW)
        _set(native, "/proc", 0, cleared=_READ_ONLY)
    if os.path.isdir(_REAL):
        native.call("umount2", _REAL.encode(), _DETACH)
        os.rmdir(_REAL)


def close_processes(native: Native) -> None:
    """Makes /proc read-only."""
    _set(native, "/proc", _READ_ONLY | _NO_SETUID | _NO_DEVICES | _NO_EXECUTION)


class _Builder:
    """Builds the new root from the real one."""

    def __init__(self, native: Native, written: Collection[str]) -> None:
        self._native = native
        with open(f"{_REAL}/proc/self/mountinfo", "rb") as mounts:
            points = [_unescaped(line.split()[4]) for line in mounts]
        self._points = [each.removeprefix(_REAL) for each in points if each.startswith(_REAL)]
        self._overlays: list[str] = []
        self._overlaid = _WRITTEN_BY_USERS | {each.split("/")[1] for each in written}

    def build(self) -> Overlays:
        for name in os.listdir(_REAL):
            if name == "proc":
                os.mkdir("/proc")
            elif name == "dev":
                self._devices()
            elif name == "sys":
                os.mkdir("/sys")
                self._bind("/sys")
            elif f"/{name}" != _OWN:
                self._entry(f"/{name}", is_overlaid=name in self._overlaid)
        return Overlays(self._overlays)

    def _entry(self, path: str, *, is_overlaid: bool) -> None:
        mode = os.lstat(f"{_REAL}{path}").st_mode
        if stat.S_ISLNK(mode):
            os.symlink(os.readlink(f"{_REAL}{path}"), path)
        elif stat.S_ISDIR(mode):
            os.mkdir(path)
            self._overlay(path) if is_overlaid else self._bind(path)
        elif stat.S_ISREG(mode):
            os.close(os.open(path, os.O_CREAT))
            self._bind(path)
        # Sockets and pipes lead outside.

    def _overlay(self, path: str) -> None:
        real = f"{_REAL}{path}"
        if any(each.startswith(f"{path}/") for each in self._points):
            try:
                names = os.listdir(real)
            except OSError:
                names = []
            if names and len(names) <= MOST_ENTRIES:
                for name in names:
                    self._entry(f"{path}/{name}", is_overlaid=True)
                os.chmod(path, stat.S_IMODE(os.stat(real).st_mode))
            else:
                self._bind(path)
            return
        number = len(self._overlays)
        if self._is_overlaid_twice(path, number):
            self._overlays.append(path)
        else:
            self._bind(path)

    def _is_overlaid_twice(self, path: str, number: int) -> bool:
        """Mounts an overlay at a path; whether there can be another above it, as `renew` makes.

        Not every file system can be below an overlay, or below two.
        """
        native, above, tried = self._native, f"{_IMPORT}/{number}", f"{_RUN}/{number}"
        try:
            _overlay(native, path, f"{_REAL}{path}", above)
            os.mkdir(f"{above}/seen")
            _mount(native, path, f"{above}/seen", None, _BIND)
            os.mkdir(tried)
            _overlay(native, tried, f"{above}/seen", f"{tried}-above")
            native.call("umount2", tried.encode(), _DETACH)
        except OSError:
            return False
        return True

    def _bind(self, path: str) -> None:
        with contextlib.suppress(OSError):  # what can't be shown is not there
            _mount(self._native, f"{_REAL}{path}", path, None, _BIND | _WITH_ALL_BELOW)

    def _devices(self) -> None:
        native = self._native
        os.mkdir("/dev")
        for name in _DEVICES:
            if os.path.exists(f"{_REAL}/dev/{name}"):
                os.close(os.open(f"/dev/{name}", os.O_CREAT))
                self._bind(f"/dev/{name}")
                _set(native, f"/dev/{name}", 0, cleared=_READ_ONLY | _NO_DEVICES)
        for name, target in _DEVICE_LINKS.items():
            os.symlink(target, f"/dev/{name}")
        for name, kind, options in (
            ("shm", "tmpfs", "mode=1777,size=1g"),
            ("pts", "devpts", "newinstance,ptmxmode=0666"),
        ):
            os.mkdir(f"/dev/{name}")
            flags = _NO_SETUID | (_NO_DEVICES if kind == "tmpfs" else 0)
            _mount(native, kind, f"/dev/{name}", kind, flags, options)


def _overlay(native: Native, path: str, below: str, above: str) -> None:
    """Mounts at a path what is below, and writes what is changed there into `above`."""
    written, work = f"{above}/written", f"{above}/work"
    for each in (above, written, work):
        os.mkdir(each)
    # The directory itself has the owner and the mode of the one above.
    real = os.stat(below)
    with contextlib.suppress(OSError):  # an owner that does not exist in this user namespace
        os.chown(written, real.st_uid, real.st_gid)
    os.chmod(written, stat.S_IMODE(real.st_mode))
    lower = re.sub(r"([\\:,])", r"\\\1", below)
    options = f"lowerdir={lower},upperdir={written},workdir={work},userxattr"
    _mount(native, "overlay", path, "overlay", _NO_SETUID | _NO_DEVICES, options)


def _mount(
    native: Native, what: str | None, at: str, kind: str | None, flags: int, options: str = ""
) -> None:
    texts = [each.encode() if each else None for each in (what, at, kind, options)]
    native.call("mount", *texts[:3], flags, texts[3])


def _set(native: Native, path: str, flags: int, cleared: int = 0) -> None:
    """Changes the flags of a mount and of all below it."""
    change = struct.pack("4Q", flags, cleared, 0, 0)
    native.system_call(*(_MOUNT_SETATTR, _HERE, path.encode(), _RECURSIVE, change, len(change)))


def _working_directory() -> str:
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return "/"


def _unescaped(path: bytes) -> str:
    """A path as mountinfo writes it: `\\040` is a space."""
    return os.fsdecode(re.sub(rb"\\([0-7]{3})", lambda octal: bytes([int(octal[1], 8)]), path))
