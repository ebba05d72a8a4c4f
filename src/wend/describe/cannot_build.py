"""Exceptions for a type without values: no constructor, no factory, or nested too deep."""

from __future__ import annotations


class CannotBuild(Exception):
    """No value of the type can be made, for the reason in the message."""


class TooDeep(CannotBuild):
    """A class contains itself too often, or a domain has too many parts."""
