"""Methods and operators of native types that are called by way of the type: `int.bit_length(x)`,
`(5).__add__`, `super().__setitem__`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import MethodDescriptorType, MethodWrapperType, WrapperDescriptorType
from typing import Any

from wend.run.calls.handed_on import THROUGH_METHODS, method_hands_on
from wend.run.calls.made_by_type import MadeByType
from wend.run.calls.modelled import (
    GUARDED,
    NUMBERS,
    Call,
    Models,
    StandIn,
    bound,
    is_lasting,
    method_where_tracked,
)
from wend.run.calls.opaque import Opaque, guarded
from wend.run.models import FUNCTIONS
from wend.run.models.library import streams
from wend.run.tracked.lift import FOLLOWED, native_attribute, own_method

_CALL_OF_TYPE = type.__dict__["__call__"]
_SPELLERS: dict[str, Any] = {"__repr__": repr, "__str__": str}


def objects(call: Call, models: Models, made_by_type: MadeByType) -> dict[type, Any]:
    """By the types of such methods, what makes that which takes the place of one."""
    operators: dict[tuple[type, str, type], StandIn] = {}
    modelled = frozenset((int, bool, float, object, *models.methods))

    def operator(method: Any) -> Any:
        """An operator that is bound to an object."""
        cls, name, native = type(method.__self__), method.__name__, method.__objclass__
        if native is type and name == "__call__":
            return functools.partial(made_by_type, method.__self__)
        key = cls, name, native
        if key in operators:
            return bound(operators[key], method)
        stand_in = models.of_operator(cls, name, native)
        if is_lasting(cls):
            operators[key] = stand_in
        return bound(stand_in, method)

    @functools.lru_cache(1024)
    def descriptor(function: Any) -> Any:
        """A method or operator that is bound to nothing: its object is the first argument."""
        cls, name = function.__objclass__, function.__name__
        if function is _CALL_OF_TYPE:
            return made_by_type
        if cls in streams.METHODS:
            return streams.METHODS[cls].get(name) or functools.partial(guarded, function)
        if cls not in modelled:
            if cls.__module__ in THROUGH_METHODS or method_hands_on(cls, name):
                return function
            return Opaque(function, call)
        return _of_modelled(function, models.methods.get(cls, {}).get(name), call)

    return {
        WrapperDescriptorType: descriptor,
        MethodDescriptorType: descriptor,
        MethodWrapperType: operator,
    }


def _of_modelled(descriptor: Any, model: StandIn, call: Call) -> Callable[..., Any]:
    """What is called in place of an unbound method of a type that may be tracked."""
    cls, name = descriptor.__objclass__, descriptor.__name__
    is_plain = model is None and cls not in NUMBERS

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
        if cls in NUMBERS:
            return Opaque(descriptor, call)(*args, **keywords)  # it insists on real numbers
        if model is None or not args or native_attribute(type(args[0]), name) is not descriptor:
            return descriptor(*args, **keywords)  # `dict.pop(ordered, k)` is not `ordered.pop(k)`
        native = descriptor.__get__(args[0], type(args[0]))  # 3.11 crashes without the class
        return bound(method_where_tracked(model), native)(*args[1:], **keywords)

    return method
