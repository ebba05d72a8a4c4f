"""Bare objects: those of classes written in Python that are nothing but their attributes.

A summary can describe such an object by its class and attributes, and make it anew.
"""

from __future__ import annotations

import functools
from types import BuiltinFunctionType, MemberDescriptorType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE
from wend.run.arguments.graph_fields import slot_of
from wend.run.composed.names import find

_NOT_MADE = 1 << 7
_NOT_BARE = ("__del__", "__getattribute__")
"""Methods that make an object more than its attributes."""


@functools.cache
def why_not_bare(cls: Any) -> str:
    """Why objects of a class are more than a class name and attributes; "" if they are not."""
    if find(cls.__module__, cls.__qualname__) is not cls:
        shown = f"{cls.__module__}.{cls.__qualname__}"
        return f"it is given a {shown}, a class that is not found by its name"
    return why_more(cls)


def why_more(cls: type) -> str:
    """Why objects of a class are more than their attributes; "" if they are not."""
    shown = f"{cls.__module__}.{cls.__qualname__}"
    for base in cls.__mro__:
        own = type.__dict__["__dict__"].__get__(base)
        if base in (object, Exception, BaseException):
            continue
        is_native = not base.__flags__ & HEAP_TYPE or "__module__" not in own
        if is_native and base.__basicsize__ != object.__basicsize__:
            is_error = issubclass(base, BaseException)
            if not is_error or base.__basicsize__ != Exception.__basicsize__:
                return f"it is given a {shown}, which is native"
        if base.__flags__ & HEAP_TYPE and _is_native(base, own):
            return f"it is given a {shown}, which is native"
        for name in _NOT_BARE:
            if name in own and base.__flags__ & HEAP_TYPE:
                return f"it is given a {shown}, which has {name}"
    return ""


def _is_native(cls: type, own: Any) -> bool:
    """Whether a heap type was not written in Python: its objects have parts that are no attributes,
    or can't be made by code."""
    if cls.__flags__ & _NOT_MADE or type(own.get("__new__")) is BuiltinFunctionType:
        return True
    parts = sum(type(each) is MemberDescriptorType for each in own.values())
    below = cls.__base__.__basicsize__ if cls.__base__ is not None else 0
    return cls.__basicsize__ - below > 8 * (parts + 2)


def attributes(value: Any) -> list[tuple[str, Any]]:
    """The attributes that an object itself has, with their names; runs none of its code."""
    found: list[tuple[str, Any]] = []
    for name, descriptor in _members(value):
        try:
            found.append((name, descriptor.__get__(value)))
        except AttributeError:
            continue
    names = names_of(value)
    return found if names is None else [*found, *names.items()]


def set_attribute(value: Any, name: str, attribute: Any) -> None:
    """Sets an attribute that an object itself has; runs none of its code."""
    for known, descriptor in _members(value):
        if known == name:
            descriptor.__set__(value, attribute)
            return
    names = names_of(value)
    assert names is not None
    names[name] = attribute


def names_of(value: Any) -> dict[str, Any] | None:
    """The `__dict__` of an object, or None."""
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return own if type(own) is dict else None


def _members(value: Any) -> list[tuple[str, Any]]:
    cls: Any = type(value)
    return _members_of(cls)


@functools.cache
def _members_of(cls: Any) -> list[tuple[str, Any]]:
    """The names and descriptors of the slots of a class."""
    return [
        (name, slot)
        for base in cls.__mro__
        if base.__flags__ & HEAP_TYPE
        for name, each in type.__dict__["__dict__"].__get__(base).items()
        if type(slot := slot_of(each)) is MemberDescriptorType and slot.__objclass__ is base
    ]
