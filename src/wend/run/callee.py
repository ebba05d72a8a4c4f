"""The probe for calls: what is called when the source says `f(…)`.

The call itself is made by the code under test, so no frame of ours stands between caller and
callee: `super()`, `sys._getframe`, `warnings.warn` and tracebacks find what they expect.

* A Python function is given its twin's code, in place, the first time it is met.
* A native function is replaced by its model; one without model either hands values on
  (`TRANSPARENT_MODULES`) or is opaque: it gets plain values, and a Reason says so.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from wend.instrument.rewrite import PROBES
from wend.instrument.source import source_file
from wend.instrument.twin import Twins
from wend.path.reason import Reason
from wend.run import probes, recorder
from wend.run.models import FUNCTIONS, METHODS, TRANSPARENT_MODULES
from wend.run.tracked.lift import Tracked, plain

_known_codes: dict[int, CodeType] = {}
"""Code that is instrumented or can't be, by identity; kept, so that an id stays its own."""
_known_types: dict[int, type] = {}
_twins_in_use: list[CodeType] = []
_excluded: tuple[str, ...] = ()


def call(function: Any) -> Any:
    """What to call in place of `function`."""
    cls = type(function)
    if cls is FunctionType:
        if id(function.__code__) not in _known_codes:
            admit(function)
        return function
    if cls is MethodType:
        inner = function.__func__
        if type(inner) is FunctionType:
            if id(inner.__code__) not in _known_codes:
                admit(inner)
        else:
            call(inner)
        return function
    if cls is BuiltinFunctionType:
        owner = function.__self__
        if owner is None or type(owner) is ModuleType:
            return FUNCTIONS.get(function) or _native(function, function.__module__)
        models = METHODS.get(type(owner))
        if models is None:
            return _native_method(function, owner)
        model = models.get(function.__name__)
        return function if model is None else functools.partial(model, owner)
    if isinstance(function, type):
        return _class(function)
    return _other(function)


def _class(cls: Any) -> Any:
    if type(cls) is type:
        model = FUNCTIONS.get(cls)
        if model is not None:
            return model
    if id(cls) not in _known_types:
        admit_class(cls)
    if cls.__init__.__class__ is FunctionType or cls.__new__.__class__ is FunctionType:
        return cls
    if issubclass(cls, BaseException | type):
        return cls
    return _native(cls, cls.__module__)


def _other(function: Any) -> Any:
    """Callable objects: instances with `__call__`, descriptors, partials."""
    if isinstance(function, functools.partial):
        call(function.func)
        return function
    if isinstance(function, WrapperDescriptorType | MethodDescriptorType):
        return _descriptor(function)
    if isinstance(function, Tracked):
        return function  # calling it raises what Python raises
    called = getattr(type(function), "__call__", None)
    if type(called) is FunctionType:
        if id(called.__code__) not in _known_codes:
            admit(called)
        return function
    wrapped = getattr(function, "__wrapped__", None)
    if type(wrapped) is FunctionType and id(wrapped.__code__) not in _known_codes:
        admit(wrapped)
    return function if wrapped is not None else _native(function, type(function).__module__)


# Native code


def _native(function: Any, module: str | None) -> Any:
    if module is None or module in TRANSPARENT_MODULES:
        return function
    return functools.partial(_opaque, function)


def _native_method(method: Any, owner: Any) -> Any:
    if isinstance(owner, type):  # a class method, `dict.fromkeys`
        return _native(method, owner.__module__)
    if isinstance(owner, int | float) and not isinstance(owner, bool):
        return functools.partial(_opaque, method)  # `(5).__add__(x)` insists on real ints
    return _native(method, type(owner).__module__)


def _descriptor(descriptor: Any) -> Any:
    """`int.bit_length(x)`: the method of the tracked value itself, where the first one is."""

    def method(*args: Any, **keywords: Any) -> Any:
        if args and isinstance(args[0], Tracked) and hasattr(type(args[0]), descriptor.__name__):
            return getattr(type(args[0]), descriptor.__name__)(*args, **keywords)
        models = METHODS.get(descriptor.__objclass__, {})
        model = models.get(descriptor.__name__, descriptor)
        return model(*args, **keywords)

    return method if descriptor.__objclass__ in _MODELLED_CLASSES else descriptor


_MODELLED_CLASSES = frozenset((int, bool, object, *METHODS))


def _opaque(function: Any, /, *args: Any, **keywords: Any) -> Any:
    """Calls native code with plain values; where that loses a term, a Reason says so."""
    for argument in (*args, *keywords.values()):
        if type(argument) is FunctionType:
            call(argument)
    if not _mentions_tracked((*args, *keywords.values())):
        return function(*args, **keywords)
    name = _dotted_name(function)
    file, line = recorder.current.place()
    recorder.current.note(
        Reason(
            "opaque-call",
            f"{name} has no Python source: its result is taken as it came",
            "",
            name,
            file,
            line,
        )
    )
    if recorder.current.imprecision == "sound":
        for tracked in _tracked_in((*args, *keywords.values())):
            recorder.current.lose(
                tracked._wend_term, tracked._wend_value, f"held fixed for the call of {name}"
            )
    with recorder.quietly():
        concrete = [plain(argument) for argument in args]
        named = {key: plain(argument) for key, argument in keywords.items()}
    return function(*concrete, **named)


def _mentions_tracked(values: Iterable[Any]) -> bool:
    return next(iter(_tracked_in(values)), None) is not None


def _tracked_in(values: Iterable[Any], depth: int = 3) -> Iterable[Any]:
    """The tracked values in arguments and, to a bounded depth, in containers among them."""
    for value in values:
        if isinstance(value, Tracked):
            yield value
        elif depth and type(value) in (list, tuple, set, frozenset):
            yield from _tracked_in(value, depth - 1)
        elif depth and type(value) is dict:
            yield from _tracked_in(value, depth - 1)
            yield from _tracked_in(value.values(), depth - 1)


def _dotted_name(function: Any) -> str:
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    module = getattr(function, "__module__", None)
    if isinstance(owner, ModuleType):
        module = owner.__name__
    elif owner is not None and module is None:
        module = type(owner).__module__
    return f"{module}.{name}" if module and module != "builtins" else str(name)


# Python code


def admit(function: FunctionType) -> None:
    """Gives a function its twin's code; one that has none is left as it is."""
    code = function.__code__
    _known_codes[id(code)] = code
    module = function.__module__ or function.__globals__.get("__name__", "")
    if _is_excluded(module):
        return
    file = source_file(code, module)
    twin = _twins.twin(code, file) if file else None
    if twin is not None:
        _known_codes[id(twin)] = twin
        _twins_in_use.append(twin)
        function.__code__ = twin


def admit_class(cls: Any) -> None:
    """Instruments what a class and its bases define, since C code calls it without a probe."""
    for base in getattr(cls, "__mro__", (cls,)):
        if id(base) in _known_types:
            continue
        _known_types[id(base)] = base
        if not base.__flags__ & _HEAP_TYPE:
            continue
        for attribute in list(vars(base).values()):
            admit_attribute(attribute)
    metaclass = type(cls)
    if metaclass is not type and id(metaclass) not in _known_types:
        admit_class(metaclass)


_HEAP_TYPE = 1 << 9


def admit_attribute(attribute: Any) -> None:
    """Instruments the functions inside methods, properties, nested classes and decorators."""
    for _ in range(8):
        if isinstance(attribute, FunctionType):
            if id(attribute.__code__) not in _known_codes:
                admit(attribute)
            inner = getattr(attribute, "__wrapped__", None)
        elif isinstance(attribute, staticmethod | classmethod):
            inner = attribute.__func__
        elif isinstance(attribute, property):
            for accessor in (attribute.fset, attribute.fdel):
                if isinstance(accessor, FunctionType):
                    admit_attribute(accessor)
            inner = attribute.fget
        elif isinstance(attribute, functools.cached_property | functools.partialmethod):
            inner = getattr(attribute, "func", None)
        elif isinstance(attribute, type):
            if id(attribute) not in _known_types:
                admit_class(attribute)
            return
        else:
            inner = getattr(attribute, "__wrapped__", None)
        if inner is None or inner is attribute:
            return
        attribute = inner


def admit_module(module: ModuleType) -> None:
    """Instruments every function and class that a module itself defines."""
    for value in list(vars(module).values()):
        if getattr(value, "__module__", None) == module.__name__:
            admit_attribute(value)


def aim_at(goal: tuple[str, int] | None) -> None:
    """The line whose statement gets the mark GOAL when its code is rewritten."""
    _twins.goal = goal


def known_codes() -> dict[int, CodeType]:
    """Code that was looked at already."""
    return _known_codes


def twins_in_use() -> list[CodeType]:
    """The twins that were given to a function, in order."""
    return _twins_in_use


def exclude(prefixes: Iterable[str]) -> None:
    """Modules whose functions are run as they are."""
    global _excluded
    _excluded = tuple(prefixes)


def _is_excluded(module: str) -> bool:
    return module == "wend" or module.startswith("wend.") or any(
        module == prefix or module.startswith(prefix + ".") for prefix in _excluded
    )


def _probe(name: str) -> Callable[..., Any]:
    match name:
        case "call":
            return call
        case "slice":
            return slice
        case "mark":
            return probes.marks.add
        case _:
            return getattr(probes, name)  # type: ignore[no-any-return]


_twins = Twins({name: _probe(name) for name in PROBES})

