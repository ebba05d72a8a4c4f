"""Confines this process and its children as far as the kernel lets it.

    namespaces   files, processes and the network of its own; what is written is thrown away
    landlock     may write into one private directory only; a filter refuses what Landlock lets by
    hook         nothing but the audit hook of `run.guard`

The first of these that can be had is used. What `--allow` names is left open in each.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Collection
from types import FrameType
from typing import Literal, NoReturn

from wend.confine import filter as system_calls
from wend.confine import landlock
from wend.confine.mounts import Overlays
from wend.confine.namespaces import enter_namespaces
from wend.confine.native import Native
from wend.confine.opened import Opened, opened_by
from wend.record import Record, field

Layer = Literal["namespaces", "landlock", "hook"]

LAYERS: tuple[Layer, ...] = ("namespaces", "landlock", "hook")
"""The strongest first."""

STRONGEST = "WEND_CONFINE"
"""The environment variable that names the first layer to try: for tests, and where one of them
makes trouble."""

_HARMLESS_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty")


class Confinement(Record):
    """What holds this process."""

    layer: Layer
    overlays: Overlays = field(default_factory=Overlays)
    private: str = ""
    """The only directory in which it may write, if there are no overlays."""

    def throws_away(self, path: str) -> bool:
        """Whether what is written to a real path is seen by this process alone."""
        return f"{path}/".startswith(tuple([f"{each}/" for each in self.overlays.directories]))

    def renew(self) -> bool:
        """Forgets what was written since the import; for a process that has one thread.

        False where the process can't do so, because code under test has changed its rights.
        """
        try:
            if self.overlays.directories:
                self.overlays.renew(Native())
        except OSError:
            return False
        return True

    def renew_if_written(self) -> bool:
        """The same, where something was written."""
        return not (self.overlays.directories and self.overlays.is_written()) or self.renew()


def enter(allowed: Collection[str]) -> Confinement:
    """Confines this process, which may go on in a child; `allowed` are words of `--allow`."""
    opened = opened_by(allowed)
    if opened == Opened(True, True, True):
        return Confinement("hook")
    wanted = LAYERS[_first() :]
    try:
        native = Native()
    except (OSError, ImportError, AttributeError):
        return Confinement("hook")
    if "namespaces" in wanted:
        written = {os.path.realpath(each) for each in _directories()}
        overlays = enter_namespaces(native, opened, written)
        if overlays is not None:
            return Confinement("namespaces", overlays)
    if "landlock" in wanted and landlock.version(native):
        return _by_landlock(native, opened)
    return Confinement("hook")


def layer_here() -> Layer:
    """The layer that a process of this one would be confined by."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, enter(()).layer.encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as said:
        found = said.read().decode()
    os.waitpid(child, 0)
    return next((each for each in LAYERS if each == found), "hook")


def _first() -> int:
    named = os.environ.get(STRONGEST, "")
    return LAYERS.index(named) if named in LAYERS else 0


def temporary_directory() -> str:
    """What `tempfile.gettempdir` says, whose import takes longer than most of wend."""
    named = [os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")]
    for each in (*named, "/tmp", "/var/tmp", "/usr/tmp"):
        if each and os.access(each, os.W_OK | os.X_OK):
            return each
    return os.curdir


def _directories() -> list[str]:
    """Where code is likely to write."""
    return [temporary_directory(), os.path.expanduser("~"), os.curdir]


def _by_landlock(native: Native, opened: Opened) -> Confinement:
    private = "" if opened.files else _private_directory(native)
    landlock.restrict(native, opened, [private] if private else [], _HARMLESS_DEVICES)
    system_calls.install(native, opened, alone=True)
    return Confinement("landlock", private=private)


def _private_directory(native: Native) -> str:
    """A new directory for temporary files; goes on in a child, after which it is removed."""
    import tempfile

    private = tempfile.mkdtemp(prefix="wend-run-")
    try:
        child = os.fork()
    except OSError:
        os.rmdir(private)
        raise
    if child:
        _remove_after(child, private)
    os.setpgid(0, 0)  # whoever kills its group leaves the process that removes the directory
    native.die_with_parent()
    os.environ["TMPDIR"] = private
    tempfile.tempdir = None  # to be found anew
    return private


def _remove_after(child: int, directory: str) -> NoReturn:
    """Waits for a child, which SIGTERM ends, and removes a directory."""
    import shutil

    def end(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(ProcessLookupError):  # somebody else has killed it
            os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGTERM, end)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    _, status = os.waitpid(child, 0)
    shutil.rmtree(directory, ignore_errors=True)
    os._exit(os.waitstatus_to_exitcode(status) & 0x7F)
