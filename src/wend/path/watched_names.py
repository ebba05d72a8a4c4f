"""The names by which code may see state, for a run that watches what they stand for."""

from __future__ import annotations

from wend.record import Record


class WatchedNames(Record):
    """What a watched run looks at (`run.state_watch`)."""

    files: tuple[str, ...]
    """The files whose code is watched."""
    variables: tuple[str, ...]
    """The globals, and variables of functions around, that other calls may change."""
    imported: tuple[str, ...]
    """Those of them that nothing binds but an import: what may change is what they stand for."""
    attributes: tuple[str, ...]
    """The attributes that other calls may change."""
    of_classes: tuple[str, ...]
    """The attributes that other calls may set on a class, and not only on its objects."""
