"""The sorts that terms have."""

import enum


class Sort(enum.Enum):
    """What kind of Python value a term stands for; ints are unbounded."""

    BOOL = "bool"
    INT = "int"

    # Enum's own is written in Python, and every term that is built hashes its sort.
    __hash__ = object.__hash__
