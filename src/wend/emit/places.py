"""File names as people read them, and how wide a report is."""

from __future__ import annotations

import os
import pathlib
from typing import TextIO

WIDTH = 100
"""Columns of a report that is not drawn on a terminal, unless COLUMNS says otherwise."""


def shown_path(file: str) -> str:
    """The path relative to the working directory where it is below it, else as it is."""
    if not file:
        return file
    path = pathlib.Path(file)
    cwd = pathlib.Path.cwd()
    for candidate in (path, path.resolve()):
        if candidate.is_relative_to(cwd):
            return candidate.relative_to(cwd).as_posix()
    return path.as_posix()


def terminal_width(otherwise: int = WIDTH, stream: TextIO | None = None) -> int:
    """COLUMNS if it is set; else the columns of the terminal that a stream (standard output, if
    none is given) writes to; `otherwise` where it writes to none.

    `shutil` has the same function, and takes long to import.
    """
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    try:
        file = 1 if stream is None else stream.fileno()
        return os.get_terminal_size(file).columns or otherwise
    except (ValueError, OSError):
        return otherwise
