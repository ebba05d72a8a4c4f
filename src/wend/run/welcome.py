"""Classes that are met: what may be done to their objects without a probe from now on."""

from __future__ import annotations

import abc
import enum
from types import FunctionType, MethodDescriptorType

from wend.run.giving_way import give_way
from wend.run.kinds import NAMED, admit_below, admit_tuple, admit_written
from wend.run.lasting import HEAP_TYPE, LOOKUPS, is_lasting
from wend.run.lengths import meet
from wend.run.sites import ALL_PLAIN, HOLDING_NOTHING, STORED, Methods
from wend.run.tracked.lift import FOLLOWED, own_method


def welcome(cls: type) -> None:
    """A class was met whose functions have their twins: may be that its objects need no probe."""
    bases = type.__dict__["__mro__"].__get__(cls)
    if not FOLLOWED.isdisjoint(bases) or str(cls.__module__).startswith("wend."):
        return
    give_way(cls)
    equal = own_method(cls, "__eq__")
    if type(equal) is FunctionType and (issubclass(cls, str | bytes) or _may_show(equal)):
        NAMED["listed"].expel_all_but(())  # its code would be asked for what is sought there
    if type(cls) in METACLASSES and is_lasting(cls):
        natives = [base for base in bases if not base.__flags__ & HEAP_TYPE]
        if natives == [object]:
            admit_written(cls, tells_length=meet(cls))
        elif len(natives) == 2:
            if natives[0] is tuple and all(
                own_method(cls, name) is own_method(tuple, name) for name in _OF_TUPLES
            ):
                admit_tuple(cls)
            if admit_below(cls, natives[0]):
                _below[cls] = natives[0]


def welcome_native(kinds: Methods, cls: type) -> None:
    """A method of a native type was called: may be that it needs no probe from now on."""
    if cls in _below:
        _welcome_below(kinds, cls, _below[cls])
        return
    name = f"{cls.__module__}.{cls.__qualname__}"
    if name in HOLDING_NOTHING and type(own_method(cls, kinds.name)) is MethodDescriptorType:
        NAMED["receivers"].add(cls)
        if name in ALL_PLAIN:
            NAMED["scalars"].admit(cls)
            NAMED["read"].admit(cls)
        NAMED["keys"].admit(cls)
        if kinds.is_checked:
            kinds.admit(cls)
        elif kinds.name == "append":
            kinds.alone.add(cls)


def is_below(cls: type) -> bool:
    """Whether it is a class written in Python, below a native one that is known."""
    return cls in _below


def _welcome_below(kinds: Methods, cls: type, native: type) -> None:
    """Likewise a method that a class written in Python has from a native one that it is below."""
    if (
        kinds.may_be_of(native)
        and kinds.name not in STORED
        and own_method(cls, kinds.name) is own_method(native, kinds.name)
        and own_method(cls, "__getattribute__") in LOOKUPS
        and own_method(cls, "__call__") is None  # an attribute that is called is no receiver
    ):
        NAMED["receivers"].add(cls)
        kinds.admit(cls)


def _may_show(equal: FunctionType) -> bool:
    """Whether others can see that objects were compared with a text: not by the `__eq__` that
    `dataclass` made, which looks at the class first."""
    return equal.__code__.co_filename != "<string>"


_OF_TUPLES = ("__hash__", "__eq__", "__iter__", "__len__", "__getattribute__", "__getitem__")
METACLASSES = (type, abc.ABCMeta, enum.EnumType)
"""Those whose classes do what classes do."""
_below: dict[type, type] = {}
"""Classes written in Python, and the native one that each is below."""
