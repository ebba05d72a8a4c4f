"""The real buffer that pointers of the inputs point into, between protected pages."""

from __future__ import annotations

import ctypes
import functools
import mmap
import sys
from typing import Any

from wend.inputs.memory import HIGH, LOW

_HINT = 0x6_7A5B_C000
"""The address that the buffer gets in every process, if it is free."""

_PAGES = HIGH + LOW
_NOT_SHARED = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS

# Not the Python functions around these two, which may have become twins.
_octets_at: Any = getattr(ctypes, "_string_at")  # noqa: B009 - which mypy does not know
_cast: Any = getattr(ctypes, "_cast")  # noqa: B009


@functools.cache
def base() -> int:
    """The address of offset 0, which is no part of the buffer. The first call makes the buffer."""
    library = ctypes.CDLL(None)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3]
    library.mmap.argtypes += [ctypes.c_long]
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    made: int | None = library.mmap(_HINT, _PAGES, 0, _NOT_SHARED, -1, 0)
    readable = mmap.PROT_READ | mmap.PROT_WRITE
    if made in (None, ctypes.c_void_p(-1).value) or library.mprotect(
        made + LOW, HIGH - LOW, readable
    ):
        raise MemoryError("there is no memory for the buffer of the inputs")
    return made


def cast(thing: Any, cls: Any) -> Any:
    """ctypes.cast"""
    return _cast(thing, thing, cls)


def fill(contents: list[tuple[int, bytes]]) -> None:
    """Puts bytes into the buffer at their offsets. All other bytes of the buffer become 0."""
    ctypes.memset(base() + LOW, 0, HIGH - LOW)
    for offset, part in contents:
        ctypes.memmove(base() + offset, part, len(part))


def write(address: int, contents: bytes) -> None:
    ctypes.memmove(address, contents, len(contents))


def read(address: int, size: int) -> bytes:
    found: bytes = _octets_at(address, size)
    return found


def all_of_it() -> bytes:
    """The bytes of the whole buffer."""
    return read(base() + LOW, HIGH - LOW)


def is_mapped(address: int, size: int) -> bool:
    """Whether memory may be read. Where the system does not tell, the answer is yes."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        with open("/proc/self/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            return len(memory.read(size)) == size
    except (OSError, OverflowError, ValueError):
        return False
