"""The guard: code driven by generated inputs must not harm the machine it runs on."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection
from typing import Any

from wend.confine.enter import Confinement, temporary_directory
from wend.confine.opened import (
    BLOCKED,
    ENVIRONMENT_EVENTS,
    FILE_EVENTS,
    GROUPS,
    allowed_events,
)
from wend.path.reason import Reason
from wend.run import recorder
from wend.source.installed import is_installed

_LOOKED_AT = BLOCKED | {"open", "os.chdir"}

_PATHS = {
    "os.mkdir": ((0, 2),), "os.remove": ((0, 1),), "os.rename": ((0, 2), (1, 3)),
    "os.rmdir": ((0, 1),), "os.utime": ((0, 3),), "os.chmod": ((0, 2),), "os.truncate": ((0, 9),),
    "os.link": ((0, 2), (1, 3)), "os.symlink": ((1, 2),), "shutil.rmtree": ((0, 1),),
}  # fmt: skip
"""Events that change files, with the places of the arguments that name these, and of those that
name the directory that a path begins in."""

_KERNEL_REFUSES = {"landlock": frozenset(("os.chmod", "os.utime"))}
"""What a layer of the kernel refuses for all files, temporary or not."""

_OF_PARTS = frozenset(event for event in FILE_EVENTS if event.startswith("shutil."))
"""Events that others follow, for each file that is changed."""

MOST_READ = 5_000
"""The most files that are noted."""

NEVER_THE_SAME = "/proc/self/stat"
"""Noted in place of all further files: its time differs at each look, so nothing that rests on it
is valid again."""

_COMPILED = re.compile(r"(.*/)__pycache__/([^/]+)\.[^./]+(?:\.opt-\w+)?\.pyc")
"""The compiled code of `<1><2>.py`, which Python reads in place of that file."""

_UNREAD = (".pyc", ".so", ".pth")


def _home_below(scratch: str) -> str | None:
    """The working directory, if it is below the directory for temporary files: its files are the
    user's."""
    try:
        home = os.path.realpath(os.curdir) + os.sep
    except OSError:  # it is gone
        return None
    return home if home.startswith(scratch) and home != scratch else None


class Guard:
    """An audit hook that is active only while a run lasts. Hooks can't be removed.

    It says what a run wanted to do, and ends the run where that can't be had without harm. What
    holds code that gets past the hook is the kernel (`wend.confine`).
    """

    def __init__(self, allowed: Collection[str], confinement: Confinement) -> None:
        self.active = False
        self.changed = False
        """Whether the run changed the process in a way that the next run would see."""
        self.noting = False
        """Whether files that are read are noted. In runs of twins they are not, since wend reads
        files, too."""
        self.read: dict[str, None] = {}
        """The files, without those of Python code, that were opened for reading."""
        self.confinement = confinement
        self._allowed = allowed_events(allowed)
        self._scratch = os.path.realpath(confinement.private or temporary_directory()) + os.sep
        self._kept = None if confinement.private else _home_below(self._scratch)

    def permit(self, events: Collection[str]) -> None:
        """Allows more kinds of events, from now on and in this process."""
        self._allowed |= frozenset(events)

    def install(self) -> None:
        look = self._look

        # A function that looks up and nothing more: each look at a frame is an event, and every
        # decision of a run looks at several. A bound method would take four times as long.
        def hook(event: str, args: tuple[Any, ...]) -> None:
            if event in _LOOKED_AT:
                look(event, args)

        sys.addaudithook(hook)

    def _look(self, event: str, args: tuple[Any, ...]) -> None:
        if self.noting and event == "open" and not _for_writing(args):
            self._note(args[0])
        if not self.active:
            return
        if event == "os.chdir":
            self.changed = True
            return
        if event == "open" and (not _for_writing(args) or isinstance(args[0], int)):
            return
        if event in self._allowed:
            self.changed = self.changed or event in ENVIRONMENT_EVENTS
            return
        if event in FILE_EVENTS and self._is_harmless(event, args):
            return
        self.active = False  # the code below is wend's
        try:
            shown = ", ".join(repr(arg)[:80] for arg in args[:2])
            says = f"the code under test wanted to do {event}({shown}), and wend blocked it"
            file, line = recorder.current.place()
            blocked = recorder.RunBlocked(says)
            recorder.current.reasons[
                Reason("blocked", says, f"allow it with --allow {event}", event, file, line)
            ] = 1
            recorder.TALLY.noted += 1
            recorder.current.ended = blocked
        finally:
            self.active = True
        raise blocked

    def _note(self, path: Any) -> None:
        if not isinstance(path, str | bytes):
            return
        name = os.fsdecode(path)
        if compiled := _COMPILED.fullmatch(name):
            name = f"{compiled[1]}{compiled[2]}.py"
        is_code = name.endswith(".py")
        if name.endswith(_UNREAD) or name.startswith(("/dev/", "/proc/", "/sys/")):
            return
        if is_code and is_installed(name):
            return
        if len(self.read) >= MOST_READ:
            name = NEVER_THE_SAME
        self.read[os.path.abspath(name)] = None
        if not is_code:
            # From another working directory it may be another file.
            self.read[name] = None

    def _is_harmless(self, event: str, args: tuple[Any, ...]) -> bool:
        """Whether only files are changed that nobody else sees, or that are temporary."""
        if self.confinement.overlays.directories:
            if event in _OF_PARTS or (event == "sqlite3.connect" and args[0] in (":memory:", "")):
                return True
            is_harmless = self._is_thrown_away
        elif event == "open" or event in _PATHS:
            if event in _KERNEL_REFUSES.get(self.confinement.layer, ()):
                return False
            if event == "open" and args[0] == self._scratch.rstrip(os.sep):
                return True  # a file without a name is opened by the directory that it would be in
            is_harmless = self._is_scratch
        else:
            return False
        return all(is_harmless(_named(args, *each)) for each in _PATHS.get(event, ((0, 9),)))

    def _is_thrown_away(self, path: Any) -> bool:
        if isinstance(path, int):
            return True  # it was opened under the eyes of the hook
        try:
            real = os.path.realpath(os.fsdecode(path))
        except TypeError:
            return False
        return self.confinement.throws_away(real) or real.startswith("/dev/")

    def _is_scratch(self, path: Any) -> bool:
        try:
            real = os.path.realpath(os.fsdecode(path))
        except TypeError:
            return False
        if self._kept is not None and (real + os.sep).startswith(self._kept):
            return False
        return real.startswith(self._scratch) or real == os.devnull


def _named(args: tuple[Any, ...], at: int, directory_at: int) -> Any:
    """The path in the arguments of an event, which may begin in a directory that is open."""
    path = args[at]
    directory = args[directory_at] if directory_at < len(args) else -1
    if type(directory) is not int or directory < 0 or isinstance(path, int):
        return path
    try:
        return os.path.join(os.readlink(f"/proc/self/fd/{directory}"), os.fsdecode(path))
    except (OSError, TypeError):
        return None  # nobody knows where that is


def _for_writing(args: tuple[Any, ...]) -> bool:
    """Whether the arguments of `open` ask for more than reading."""
    _, mode, flags = (*args, None, None)[:3]
    if isinstance(mode, str):
        return any(letter in mode for letter in "wxa+")
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    return isinstance(flags, int) and bool(flags & writing)


KNOWN_EVENTS = BLOCKED | {"open"} | set(GROUPS)
"""The words that `--allow` takes."""
