"""What twin code may call without asking the probe for calls: functions and methods that are known.

A function is known to the call that it was met at (`kinds.Site`), a method by its name and the
type of its object. Methods of native types are called directly with plain arguments only, which
the twin looks at; those of classes written in Python once they have their twins, unless some code
stores an attribute of their name, which might hide them.
"""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any
from weakref import ref

from wend.instrument.rewrite.names import DRAWING
from wend.run import draws, recorder
from wend.run.draws import COPIES, DRAWS
from wend.run.kinds import (
    NAMED,
    SCALARS,
    STATE,
    trusted_in_run,
)
from wend.run.lasting import (
    DESCRIPTORS,
    GETTERS,
    HEAP_TYPE,
    LOOKUPS,
    has_plain_values,
    is_lasting,
    is_lasting_owner,
    is_weak,
    keeps_methods,
    lasts,
)
from wend.run.limits import uninterrupted
from wend.run.opaque import Opaque, guarded
from wend.run.sites import (
    FROM_C,
    HOLDING_NOTHING,
    KINDS_OF_CALLS,
    METHODS_BY_NAME,
    OF_CLASSES,
    OF_ONE,
    RECEIVERS,
    SAFE_METHODS,
    STORED,
    TOLD_ONCE,
    Callee,
    Methods,
    as_it_is,
)
from wend.run.tracked.lift import BARE, FED, own_method
from wend.run.tracked.octets import ARRAYS, BareByteArray
from wend.run.welcome import METACLASSES, is_below, welcome_native

Call = Callable[..., Any]

GUARDED = object()
"""In place of a model: the method is called by `opaque.guarded`."""

LOOKING_AT_FRAMES = frozenset(("_getframe", "_getframemodulename"))
"""Functions of `sys`: where calls are composed, frames of ours are among those that they find."""

composing = False
"""Whether calls of Python functions are composed, so that each of them has to be asked for."""


def probes(
    call: Call,
    methods: dict[type, dict[str, Any]],
    ways: Mapping[tuple[type, str], Call],
    is_for_key: Callable[[FrameType], bool],
) -> dict[str, Call]:
    """The probes that twins ask where they can't call directly; those of methods have models.

    `ways` are what takes the place of native methods without one, by their types and names.
    `is_for_key` tells whether a frame is about to call `id` for what may be any number.
    """
    NAMED["receivers"] = _Receivers((*RECEIVERS, *BARE, BareByteArray, random.Random))
    for cls, models in methods.items():
        SAFE_METHODS.update((cls, name) for name, model in models.items() if model is None)

    modelled: dict[Any, Any] = {}
    """What is called in place of native methods."""

    def called(function: Any, site: Callee) -> Any:
        """What to call in place of `function`; from now on without this probe, if that holds."""
        if function is site.known and site.otherwise is not None:
            return site.otherwise
        cls = type(function)
        if cls is site.cls:
            return function
        if cls is FunctionType:
            if function in site.others or (site.code is not None and site.knows(function)):
                return function
        elif cls is MethodType:
            inner = function.__func__
            if inner is site.inner or (type(inner) is FunctionType and inner in site.others):
                return function
        elif cls in _DEFINED and function in site.others and STATE.is_plain:
            return function
        elif cls is type and site.models and function in site.models:
            return site.models[function]
        elif cls is MethodWrapperType:
            if site.is_of_none and function.__name__ == "__init__" and _does_nothing(function):
                return function
            if function.__name__ == "__next__" and STATE.is_plain:
                if type(function.__self__) is site.owner and site.name == "__next__":
                    return function
                if call(function) is function:  # and likewise of all iterators of the type
                    site.owner, site.name, site.way = type(function.__self__), "__next__", as_it_is
                    return function
            if site.is_above:
                _learn_below(site, function, cls)
            return call(function)
        elif cls in _REPLACED:
            if function == site.original:
                return site.instead
            if cls is BuiltinFunctionType and site.models and function in site.models:
                return site.models[function]
            if cls is functools.partial and function.func is site.inner:
                site.last = ref(function)  # which is not kept: it may be made anew
                return function
            if cls in FROM_C:
                if site.is_above:
                    _learn_below(site, function, cls)
                if (
                    type(function.__self__) is site.owner
                    and function.__name__ == site.name
                    and STATE.is_plain
                ):
                    if site.may_hold and type(function.__self__) not in ARRAYS:
                        site.hold(function)
                    return site.way(function)
                if (site.alias is not None and _is_of(site.alias, function)) or (
                    site.may_hold and type(function.__self__) in RECEIVERS
                ):
                    site.hold(function)
                if STATE.is_plain and type(function.__self__) in methods:
                    model = methods[type(function.__self__)][function.__name__]
                    if model is None:
                        if type(function.__self__) in RECEIVERS:
                            site.meet_native(function)
                        return function
                    if DRAWS.may_call(function):
                        return function
                    if model is not GUARDED and not is_lasting_owner(function.__self__):
                        return MethodType(model, function.__self__)
                elif DRAWS.may_call(function):
                    return function
        if uninterrupted.is_under_way:
            # Making a twin calls what may have one: to ask for what that calls would never end.
            return function
        if function is id and is_for_key(sys._getframe(1)):
            site.trust(id, is_native=True)
            return id
        replaced = call(function)
        if cls in FROM_C:
            learn_way(site, type(function.__self__), function.__name__)
        if site.known is not function:
            trust(site, function, replaced)
        return replaced

    def learn_way(site: Callee, owner: type, name: str) -> bool:
        """Whether it is known what takes the place of a native method, whatever its object is."""
        if (way := ways.get((owner, name))) is None:
            return False
        site.owner, site.name, site.way = owner, name, way
        return True

    def called_method(attribute: Any, site: Callee, kinds: Methods) -> Any:
        """Likewise of an attribute: a method of an object, or a function of a module."""
        cls = type(attribute)
        if cls is MethodType:
            inner = attribute.__func__
            if inner is site.inner or (type(inner) is FunctionType and inner in site.others):
                return attribute
            if attribute is site.original:
                return site.instead
            if uninterrupted.is_under_way:
                return attribute
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
        if cls is site.cls or (
            cls is FunctionType and site.code is not None and site.knows(attribute)
        ):
            return attribute
        if (
            cls in FROM_C
            and type(attribute.__self__) is site.owner
            and attribute.__name__ == site.name
            and STATE.is_plain
        ):
            return site.way(attribute)
        if cls in _REPLACED and attribute == site.original:
            return site.instead
        if attribute is NAMED["fed_update"] or attribute is NAMED["fed_extend"]:
            # By which the twin knows that there is an object; `list.sort` has a model.
            return functools.partial(_called_plainly, attribute)
        if cls is BuiltinFunctionType and site.builtins and attribute in OF_CLASSES:
            site.stand(attribute, attribute)
            return attribute
        if uninterrupted.is_under_way or (cls in FROM_C and DRAWS.may_call(attribute)):
            return attribute
        replaced = call(attribute)
        if cls in FROM_C:
            owner, name = type(attribute.__self__), attribute.__name__
            welcome_native(kinds, owner)
            if (
                learn_way(site, owner, name)
                and name == kinds.name
                and (kinds.is_without or replaced is attribute)
                and keeps_methods(owner, name)
            ):
                kinds.admit(owner)  # whatever takes its place only looks at arguments
        trust(site, attribute, replaced)
        # Where an argument is not plain, the twin takes what has such a type for a receiver.
        if cls in NAMED["receivers"] or cls in FED:
            return functools.partial(_called_plainly, replaced)
        return replaced

    def unbound(method: Any) -> Any:
        """What to call in place of a method of a native type, when its arguments are not plain."""
        if (model := modelled.get(method)) is not None:
            return model
        if type(method) is FunctionType:
            # A bytearray of ours looks itself at what it is given.
            return call(COPIES[method]) if method in COPIES else method
        owner = method.__objclass__
        if owner is int or owner is float:
            return Opaque(method, call)
        if owner not in methods and f"{owner.__module__}.{owner.__qualname__}" in HOLDING_NOTHING:
            return lambda receiver, *args, **keywords: call(
                method.__get__(receiver, type(receiver))
            )(*args, **keywords)
        model = methods[owner].get(method.__name__) if owner in methods else None
        if model is GUARDED:
            model = functools.partial(guarded, method)
        modelled[method] = model or method
        return modelled[method]

    return {"called": called, "called_method": called_method, "unbound": unbound}


def _learn_below(site: Callee, function: Any, cls: type) -> None:
    """`super().m`, where m is C code of a native class below that of the object: from now on it is
    called here as it is with plain arguments."""
    owner = type(function.__self__)
    if is_below(owner):
        site.kind, site.below = cls, owner


def _is_of(methods: Methods, function: Any) -> bool:
    """Whether a native method is one of these, and its object is of no class that may change."""
    cls = type(function.__self__)
    return cls in RECEIVERS and cls in methods.types and function.__name__ == methods.name


def _does_nothing(init: Any) -> bool:
    """Whether `super().__init__()` has nothing to look at."""
    return init.__objclass__ in _WITHOUT_ARGUMENTS and STATE.is_plain


_WITHOUT_ARGUMENTS = frozenset((object, dict))


class _Receivers(set[type]):
    """Native types whose methods are called without a probe; the code of twins, where they stand,
    can be hashed."""

    __hash__ = object.__hash__  # type: ignore[assignment]


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


def is_noting() -> bool:
    """Whether what is told now is noted."""
    return not recorder.current.quiet and not recorder.current.mute


def trust(site: Callee, function: Any, replaced: Any) -> None:
    """Lets a call make do without the probe, if what it said will hold."""
    cls = type(function)
    if replaced is not function:
        # Soonest, since it is asked again with each call.
        if cls in FROM_C and not is_lasting_owner(function.__self__):
            return
        if cls in FROM_C and function in TOLD_ONCE and function not in site.builtins:
            if is_noting() and not composing and not site.hands_on:
                site.trust(function, is_native=True)
                trusted_in_run(site)
            return
        if (cls is not type and cls not in FROM_C) or not site.calls_plainly(function, replaced):
            may_stand = cls in _REPLACED or cls is type or _has_model(function, replaced)
            if site.is_of_module and type(replaced) is Opaque:
                may_stand = False  # soon enough of what it returns will have been noted
            if may_stand and STATE.is_plain and not composing and lasts(function, cls):
                site.stand(function, _fitting(replaced, site))
                if cls in FROM_C and function.__self__ is draws.SHARED:
                    DRAWS.of_site(site)
        else:
            site.trust(function, is_native=True)
            if type(replaced) is Opaque:
                site.otherwise = replaced  # as long as the run knows it
                trusted_in_run(site)
            elif STATE.is_plain and not composing:
                site.stand(function, _fitting(replaced, site))
        return
    if composing and (cls is FunctionType or _looks_at_frames(function, cls)):
        return
    if cls is FunctionType or (issubclass(cls, type) and function.__flags__ & HEAP_TYPE):
        may_be = is_lasting(function)
        is_from_c = False
        if not may_be and cls is FunctionType:
            site.meet(function)
    elif cls is type or (cls in FROM_C and type(function.__self__) is ModuleType):
        may_be = is_from_c = True
    else:
        if cls in GETTERS:
            if not composing and lasts(function, cls):
                site.trust(function, is_native=True)
        elif cls not in FROM_C and cls not in DESCRIPTORS:
            _trust_object(site, function, cls)
        elif STATE.is_plain and not composing and lasts(function, cls):
            site.stand(function, function)
        return
    if may_be:
        if site.known is not None and not site.hands_on:
            if not is_from_c:
                site.others.add(function)
            elif STATE.is_plain:
                site.add_native(function)
        site.trust(function, is_native=is_from_c)


def _has_model(function: Any, replaced: Any) -> bool:
    """Whether what takes the place of a Python function is there for good."""
    is_written = type(function) is FunctionType
    return is_written and type(replaced) is not Opaque and function not in COPIES


def _looks_at_frames(function: Any, cls: type) -> bool:
    return cls in FROM_C and function.__name__ in LOOKING_AT_FRAMES


def _trust_object(site: Callee, function: Any, cls: type) -> None:
    """Likewise of something that is called by way of a Python function, and is not kept."""
    if cls is MethodType or cls is functools.partial:
        inner = function.__func__ if cls is MethodType else function.func
        if type(inner) is FunctionType and is_lasting(inner) and not composing:
            if site.inner is not None:
                site.others.add(inner)
            else:
                site.inner = inner
            if cls is functools.partial and STATE.is_plain and has_plain_values(function):
                site.stand(function, function)
    elif (
        (type(own_method(cls, "__call__")) is FunctionType or (site.is_of_none and is_weak(cls)))
        and "__call__" not in STORED
        and is_lasting(cls)
    ):
        site.cls = cls
        _sites_of_objects.add(site)


class Replacement:
    """Takes the place of a native callable by its method `called`, or where a call is known to go
    there again and again, by what is quicker."""

    __slots__ = ()

    def called(self, /, *args: Any, **keywords: Any) -> Any:
        raise NotImplementedError

    def of_one(self) -> Callable[[Any], Any]:
        """A function of one argument."""
        raise NotImplementedError

    def of_none(self) -> Callable[[], Any]:
        return self.called

    def of_two(self) -> Callable[[Any, Any], Any]:
        return self.of_several()

    def of_several(self) -> Callable[..., Any]:
        """A function of any arguments."""
        return self.called


def _fitting(replaced: Any, site: Callee) -> Any:
    """What is called with as many arguments as there are."""
    if type(replaced) is FunctionType and site.is_of_one:
        return OF_ONE.get(replaced, replaced)
    if type(replaced) is functools.partial and replaced.func is guarded and site.is_of_one:
        return _guarded_one(replaced.args[0])
    if type(replaced) is not MethodType or not isinstance(replaced.__self__, Replacement):
        return replaced
    if site.is_of_one:
        return replaced.__self__.of_one()
    if site.is_of_two:
        return replaced.__self__.of_two()
    return replaced.__self__.of_none() if site.is_of_none else replaced.__self__.of_several()


def _guarded_one(function: Any) -> Callable[[Any], Any]:
    def called(arg: Any, /) -> Any:
        return function(arg) if type(arg) in SCALARS else guarded(function, arg)

    return called


_REPLACED = frozenset(
    (*FROM_C, functools.partial, type(functools.lru_cache(abs)), *DESCRIPTORS, *GETTERS)
)
"""Types of native callables that have something in their place."""
_sites_of_objects: set[Callee] = set()
_DEFINED = frozenset((*METACLASSES, *FROM_C, FunctionType))
"""Types of what is called, by itself: nobody's code is asked for its hash."""
NAMED["hashed"] = _DEFINED


def _trust_method(kinds: Methods, cls: type, inner: Any) -> None:
    """Lets methods of this name be called directly on objects of the type, if that will hold."""
    if type(inner) is not FunctionType or "<locals>" in cls.__qualname__:
        return
    if (
        kinds.name not in STORED
        and own_method(cls, kinds.name) is inner
        and any(own_method(cls, "__getattribute__") is lookup for lookup in LOOKUPS)
        and own_method(type(cls), "__hash__") is _HASHES_TYPES
    ):
        kinds.admit(cls)
    elif own_method(type(cls), "__hash__") is _HASHES_TYPES:
        kinds.refused.add((cls, inner))


_HASHES_TYPES = own_method(type, "__hash__")


def distrust(names: Iterable[str]) -> None:
    """Attributes of these names are stored: an object may have one in place of its method."""
    for name in names:
        if name not in STORED:
            STORED.add(name)
            DRAWS.distrust(name)
            for kind in KINDS_OF_CALLS:
                if kinds := METHODS_BY_NAME.get((kind, name)):
                    kinds.expel_all_but(RECEIVERS)
                    DRAWS.leave_methods(kinds)
            if name == "__call__":
                for site in _sites_of_objects:
                    site.cls = None
