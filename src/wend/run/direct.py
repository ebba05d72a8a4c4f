"""What twin code may call without asking the probe for calls: functions and methods that are known.

A function is known to the call that it was met at (`kinds.Site`), a method by its name and the
type of its object. Methods of native types are called directly with plain arguments only, which
the twin looks at; those of classes written in Python once they have their twins, unless some code
stores an attribute of their name, which might hide them.
"""

from __future__ import annotations

import abc
import bisect
import builtins
import collections
import functools
import heapq
import math
import random
import re
import struct
from collections.abc import Callable, Iterable
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from wend.instrument.rewrite.inline_calls import (
    ARGUMENTS,
    ATTRIBUTE_READERS,
    DRAWING,
    HANDING_ON,
    HEAPS,
    KEYED,
    MAPPERS,
    STRUCTS,
)
from wend.run import draws
from wend.run.blocks import block
from wend.run.draws import COPIES, DRAWS
from wend.run.kinds import NAMED, SCALARS, STATE, Kinds, Look, Memo, Site, Types, admit_written
from wend.run.opaque import Opaque, guarded
from wend.run.tracked.lift import BARE, FOLLOWED, TEXTS, TRACKED, own_method
from wend.run.tracked.octets import BareByteArray

Call = Callable[..., Any]

GUARDED = object()
"""In place of a model: the method is called by `opaque.guarded`."""

LOOKING_AT_FRAMES = frozenset(("_getframe", "_getframemodulename"))
"""Functions of `sys`: where calls are composed, frames of ours are among those that they find."""

RECEIVERS = (
    str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, collections.deque,
    collections.OrderedDict, collections.defaultdict, re.Pattern, re.Match,
)  # fmt: skip
"""Native types whose methods do with plain arguments what they do without us."""

NAMED["truths"] = Types(TRACKED | TEXTS)
NAMED["integers"] = Types({int, bool, float, str, bytes, *TRACKED, *TEXTS})
NAMED["numbers"] = Types({int, float, complex, bool, *TRACKED})
NAMED["followed"] = Types(FOLLOWED)
NAMED["bare"] = BareByteArray
NAMED["sized"].admit(BareByteArray)


class Methods(Kinds):
    """The types whose method of this name may be called directly."""

    __slots__ = ("name", "refused")

    def __init__(self, name: str, types: Iterable[type]) -> None:
        super().__init__(types)
        self.name = name
        self.refused: set[tuple[type, Any]] = set()
        """Types and functions that do not belong together for good: `super().m()`."""


class Callee(Site):
    """A call by name of what may be one of these builtins, whose arguments the twin looks at.

    What the twin does not know by itself, the probe may know soon.
    """

    __slots__ = ("builtins", "cls", "hands_on", "inner", "is_of_one")

    def __init__(self, builtins: frozenset[Any]) -> None:
        super().__init__()
        self.builtins = builtins
        self.hands_on = False
        """Whether it is handed something in place of a function: by a builtin alone, since code
        under test could see it."""
        self.is_of_one = False
        """Whether the call has one argument, without a name."""
        self.inner: FunctionType | None = None
        """The function of a bound method, or of a partial, that was called here."""
        self.cls: type | None = None
        """The class of objects that are called here."""

    def trust(self, function: Any, *, is_native: bool) -> None:
        if not self.hands_on or any(function is each for each in self.builtins):
            super().trust(function, is_native=is_native)


_BUILTINS = {
    kinds: frozenset(
        getattr(builtins, name)
        for name, wanted in ARGUMENTS.items()
        if kinds in (wanted, "scalars")
    )
    for kinds in ("scalars", "iterables", "sized", "ordered", "mappings", "numbers_only")
}
_BUILTINS["readers"] = frozenset(getattr(builtins, name) for name in ATTRIBUTE_READERS)
_BUILTINS["keyed"] = frozenset(getattr(builtins, name) for name in KEYED)
_BUILTINS["pairs"] = frozenset((dict,))
_BUILTINS["mappers"] = frozenset(getattr(builtins, name) for name in MAPPERS)
_BUILTINS["heaps"] = frozenset(
    getattr(module, name) for module in (bisect, heapq) for name in HEAPS if hasattr(module, name)
)
_OF_MATH = {
    function for function in vars(math).values() if isinstance(function, BuiltinFunctionType)
}
_OF_STRUCT = {getattr(struct, name) for name in STRUCTS}
_BUILTINS["scalars"] |= _OF_MATH | _OF_STRUCT
_PLAINLY = frozenset(
    {getattr(builtins, name) for name, kinds in ARGUMENTS.items() if kinds == "scalars"}
    | _OF_MATH
    | _OF_STRUCT
)
"""What may be called as it is with plain values."""
composing = False
"""Whether calls of Python functions are composed, so that each of them has to be asked for."""

_methods: dict[tuple[str, str], Methods] = {}
_stored: set[str] = set()
"""Names of attributes that some code stores."""
_safe_methods: set[tuple[type, str]] = set()


def constant(kind: str, detail: str) -> Any:
    """What stands in a twin for one call (`site`), the calls of a method, a block, a look at a
    type."""
    if kind in ("any", "methods"):
        return _methods.get((kind, detail)) or _new_methods(kind, detail)
    if kind == "memo":
        return Memo()
    if kind == "block":
        return block(int(detail))
    if kind in ("look", "unless"):
        name = detail.partition(":")[2]
        kinds = NAMED[name] if name in NAMED else constant(*name.split(":"))
        return Look(kinds, unless=kind == "unless")
    site = Callee(_BUILTINS.get(kind, frozenset()))
    site.is_of_one = kind == "of_one"
    site.hands_on = kind in ("keyed", "mappers")
    return site


def _new_methods(kind: str, name: str) -> Methods:
    types: list[type] = [
        cls
        for cls in (*RECEIVERS, BareByteArray)
        if type(own_method(cls, name)) is MethodDescriptorType
        and (kind == "methods" or (cls, name) in _safe_methods)
        and not (issubclass(cls, bytearray) and name in HANDING_ON)  # which reads numbers
    ]
    if kind == "methods" and name not in _stored:
        types += [cls for cls in BARE if type(own_method(cls, name)) is MethodDescriptorType]
    if name in ("close", "send", "throw"):
        types.append(GeneratorType)  # which hands them on to its code
    made = _methods[kind, name] = Methods(name, types)
    if name == "append":
        made.alone = BareByteArray  # the twin looks at what is appended there
    is_drawing = name in draws.NAMES or (kind == "methods" and name in DRAWING)
    if is_drawing and name not in _stored:
        DRAWS.of_methods(name, made)
    return made


def probes(call: Call, methods: dict[type, dict[str, Any]]) -> dict[str, Call]:
    """The probes that twins ask where they can't call directly; those of methods have models."""
    NAMED["receivers"] = frozenset((*RECEIVERS, *BARE, BareByteArray, random.Random))
    for cls, models in methods.items():
        _safe_methods.update((cls, name) for name, model in models.items() if model is None)

    def called(function: Any, site: Callee) -> Any:
        """What to call in place of `function`; from now on without this probe, if that holds."""
        cls = type(function)
        if cls is site.cls:
            return function
        if cls is MethodType:
            if function.__func__ is site.inner:
                return function
        elif cls in _REPLACED:
            if function == site.original:
                return site.instead
            if cls is functools.partial and function.func is site.inner:
                _trust_object(site, function, cls)
                return function
            if cls is BuiltinFunctionType and DRAWS.may_call(function):
                return function
        replaced = call(function)
        if site.known is not function:
            trust(site, function, replaced)
        return replaced

    def called_method(attribute: Any, site: Callee, kinds: Methods) -> Any:
        """Likewise of an attribute: a method of an object, or a function of a module."""
        cls = type(attribute)
        if cls is MethodType:
            inner = attribute.__func__
            if inner is site.inner:
                return attribute
            if attribute is site.original:
                return site.instead
            replaced = call(attribute)
            if inner in COPIES:
                is_checked = bool(site.builtins) and kinds.name in DRAWING
                DRAWS.stand(site, attribute, replaced, is_checked=is_checked)
            elif replaced is attribute:
                met = type(attribute.__self__), inner
                if met not in kinds.refused:
                    _trust_method(kinds, *met)
                trust(site, attribute, replaced)
            return replaced
        if cls is site.cls:
            return attribute
        if cls in _REPLACED and attribute == site.original:
            return site.instead
        replaced = call(attribute)
        trust(site, attribute, replaced)
        # Where an argument is not plain, the twin takes what has such a type for a receiver.
        if cls in NAMED["receivers"]:
            return functools.partial(_called_plainly, replaced)
        return replaced

    def unbound(method: Any) -> Any:
        """What to call in place of a method of a native type, when its arguments are not plain."""
        if type(method) is FunctionType:
            # A bytearray of ours looks itself at what it is given.
            return call(COPIES[method]) if method in COPIES else method
        owner = method.__objclass__
        if owner is int or owner is float:
            return Opaque(method, call)
        model = methods[owner].get(method.__name__) if owner in methods else None
        return functools.partial(guarded, method) if model is GUARDED else model or method

    return {"called": called, "called_method": called_method, "unbound": unbound}


def _called_plainly(value: Any, *args: Any, **keywords: Any) -> Any:
    """Lets Python say that a value can't be called."""
    return value(*args, **keywords)


def compose() -> None:
    """From now on, in this process, no Python function is called without being asked for."""
    global composing
    composing = True
    DRAWS.distrust_all()


def distrusting(set_attribute: Callable[..., None]) -> Callable[..., None]:
    """`setattr`, which may put a function in the place of a method."""

    def model(*args: Any) -> None:
        if len(args) == 3 and type(args[1]) is str and callable(args[2]):
            distrust((args[1],))
        set_attribute(*args)

    return model


def trust(site: Callee, function: Any, replaced: Any) -> None:
    """Lets a call make do without the probe, if what it said will hold."""
    cls = type(function)
    if replaced is not function:
        # Soonest, since it is asked again with each call.
        if cls is BuiltinFunctionType and not _is_lasting_owner(function.__self__):
            return
        if cls not in _FROM_C or function not in site.builtins:
            may_stand = cls in _REPLACED or cls is type
            if may_stand and STATE.is_plain and not composing and _lasts(function, cls):
                site.stand(function, _of_one(replaced) if site.is_of_one else replaced)
                if cls is BuiltinFunctionType and function.__self__ is draws.SHARED:
                    DRAWS.of_site(site)
            return
    if composing and (cls is FunctionType or _looks_at_frames(function, cls)):
        return
    if cls is FunctionType or (issubclass(cls, type) and function.__flags__ & _HEAP_TYPE):
        may_be = replaced is function and _is_lasting(function)
        is_from_c = False
        if replaced is function and not may_be and cls is FunctionType:
            site.code = function.__code__
    elif cls is type or (cls is BuiltinFunctionType and type(function.__self__) is ModuleType):
        may_be = replaced is function or function in site.builtins
        is_from_c = True
    else:
        _trust_object(site, function, cls)
        return
    if may_be:
        site.trust(function, is_native=is_from_c)


def _looks_at_frames(function: Any, cls: type) -> bool:
    return cls is BuiltinFunctionType and function.__name__ in LOOKING_AT_FRAMES


def _trust_object(site: Callee, function: Any, cls: type) -> None:
    """Likewise of something that is called by way of a Python function, and is not kept."""
    if cls is MethodType or cls is functools.partial:
        inner = function.__func__ if cls is MethodType else function.func
        if type(inner) is FunctionType and _is_lasting(inner) and not composing:
            site.inner = inner
            if cls is functools.partial and STATE.is_plain and _has_plain_values(function):
                site.stand(function, function)
    elif (
        type(own_method(cls, "__call__")) is FunctionType
        and "__call__" not in _stored
        and _is_lasting(cls)
    ):
        site.cls = cls
        _sites_of_objects.add(site)


def welcome(cls: type) -> None:
    """A class was met whose functions have their twins: may be that its objects need no probe."""
    bases = type.__dict__["__mro__"].__get__(cls)
    if (
        type(cls) in _METACLASSES
        and _is_lasting(cls)
        and all(base is object or base.__flags__ & _HEAP_TYPE for base in bases)
        and FOLLOWED.isdisjoint(bases)
        and not str(cls.__module__).startswith("wend.")
    ):
        admit_written(cls)


_METACLASSES = (type, abc.ABCMeta)


def _is_lasting(defined: Any) -> bool:
    """Whether a function or class is defined once: one may hold it."""
    return "<locals>" not in defined.__qualname__


def _is_lasting_owner(owner: Any) -> bool:
    """Whether the object of a native method may be held."""
    cls = type(owner)
    if cls is ModuleType or owner is draws.SHARED:
        return True
    return issubclass(cls, type) and _is_lasting(owner)


def _lasts(function: Any, cls: type) -> bool:
    """Whether what takes the place of a native callable may be held, with all that it holds."""
    if cls is functools.partial:
        if is_of_plain_values(function):
            return True
        if type(function.func) is BuiltinFunctionType:
            is_held = type(function.func.__self__) is ModuleType
        else:
            is_held = type(function.func) is type and _is_lasting(function.func)
        # Its keywords could be changed.
        return is_held and not function.keywords and _has_plain_values(function)
    if cls is type:
        return not function.__flags__ & _HEAP_TYPE
    if cls is BuiltinFunctionType:
        return True
    return type(function.__wrapped__) is FunctionType and _is_lasting(function.__wrapped__)


class Replacement:
    """Takes the place of a native callable by its method `called`, or where a call has one
    argument, by what is quicker."""

    __slots__ = ()

    def called(self, /, *args: Any, **keywords: Any) -> Any:
        raise NotImplementedError

    def of_one(self) -> Callable[[Any], Any]:
        """A function of one argument."""
        raise NotImplementedError


def _of_one(replaced: Any) -> Any:
    """What is called with one argument."""
    is_method = type(replaced) is MethodType and isinstance(replaced.__self__, Replacement)
    return replaced.__self__.of_one() if is_method else replaced


def is_of_plain_values(partial: functools.partial[Any]) -> bool:
    """Whether a partial is of a function that may be called as it is with plain values, and has
    nothing else."""
    function: Any = partial.func
    return type(function) in _FROM_C and function in _PLAINLY and _has_plain_values(partial)


def _has_plain_values(partial: functools.partial[Any]) -> bool:
    values = (*partial.args, *partial.keywords.values())
    return SCALARS.issuperset(map(type, values))


_REPLACED = frozenset((BuiltinFunctionType, functools.partial, type(functools.lru_cache(abs))))
"""Types of native callables that have something in their place."""
_HEAP_TYPE = 1 << 9
_sites_of_objects: set[Callee] = set()
_FROM_C = (type, BuiltinFunctionType)


def _trust_method(kinds: Methods, cls: type, inner: Any) -> None:
    """Lets methods of this name be called directly on objects of the type, if that will hold."""
    if type(inner) is not FunctionType or "<locals>" in cls.__qualname__:
        return
    if (
        kinds.name not in _stored
        and own_method(cls, kinds.name) is inner
        and any(own_method(cls, "__getattribute__") is lookup for lookup in _LOOKUPS)
        and own_method(type(cls), "__hash__") is _HASHES_TYPES
    ):
        kinds.admit(cls)
    elif own_method(type(cls), "__hash__") is _HASHES_TYPES:
        kinds.refused.add((cls, inner))


_LOOKUPS = [
    cls.__dict__["__getattribute__"]
    for cls in (object, BaseException, *RECEIVERS)
    if "__getattribute__" in cls.__dict__
]
"""The ways of native types to find an attribute: all the same one."""
_HASHES_TYPES = own_method(type, "__hash__")


def distrust(names: Iterable[str]) -> None:
    """Attributes of these names are stored: an object may have one in place of its method."""
    for name in names:
        if name not in _stored:
            _stored.add(name)
            DRAWS.distrust(name)
            for kind in ("any", "methods"):
                if kinds := _methods.get((kind, name)):
                    kinds.expel_all_but(RECEIVERS)
                    DRAWS.leave_methods(kinds)
            if name == "__call__":
                for site in _sites_of_objects:
                    site.cls = None
