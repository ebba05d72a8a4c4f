"""What stays as it is, or may be held: what is known of it once is known for good."""

from __future__ import annotations

import functools
import operator
import re
import weakref
from contextvars import ContextVar
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from wend.run import draws
from wend.run.kinds import SCALARS
from wend.run.sites import FROM_C, PLAINLY, RECEIVERS
from wend.run.tracked.lift import own_method

DESCRIPTORS = (MethodDescriptorType, WrapperDescriptorType)
GETTERS = (operator.attrgetter, operator.itemgetter, operator.methodcaller)
HEAP_TYPE = 1 << 9
_IMMUTABLE_TYPE = 1 << 8
LOOKUPS = [
    cls.__dict__["__getattribute__"]
    for cls in (object, BaseException, ContextVar, *RECEIVERS)
    if "__getattribute__" in cls.__dict__
]
"""The ways of native types to find an attribute: all the same one."""


def is_lasting(defined: Any) -> bool:
    """Whether a function or class is defined once: one may hold it."""
    return "<locals>" not in defined.__qualname__


def is_lasting_owner(owner: Any) -> bool:
    """Whether the object of a native method may be held."""
    cls = type(owner)
    if cls is ModuleType or cls is re.Pattern or owner is draws.SHARED:
        return True
    return issubclass(cls, type) and is_lasting(owner)


def lasts(function: Any, cls: type) -> bool:
    """Whether what takes the place of a native callable may be held, with all that it holds."""
    if cls is functools.partial:
        if is_of_plain_values(function):
            return True
        if type(function.func) is BuiltinFunctionType:
            is_held = type(function.func.__self__) is ModuleType
        else:
            is_held = type(function.func) is type and is_lasting(function.func)
        # Its keywords could be changed.
        return is_held and not function.keywords and has_plain_values(function)
    if cls is type:
        # Those of native modules can't be changed, since 3.12 those of itertools, too; what makes
        # the objects of others is found once (`callee`).
        return _is_immutable(function) or is_lasting(function)
    if cls is FunctionType:
        return is_lasting(function)
    if cls in FROM_C:
        return is_lasting_owner(function.__self__)
    if cls in DESCRIPTORS:
        return is_lasting(function.__objclass__)
    if cls in GETTERS:
        made, given = function.__reduce__()
        return has_plain_values(functools.partial(made, *given))
    return type(function.__wrapped__) is FunctionType and is_lasting(function.__wrapped__)


def is_weak(cls: type) -> bool:
    """Whether it is a class of weak references, which look at nothing when they are called."""
    return own_method(cls, "__call__") is weakref.ref.__dict__["__call__"]


def keeps_methods(cls: type, name: str) -> bool:
    """Whether a native type, and its objects, have nothing else by the name of a method, ever."""
    return (
        not cls.__dictoffset__
        and _is_immutable(cls)
        and type(own_method(cls, name)) is MethodDescriptorType
        and own_method(cls, "__getattribute__") in LOOKUPS
    )


def is_of_plain_values(partial: functools.partial[Any]) -> bool:
    """Whether a partial is of a function that may be called as it is with plain values, and has
    nothing else."""
    function: Any = partial.func
    is_hashed = type(function) is type or type(function) in FROM_C
    return is_hashed and function in PLAINLY and has_plain_values(partial)


def has_plain_values(partial: functools.partial[Any]) -> bool:
    values = (*partial.args, *partial.keywords.values())
    return SCALARS.issuperset(map(type, values))


def _is_immutable(cls: type) -> bool:
    return not cls.__flags__ & HEAP_TYPE or bool(cls.__flags__ & _IMMUTABLE_TYPE)
