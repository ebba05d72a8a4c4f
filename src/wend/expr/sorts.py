"""The sorts that terms have."""

import enum


class Sort(enum.Enum):
    """What kind of Python value a term stands for; ints are unbounded."""

    BOOL = "bool"
    INT = "int"
