"""The capabilities of this process: those that it uses, and those that it may take up again.

In a user namespace of its own a process has all of them, for what belongs to that namespace. Code
under test must see files as its user does, so it uses only those that the user has outside.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator

from wend.confine.native import Native
from wend.record import Record

_VERSION = 0x2008_0522


class Capabilities(Record):
    """Sets of capabilities, as bits (capabilities(7))."""

    used: int
    """The effective ones."""
    held: int
    """The permitted ones."""


def capabilities() -> Capabilities:
    sets = {}
    with open("/proc/thread-self/status", encoding="ascii", errors="replace") as status:
        for line in status:
            name, _, value = line.partition(":")
            if name in ("CapEff", "CapPrm"):
                sets[name] = int(value, 16)
    return Capabilities(sets["CapEff"], sets["CapPrm"])


def use(native: Native, used: int, held: int) -> None:
    """Sets which capabilities this process uses, and which it holds."""
    header = struct.pack("Ii", _VERSION, 0)
    halves = [(each & 0xFFFF_FFFF, each >> 32) for each in (used, held)]
    sets = struct.pack("6I", halves[0][0], halves[1][0], 0, halves[0][1], halves[1][1], 0)
    native.system_call(native.numbers.capset, header, sets)


@contextlib.contextmanager
def all_used(native: Native) -> Iterator[None]:
    """Uses all capabilities that this process holds."""
    before = capabilities()
    use(native, before.held, before.held)
    try:
        yield
    finally:
        use(native, before.used, before.held)
