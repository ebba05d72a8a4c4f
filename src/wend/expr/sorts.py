"""The sorts that terms have."""

import enum


class Sort(enum.Enum):
    """What kind of Python value a term stands for; ints are unbounded, floats IEEE doubles."""

    BOOL = "bool"
    INT = "int"
    FLOAT = "float"

    # Enum's own is written in Python, and every term that is built hashes its sort.
    __hash__ = object.__hash__
