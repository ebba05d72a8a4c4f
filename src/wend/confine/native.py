"""System calls that Python's library does not offer, by way of `_ctypes`.

Not `ctypes`: code under test that imports it would find it imported already, and wend prepares
models of raw memory for code that does.
"""

from __future__ import annotations

import os
from array import array
from typing import Any

from wend.record import Record


class SystemCalls(Record):
    """The numbers of system calls that differ between processors."""

    pivot_root: int
    capset: int


SYSTEM_CALLS = {"x86_64": SystemCalls(155, 126), "aarch64": SystemCalls(41, 91)}
"""By the name that the kernel has for the processor."""

SET_NO_NEW_PRIVILEGES = 38
SET_PARENT_DEATH_SIGNAL = 1
"""Of prctl(2)."""


class Native:
    """The C library of this process: its functions by name."""

    def __init__(self) -> None:
        import _ctypes  # a Python that was built without libffi has none

        class Long(_ctypes._SimpleCData):  # type: ignore[type-arg]
            _type_ = "l"

        class Function(_ctypes.CFuncPtr):
            _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
            _restype_ = Long

        self._ctypes: Any = _ctypes
        self._long: Any = Long
        self._function: Any = Function
        self._library = self._ctypes.dlopen(None, 0)
        self.machine = os.uname().machine
        if self.machine not in SYSTEM_CALLS:
            raise OSError(f"no system calls are known for {self.machine}")
        self.numbers = SYSTEM_CALLS[self.machine]

    def call(self, name: str, *arguments: int | bytes | None) -> int:
        """Calls a C function and returns its result; raises OSError where the result is -1."""
        function = self._function(self._ctypes.dlsym(self._library, name))
        given = [self._long(each) if isinstance(each, int) else each for each in arguments]
        self._ctypes.set_errno(0)
        result = int(function(*given))
        # Of a C int only the lower half of the register counts.
        if result & 0xFFFF_FFFF == 0xFFFF_FFFF:
            error = self._ctypes.get_errno()
            raise OSError(error, f"{name}: {os.strerror(error)}")
        return result

    def system_call(self, number: int, *arguments: int | bytes | None) -> int:
        return self.call("syscall", number, *arguments)

    def prctl(self, option: int, value: int, more: int = 0) -> None:
        self.call("prctl", option, value, more, 0, 0)

    def die_with_parent(self) -> None:
        """Has the kernel kill this process when its parent ends."""
        self.prctl(SET_PARENT_DEATH_SIGNAL, 9)


def address_of(data: array[int]) -> int:
    """Where the items of an array are in memory, as long as the array lives and does not grow."""
    return data.buffer_info()[0]
