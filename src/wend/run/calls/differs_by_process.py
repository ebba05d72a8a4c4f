"""Values that differ from process to process: hashes, addresses, and the order of sets."""

from __future__ import annotations

import os
from typing import Any

from wend.path.reason import Reason
from wend.run import recorder


def varies(name: str, says: str, remedy: str) -> bool:
    """Notes that a value differs from process to process, and returns True, if the code under test
    asked for it. The library may ask for its own purposes, which makes no difference."""
    place = _own_place()
    if place is not None:
        recorder.current.note(Reason("nondeterministic", says, remedy, name, *place))
    return place is not None


def _own_place() -> tuple[str, int] | None:
    frame: Any = recorder.caller()
    while frame is not None and (file := frame.f_code.co_filename).startswith(_LIBRARY):
        if "site-packages" in file:
            break
        if not file.startswith(_DRAWS):
            return None
        frame = frame.f_back
    if frame is None or frame.f_code.co_name == "__hash__":
        return None  # the items of dicts and sets do not depend on the hashes
    return frame.f_code.co_filename, frame.f_lineno


_LIBRARY = os.path.dirname(os.__file__) + os.sep
_SAME_HASH = frozenset((int, bool, float, complex, range))
"""Types whose hashes, and so the order of a set of them, are the same in every process."""
_DRAWS = tuple([_LIBRARY + name for name in ("random.py", "uuid.py", "secrets.py", "tempfile.py")])
"""Modules of the library that hand on such values to their callers."""


def note_order(iterable: Any) -> None:
    """Notes that the code iterates over a set whose order differs from process to process."""
    if type(iterable) not in (set, frozenset) or len(iterable) < 2:
        return
    if not _SAME_HASH.issuperset(map(type, iterable)):
        says = "a set of text or objects has another order in each process"
        varies("set", says, "sort what the order matters for")
