"""Modelled calls: what takes the place of native functions, classes, methods and operators.

A *stand-in* says what is called in place of a native method:

    None            the method itself
    Around(f)       f(method, …)
    a model m       m(object of the method, …)

Models that call functions they are given (`map`, `sorted`) get the probe for calls, `call`.
"""

from __future__ import annotations

import collections
import functools
import random
import re
import weakref
from _random import Random as _Random
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from wend.describe.class_kinds import is_ctypes
from wend.record import Record
from wend.run import recorder
from wend.run.calls import higher_order
from wend.run.calls.handed_on import defining_class, init_hands_on, method_hands_on
from wend.run.calls.lru_cache import Memoized
from wend.run.calls.opaque import Opaque, guarded
from wend.run.models import FUNCTIONS, METHODS
from wend.run.models.containers import CLASS_METHODS
from wend.run.models.library import dates, generators, impure, streams, struct_models
from wend.run.models.library.contracts import message_model
from wend.run.models.library.digests import constructor_model
from wend.run.models.library.equivalents import equivalent
from wend.run.models.native_subclasses import WRAPPERS
from wend.run.operations.plain_values import are_plain
from wend.run.tracked.octets import SymByteArray

Call = Callable[[Any], Any]
"""The probe for calls: what to call in place of a function."""

FROM_C = frozenset((BuiltinFunctionType, type(re.compile("").match)))
"""Types of native functions and methods; some methods that know their class have a type of their
own."""

NUMBERS = (int, float, complex)
_READERS = (str, bytes, bytearray, list, tuple)
"""Native types whose operators read text and lists without asking."""
CALL_OF_WEAK_REFERENCE = weakref.ref.__dict__["__call__"]
"""It looks at nothing."""
_UNTRACKED = frozenset((int, float, complex, bool, str, bytes, type(None)))
_NONE: dict[str, Any] = {}


class AroundNative(Record):
    """A stand-in that is called with the native method first."""

    function: Callable[..., Any]


StandIn = Any
"""Around, a model or None; the class of a model is not told beforehand."""
GUARDED = AroundNative(guarded)


def bound(stand_in: StandIn, method: Any) -> Any:
    """What is called in place of a native method that has a stand-in."""
    if stand_in is None:
        return method
    if type(stand_in) is AroundNative:
        return MethodType(stand_in.function, method)
    return MethodType(stand_in, method.__self__)


def where_tracked(native: Any, model: Callable[..., Any]) -> Callable[..., Any]:
    """Calls a model where something tracked may be concerned, else the native callable."""

    def called(*args: Any, **keywords: Any) -> Any:
        is_plain = not recorder.current.keyed and _UNTRACKED.issuperset(map(type, args))
        return (native if is_plain else model)(*args, **keywords)

    return called


def method_where_tracked(model: Callable[..., Any]) -> AroundNative:
    """The stand-in that calls a model where something tracked may be concerned."""

    def called(method: Any, /, *args: Any, **keywords: Any) -> Any:
        is_plain = not recorder.current.keyed and _UNTRACKED.issuperset(map(type, args))
        # A bytearray may hold something tracked since its method was read.
        if is_plain and type(method.__self__) is not SymByteArray:
            return method(*args, **keywords)
        return model(method.__self__, *args, **keywords)

    return AroundNative(called)


def ctypes_models() -> ModuleType:
    """The models of ctypes, imported only for code that uses it."""
    from wend.run.ctypes_memory import models

    return models


def _method_table(cls: type, models: dict[str, Any]) -> dict[str, StandIn]:
    """The stand-in of each method of a native type."""
    table = dict(models)
    for base in reversed(cls.__mro__):
        for name, method in base.__dict__.items():
            takes_nothing = getattr(method, "__text_signature__", None) == "($self, /)"
            if name not in models and callable(method):
                is_safe = takes_nothing or method_hands_on(base, name)
                table[name] = None if is_safe else GUARDED
    return table


class Models:
    """All models of native code, with the probe for calls that some of them need."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.opaque_method = AroundNative(self._opaque_method)
        """The stand-in of opaque methods."""
        self.functions: dict[Any, Any] = {
            **FUNCTIONS,
            **higher_order.functions(call, FUNCTIONS),
            print: streams.printing(call, FUNCTIONS[print]),
            input: streams.asking(functools.partial(guarded, input)),
        }
        """The models of native functions, classes and class methods (`int.from_bytes`)."""
        own = higher_order.methods(call)
        self.methods: dict[type, dict[str, StandIn]] = {
            cls: _method_table(cls, {**METHODS.get(cls, {}), **own.get(cls, {})})
            for cls in (str, bytes, bytearray, tuple, collections.deque, *METHODS, *own)
        }
        """The stand-ins of the methods of native types, by class and name."""
        self.methods[random.Random] = _method_table(random.Random, generators.METHODS)
        self.objects: dict[type, Callable[[Any], Any]] = {
            **higher_order.callable_objects(call),
            type(functools.lru_cache(abs)): lambda cache: Memoized(cache, call).called,
        }
        """Native types whose instances are called: what makes that which takes an instance's
        place."""

    def _opaque_method(self, method: Any, /, *args: Any, **keywords: Any) -> Any:
        """An opaque method of an object, which is no sample of anything: plain values go in."""
        if not keywords and are_plain(args):
            return method(*args)
        return Opaque(method, self._call)(*args, **keywords)

    def of_python(self, function: FunctionType) -> Any:
        """The model of a function that is written in Python; None for nearly all."""
        if (model := self.functions.get(function)) is not None:
            return model
        if function.__module__ == "ctypes" and function in ctypes_models().FUNCTIONS:
            return ctypes_models().FUNCTIONS[function]
        return message_model(function)

    def of_function(self, function: Any) -> Any:
        """The model of a native function, or None."""
        if function.__module__ == "_ctypes":
            return ctypes_models().FUNCTIONS.get(function)
        return equivalent(function, self._call) or constructor_model(function)

    def of_class(self, cls: Any) -> Any:
        """The model of a class, or None."""
        in_memory = ctypes_models().class_model(cls) if is_ctypes(cls) else None
        return in_memory or equivalent(cls, self._call) or constructor_model(cls)

    def of_class_method(self, method: Any, owner: Any) -> Any:
        """The model of a native class method (`dict.fromkeys`, `date.today`), or None."""
        if (found := impure.method_model(method, owner)) is not None:
            return found
        if (model := dates.method_model(owner, method.__name__, self._call)) is not None:
            return MethodType(model, method)
        if is_ctypes(owner) and (found := ctypes_models().method_model(method, owner)):
            return found
        return CLASS_METHODS.get((owner, method.__name__))

    def of_method(self, cls: type, name: str) -> StandIn:
        """The stand-in of a method of a native type, or of a class below one; None without model.

        What a class written in Python overrides does not count: `super().update` is past that.
        """
        if issubclass(cls, _Random) and name in generators.METHODS:
            return generators.METHODS[name]
        around = dates.method_model(cls, name, self._call) or struct_models.method_model(cls, name)
        if around is not None:
            return AroundNative(around)
        if issubclass(cls, NUMBERS) and cls is not bool:
            return self.opaque_method  # `(5).__add__(x)` insists on real ints
        base = defining_class(cls, name)
        model = None if base is None else self.methods.get(base, _NONE).get(name)
        if model is None or model is GUARDED:
            return None
        if isinstance(model, higher_order.HandsOn) or base is str:
            return model
        return method_where_tracked(model)

    def of_operator(self, cls: type, name: str, native: type) -> StandIn:
        """The stand-in of `super().__setitem__` and other operators of native types.

        `cls` is the class of the object, `native` the one that defines the operator.
        """
        if cls in NUMBERS:
            return self.opaque_method
        model = self.methods[str].get(name) if native is str else None
        if callable(model):
            return model
        model = None  # or GUARDED, as all readers are
        for base in (dict, list, bytearray):
            if issubclass(native, base):
                model = METHODS[base].get(name)
        model = WRAPPERS.get(native, _NONE).get(name, model)
        if model is not None:
            return method_where_tracked(model)
        if name == "__init__" and not init_hands_on(native):
            return self.opaque_method
        return GUARDED if issubclass(cls, _READERS) else None


def is_lasting(function_or_class: Any) -> bool:
    """Whether it lives as long as its module, so that tables may keep it."""
    return "<locals>" not in function_or_class.__qualname__
