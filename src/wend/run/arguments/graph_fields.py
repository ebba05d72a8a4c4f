"""Fields of cells, which are decided when they are first read.

A cell is an instance of its class, made without its constructor and without any field. An accessor
in the class stands for each field. When it is first asked for the field of a cell, it decides the
content. The instance has the field from then on.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

from wend.record import Record

Decide = Callable[[str], Any]
"""Decides a field of one cell and returns its content."""

_identity = object.__hash__
"""`id`, without the event for audit hooks."""

_MISSING: Any = object()


class _Known(Record):
    """A cell of the run under way."""

    instance: Any
    """Kept, so that no other object gets its id."""
    decided: set[str]
    decide: Decide


_known: dict[int, _Known] = {}


def begin() -> None:
    """Forgets the cells of an earlier run."""
    _known.clear()


def enter(instance: Any, decided: set[str], decide: Decide) -> None:
    """Makes an instance a cell. `decided` are the fields that are decided already."""
    _known[_identity(instance)] = _Known(instance, decided, decide)


def complete(instance: Any) -> None:
    """Decides all fields of an instance, for code that looks at all of them at once."""
    known = _known.get(_identity(instance)) if _known else None
    if known is not None:
        cls = type(instance)
        for base in cls.__mro__:
            for name, each in [*base.__dict__.items()]:
                if isinstance(each, GraphField) and name not in known.decided:
                    getattr(instance, name)


def slot_of(member: Any) -> Any:
    """The member of a class for a slot, without the accessor in front of it."""
    return member._slot if type(member) is GraphField else member


def install(cls: type, names: Iterable[str]) -> None:
    """Puts accessors for its fields into a class."""
    _install_whole(cls)
    for name in names:
        found: Any = next(
            (base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), None
        )
        if not isinstance(found, GraphField):
            slot = found if isinstance(found, MemberDescriptorType) else _InDict(cls, name)
            own = cls.__dict__.get(name, _MISSING)
            type.__setattr__(cls, name, GraphField(cls, name, own, slot))


def _install_whole(cls: type) -> None:
    """Has code that looks at all fields at once find all: `vars`, `copy`, `pickle`."""
    for base in cls.__mro__:
        found = base.__dict__.get("__dict__")
        if isinstance(found, GetSetDescriptorType):
            # A class refuses to have this set, but the dict behind it does not.
            (own,) = gc.get_referents(base.__dict__)
            own["__dict__"] = _Whole(found)
            base.__module__ = base.__module__  # tells Python that the class has changed
    if all(name not in base.__dict__ for base in cls.__mro__[:-1] for name in _STATES):
        type.__setattr__(cls, "__getstate__", _state_of)


_STATES = ("__getstate__", "__reduce__", "__reduce_ex__")


def _state_of(instance: Any) -> Any:
    complete(instance)
    return object.__getstate__(instance)


class _Whole:
    """Accessor for the `__dict__` of instances. Reading it decides all fields."""

    __slots__ = ("slot",)

    def __init__(self, slot: Any) -> None:
        self.slot = slot

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self.slot.__get__(None, owner)
        complete(instance)
        return self.slot.__get__(instance, owner)

    def __set__(self, instance: Any, value: Any) -> None:
        complete(instance)
        self.slot.__set__(instance, value)

    def __delete__(self, instance: Any) -> None:
        complete(instance)
        self.slot.__delete__(instance)


class GraphField:
    """Accessor for a field of cells, which is asked each time."""

    __slots__ = ("_holder", "_name", "_own", "_slot")

    def __init__(self, holder: type, name: str, own: Any, slot: Any) -> None:
        self._holder = holder
        self._name = name
        self._own = own
        """The attribute of the class by this name."""
        self._slot = slot
        """The place of the content in instances."""

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self._otherwise(None, owner)
        try:
            return self._slot.__get__(instance, owner)
        except AttributeError:
            known = _known.get(_identity(instance))
            if known is None or self._name in known.decided:
                if isinstance(self._slot, _InDict):
                    return self._otherwise(instance, type(instance))
                raise
        value = known.decide(self._name)
        self._slot.__set__(instance, value)
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        self._decided(instance)
        self._slot.__set__(instance, value)

    def __delete__(self, instance: Any) -> None:
        if not self._decided(instance):
            self._slot.__delete__(instance)

    def _decided(self, instance: Any) -> bool:
        """Whether the field was undecided. It is decided from now on."""
        known = _known.get(_identity(instance))
        if known is None or self._name in known.decided:
            return False
        known.decided.add(self._name)
        return True

    def _otherwise(self, instance: Any, owner: Any) -> Any:
        """The attribute that Python would find without the accessor."""
        own = self._own
        if own is _MISSING:
            above = owner.__mro__[owner.__mro__.index(self._holder) + 1 :]
            own = next((b.__dict__[self._name] for b in above if self._name in b.__dict__), own)
        if own is _MISSING:
            name = owner.__name__
            named = f"type object '{name}'" if instance is None else f"'{name}' object"
            error = AttributeError(f"{named} has no attribute '{self._name}'")
            error.name, error.obj = self._name, owner if instance is None else instance
            raise error
        bind = getattr(type(own), "__get__", None)
        return own if bind is None else bind(own, instance, owner)


class _InDict:
    """A field in the dict of instances, with the interface of a slot."""

    __slots__ = ("_dict", "_name")

    def __init__(self, cls: type, name: str) -> None:
        self._name = name
        found: Any = next(
            (b.__dict__["__dict__"] for b in cls.__mro__ if "__dict__" in b.__dict__), None
        )
        self._dict = found.slot if isinstance(found, _Whole) else found
        """The descriptor of the dict of instances, which decides nothing."""

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        try:
            return self._dict.__get__(instance)[self._name]
        except KeyError:
            raise AttributeError(self._name) from None

    def __set__(self, instance: Any, value: Any) -> None:
        self._dict.__get__(instance)[self._name] = value

    def __delete__(self, instance: Any) -> None:
        try:
            del self._dict.__get__(instance)[self._name]
        except KeyError:
            raise AttributeError(self._name) from None
