"""What `--allow` opens of the world outside: audit events, in groups."""

from __future__ import annotations

from collections.abc import Collection

from wend.record import Record

FILE_EVENTS = frozenset(
    """
    open os.chmod os.chown os.link os.mkdir os.remove os.removexattr os.rename os.rmdir os.setxattr
    os.symlink os.truncate os.utime shutil.chown shutil.copyfile shutil.copymode shutil.copystat
    shutil.copytree shutil.make_archive shutil.move shutil.rmtree shutil.unpack_archive
    sqlite3.connect
    """.split()  # noqa: SIM905
)
"""Audit events (https://docs.python.org/3/library/audit_events.html) that change files; `open`
counts where it asks for more than reading."""

NETWORK_EVENTS = frozenset(
    """
    ftplib.connect imaplib.open poplib.connect smtplib.connect socket.bind socket.connect
    socket.getaddrinfo socket.gethostbyaddr socket.gethostbyname socket.sendmsg socket.sendto
    telnetlib.Telnet.open urllib.Request
    """.split()  # noqa: SIM905
)

PROCESS_EVENTS = frozenset(
    """
    os.exec os.fork os.forkpty os.posix_spawn os.spawn os.system pty.spawn subprocess.Popen
    webbrowser.open
    """.split()  # noqa: SIM905
)

SIGNAL_EVENTS = frozenset(("os.kill", "os.killpg"))

ENVIRONMENT_EVENTS = frozenset(("os.putenv", "os.unsetenv"))

GROUPS: dict[str, frozenset[str]] = {
    "write": FILE_EVENTS,
    "network": NETWORK_EVENTS,
    "process": PROCESS_EVENTS,
    "all": FILE_EVENTS | NETWORK_EVENTS | PROCESS_EVENTS | SIGNAL_EVENTS | ENVIRONMENT_EVENTS,
}
"""What the words of `--allow` that name no single event stand for."""

BLOCKED = GROUPS["all"] - {"open"}
"""Events that change the world outside the process, whatever their arguments are."""


def allowed_events(words: Collection[str]) -> frozenset[str]:
    """The audit events that the words of `--allow` stand for."""
    return frozenset(event for word in words for event in GROUPS.get(word, (word,)))


class Opened(Record):
    """What the kernel must not close, because `--allow` names an event that needs it."""

    files: bool = False
    """Files outside may be changed."""
    network: bool = False
    signals: bool = False
    """Processes outside may get signals."""


def opened_by(words: Collection[str]) -> Opened:
    events = allowed_events(words)
    return Opened(
        bool(events & FILE_EVENTS), bool(events & NETWORK_EVENTS), bool(events & SIGNAL_EVENTS)
    )
