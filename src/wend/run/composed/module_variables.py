"""Variables of modules and classes: which of them runs change, and their values before.

Most never change, and a summary need not mention them. Which variables change is found out after a
run: everything is set back, the run is made anew, and from then on these variables are given to the
functions that mention them, as arguments are.
"""

from __future__ import annotations

import contextlib
import enum
import math
import sys
from collections import deque
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE
from wend.describe.mappings import FROZEN_DICT
from wend.path.summary import Slot
from wend.record import Record
from wend.run.composed.bare_objects import attributes, names_of, set_attribute, why_not_bare
from wend.run.composed.touched import CONSTANTS, Touched, defaults, is_filled

MOST = 20_000
"""The most values of a module that are looked into."""

DEEPEST = 24
"""The deepest level of values in values: an object, its list and the items of that are three."""

DEEPEST_CLASS = 5
"""The deepest level of classes in classes."""

ABSENT = object()
"""Stands for the value of a variable that does not exist."""

_STATELESS = (ModuleType, BuiltinFunctionType, type)

LEAST_TABLE, LEAST_PART = 2, 16
"""Constants that make a container a table, which is named and not taken apart; and one in a list or
in an object: of many small ones of a kind all parts vary."""


class Change(Record):
    """A variable that a run changed."""

    module: str
    name: str
    objects: list[Any] | None
    """The objects in it that changed; None where it holds another one."""


class ModuleVariables:
    """The variables of modules whose calls are composed, and what they held before any run."""

    def __init__(self) -> None:
        self.changing: dict[tuple[str, str], None] = {}
        """Variables that runs were seen to change: module, and name or `Class.name`."""
        self._states: dict[str, _ModuleState] = {}
        self._tables: dict[int, tuple[str, str, Slot]] = {}
        """Containers and objects of constants in variables of modules, by identity: the variables,
        and the slots."""
        self._mentioned: dict[Touched, tuple[int, list[tuple[str, str, _Held]]]] = {}
        """The values of the variables that some code mentions, and the number of modules at that
        time."""

    def keep(self, module: str) -> None:
        """Has changes of a module by runs noticed and undone, from now on."""
        if module not in self._states and module in sys.modules:
            state = self._states[module] = _ModuleState(module)
            for name, slot, value in state.tables():
                self._tables.setdefault(id(value), (module, name, slot))

    def table_slot(self, value: Any) -> Slot | None:
        """The slot of a table that is in a variable, unless that is known to change."""
        module, name, slot = self._tables.get(id(value), ("", "", None))
        return None if (module, name) in self.changing else slot

    def undo_changes(self) -> list[Change]:
        """Undoes what a run changed, and returns it."""
        return [
            Change(module, name, objects)
            for module, state in list(self._states.items())
            for name, objects in state.undo_changes()
        ]

    def changed_by(self, touched: Touched) -> list[tuple[str, str]]:
        """The variables that some code mentions, and that changed though they are not known to
        change.

        Variables with functions and classes are looked at when a run is over.
        """
        number = len(self._states)
        known = self._mentioned.get(touched)
        if known is None or known[0] != number:
            names = [
                (module, name, held)
                for module, state in self._states.items()
                for name, held in state.held.items()
                if touched.mentions(name.rpartition(".")[2])
                and not isinstance(held[0], (*_STATELESS, FunctionType))
            ]
            known = self._mentioned[touched] = number, names
        return [
            (module, name)
            for module, name, (value, contents) in known[1]
            if (module, name) not in self.changing
            and (
                place(module, name) is not value or not all(each.is_current() for each in contents)
            )
        ]


variables = ModuleVariables()
"""One for the process, since the modules are: what a run changes in them the next one would see."""


def place(module: str, name: str) -> Any:
    """The value of a variable, or ABSENT."""
    owner, last = _owner(module, name)
    return ABSENT if owner is None else vars(owner).get(last, ABSENT)


def put(module: str, name: str, value: Any) -> None:
    """Gives a variable a value."""
    owner, last = _owner(module, name)
    if owner is None:
        return
    if isinstance(owner, type):
        if value is not ABSENT:
            type.__setattr__(owner, last, value)
        elif last in vars(owner):
            type.__delattr__(owner, last)
    elif value is not ABSENT:
        vars(owner)[last] = value
    else:
        vars(owner).pop(last, None)


def _owner(module: str, name: str) -> tuple[Any, str]:
    owner: Any = sys.modules.get(module)
    *outer, last = name.split(".")
    for part in outer:
        owner = vars(owner).get(part) if owner is not None else None
    return owner, last


_Held = tuple[Any, list["_Contents"]]
"""The value of a variable, and the contents of its containers and objects."""


class _ModuleState:
    """The values of the variables of a module, and the contents of their containers and objects."""

    def __init__(self, module: str) -> None:
        self._module = module
        self.held: dict[str, _Held] = {}
        self._left = MOST
        for name, value in _variables(sys.modules[module], module):
            self.held[name] = value, [*self._contents(value, set(), DEEPEST)]

    def tables(self) -> Iterator[tuple[str, Slot, Any]]:
        """The tables in variables, and those in them: names, slots and the tables themselves."""
        for name, (value, contents) in self.held.items():
            if "." not in name:
                found = _Tables({id(each.owner) for each in contents})
                for slot, table in found.within(value, ("named", self._module, name)):
                    yield name, slot, table

    def undo_changes(self) -> list[tuple[str, list[Any] | None]]:
        """Undoes what changed. Returns the names of variables, with the objects in them that
        changed."""
        now = dict(_variables(sys.modules[self._module], self._module))
        changed: dict[str, list[Any] | None] = {name: None for name in now if name not in self.held}
        stale: dict[int, _Contents] = {}
        for name, (value, contents) in self.held.items():
            others = [each for each in contents if not each.is_current()]
            stale.update({id(each.owner): each for each in others})
            if now.get(name, ABSENT) is not value:
                changed[name] = None
            elif others:
                changed[name] = [each.owner for each in others]
        for each in stale.values():
            each.restore()
        for name, objects in changed.items():
            if objects is None:
                put(self._module, name, self.held[name][0] if name in self.held else ABSENT)
        return [*changed.items()]

    def _contents(self, value: Any, seen: set[int], depth: int) -> Iterator[_Contents]:
        cls = type(value)
        if cls in CONSTANTS or isinstance(value, _STATELESS):
            return
        if id(value) in seen or depth == 0 or self._left <= 0:
            return
        seen.add(id(value))
        made = _contents_of(value, cls)
        if made is None and not issubclass(cls, tuple | frozenset):
            return
        inner = [*value] if made is None else made.held
        if cls is FunctionType:
            inner = [*inner, *defaults(value), *(value.__closure__ or ())]
        self._left -= 1 + len(inner)
        if made is not None:
            yield made
        for each in inner:
            yield from self._contents(each, seen, depth - 1)


_Table = tuple[Slot, Any]


class _Tables:
    """Containers and objects that are made of nothing but constants."""

    def __init__(self, kept: set[int]) -> None:
        """`kept`: what can't change without being noticed, by identity."""
        self._kept = kept
        self._sizes: dict[int, float] = {}
        self._met: set[int] = set()

    def within(self, value: Any, slot: Slot, least: int = LEAST_TABLE) -> Iterator[_Table]:
        """The tables in a value that a slot names: functions are given their parts, too."""
        cls = type(value)
        parts = None if cls in CONSTANTS else self._parts(value)
        if not parts or id(value) in self._met:
            return
        self._met.add(id(value))
        if cls not in (tuple, list, dict, set, frozenset):
            least = 1  # what is stored in it is no longer what the variable held
        size = self._size(value)
        if least <= size < math.inf:
            yield slot, value
        below = least if cls is dict else LEAST_PART
        for way, key, each in parts:
            if way:
                yield from self.within(each, (way, slot, key), below)

    def _size(self, value: Any) -> float:
        """The number of constants in a value; inf if it has other parts, may change unnoticed, or
        contains itself."""
        if type(value) in CONSTANTS or isinstance(value, enum.Enum):
            return 1
        known = self._sizes.get(id(value))
        if known is None:
            self._sizes[id(value)] = math.inf
            parts = self._parts(value)
            known = math.inf if parts is None else sum([self._size(part) for *_, part in parts])
            self._sizes[id(value)] = known
        return known

    def _parts(self, value: Any) -> list[tuple[str, Any, Any]] | None:
        """The parts of a value, each with the way to it and its key, "" and None for parts without
        a way; None if the value is no container of a known kind."""
        cls: Any = type(value)
        if cls not in (tuple, frozenset, FROZEN_DICT) and id(value) not in self._kept:
            return None
        if cls is list:
            return [("item", at, each) for at, each in enumerate(value)]
        if cls in (tuple, frozenset, set, FROZEN_DICT, dict):
            found: list[tuple[str, Any, Any]] = [("", None, each) for each in value]
            if cls is dict or cls is FROZEN_DICT:
                for key, each in value.items():
                    is_named = cls is dict and type(key) in (int, str)
                    found.append(("item", key, each) if is_named else ("", None, each))
            return found
        if isinstance(value, _STATELESS) or cls is FunctionType or why_not_bare(cls):
            return None
        return [("attribute", name, each) for name, each in attributes(value)]


class _Contents:
    """The items of a container, with functions to read them again and to set them back."""

    def __init__(self, owner: Any, look: _Look, make: _Make) -> None:
        self.owner = owner
        self._look = look
        self._make = make
        self.held = look(owner)

    def is_current(self) -> bool:
        now = self._look(self.owner)
        return len(now) == len(self.held) and all(map(_is_same, now, self.held))

    def restore(self) -> None:
        self._make(self.owner, self.held)


_Look = Callable[[Any], list[Any]]
_Make = Callable[[Any, list[Any]], Any]


def _is_same(now: Any, held: Any) -> bool:
    """Whether two values can't be told apart. Native objects make the ints of their attributes anew
    whenever they are read."""
    return now is held or (type(now) is type(held) is int and now == held)


def _contents_of(value: Any, cls: type) -> _Contents | None:
    for native, look, make in _CONTENTS:
        if issubclass(cls, native):
            return _Contents(value, look, make)
    if cls is FunctionType or cls.__flags__ & HEAP_TYPE:
        return _Contents(
            value,
            lambda value: [each for item in attributes(value) for each in item],
            lambda value, held: _fill(value, _forget, _set_back, held),
        )
    return None


_CONTENTS: tuple[tuple[type, _Look, _Make], ...] = (
    (
        list,
        lambda value: [*list.__iter__(value)],
        lambda value, held: list.__setitem__(value, slice(None), held),
    ),
    (
        dict,
        lambda value: [each for item in dict.items(value) for each in item],
        lambda value, held: _fill(value, dict.clear, dict.__setitem__, held),
    ),
    (
        set,
        lambda value: [*set.__iter__(value)],
        lambda value, held: (set.clear(value), set.update(value, held)),
    ),
    (
        deque,
        lambda value: [*deque.__iter__(value)],
        lambda value, held: (deque.clear(value), deque.extend(value, held)),
    ),
    (
        CellType,
        lambda value: [value.cell_contents] if is_filled(value) else [],
        lambda value, held: setattr(value, "cell_contents", held[0]) if held else None,
    ),
)


def _fill(
    value: Any, clear: Callable[[Any], None], store: Callable[..., None], held: list[Any]
) -> None:
    clear(value)
    for at in range(0, len(held), 2):
        store(value, held[at], held[at + 1])


def _set_back(value: Any, name: str, attribute: Any) -> None:
    """Sets an attribute to its value before. An attribute that can't be set can't have changed."""
    with contextlib.suppress(AttributeError):
        set_attribute(value, name, attribute)


def _forget(value: Any) -> None:
    """Removes all attributes of an object, except those in slots."""
    if (names := names_of(value)) is not None:
        names.clear()


def _variables(owner: Any, module: str, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The variables of a module and of its classes; names of Python's own are none."""
    for name, value in list(vars(owner).items()):
        if type(name) is not str or (name.startswith("__") and name.endswith("__")):
            continue
        is_own = issubclass(type(value), type) and _is_of(module, value) and name == value.__name__
        if is_own and prefix.count(".") < DEEPEST_CLASS:
            yield from _variables(value, module, f"{prefix}{name}.")
        yield f"{prefix}{name}", value


def _is_of(module: str, cls: type) -> bool:
    """Whether a class was written in a module."""
    return bool(cls.__flags__ & HEAP_TYPE) and cls.__module__ == module
