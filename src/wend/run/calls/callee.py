"""What a call becomes: the one place that decides what is called when the source says `f(…)`.

    modelled    native code that wend has a model of                        `modelled`
    followed    Python code: the function is given its twin's code          `admission`
    composed    Python code that has a summary, where calls are composed    `composed_calls`
    handed on   native code that works through the values' own methods      `handed_on`
    guarded     the same, but it would read text and lists by itself        `opaque.guarded`
    opaque      other native code, and functions that the user named        `opaque`

The code under test makes the call itself, so no frame of wend's stands between caller and callee:
`super()`, `sys._getframe`, `warnings.warn` and tracebacks find what they expect. Whoever else
calls code under test (models of `map` or `sorted`, of a `functools.partial`, of `getattr`, what
makes arguments) asks `call` here, too, or is handed it as an argument.
"""

from __future__ import annotations

from types import FunctionType, MethodType, ModuleType
from typing import Any

from wend.describe.class_kinds import is_ctypes
from wend.run import recorder
from wend.run.calls import admission, handed_on, modelled, unbound_methods
from wend.run.calls.exempt import is_exempt, is_opaque
from wend.run.calls.handed_on import THROUGH_METHODS, hands_on, method_hands_on
from wend.run.calls.keyed_containers import AroundKeyed, is_native
from wend.run.calls.made_by_type import MadeByType
from wend.run.calls.modelled import (
    CALL_OF_WEAK_REFERENCE,
    FROM_C,
    GUARDED,
    AroundNative,
    Models,
    StandIn,
    bound,
    is_lasting,
)
from wend.run.calls.opaque import Opaque
from wend.run.calls.random_functions import COPIES, SHARED
from wend.run.class_questions import called_on
from wend.run.composed import composed_calls
from wend.run.limits import uninterrupted
from wend.run.models.library import generators
from wend.run.models.library.equivalents import model_of_called
from wend.run.models.library.lookups import WRITING, stream_model
from wend.run.tracked.lift import TRACKED, own_method


def call(function: Any) -> Any:
    """What to call in place of `function`."""
    if uninterrupted.is_under_way:
        # wend itself calls it, to make a twin. Another twin for that would need a twin, and so on.
        return function
    cls = type(function)
    if cls is FunctionType:
        return function if function in _known_functions else _python_function(function)
    if cls is MethodType:
        inner, receiver = function.__func__, function.__self__
        if issubclass(type(receiver), type):
            called_on(receiver)
        if type(inner) is not FunctionType:
            found = call(inner)
        elif inner in _known_functions:
            return function
        else:
            found = _python_function(inner, receiver)
        return function if found is inner else MethodType(found, receiver)
    if cls in FROM_C:
        owner = function.__self__
        stand_ins = _methods.get(type(owner))
        if stand_ins is None:
            found = _natives.get(function) or _native_function(function, owner)
        else:
            name = function.__name__
            stand_in = stand_ins[name] if name in stand_ins else _native_method(function, owner)
            if stand_in is None:
                found = function
            elif type(stand_in) is AroundNative:
                found = MethodType(stand_in.function, function)
            else:
                found = MethodType(stand_in, owner)
    elif cls is type:
        found = _natives.get(function) or _class(function)
    elif (of_object := _objects.get(cls)) is not None:
        found = of_object(function)
    else:
        found = _class(function) if issubclass(cls, type) else _object(function, cls)
    if recorder.current.keyed and is_native(function, cls):
        return AroundKeyed(function, found)
    return found


def _python_function(function: FunctionType, receiver: Any = None) -> Any:
    """A function, or that of a method of the receiver: modelled, opaque, composed or followed."""
    if (model := MODELS.of_python(function)) is not None:
        return model
    if function in COPIES:
        if receiver is SHARED:
            generators.tell_of_shared(function.__name__)
        return _python_function(COPIES[function], receiver)
    if id(function.__code__) not in admission.known_codes:
        if is_opaque(function):
            return Opaque(function, call, "is treated as opaque")
        admission.admit(function)
        if receiver is not None:
            admission.admit_class(receiver if issubclass(type(receiver), type) else type(receiver))
    if recorder.current.is_composing and not is_exempt(function):
        return composed_calls.composed(function) or function
    if not composed_calls.composing.is_on and is_lasting(function):
        _known_functions.add(function)
    return function


def _native_function(function: Any, owner: Any) -> Any:
    """A function, class method or method of native code, met for the first time."""
    if issubclass(type(owner), type):
        found = MODELS.of_class_method(function, owner)
        if found is None:
            name = function.__name__
            bases = (base for base in owner.__mro__ or () if name in base.__dict__)
            is_listed = method_hands_on(next(bases, type(owner)), name)
            found = _unmodelled(function, owner.__module__, is_listed)
        is_kept = type(owner) is type and is_lasting(owner)
    elif owner is not None and type(owner) is not ModuleType:
        return bound(_native_method(function, owner), function)
    else:
        found = MODELS.of_function(function)
        if found is None:
            found = _unmodelled(function, function.__module__, hands_on(function))
        is_kept = not composed_calls.looks_at_frames(function)
    if is_kept:
        _natives[function] = found
    return found


def _native_method(method: Any, owner: Any) -> StandIn:
    """A method of an object of a native type, or of a class below one, met for the first time."""
    cls, name = type(owner), method.__name__
    if (around := stream_model(owner, name)) is not None:
        return AroundNative(around)  # which goes by the stream, not by its class
    stand_in = MODELS.of_method(cls, name)
    if stand_in is None:
        native = handed_on.defining_class(cls, name) or cls
        stand_in = _stand_in(native.__module__, method_hands_on(native, name))
    if is_lasting(cls) and name not in WRITING:
        _methods.setdefault(cls, {})[name] = stand_in
    return stand_in


def _class(cls: Any) -> Any:
    """A class that was not met before, or whose metaclass may do as it likes."""
    if not admission.is_known(cls):
        admission.admit_class(cls)
    made_by = MODELS.of_class(cls) or _made_by_type.maker(cls)
    if type(cls) is type and is_lasting(cls):
        _natives[cls] = made_by
    return made_by


def _object(function: Any, cls: type) -> Any:
    """An object that is called: one of a class with `__call__`, or of a native type."""
    called = own_method(cls, "__call__")
    if cls in TRACKED or called is None or called is CALL_OF_WEAK_REFERENCE:
        return function  # which does, or raises, what Python does
    if is_ctypes(cls):
        return modelled.ctypes_models().foreign(function, Opaque(function, call))
    if type(called) is FunctionType:
        if id(called.__code__) not in admission.known_codes:
            admission.admit_class(cls)
        return function
    made = model_of_called(cls) or (lambda native, _: _unmodelled(native, cls.__module__))
    if is_lasting(cls):
        _objects[cls] = lambda native: made(native, call)
    return made(function, call)


def _unmodelled(function: Any, module: str | None, is_listed: bool = False) -> Any:
    """What is called in place of a native function or class without model."""
    stand_in = _stand_in(module, is_listed)
    return Opaque(function, call) if stand_in is MODELS.opaque_method else bound(stand_in, function)


def _stand_in(module: str | None, is_listed: bool) -> StandIn:
    """Whether native code without model is handed on, guarded or opaque."""
    if is_listed:
        return None
    return GUARDED if module is None or module in THROUGH_METHODS else MODELS.opaque_method


MODELS = Models(call)
_made_by_type = MadeByType(call, _unmodelled)
_natives = {**MODELS.functions}
"""What takes the place of native functions, classes and class methods; grows by what is met."""
_methods = {**MODELS.methods}
"""The stand-ins of native methods by class and name; grows by what is met."""
_objects = {**MODELS.objects, **unbound_methods.objects(call, MODELS, _made_by_type)}
"""What takes the place of native objects that are called, by class; grows by what is met."""
_known_functions: set[FunctionType] = set()
"""Functions with a twin's code, or that need none, and that live as long as their module. Asking a
function for its code is slow, since that is an event for audit hooks."""
