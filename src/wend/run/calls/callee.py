"""The probe for calls: what is called when the source says `f(…)`.

The call itself is made by the code under test, so no frame of ours stands between caller and
callee: `super()`, `sys._getframe`, `warnings.warn` and tracebacks find what they expect.

* A Python function is given its twin's code, in place, the first time it is met.
* A native function is replaced by its model; one without model either hands values on
  (`models.library`) or is opaque: it gets plain values, and a Reason says so.
* One that calls functions it is given (`map`, `sorted`, a partial) has those looked at, too.
"""

from __future__ import annotations

import collections
import functools
import random
import sys
from collections.abc import Callable
from types import (
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from wend.describe.class_kinds import is_ctypes
from wend.run import recorder
from wend.run.calls import admission, higher_order
from wend.run.calls.exempt import exclude, is_exempt, is_opaque, treat_as_opaque
from wend.run.calls.lru_cache import Memoized
from wend.run.calls.made_by_type import MadeByType, filled, read_by
from wend.run.calls.native_callables import FROM_C, GUARDED, is_weak_reference
from wend.run.calls.native_methods import Where, looking
from wend.run.calls.opaque import Opaque, guarded
from wend.run.calls.random_functions import COPIES, SHARED
from wend.run.calls.watched_containers import Watched, is_native
from wend.run.composed.composed_calls import (
    LOOKING_AT_FRAMES,
    compose_calls,
    composed,
    composes_calls,
    looks_at_frames,
)
from wend.run.limits import uninterrupted
from wend.run.models import FUNCTIONS, METHODS
from wend.run.models.containers import CLASS_METHODS
from wend.run.models.library import dates, generators, impure, streams, struct_models
from wend.run.models.library.contracts import message_model
from wend.run.models.library.digests import constructor_model
from wend.run.models.library.equivalents import equivalent, model_of_called
from wend.run.models.library.handing_on import (
    THROUGH_METHODS,
    hands_on,
    init_hands_on,
    method_hands_on,
)
from wend.run.models.library.lookups import WRITING, stream_model
from wend.run.models.native_subclasses import WRAPPERS
from wend.run.operations.plain_values import are_plain
from wend.run.tracked.lift import FOLLOWED, TRACKED, native_attribute, own_method

__all__ = ["exclude", "treat_as_opaque"]

_known_functions: set[FunctionType] = set()
"""Functions with such code that live as long as their module: to ask a function for its code is
slow, since it is an event for audit hooks."""


def call(function: Any) -> Any:
    """What to call in place of `function`."""
    if uninterrupted.is_under_way:
        # wend itself calls it, to make a twin. Another twin for that would need a twin, and so on.
        return function
    cls = type(function)
    if cls is FunctionType:
        return function if function in _known_functions else _function(function)
    if cls is MethodType:
        inner = function.__func__
        if type(inner) is FunctionType and inner in _known_functions:
            return function
        return _method(function, inner)
    if not recorder.current.keyed:
        if cls in FROM_C:
            owner = function.__self__
            models = _METHODS.get(type(owner))
            if models is not None:
                model = models[function.__name__]
                if model is None:
                    return function
                # A method is made and called more quickly than a partial.
                if model is not GUARDED:
                    return MethodType(model, owner)
                return MethodType(guarded, function)
            if type(owner) is ModuleType and (found := _natives.get(function)) is not None:
                return found
        elif cls is type and (found := _natives.get(function)) is not None:
            return found
    elif is_native(function, cls):
        return Watched(function, _replacement(function, cls))
    return _replacement(function, cls)


def _replacement(function: Any, cls: type) -> Any:
    """What to call in place of something that is no Python function or method."""
    if cls in FROM_C:
        owner = function.__self__
        if owner is None or type(owner) is ModuleType:
            return _natives.get(function) or _native_function(function)
        models = _METHODS.get(type(owner))
        if models is None:
            return _native_method(function, owner)
        model = models[function.__name__]
        if model is None:
            return function
        if model is not GUARDED:
            return functools.partial(model, owner)
        return functools.partial(guarded, function)
    replacement = _CALLABLE_OBJECTS.get(cls)
    if replacement is not None:
        return replacement(function)
    if issubclass(cls, type):
        return _class(function)
    return _instance(function, cls)


def _function(function: FunctionType) -> Any:
    model = _natives.get(function)
    if model is not None:
        return model
    if function in COPIES:
        return _function(COPIES[function])
    if function.__module__ == "ctypes" and function in ctypes_models().FUNCTIONS:
        return ctypes_models().FUNCTIONS[function]
    if (told := message_model(function)) is not None:
        return told
    if id(function.__code__) not in admission.known_codes:
        if is_opaque(function):
            return Opaque(function, call, "is treated as opaque")
        admission.admit(function)
    if recorder.current.is_composing and not is_exempt(function):
        return composed(function) or function
    _remember(function)
    return function


def _remember(function: FunctionType) -> None:
    if not composes_calls() and "<locals>" not in function.__qualname__:
        _known_functions.add(function)


def _method(method: MethodType, inner: Any) -> Any:
    """A bound method whose function is not known yet, or is no Python function."""
    if type(inner) is not FunctionType:
        replaced = call(inner)
        return method if replaced is inner else functools.partial(replaced, method.__self__)
    if (model := _natives.get(inner)) is not None:
        return MethodType(model, method.__self__)
    if inner in COPIES:
        if method.__self__ is SHARED:
            generators.tell_of_shared(inner.__name__)
        return _method(MethodType(COPIES[inner], method.__self__), COPIES[inner])
    if id(inner.__code__) not in admission.known_codes:
        if is_opaque(inner):
            opaque = Opaque(inner, call, "is treated as opaque")
            return functools.partial(opaque, method.__self__)
        admission.admit(inner)
        owner = method.__self__
        admission.admit_class(owner if issubclass(type(owner), type) else type(owner))
    if recorder.current.is_composing and not is_exempt(inner):
        return composed(inner, (method.__self__,)) or method
    _remember(inner)
    return method


def _class(cls: Any) -> Any:
    if type(cls) is type:
        model = _natives.get(cls)
        if model is not None:
            return model
    if not admission.is_known(cls):
        admission.admit_class(cls)
    made_by = _in_memory(cls) or equivalent(cls, call) or constructor_model(cls) or _maker(cls)
    if type(cls) is type and "<locals>" not in cls.__qualname__:
        _natives[cls] = made_by
    return made_by


def _in_memory(cls: Any) -> Any:
    """What makes an instance of a class of ctypes; None for others."""
    return ctypes_models().class_model(cls) if is_ctypes(cls) else None


def ctypes_models() -> ModuleType:
    """Imported only for code that uses ctypes."""
    from wend.run.ctypes_memory import models

    return models


def _maker(cls: Any) -> Any:
    """What makes an instance: the class itself, unless native code of unknown ways does."""
    if type(cls.__new__) is FunctionType:
        return cls
    if type(cls.__init__) is FunctionType:
        return read_by(cls) or cls
    if issubclass(cls, BaseException | type):
        return cls
    base: Any
    for base, wrappers in WRAPPERS.items():
        if cls.__init__ is base.__init__ and cls.__new__ is base.__new__:
            return Where(cls, functools.partial(filled, cls, wrappers["__init__"]))
    for base in cls.__mro__:
        if "__new__" in base.__dict__ or "__init__" in base.__dict__:
            return _native(cls, base.__module__, hands_on(base))
    return cls


def _instance(function: Any, cls: type) -> Any:
    """An object that is called: one of a class with `__call__`, or of a native type."""
    if cls in TRACKED:
        return function  # calling it raises what Python raises
    called = own_method(cls, "__call__")
    if called is None:
        return function
    if is_ctypes(cls):
        return ctypes_models().foreign(function, Opaque(function, call))
    if is_weak_reference(cls):
        return function
    if type(called) is FunctionType:
        if id(called.__code__) not in admission.known_codes:
            admission.admit_class(cls)
        return function
    found = model_of_called(cls)
    model = found or (lambda instance, _: _native(instance, cls.__module__))
    if "<locals>" not in cls.__qualname__:
        is_silent = found is None and cls.__module__ in THROUGH_METHODS
        _CALLABLE_OBJECTS[cls] = (
            functools.partial(MethodType, guarded)
            if is_silent
            else lambda instance: model(instance, call)
        )
    return model(function, call)


# Native code


def _native(function: Any, module: str | None, is_safe: bool = False) -> Any:
    """Native code of a module; `is_safe` says that it is known to hand values on."""
    if is_safe:
        return function
    if module is None or module in THROUGH_METHODS:
        return functools.partial(guarded, function)
    return Opaque(function, call)


def _native_function(function: Any) -> Any:
    """A function of a native module, met for the first time, or one that looks at frames."""
    if composes_calls() and function.__name__ in LOOKING_AT_FRAMES:
        looks_at_frames()
        return function
    found = equivalent(function, call) or constructor_model(function)
    if function.__module__ == "_ctypes":
        found = ctypes_models().FUNCTIONS.get(function)
    if found is None:
        found = _native(function, function.__module__, hands_on(function))
    _natives[function] = found
    return found


def _native_method(method: Any, owner: Any) -> Any:
    cls = type(owner)
    key = cls, method.__name__
    if (known := _ways.get(key)) is not None:
        return known(method)
    if cls is type and (model := _of_classes.get(method)) is not None:
        return model
    found = _native_method_of(method, owner, cls)
    if cls is type and found is FUNCTIONS.get(method):
        _of_classes[method] = found
    if not issubclass(cls, type) and "<locals>" not in cls.__qualname__ and key[1] not in WRITING:
        if found is method:
            _ways[key] = lambda method: method
        elif type(found) is Opaque:
            _ways[key] = functools.partial(MethodType, _opaque_method)
        elif type(found) is functools.partial and found.func is guarded:
            _ways[key] = functools.partial(MethodType, guarded)
        elif type(found) is Where:
            _ways[key] = functools.partial(MethodType, looking(found.model.func))
    return found


def _opaque_method(method: Any, /, *args: Any, **keywords: Any) -> Any:
    """An opaque method of an object, which is no sample of anything: plain values go in."""
    if not keywords and are_plain(args):
        return method(*args)
    return Opaque(method, call)(*args, **keywords)


_of_classes: dict[Any, Any] = {}
"""The models of methods of classes (`int.from_bytes`) that were met."""
_ways: dict[tuple[type, str], Callable[[Any], Any]] = {}
"""By the types and names of native methods: what takes the place of one, whatever the object."""


def _native_method_of(method: Any, owner: Any, cls: type) -> Any:
    found = (
        generators.method_model(method, owner)
        or impure.method_model(method, owner)
        or stream_model(method, owner)
        or dates.method_model(method, owner, call)
        or struct_models.method_model(method, owner)
    )
    if found is not None:
        return found
    if issubclass(cls, type):  # a class method, `dict.fromkeys`
        if is_ctypes(owner) and (found := ctypes_models().method_model(method, owner)):
            return found
        if (owner, method.__name__) in CLASS_METHODS:
            return CLASS_METHODS[owner, method.__name__]
        if method in FUNCTIONS:
            return FUNCTIONS[method]
        base = next((b for b in owner.__mro__ or () if method.__name__ in b.__dict__), cls)
        return _native(method, owner.__module__, method_hands_on(base, method.__name__))
    if issubclass(cls, _NUMBERS) and cls is not bool:
        return Opaque(method, call)  # `(5).__add__(x)` insists on real ints
    for base in cls.__mro__:
        # Not what a class written in Python overrides: `super().update` is past that.
        if type(base.__dict__.get(method.__name__, call)) is not FunctionType:
            model = _METHODS.get(base, _NONE).get(method.__name__)
            if isinstance(model, higher_order.HandsOn) or (base is str and callable(model)):
                return functools.partial(model, owner)
            if model is not None and model is not GUARDED:
                return Where(method, functools.partial(model, owner))
            return _native(method, base.__module__, method_hands_on(base, method.__name__))
    return _native(method, cls.__module__)


def _method_wrapper(method: Any) -> Any:
    """`(5).__add__`, `super().__setitem__`: C code of an operator."""
    cls = type(method.__self__)
    if method.__objclass__ is type and method.__name__ == "__call__":
        return _made_by_type.of(method.__self__)
    key = cls, method.__name__, method.__objclass__
    if key in _wrapper_models:
        return _wrapped(method, _wrapper_models[key])
    if cls in _NUMBERS:
        return Opaque(method, call)
    model = _METHODS[str].get(method.__name__) if method.__objclass__ is str else None
    if callable(model):
        return functools.partial(model, method.__self__)
    model = None  # or GUARDED, as all readers are
    for base in (dict, list, bytearray):
        if issubclass(method.__objclass__, base):
            model = METHODS[base].get(method.__name__)
    model = WRAPPERS.get(method.__objclass__, _NONE).get(method.__name__, model)
    if model is None:
        if method.__name__ == "__init__" and not init_hands_on(method.__objclass__):
            return Opaque(method, call)
        if issubclass(cls, _READERS):
            return functools.partial(guarded, method)
    if "<locals>" not in cls.__qualname__:
        _wrapper_models[key] = model
    return _wrapped(method, model)


def _wrapped(method: Any, model: Any) -> Any:
    return method if model is None else Where(method, functools.partial(model, method.__self__))


_wrapper_models: dict[tuple[type, str, type], Any] = {}
"""The models of operators, by the class of the object, the name, and the class that defines it;
None where they are called as they are."""


@functools.lru_cache(1024)
def _descriptor(descriptor: Any) -> Any:
    """`int.bit_length(x)`: the method of the tracked value itself, where the first one is."""
    cls, name = descriptor.__objclass__, descriptor.__name__
    if descriptor is _CALL_OF_TYPE:
        return _made_by_type
    if cls in streams.METHODS:
        return streams.METHODS[cls].get(name) or functools.partial(guarded, descriptor)
    if cls not in _MODELLED_CLASSES:
        if cls.__module__ in THROUGH_METHODS or method_hands_on(cls, name):
            return descriptor
        return Opaque(descriptor, call)
    model = _METHODS.get(cls, _NONE).get(name)
    is_plain = model is None and cls not in _NUMBERS

    def method(*args: Any, **keywords: Any) -> Any:
        first = type(args[0]) if args else None
        if is_plain and first not in FOLLOWED:
            return descriptor(*args, **keywords)
        if first in FOLLOWED and own_method(first, name) not in (None, descriptor):
            if name in _SPELLERS and len(args) == 1 and not keywords:
                return FUNCTIONS[_SPELLERS[name]](args[0])
            return call(getattr(first, name))(*args, **keywords)
        if cls is str and args and callable(model):
            return model(*args, **keywords)  # which looks at what it is given
        if model is GUARDED:
            return guarded(descriptor, *args, **keywords)
        if cls in _NUMBERS:
            return Opaque(descriptor, call)(*args, **keywords)  # it insists on real numbers
        if model is None or not args or native_attribute(type(args[0]), name) is not descriptor:
            return descriptor(*args, **keywords)  # `dict.pop(ordered, k)` is not `ordered.pop(k)`
        bound = descriptor.__get__(args[0], type(args[0]))  # 3.11 crashes without the class
        return Where(bound, functools.partial(model, args[0]))(*args[1:], **keywords)

    return method


_made_by_type = MadeByType(call, _maker)
_CALL_OF_TYPE = type.__dict__["__call__"]
_NUMBERS = (int, float, complex)
_READERS = (str, bytes, bytearray, list, tuple)
"""Native types whose operators read text and lists without asking."""
_SPELLERS: dict[str, Any] = {"__repr__": repr, "__str__": str}
_NONE: dict[str, Any] = {}


def _method_table(cls: type, models: dict[str, Any]) -> dict[str, Any]:
    """For each method of a native type its model, None where it is called as it is."""
    table = dict(models)
    for base in reversed(cls.__mro__):
        for name, method in base.__dict__.items():
            takes_nothing = getattr(method, "__text_signature__", None) == "($self, /)"
            if name not in models and callable(method):
                is_safe = takes_nothing or method_hands_on(base, name)
                table[name] = None if is_safe else GUARDED
    return table


_own_methods = higher_order.methods(call)
_METHODS: dict[type, dict[str, Any]] = {
    cls: _method_table(cls, {**METHODS.get(cls, {}), **_own_methods.get(cls, {})})
    for cls in (str, bytes, bytearray, tuple, collections.deque, *METHODS, *_own_methods)
}
_METHODS[random.Random] = _method_table(random.Random, generators.METHODS)
_MODELLED_CLASSES = frozenset((int, bool, float, object, *_METHODS))
_natives: dict[Any, Any] = {
    **FUNCTIONS,
    **higher_order.functions(call, FUNCTIONS),
    print: streams.printing(call, FUNCTIONS[print]),
    input: streams.asking(functools.partial(guarded, input)),
}
"""What takes the place of a native function or class; those without model are added when met."""
_CALLABLE_OBJECTS: dict[type, Callable[[Any], Any]] = {
    **higher_order.callable_objects(call),
    type(functools.lru_cache(abs)): lambda cache: Memoized(cache, call).called,
    WrapperDescriptorType: _descriptor,
    MethodDescriptorType: _descriptor,
    MethodWrapperType: _method_wrapper,
}


# Python code


def compose() -> None:
    """From now on, in this process, no Python function is called without being asked for."""
    compose_calls()
    for name in LOOKING_AT_FRAMES:
        _natives.pop(getattr(sys, name, None), None)


admission.wrappers.update(_CALLABLE_OBJECTS)
