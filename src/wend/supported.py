"""Which interpreters and systems wend runs on, and one sentence for the others.

Pythons that are too old read this file before they are refused, Python 2 as well: no annotations
and no f-strings here.
"""

import os
import sys

OLDEST = (3, 11)
NEWEST = (3, 15)
"""The newest that the tests run on; newer ones are not refused."""

SUPPORTED = (
    "wend runs on Linux (it needs fork and /proc), with CPython 3.11 or newer, not free-threaded"
)

_SYSTEMS = {"darwin": "macOS", "win32": "Windows"}
"""What people call them, by `sys.platform`."""


def refusal(version, implementation, platform, is_free_threaded, has_fork, has_proc):
    # type: (tuple[int, ...], str, str, bool, bool, bool) -> str
    """Why wend does not run where these are the facts, as one sentence; empty where it runs."""
    if version[:2] < OLDEST:
        matter = "this is Python " + _dotted(version)
    elif implementation != "cpython":
        matter = "this is " + implementation
    elif is_free_threaded:
        matter = "this is a free-threaded build of Python " + _dotted(version)
    elif not platform.startswith("linux"):
        matter = "this is " + _SYSTEMS.get(platform, platform)
    elif not has_fork:
        matter = "there is no os.fork here"
    elif not has_proc:
        matter = "there is no /proc here"
    else:
        return ""
    return matter + "; " + SUPPORTED


def refusal_here():
    # type: () -> str
    """Why wend does not run on this interpreter and this system; empty where it runs."""
    return refusal(
        tuple(sys.version_info[:3]),
        sys.implementation.name if hasattr(sys, "implementation") else "",
        sys.platform,
        "t" in getattr(sys, "abiflags", ""),
        hasattr(os, "fork"),
        os.path.exists("/proc/self/stat"),
    )


def caution(version):
    # type: (tuple[int, ...]) -> str
    """What to tell people whose Python is newer than all that wend was tested with, or nothing."""
    if version[:2] <= NEWEST:
        return ""
    tested = " is newer than all that wend was tested with (up to " + _dotted(NEWEST) + ")"
    return "Python " + _dotted(version[:2]) + tested + "; results may be wrong"


def _dotted(version):
    # type: (tuple[int, ...]) -> str
    return ".".join([str(part) for part in version])
