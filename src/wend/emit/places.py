"""File names as people want to read them, and the room that there is for them."""

from __future__ import annotations

import os
import pathlib


def shown_path(file: str, cwd: pathlib.Path | None = None) -> str:
    """The path relative to the working directory where it is below it, else as it is."""
    if not file:
        return file
    path = pathlib.Path(file)
    cwd = pathlib.Path.cwd() if cwd is None else cwd
    for candidate in (path, path.resolve()):
        if candidate.is_relative_to(cwd):
            return candidate.relative_to(cwd).as_posix()
    return path.as_posix()


def terminal_width(otherwise: int) -> int:
    """The columns of the terminal, as shutil tells them; that takes long to import."""
    try:
        return int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size().columns or otherwise
    except (ValueError, OSError):
        return otherwise
