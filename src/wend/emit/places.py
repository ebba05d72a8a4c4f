"""File names as people want to read them."""

from __future__ import annotations

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
