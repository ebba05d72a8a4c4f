"""The guard: code driven by generated inputs must not harm the machine it runs on."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection
from typing import Any

from wend.path.reason import Reason
from wend.run import recorder
from wend.source.installed import is_installed

BLOCKED = frozenset(
    """
    ftplib.connect imaplib.open os.chmod os.chown os.exec os.fork os.forkpty os.kill os.killpg
    os.link os.mkdir os.posix_spawn os.putenv os.remove os.removexattr os.rename os.rmdir
    os.setxattr os.spawn os.symlink os.system os.truncate os.unsetenv os.utime poplib.connect
    pty.spawn shutil.chown shutil.copyfile shutil.copymode shutil.copystat shutil.copytree
    shutil.make_archive shutil.move shutil.rmtree shutil.unpack_archive smtplib.connect
    socket.bind socket.connect socket.getaddrinfo socket.gethostbyaddr socket.gethostbyname
    socket.sendmsg socket.sendto sqlite3.connect subprocess.Popen telnetlib.Telnet.open
    urllib.Request webbrowser.open
    """.split()  # noqa: SIM905
)
"""Audit events (https://docs.python.org/3/library/audit_events.html) that change the world outside
the process."""

_GROUPS: dict[str, Callable[[str], bool]] = {
    "write": lambda event: event == "open" or event.startswith(("os.", "shutil.", "sqlite3")),
    "network": lambda event: event.startswith(("socket.", "smtplib", "urllib", "ftplib")),
    "process": lambda event: event in ("os.system", "subprocess.Popen", "os.exec", "os.fork"),
    "all": lambda event: True,
}

_LOOKED_AT = BLOCKED | {"open", "os.chdir"}

_PATH_EVENTS = frozenset(
    "os.mkdir os.remove os.rename os.rmdir os.utime os.chmod shutil.rmtree".split()  # noqa: SIM905
)
"""Events that change the file that their first argument names."""

MOST_READ = 5_000
"""The most files that are noted."""

NEVER_THE_SAME = "/proc/self/stat"
"""Noted in place of all further files: its time differs at each look, so nothing that rests on it
is valid again."""

_COMPILED = re.compile(r"(.*/)__pycache__/([^/]+)\.[^./]+(?:\.opt-\w+)?\.pyc")
"""The compiled code of `<1><2>.py`, which Python reads in place of that file."""

_UNREAD = (".pyc", ".so", ".pth")


def _temporary() -> str:
    """What `tempfile.gettempdir` says, whose import takes longer than most of wend."""
    named = [os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")]
    for each in (*named, "/tmp", "/var/tmp", "/usr/tmp"):
        if each and os.access(each, os.W_OK | os.X_OK):
            return each
    return os.curdir


def _home_below(scratch: str) -> str | None:
    """The working directory, if it is below the directory for temporary files: its files are the
    user's."""
    try:
        home = os.path.realpath(os.curdir) + os.sep
    except OSError:  # it is gone
        return None
    return home if home.startswith(scratch) and home != scratch else None


class Guard:
    """An audit hook that is active only while a run lasts. Hooks can't be removed."""

    def __init__(self, allowed: Collection[str]) -> None:
        self.active = False
        self.changed = False
        """Whether the run changed the process in a way that the next run would see."""
        self.noting = False
        """Whether files that are read are noted. In runs of twins they are not, since wend reads
        files, too."""
        self.read: dict[str, None] = {}
        """The files, without those of Python code, that were opened for reading."""
        self._allowed = frozenset(allowed)
        self._scratch = os.path.realpath(_temporary()) + os.sep
        self._kept = _home_below(self._scratch)

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
        if event == "open" and not self._writes(args):
            return
        if event in _PATH_EVENTS and self._is_scratch(args[0]):
            return
        if event == "os.symlink" and self._is_scratch(args[1]):
            return
        if self._is_allowed(event):
            self.changed = self.changed or event in ("os.putenv", "os.unsetenv")
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

    def _is_allowed(self, event: str) -> bool:
        return event in self._allowed or any(
            name in _GROUPS and _GROUPS[name](event) for name in self._allowed
        )

    def _writes(self, args: tuple[Any, ...]) -> bool:
        path = args[0]
        if not _for_writing(args) or isinstance(path, int):
            return False
        # A file without a name is opened by the directory that it would be in.
        return not self._is_scratch(path) and path != self._scratch.rstrip(os.sep)

    def _is_scratch(self, path: Any) -> bool:
        try:
            real = os.path.realpath(os.fsdecode(path))
        except TypeError:
            return False
        if self._kept is not None and (real + os.sep).startswith(self._kept):
            return False
        return real.startswith(self._scratch) or real == os.devnull


def _for_writing(args: tuple[Any, ...]) -> bool:
    """Whether the arguments of `open` ask for more than reading."""
    _, mode, flags = (*args, None, None)[:3]
    if isinstance(mode, str):
        return any(letter in mode for letter in "wxa+")
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    return isinstance(flags, int) and bool(flags & writing)


KNOWN_EVENTS = BLOCKED | {"open"} | set(_GROUPS)
"""The words that `--allow` takes."""
