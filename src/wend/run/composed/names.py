"""Functions, classes and constants by their names, and what code may touch, told by its names.

A summary outlives the run that it was learned in, so what is summarised must be found again: by
module and qualified name, or, for what has no such place (a closure, a decorated function), among
those that were met, by the line where it begins.
"""

from __future__ import annotations

import enum
import functools
import sys
from collections.abc import Iterator
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    ModuleType,
)
from typing import Any

from wend.describe.mappings import FROZEN_DICT
from wend.inputs.literal import SENTINEL
from wend.record import Record
from wend.run.models import FUNCTIONS
from wend.run.tracked.lift import own_method
from wend.source.instructions import stores
from wend.source.library.by_name import BINDS_UNSEEN
from wend.source.library.changes import CHANGES_ITEMS, SETS_UP_CLASS, SETS_UP_OBJECT

MOST_FUNCTIONS = 150
"""Whose code is looked at to tell what a call may touch."""

CONSTANTS = frozenset((int, float, bool, str, bytes, type(None)))

_CACHED: Any = type(functools.lru_cache(len))
"""A function with a cache: it returns what the function in it returns (`run.memo`)."""

_met: dict[tuple[str, str], FunctionType] = {}
"""Functions that are not found by their names, by module and name with line."""


# Finding


def find(module: str, name: str) -> Any:
    """What is called so; None where there is nothing. A function is found without its binding."""
    if ":" in name:
        return _met.get((module, name))
    found: Any = sys.modules.get(module)
    for part in name.split(".") if name else ():
        if isinstance(found, ModuleType):
            found = vars(found).get(part)
        elif isinstance(found, type):
            owner, found = found, type.__dict__["__dict__"].__get__(found).get(part)
            if isinstance(owner, enum.EnumMeta) and part in owner._member_map_:
                found = owner._member_map_[part]
            elif isinstance(found, staticmethod | classmethod):
                found = found.__func__
        else:
            return None
    return found


def name_of_function(function: FunctionType) -> str | None:
    """The name by which a function, or another of the same code, is found; None if it is not."""
    module, name = function.__module__, function.__qualname__
    if type(module) is not str:
        return None
    if find(module, name) is function:
        return name
    code = function.__code__
    name = f"{name}:{code.co_firstlineno}"
    known = _met.setdefault((module, name), function)
    is_same = known is function or (
        known.__code__ == code and known.__globals__ is function.__globals__
    )
    return name if is_same else None


def is_found(function: FunctionType) -> bool:
    """Whether it is the very function that its name stands for, not one of many closures."""
    return find(function.__module__, function.__qualname__) is function


def name_of_constant(value: Any) -> tuple[str, str] | None:
    """Module and name of a class, a module, a member of an enumeration, or a function that is
    nothing but its code."""
    match value:
        case ModuleType():
            module, name = value.__name__, ""
        case type():
            module, name = value.__module__, value.__qualname__
        case FunctionType() | BuiltinFunctionType() if not getattr(value, "__closure__", None):
            module, name = value.__module__, value.__qualname__
        case _ if type(value) is _CACHED:
            module, name = value.__module__, value.__qualname__
        case enum.Enum() if type(value._name_) is str:
            cls = type(value)
            module, name = cls.__module__, f"{cls.__qualname__}.{value._name_}"
        case _:
            return None
    return (module, name) if type(module) is str and find(module, name) is value else None


# Objects of classes written in Python

_HEAP_TYPE = 1 << 9
_NOT_MADE = 1 << 7
_NOT_BARE = ("__del__", "__getattribute__")
"""What makes an object more than its attributes."""

_classes: dict[type, str] = {}


def why_not_bare(cls: type) -> str:
    """Why objects of a class are more than a name and attributes; nothing where they are not."""
    if cls not in _classes:
        _classes[cls] = _why_not_bare(cls)
    return _classes[cls]


def _why_not_bare(cls: type) -> str:
    if find(cls.__module__, cls.__qualname__) is not cls:
        shown = f"{cls.__module__}.{cls.__qualname__}"
        return f"it is given a {shown}, a class that is not found by its name"
    return _why_more(cls)


def _why_more(cls: type) -> str:
    """Why objects of a class are more than their attributes."""
    shown = f"{cls.__module__}.{cls.__qualname__}"
    for base in cls.__mro__:
        own = type.__dict__["__dict__"].__get__(base)
        if base in (object, Exception, BaseException):
            continue
        is_native = not base.__flags__ & _HEAP_TYPE or "__module__" not in own
        if is_native and base.__basicsize__ != object.__basicsize__:
            is_error = issubclass(base, BaseException)
            if not is_error or base.__basicsize__ != Exception.__basicsize__:
                return f"it is given a {shown}, which is native"
        if base.__flags__ & _HEAP_TYPE and _is_native(base, own):
            return f"it is given a {shown}, which is native"
        for name in _NOT_BARE:
            if name in own and base.__flags__ & _HEAP_TYPE:
                return f"it is given a {shown}, which has {name}"
    return ""


def _is_native(cls: type, own: Any) -> bool:
    """Whether a class that is no static type was not written in Python: its objects have parts
    that are no attributes, or can't be made."""
    if cls.__flags__ & _NOT_MADE or type(own.get("__new__")) is BuiltinFunctionType:
        return True
    parts = sum(type(each) is MemberDescriptorType for each in own.values())
    below = cls.__base__.__basicsize__ if cls.__base__ is not None else 0
    return cls.__basicsize__ - below > 8 * (parts + 2)


def attributes(value: Any) -> list[tuple[str, Any]]:
    """The attributes that an object itself has, by name; runs none of its code."""
    found: list[tuple[str, Any]] = []
    for name, descriptor in _members(type(value)):
        try:
            found.append((name, descriptor.__get__(value)))
        except AttributeError:
            continue
    names = names_of(value)
    return found if names is None else [*found, *names.items()]


def set_attribute(value: Any, name: str, attribute: Any) -> None:
    """Sets an attribute that an object itself has; runs none of its code."""
    for known, descriptor in _members(type(value)):
        if known == name:
            descriptor.__set__(value, attribute)
            return
    names = names_of(value)
    assert names is not None
    names[name] = attribute


def names_of(value: Any) -> dict[str, Any] | None:
    """The attributes of an object that have names of their own, if it has such."""
    try:
        return object.__getattribute__(value, "__dict__")  # type: ignore[no-any-return]
    except AttributeError:
        return None


def _members(cls: type) -> list[tuple[str, Any]]:
    if cls not in _slots:
        _slots[cls] = [
            (name, each)
            for base in cls.__mro__
            if base.__flags__ & _HEAP_TYPE
            for name, each in type.__dict__["__dict__"].__get__(base).items()
            if type(each) is MemberDescriptorType
        ]
    return _slots[cls]


_slots: dict[type, list[tuple[str, Any]]] = {}


# What code may touch


class Touched(Record):
    """Names that a function, and what it may call, mentions and stores."""

    names: frozenset[str]
    stored: frozenset[str]
    items: bool
    """Whether items of containers may be exchanged."""
    anything: bool
    """Whether names tell nothing: it looks at names at run time, or there is too much code."""
    keeps: str
    """A function among them that has something of its own which may change, a default or a cell;
    or a variable that is an iterator."""

    def may_store(self, name: str | None) -> bool:
        """Whether an attribute of this name, or None for the items of containers, is stored."""
        return self.anything or (self.items if name is None else name in self.stored)

    def mentions(self, name: str) -> bool:
        return self.anything or name in self.names


_MAKERS = SETS_UP_OBJECT - {"__setstate__"} | SETS_UP_CLASS
"""What they store is mostly of a new object."""

_touched: dict[CodeType, Touched] = {}


def touched(function: FunctionType) -> Touched:
    """What a function may touch, as far as names tell."""
    code = function.__code__
    if code not in _touched:
        _touched[code] = _touched_by(function)
    return _touched[code]


def _touched_by(function: FunctionType) -> Touched:
    names: set[str] = set()
    stored: set[str] = set()
    items, keeps = False, ""
    waiting, seen = [function], {id(function.__code__)}
    named, sights = set(seen), set[int]()
    while waiting and len(seen) <= MOST_FUNCTIONS:
        each = waiting.pop()
        own = _own(each)
        names |= own.names
        stored |= own.stored
        items = items or own.items
        keeps = keeps or own.moving
        if id(own.code) in named:
            # Cells of the function itself are given to it.
            keeps = keeps or (own.keeps_default if each is function else own.keeps)
        found = own.calls
        named.update([id(called.__code__) for called in found])
        if id(each.__globals__) not in sights:
            # Operators are called without a name.
            sights.add(id(each.__globals__))
            found = [*found, *_methods_in(each.__globals__)[1]]
        for called in found:
            if id(called.__code__) not in seen and not _is_ours(called):
                seen.add(id(called.__code__))
                waiting.append(called)
    anything = bool(waiting) or not BINDS_UNSEEN.isdisjoint(names)
    items = items or not CHANGES_ITEMS.isdisjoint(names)
    return Touched(frozenset(names), frozenset(stored), items, anything, keeps)


def _is_ours(function: FunctionType) -> bool:
    """Whether a function is a method of ours in a class under test (`operations/lengths`, say).

    Such a method changes nothing, and what it calls is found in the class itself.
    """
    return str(function.__globals__.get("__name__")).startswith("wend.")


class _Own:
    """What the code of one function mentions and stores, and what it calls by name."""

    def __init__(self, function: FunctionType) -> None:
        self.code = function.__code__
        self.names: set[str] = set()
        self.stored: set[str] = set()
        self.items, self.moving = False, ""
        self.calls: list[FunctionType] = []
        for code in _nested(self.code):
            self.names.update(code.co_names, code.co_freevars)
            self.moving = self.moving or _moving(function, code)
            kept, changes = stores(code)
            self.items = self.items or changes
            if function.__name__ not in _MAKERS:
                self.stored |= kept
            self.calls += _named_functions(function, code)
        is_fixed = all(map(is_unchanging, defaults(function)))
        self.keeps_default = "" if is_fixed else function.__qualname__
        is_fixed = is_fixed and all(map(is_unchanging, _held(function)))
        self.keeps = "" if is_fixed else function.__qualname__


_owns: dict[int, _Own] = {}
"""By the identity of codes, which they keep."""


def _own(function: FunctionType) -> _Own:
    found = _owns.get(id(function.__code__))
    if found is None:
        found = _owns[id(function.__code__)] = _Own(function)
    return found


def _moving(function: FunctionType, code: CodeType) -> str:
    """A variable that code mentions whose state nobody can see: an iterator, a stream."""
    for name in code.co_names:
        value = function.__globals__.get(name)
        if type(value) not in CONSTANTS and own_method(type(value), "__next__"):
            return name
    return ""


def defaults(function: FunctionType) -> list[Any]:
    """The default values of parameters."""
    return [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]


def is_unchanging(value: Any) -> bool:
    """Whether a value is the same whenever it is looked at."""
    cls = type(value)
    if cls in (tuple, frozenset):
        return all(map(is_unchanging, value))
    if cls is FROZEN_DICT:
        return all(map(is_unchanging, value.items()))
    if cls is FunctionType:
        return all(map(is_unchanging, [*defaults(value), *_held(value)]))
    if cls is _CACHED:
        return is_unchanging(value.__wrapped__)
    if cls in CONSTANTS or cls in (object, type(...), SENTINEL) or cls.__module__ in _UNCHANGING:
        return True
    if isinstance(value, type | ModuleType):
        return True  # what belongs to them is watched
    if isinstance(value, BuiltinFunctionType):
        return value.__self__ is None or is_unchanging(value.__self__)
    if name_of_constant(value) is not None:
        return True
    return not _why_more(cls) and not attributes(value)  # one of a kind, by which to tell


_UNCHANGING = frozenset(("dataclasses", "typing", "re", "types"))
"""Modules whose objects stay what they are; those of `dataclasses` are around its methods."""


def _held(function: FunctionType) -> list[Any]:
    """What is in the cells of a function that changes none of them; else something that changes."""
    around = function.__code__.co_freevars
    if any(stores(code)[0].intersection(around) for code in _nested(function.__code__)):
        return [[]]
    cells = [cell for cell in function.__closure__ or () if is_filled(cell)]
    return [cell.cell_contents for cell in cells if cell.cell_contents is not function]


def is_filled(cell: CellType) -> bool:
    """Whether there is anything in a cell."""
    try:
        cell.cell_contents  # noqa: B018 - which raises where there is nothing
    except ValueError:
        return False
    return True


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _nested(constant)


def _named_functions(function: FunctionType, code: CodeType) -> Iterator[FunctionType]:
    """The functions that a code may call by a name, but for those that have models."""
    sight = function.__globals__
    methods, _ = _methods_in(sight)
    for name in code.co_names:
        value = sight.get(name)
        found = [*methods.get(name, ())]
        if type(value) is FunctionType:
            found.append(value)
        elif isinstance(value, type):
            found += [each for maker in _MAKERS for each in _functions_of(vars(value).get(maker))]
        elif type(value) is ModuleType:
            within = [vars(value).get(inner) for inner in code.co_names]
            found += [each for each in within if type(each) is FunctionType]
        elif type(value) is _CACHED:
            found += _functions_of(value)
        yield from [each for each in found if each not in FUNCTIONS]


def _is_operator(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _MAKERS


_InSight = tuple[dict[str, list[FunctionType]], list[FunctionType]]


def _methods_in(sight: dict[str, Any]) -> _InSight:
    """The functions of the classes among some globals, by name; and their operators."""
    known = _methods.get(id(sight))
    if known is None or known[0] != len(sight):
        made: dict[str, list[FunctionType]] = {}
        for value in list(sight.values()):
            if isinstance(value, type) and value.__flags__ & _HEAP_TYPE:
                for name, each in list(vars(value).items()):
                    for function in _functions_of(each):
                        made.setdefault(name, []).append(function)
        operators = [each for name, found in made.items() if _is_operator(name) for each in found]
        known = _methods[id(sight)] = len(sight), (made, operators)
    return known[1]


_methods: dict[int, tuple[int, _InSight]] = {}
"""By the identity of globals, which are kept by their functions; with how many there were."""


def touched_by_methods(cls: type) -> Touched:
    """What the functions of a class and its bases touch that are written in Python, but makers."""
    found = _touched_by_methods.get(cls)
    if found is None:
        functions = [
            touched(function)
            for base in cls.__mro__
            if base.__flags__ & _HEAP_TYPE
            for name, each in list(vars(base).items())
            if name not in _MAKERS
            for function in _functions_of(each)
        ]
        found = _touched_by_methods[cls] = Touched(
            frozenset().union(*[each.names for each in functions]),
            frozenset().union(*[each.stored for each in functions]),
            any(each.items for each in functions),
            any(each.anything for each in functions),
            next((each.keeps for each in functions if each.keeps), ""),
        )
    return found


_touched_by_methods: dict[type, Touched] = {}


def _functions_of(value: Any) -> Iterator[FunctionType]:
    if type(value) is FunctionType:
        yield value
    elif isinstance(value, staticmethod | classmethod):
        yield from _functions_of(value.__func__)
    elif type(value) is _CACHED:
        yield from _functions_of(value.__wrapped__)
    elif isinstance(value, property):
        for each in (value.fget, value.fset, value.fdel):
            yield from _functions_of(each)
