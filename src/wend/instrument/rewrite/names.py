"""Names of builtins that a call must name directly."""

from __future__ import annotations

FRAME_READERS = frozenset(
    ("super", "locals", "globals", "vars", "dir", "eval", "exec", "__import__", "breakpoint")
)
"""Builtins whose meaning depends on the frame or the name that they are called by."""

TEXT_READERS = frozenset(("eval", "exec", "__import__"))
"""Those among them that read the text of their argument."""

TELL_WITH_ARGUMENT = frozenset(("vars", "dir"))
"""Those among them that read no frame if they are given an argument."""
