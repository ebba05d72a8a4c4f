"""What says that a parameter has no values: no constructor, no factory, too deep inside itself."""

from __future__ import annotations


class CannotBuild(Exception):
    """No value of the type can be made; says why."""


class TooDeep(CannotBuild):
    """A class is inside itself too often, or everything together is too much."""
