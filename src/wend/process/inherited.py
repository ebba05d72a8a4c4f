"""What a process has open from before it was forked, and code under test must not change."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Collection


def cut_off(kept: Collection[int]) -> None:
    """Opens each inherited file anew, and lets all other descriptors lead nowhere.

    A file is found by its path, so where files are seen through overlays the new descriptor leads
    to the overlay. Position and mode stay as they were; a file that can't be opened leads nowhere.
    """
    for name in os.listdir("/proc/self/fd"):
        descriptor = int(name)
        if descriptor > 2 and descriptor not in kept:
            try:
                _replace(descriptor)
            except OSError:
                continue  # it was the one for the listing


def _replace(descriptor: int) -> None:
    said = os.fstat(descriptor)
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    if not stat.S_ISREG(said.st_mode) and not stat.S_ISDIR(said.st_mode):
        opened = os.open(os.devnull, os.O_RDWR)
    else:
        try:
            opened = os.open(os.readlink(f"/proc/self/fd/{descriptor}"), flags & ~os.O_TRUNC)
            if stat.S_ISREG(said.st_mode):
                os.lseek(opened, os.lseek(descriptor, 0, os.SEEK_CUR), os.SEEK_SET)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
    is_inherited = os.get_inheritable(descriptor)
    os.dup2(opened, descriptor, is_inherited)
    os.close(opened)
