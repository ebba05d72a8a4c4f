"""Kinds of native callables, as the probe for calls tells them apart."""

from __future__ import annotations

import re
import weakref
from types import BuiltinFunctionType

from wend.run.tracked.lift import own_method

FROM_C = frozenset((BuiltinFunctionType, type(re.compile("").match)))
"""Types of native functions and methods; some methods that know their class have a type of their
own."""

GUARDED = object()
"""In place of a model: the method is called by `opaque.guarded`."""


def is_weak_reference(cls: type) -> bool:
    """Whether it is a class of weak references, which look at nothing when they are called."""
    return own_method(cls, "__call__") is weakref.ref.__dict__["__call__"]
