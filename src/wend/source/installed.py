"""Which files are installed: those of the standard library and of packages."""

from __future__ import annotations

import functools
import os

_LIBRARY = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_PACKAGES = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")


@functools.cache
def is_installed(file: str) -> bool:
    """Whether a file is part of Python or of an installed package."""
    file = os.path.abspath(file)
    return file.startswith(_LIBRARY) or any(part in file for part in _PACKAGES)


def is_beside(file: str, other: str) -> bool:
    """Whether a file is in the directory of another one, or below it."""
    home = os.path.join(os.path.dirname(os.path.abspath(other)), "")
    return os.path.abspath(file).startswith(home)


@functools.cache
def installed_module(file: str) -> str:
    """The name of the module or package, installed with Python or by pip, that a file is part of:
    `json` of `json/decoder.py`; "" for any other file."""
    file = os.path.abspath(file)
    for above in _PACKAGES:
        if above in file:
            return _first_name(file.rpartition(above)[2])
    return _first_name(file.removeprefix(_LIBRARY)) if file.startswith(_LIBRARY) else ""


def _first_name(path: str) -> str:
    return path.partition(os.sep)[0].removesuffix(".py")
