"""Followed calls: a function gets its twin's code, in place, when a call first reaches it.

What classes define is called without a probe, so classes and modules are instrumented at once.
"""

from __future__ import annotations

import abc
import collections
import enum
import functools
import weakref
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE
from wend.instrument.twin import Twins
from wend.run.calls.exempt import is_excluded, is_opaque
from wend.run.calls.random_functions import COPIES
from wend.run.limits import uninterrupted
from wend.run.operations.lengths import tell_truth_by_length
from wend.run.operations.subclass_comparisons import give_comparisons
from wend.run.tracked.lift import FOLLOWED
from wend.source.files import source_file

_HANDING_ON = [
    code
    for code in collections.namedtuple.__code__.co_consts
    if type(code) is CodeType and code.co_name == "_replace"
]
"""Code that needs no twin: `_replace` of named tuples looks up fields and hands on values."""
known_codes: dict[int, CodeType] = {id(code): code for code in _HANDING_ON}
"""Code that is instrumented, can't be, or need not be, by identity. It is kept, so that no other
object gets its id."""
_replaced_codes: dict[int, tuple[CodeType, CodeType]] = {}
"""Code and its twin, by identity of the code: a decorator may make many functions of one code."""
twins_in_use: list[CodeType] = []
"""The twins that functions were given, in order."""
_known_classes: dict[int, weakref.ref[type]] = {}
"""Classes that were instrumented, by identity. They are not kept alive: the code under test may
drop them."""
_LRU_CACHE = type(functools.lru_cache(abs))
_WRAPPERS = frozenset((functools.partial, staticmethod, _LRU_CACHE))
"""Types of native objects that call a Python function."""


def admit(function: FunctionType, *, by_native: bool = False) -> None:
    """Gives a function its twin's code. A function without a twin is left as it is.

    `by_native`: native code calls it, as it calls properties and operators, so no probe would see
    that it is opaque, and it is followed.
    """
    if (is_opaque(function) and not by_native) or function in COPIES:
        return
    code = function.__code__
    if (replaced := _replaced_codes.get(id(code))) is not None:
        function.__code__ = replaced[1]
        return
    module = function.__module__ or function.__globals__.get("__name__", "")
    is_ours = type(module) is not str or is_excluded(module)
    with uninterrupted:
        file = None if is_ours else source_file(code, module)
        twin = twins.twin(code, file) if file else None
        if twin is None:
            known_codes[id(code)] = code
        else:
            _replaced_codes[id(code)] = code, twin
            known_codes[id(twin)] = twin
            twins_in_use.append(twin)
            function.__code__ = twin


def admit_class(cls: Any) -> None:
    """Instruments the functions of a class and its bases, since C code calls them without a
    probe."""
    for base in type.__dict__["__mro__"].__get__(cls):
        with uninterrupted:  # so that all functions of a known class have twins
            if not _is_new(base) or not base.__flags__ & HEAP_TYPE:
                continue
            for attribute in list(type.__dict__["__dict__"].__get__(base).values()):
                admit_attribute(attribute)
            _meet(base)
    metaclass = type(cls)
    if metaclass is not type:
        admit_class(metaclass)


def _meet(cls: type) -> None:
    """Has C code ask tracked values where it compares, or measures, objects of a class."""
    bases = type.__dict__["__mro__"].__get__(cls)
    # By identity: a metaclass may refuse to compare, or to hash.
    if {*map(id, FOLLOWED)}.isdisjoint(map(id, bases)) and not str(cls.__module__).startswith(
        "wend."
    ):
        give_comparisons(cls)
        if type(cls) in _METACLASSES and all(
            base is object or base.__flags__ & HEAP_TYPE for base in bases
        ):
            tell_truth_by_length(cls)


def _is_new(cls: type) -> bool:
    """Whether a class is met for the first time. It is known from now on."""
    if is_known(cls):
        return False
    _known_classes[id(cls)] = weakref.ref(cls)
    return True


def is_known(cls: type) -> bool:
    """Whether a class was instrumented already."""
    known = _known_classes.get(id(cls))
    return known is not None and known() is cls


_METACLASSES = (type, abc.ABCMeta, enum.EnumType)
"""Metaclasses whose instances behave as other classes do."""


def admit_attribute(attribute: Any, *, by_native: bool = False) -> None:
    """Instruments the functions inside methods, properties, nested classes and decorators."""
    for _ in range(8):
        cls = type(attribute)
        if cls is FunctionType:
            if id(attribute.__code__) not in known_codes:
                admit(attribute, by_native=by_native or attribute.__name__.startswith("__"))
            inner = attribute.__dict__.get("__wrapped__")
        elif issubclass(cls, staticmethod | classmethod):
            inner = attribute.__func__
        elif issubclass(cls, property):
            for accessor in (attribute.fset, attribute.fdel):
                if type(accessor) is FunctionType:
                    admit_attribute(accessor, by_native=True)
            inner, by_native = attribute.fget, True
        elif issubclass(
            cls, functools.cached_property | functools.partialmethod | functools.partial
        ):
            inner = attribute.func
        elif issubclass(cls, type):
            admit_class(attribute)
            return
        elif cls is _LRU_CACHE:
            inner = getattr(attribute, "__wrapped__", None)
        else:
            return
        if inner is None or inner is attribute:
            return
        attribute = inner


def admit_module(module: ModuleType, *, functions: bool = True) -> None:
    """Instruments the classes that a module defines, the classes of its objects, and its functions.

    Functions can be left for when calls reach them; what classes define is called without a probe.
    An object is asked for nothing but its type, since any other question might run its code.
    """
    name = module.__name__
    for value in list(vars(module).values()):
        cls = type(value)
        if cls is FunctionType and not functions:
            continue
        if cls is FunctionType or issubclass(cls, type):
            if value.__module__ == name:
                admit_attribute(value)
        elif cls in _WRAPPERS:
            admit_attribute(value)
        elif cls.__flags__ & HEAP_TYPE and cls.__module__ == name:
            admit_class(cls)


def prepare(functions: Iterable[FunctionType]) -> None:
    """Makes the twins of functions, for processes that are forked from this one. No function gets
    them."""
    codes: dict[str, list[CodeType]] = {}
    for function in functions:
        module = function.__module__ if type(function.__module__) is str else ""
        file = None if is_excluded(module) else source_file(function.__code__, module)
        if file is not None:
            codes.setdefault(file, []).append(function.__code__)
    for file, of_file in codes.items():
        twins.prepare(file, of_file)


probes: dict[str, Any] = {}
"""Every probe, by the name that twins call it by. `twin_probes` adds them when it is imported,
because the probe for calls imports this module."""

twins = Twins(probes.__getitem__)
"""All twins of this process."""
