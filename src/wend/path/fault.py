"""Faults: exceptions of wend's own code, told as a Reason and in a file for a report.

A fault costs what it happened in, such as one search or one case, and never the command: whoever
runs that part catches the exception and notes the Reason that `internal` makes.
"""

from __future__ import annotations

import contextlib
import errno
import os
from types import TracebackType

from wend.errors import WendError
from wend.inputs.target import TargetRef
from wend.path.reason import Reason, Reasons
from wend.record import Record

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

LONGEST_MESSAGE = 200
"""Characters of an exception's message that are shown; the file has all of them."""


_MORE = {
    errno.EMFILE: "allow more open files with ulimit -n, or explore fewer targets at once with -j",
    errno.ENFILE: "close some programs: the machine has too many open files",
    errno.EAGAIN: "allow more processes with ulimit -u, or explore fewer targets at once with -j",
    errno.ENOMEM: "free some memory, or explore fewer targets at once with -j",
    errno.ENOSPC: "free some space on the disk",
    errno.EDQUOT: "free some space on the disk",
    errno.EFBIG: "allow larger files with ulimit -f",
}
"""What helps where the machine lacks something, by the error of the system."""


class Fault(Record):
    """An exception of wend's own code, as plain data that another process can be told."""

    says: str
    """The exception in one line: `IndexError: list index out of range`."""
    place: str
    """The innermost place in wend: `wend/expr/reads.py:36 in read_from`."""
    traceback: str
    remedy: str = ""
    """What helps where it is no mistake of wend: the machine lacks something."""


class OwnFault(Exception):
    """A fault of another process of wend, raised in the process that was told of it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.says)
        self.fault = fault


def fault_of(error: BaseException) -> Fault:
    """The fault that an exception is."""
    if isinstance(error, OwnFault):
        return error.fault
    try:
        import traceback  # takes longer to import than most of wend

        text = "".join(traceback.format_exception(error))
    except Exception:  # where too many files are open, nothing can be imported
        text = ""
    return Fault(_in_one_line(error), _place(error.__traceback__), text, remedy_for(error))


def remedy_for(error: BaseException) -> str:
    """What helps where the machine lacks something; empty where that is not the cause."""
    return _MORE.get(error.errno or 0, "") if isinstance(error, OSError) else ""


def internal(error: BaseException, part: str, ref: TargetRef) -> Reason:
    """The reason for what a fault costs; writes the file for the report.

    `part` names what failed: "the search backward".
    """
    fault = fault_of(error)
    if fault.remedy:
        says = f"{part} was given up: {fault.says}"
        what, remedy = "shortage", fault.remedy
    else:
        file = failure_file(fault)
        says = f"wend itself failed in {part}: {fault.says} ({fault.place})"
        what, remedy = "internal", "please report it" + (f" with {file}" if file else "")
    return Reason(what, says, remedy, ref.function, ref.module.file, ref.line)


def failure_file(fault: Fault) -> str | None:
    """The file that tells of a fault; None where it can't be written, on a full disk for example.

    The same fault has the same file, so that a search that fails a hundred times leaves one.
    """
    import hashlib
    import tempfile

    digest = hashlib.sha256(fault.traceback.encode("utf-8", "replace")).hexdigest()[:12]
    with contextlib.suppress(OSError):
        file = os.path.join(tempfile.gettempdir(), f"wend-failure-{digest}.txt")
        with contextlib.suppress(FileExistsError):
            # Only a new file: somebody else may have put a link in its place.
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
            with open(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(fault.traceback)
        return file
    return None


class Contained:
    """A context that a fault ends: its Reason is noted, and the program goes on behind it.

    What a user did wrong, and Ctrl-C, go on upwards.
    """

    has_failed = False

    def __init__(self, reasons: Reasons, part: str, ref: TargetRef) -> None:
        self._reasons = reasons
        self._part = part
        self._ref = ref

    def __enter__(self) -> Contained:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception) or isinstance(error, WendError):
            return False
        self.has_failed = True
        self._reasons.append(internal(error, self._part, self._ref))
        return True


def _in_one_line(error: BaseException) -> str:
    try:
        message = " ".join(str(error).split())
    except Exception:  # it may be an exception of the code under test
        message = "its message can't be shown"
    short = message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE - 1]}…"
    return f"{type(error).__name__}: {short}" if short else type(error).__name__


def _place(traceback: TracebackType | None) -> str:
    """The innermost place of a traceback that is in wend."""
    place = "outside of wend"
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename.startswith(_PACKAGE):
            file = os.path.relpath(code.co_filename, os.path.dirname(_PACKAGE))
            place = f"{file}:{traceback.tb_lineno} in {code.co_name}"
        traceback = traceback.tb_next
    return place
