"""Functions get their twins' code, in place, when they are met; classes and modules at once."""

from __future__ import annotations

import abc
import ast
import collections
import enum
import functools
import weakref
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from wend.instrument.twin import Place, Twins
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
"""Code that needs no twin: it looks up names of fields and hands on what it is given."""
known_codes: dict[int, CodeType] = {id(code): code for code in _HANDING_ON}
"""Code that is instrumented, can't be or need not, by identity; kept, so that an id stays its
own."""
_replaced_codes: dict[int, tuple[CodeType, CodeType]] = {}
"""Code with its twin: several functions may have it, those that one decorator made, say."""
twins_in_use: list[CodeType] = []
"""The twins that were given to a function, in order."""
_known_classes: dict[int, weakref.ref[type]] = {}
"""Classes whose functions were looked at; not kept, since the code under test may drop them."""
_LRU_CACHE = type(functools.lru_cache(abs))
_WRAPPERS = frozenset((functools.partial, staticmethod, _LRU_CACHE))
"""Types of native objects that call a function of theirs."""


def admit(function: FunctionType, *, by_native: bool = False) -> None:
    """Gives a function its twin's code; one that has none is left as it is.

    Properties and operators are called without a probe, so those that are opaque are followed.
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
        twin = _twins.twin(code, file) if file else None
        if twin is None:
            known_codes[id(code)] = code
        else:
            _replaced_codes[id(code)] = code, twin
            known_codes[id(twin)] = twin
            twins_in_use.append(twin)
            function.__code__ = twin


def admit_class(cls: Any) -> None:
    """Instruments what a class and its bases define, since C code calls it without a probe."""
    for base in type.__dict__["__mro__"].__get__(cls):
        with uninterrupted:  # a class that is known is one whose functions all have twins
            if not _is_new(base) or not base.__flags__ & _HEAP_TYPE:
                continue
            for attribute in list(type.__dict__["__dict__"].__get__(base).values()):
                admit_attribute(attribute)
            _meet(base)
    metaclass = type(cls)
    if metaclass is not type:
        admit_class(metaclass)


def _meet(cls: type) -> None:
    """Lets tracked values have a say where C code compares, or measures, objects of a class."""
    bases = type.__dict__["__mro__"].__get__(cls)
    if FOLLOWED.isdisjoint(bases) and not str(cls.__module__).startswith("wend."):
        give_comparisons(cls)
        if type(cls) in _METACLASSES and all(
            base is object or base.__flags__ & _HEAP_TYPE for base in bases
        ):
            tell_truth_by_length(cls)


def _is_new(cls: type) -> bool:
    """Whether a class is met for the first time; from now on it is not."""
    if is_known(cls):
        return False
    _known_classes[id(cls)] = weakref.ref(cls)
    return True


def is_known(cls: type) -> bool:
    """Whether a class was looked at already."""
    known = _known_classes.get(id(cls))
    return known is not None and known() is cls


_HEAP_TYPE = 1 << 9
_METACLASSES = (type, abc.ABCMeta, enum.EnumType)
"""Those whose classes do what classes do."""


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
    """Instruments every function and class that a module itself defines, and its objects' classes.

    Functions can be left for when calls reach them; what classes define is called without a
    probe, too. Nothing is asked of an object but its type: asking might run its code.
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
        elif cls.__flags__ & _HEAP_TYPE and cls.__module__ == name:
            admit_class(cls)


def aim_at(file: str, lines: tuple[int, ...]) -> None:
    """The lines whose statements get marks when their code is rewritten."""
    _twins.aim_at(file, lines)


def prepare(functions: Iterable[FunctionType]) -> None:
    """Makes the twins of functions and gives them to nobody: for processes forked from this one."""
    codes: dict[str, list[CodeType]] = {}
    for function in functions:
        module = function.__module__ if type(function.__module__) is str else ""
        file = None if is_excluded(module) else source_file(function.__code__, module)
        if file is not None:
            codes.setdefault(file, []).append(function.__code__)
    for file, of_file in codes.items():
        _twins.prepare(file, of_file)


def program_twin(module: ast.Module, file: str, code: CodeType) -> CodeType:
    """The instrumented code of a module of ours that stands for code of a file."""
    return _twins.of_program(module, file, code.co_filename, code.co_flags)


def module_twin(file: str) -> CodeType | None:
    """The instrumented code of a module itself, as it is run by an import."""
    return _twins.of_module(file)


def made() -> list[Place]:
    """Where the twins are from that were made so far when they were needed."""
    return _twins.made


def make(places: Iterable[Place]) -> None:
    """Makes the twins that a child needed, for the next one."""
    _twins.make(places)


probes: dict[str, Any] = {}
"""Every probe by the name that twins call it by. `twin_probes` fills it when it is
imported: the probe for calls admits functions, so this module can't import it."""

_twins = Twins(probes.__getitem__)
