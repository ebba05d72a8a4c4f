"""What code may touch, told by the names in its instructions, directly or by what it calls.

A call can be replaced by a summary only if the code between does not touch what the summary speaks
of.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE
from wend.describe.mappings import FROZEN_DICT
from wend.inputs.literal import SENTINEL
from wend.record import Record
from wend.run.composed.bare_objects import attributes, why_more
from wend.run.composed.names import CACHED, name_of_constant
from wend.run.models import FUNCTIONS
from wend.run.tracked.lift import own_method
from wend.source.instructions import stores
from wend.source.library.by_name import BINDS_UNSEEN
from wend.source.library.changes import CHANGES_ITEMS, SETS_UP_CLASS, SETS_UP_OBJECT

MOST_FUNCTIONS = 150
"""Functions whose code is read to tell what a call may touch; beyond that it may touch anything."""

CONSTANTS = frozenset((int, float, bool, str, bytes, type(None)))


class Touched(Record):
    """The names that a function, and what it may call, mentions and stores."""

    names: frozenset[str]
    stored: frozenset[str]
    items: bool
    """Whether items of containers may be added, removed or replaced."""
    anything: bool
    """Whether these names tell nothing: more may be bound by text, or there is too much code."""
    keeps: str
    """A function among them with a default or a cell that may change, or a variable that is an
    iterator; "" if there is none."""

    def may_store(self, name: str | None) -> bool:
        """Whether an attribute of this name, or None for the items of containers, is stored."""
        return self.anything or (self.items if name is None else name in self.stored)

    def mentions(self, name: str) -> bool:
        return self.anything or name in self.names


class Reach:
    """The code that a call may run: its function, and functions that it is given."""

    def __init__(self, touched: list[Touched]) -> None:
        self._touched = touched

    def mentions(self, name: str) -> bool:
        return any(each.mentions(name) for each in self._touched)

    def may_store(self, name: str | None) -> bool:
        return any(each.may_store(name) for each in self._touched)


_MAKERS = SETS_UP_OBJECT - {"__setstate__"} | SETS_UP_CLASS
"""Methods that store attributes of a new object, mostly."""

_touched: dict[CodeType, Touched] = {}


def touched(function: FunctionType) -> Touched:
    """What a function, and what it may call, may touch, as far as names tell."""
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
    """Whether a function is a method that wend put into a class under test (`operations/lengths`).

    Such a method changes nothing, and calls methods that are found in the class itself.
    """
    return str(function.__globals__.get("__name__")).startswith("wend.")


class _Own:
    """What the code of one function itself mentions, stores and calls by name."""

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
"""By the id of a code object, which the value keeps alive."""


def _own(function: FunctionType) -> _Own:
    found = _owns.get(id(function.__code__))
    if found is None:
        found = _owns[id(function.__code__)] = _Own(function)
    return found


def _moving(function: FunctionType, code: CodeType) -> str:
    """A global that code mentions and that has a hidden state, such as an iterator; or ""."""
    for name in code.co_names:
        value = function.__globals__.get(name)
        if type(value) not in CONSTANTS and own_method(type(value), "__next__"):
            return name
    return ""


def defaults(function: FunctionType) -> list[Any]:
    """The default values of parameters."""
    return [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]


def is_unchanging(value: Any) -> bool:
    """Whether a value is the same at every time."""
    cls = type(value)
    if cls in (tuple, frozenset):
        return all(map(is_unchanging, value))
    if cls is FROZEN_DICT:
        return all(map(is_unchanging, value.items()))
    if cls is FunctionType:
        return all(map(is_unchanging, [*defaults(value), *_held(value)]))
    if cls is CACHED:
        return is_unchanging(value.__wrapped__)
    if cls in CONSTANTS or cls in (object, type(...), SENTINEL) or cls.__module__ in _UNCHANGING:
        return True
    if isinstance(value, type | ModuleType):
        return True  # what belongs to them is watched
    if isinstance(value, BuiltinFunctionType):
        return value.__self__ is None or is_unchanging(value.__self__)
    if name_of_constant(value) is not None:
        return True
    return not why_more(cls) and not attributes(value)  # one of a kind, by which to tell


_UNCHANGING = frozenset(("dataclasses", "typing", "re", "types"))
"""Modules whose objects do not change; those of `dataclasses` hold its methods."""


def _held(function: FunctionType) -> list[Any]:
    """The contents of the cells of a function; one list, which may change, if it changes a cell."""
    around = function.__code__.co_freevars
    if any(stores(code)[0].intersection(around) for code in _nested(function.__code__)):
        return [[]]
    cells = [cell for cell in function.__closure__ or () if is_filled(cell)]
    return [cell.cell_contents for cell in cells if cell.cell_contents is not function]


def is_filled(cell: CellType) -> bool:
    """Whether a cell has contents."""
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
    """The functions that code may call by a name, but for those with models."""
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
        elif type(value) is CACHED:
            found += _functions_of(value)
        yield from [each for each in found if each not in FUNCTIONS]


def _is_operator(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _MAKERS


_InSight = tuple[dict[str, list[FunctionType]], list[FunctionType]]


def _methods_in(sight: dict[str, Any]) -> _InSight:
    """The methods of the classes among some globals, by name; and their special methods."""
    known = _methods.get(id(sight))
    if known is None or known[0] != len(sight):
        made: dict[str, list[FunctionType]] = {}
        for value in list(sight.values()):
            if issubclass(type(value), type) and value.__flags__ & HEAP_TYPE:
                for name, each in list(vars(value).items()):
                    for function in _functions_of(each):
                        made.setdefault(name, []).append(function)
        operators = [each for name, found in made.items() if _is_operator(name) for each in found]
        known = _methods[id(sight)] = len(sight), (made, operators)
    return known[1]


_methods: dict[int, tuple[int, _InSight]] = {}
"""By the id of a dict of globals, which functions keep alive; with the number of globals then."""


@functools.cache
def touched_by_methods(cls: Any) -> Touched:
    """What the functions of a class and its bases touch that are written in Python, but makers."""
    functions = [
        touched(function)
        for base in cls.__mro__
        if base.__flags__ & HEAP_TYPE
        for name, each in list(vars(base).items())
        if name not in _MAKERS
        for function in _functions_of(each)
    ]
    return Touched(
        frozenset().union(*[each.names for each in functions]),
        frozenset().union(*[each.stored for each in functions]),
        any(each.items for each in functions),
        any(each.anything for each in functions),
        next((each.keeps for each in functions if each.keeps), ""),
    )


def _functions_of(value: Any) -> Iterator[FunctionType]:
    if type(value) is FunctionType:
        yield value
    elif isinstance(value, staticmethod | classmethod):
        yield from _functions_of(value.__func__)
    elif type(value) is CACHED:
        yield from _functions_of(value.__wrapped__)
    elif isinstance(value, property):
        for each in (value.fget, value.fset, value.fdel):
            yield from _functions_of(each)
