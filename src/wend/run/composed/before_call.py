"""What a call is given: everything that it can reach, as slots, and made of slots again. [003] §2

The paper leaves side effects through the heap open. Here an input of a function is whatever it
reaches: numbers and text among its arguments, and those in objects, lists, dicts, cells of
closures, variables of modules. Each becomes a variable of the function's own; the rest, how all
this hangs together, is part of what is summarised (`path.summary.Slot`).

While a call is under way the objects stay the objects that they are; only what varies in them is
exchanged. A function that is run alone gets new objects of the same description.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import CellType, FunctionType, MethodType
from typing import Any

from wend.expr import build
from wend.expr.build import variable
from wend.expr.leaves import value_in
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import character_of, given, length_of
from wend.path.summary import VARYING, Key, Slot, TextPart
from wend.record import Record
from wend.run import recorder
from wend.run.calls.applications import MOST_SCALARS
from wend.run.composed.bare_objects import attributes, set_attribute, why_not_bare
from wend.run.composed.module_variables import ABSENT, place, put, variables
from wend.run.composed.names import find, is_found, name_of_constant, name_of_function
from wend.run.composed.touched import CONSTANTS, Touched, defaults, is_filled, is_unchanging
from wend.run.disguised_frames import copy_of
from wend.run.tracked import listing
from wend.run.tracked.lift import FOLLOWED, LISTS, OCTETS, TRACKED, track
from wend.run.tracked.octets import input_octets, view
from wend.run.tracked.text import (
    SymStr,
    as_term,
    input_text,
    length_term,
    parts_of,
    raw,
)

MOST_SLOTS = 400
"""The most slots of a call. A call that reaches more is followed in place."""

DEEPEST = 24
"""The deepest level of objects in objects."""


class CannotTell(Exception):
    """A call reaches something that can't be described. The message says why."""


# Constants


def constant(value: Any) -> Slot:
    """The slot of a constant: 1, 1.0 and True are three of them, and so are 0.0 and -0.0."""
    cls = type(value)
    return "const", cls.__name__, value.hex() if cls is float else value


def key_slot(key: Any) -> Slot:
    """The slot of a key of a dict or a member of a set."""
    cls = type(key)
    if cls in CONSTANTS:
        return constant(key)
    if cls is tuple:
        return "tuple", (), tuple([key_slot(part) for part in key])
    if (named := name_of_constant(key)) is not None:
        return "named", *named
    raise CannotTell("a dict or set that it reaches has keys that are not constants")


def constant_slot(value: Any) -> Slot | None:
    """The slot of a value that can be a key; None for other values."""
    try:
        return key_slot(value)
    except CannotTell:
        return None


def is_constant(slot: Slot) -> bool:
    """Whether nothing in a slot varies or can change."""
    return slot[0] in ("const", "named") or (slot[0] == "tuple" and all(map(is_constant, slot[2])))


def class_name(cls: type, plain: type) -> tuple[str, str] | tuple[()]:
    """Module and name of a class; an empty tuple for the plain class."""
    return () if cls is plain else (cls.__module__, cls.__qualname__)


# From values to slots


class Before:
    """All that a call is given: slots, terms of the caller, and values of the function's
    variables."""

    def __init__(self, touched: Touched) -> None:
        self.varies = False
        """Whether anything that the call is given depends on the inputs of the run."""
        self.terms: list[Term] = []
        self.texts: list[TextPart] = []
        self.inputs: dict[str, Any] = {}
        """The values of the function's own variables."""
        self._touched = touched
        self._objects: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._names = 0
        self._slots = 0

    def slot(self, value: Any, may_store: bool = True, depth: int = 0) -> Slot:
        """Describes a value; raises CannotTell. `may_store`: whether another value may be stored in
        its place, as far as the code of the function tells."""
        cls = type(value)
        if cls is int and may_store:
            # A constant int is a variable, too, so that there is one summary for all ints.
            return self.number(value, build.integer(value))
        if cls in CONSTANTS:
            return constant(value)
        self._slots += 1
        if depth > DEEPEST or self._slots > MOST_SLOTS or len(self.terms) > MOST_SCALARS:
            raise CannotTell("it reaches too much")
        if cls in TRACKED:
            self.varies = True
            return self.number(value._wend_value, value._wend_term)
        if cls is SymStr:
            return self._text("str", value)
        if cls in OCTETS and not issubclass(cls, bytearray):
            return self._text("bytes", view(value))
        if (number := self._numbers.get(id(value))) is not None:
            return "same", number
        if (named := name_of_constant(value)) is not None:
            return "named", *named
        if (table := variables.table_slot(value)) is not None:
            return table
        if cls in FOLLOWED and cls not in LISTS:
            raise CannotTell(f"it reaches a {cls.__name__} of the inputs that may have more parts")
        if issubclass(cls, tuple):
            return self._tuple(value, cls, may_store, depth + 1)
        if cls is MethodType:
            function = self.slot(value.__func__, may_store, depth + 1)
            return "method", function, self.slot(value.__self__, may_store, depth + 1)
        self._numbers[id(value)] = len(self._objects)
        self._objects.append(value)
        return self._object(value, cls, depth + 1)

    def number(self, value: Any, node: Term) -> Slot:
        self.inputs[self._path()] = value
        self.terms.append(build.as_int(node) if node.sort is Sort.BOOL else node)
        return (node.sort.value,)

    def _tuple(self, value: Any, cls: type, may_store: bool, depth: int) -> Slot:
        if cls is not tuple and not _is_named_tuple(cls):
            raise CannotTell(f"it reaches a {cls.__qualname__}, which is more than a tuple")
        parts = tuple([self.slot(part, may_store, depth) for part in tuple.__iter__(value)])
        return "tuple", class_name(cls, tuple), parts

    def _item(self, item: Any, depth: int) -> Slot:
        return self.slot(item, self._touched.may_store(None), depth)

    def _object(self, value: Any, cls: type, depth: int) -> Slot:
        if cls is list or cls in LISTS:
            if cls in LISTS:
                self.varies = True  # in its length
                listing.settle(value)
            return "list", tuple([self._item(item, depth) for item in list.__iter__(value)])
        if cls in (dict, set, frozenset):
            if id(value) in recorder.current.keyed:
                raise CannotTell("it reaches a dict or set whose keys vary")
            if cls is dict:
                pairs = [(self._item(item, depth), key_slot(key)) for key, item in value.items()]
                return "dict", tuple(pairs)
            return "set", cls.__name__, tuple(map(key_slot, value))
        if cls is FunctionType:
            return self._closure(value, depth)
        if why := why_not_bare(cls):
            raise CannotTell(why)
        args = (self.slot(value.args, False, depth),) if issubclass(cls, BaseException) else ()
        kind = "error" if args else "object"
        named = [
            (self.slot(each, self._touched.may_store(name), depth), name)
            for name, each in attributes(value)
        ]
        return kind, cls.__module__, cls.__qualname__, *args, tuple(named)

    def _closure(self, function: FunctionType, depth: int) -> Slot:
        name = name_of_function(function)
        if name is None:
            raise CannotTell(f"there are two functions {function.__qualname__}")
        if why := why_no_closure(function):
            raise CannotTell(why)
        return "closure", function.__module__, name, self.cells(function, depth)

    def cells(self, function: FunctionType, depth: int = 0) -> tuple[Slot, ...]:
        """The slots of the variables of enclosing functions."""
        named = zip(function.__closure__ or (), function.__code__.co_freevars, strict=True)
        return tuple([self._cell(cell, name, depth) for cell, name in named])

    def _cell(self, cell: CellType, name: str, depth: int) -> Slot:
        if (number := self._numbers.get(id(cell))) is not None:
            return "same", number
        self._numbers[id(cell)] = len(self._objects)
        self._objects.append(cell)
        if not is_filled(cell):
            return ("cell",)
        return "cell", self.slot(cell.cell_contents, self._touched.may_store(name), depth), name

    def variables(self, places: Iterable[tuple[str, str]]) -> Slot:
        """The slot of variables of modules and classes, by their names."""
        self._numbers[-1] = len(self._objects)
        self._objects.append(None)
        parts = []
        for module, name in places:
            value = place(module, name)
            if isinstance(value, FunctionType | type):
                raise CannotTell(f"what belongs to {name} changes")
            parts.append((("absent",) if value is ABSENT else self.slot(value), module, name))
        return "globals", tuple(parts)

    def _path(self) -> str:
        self._names += 1
        return f"#{self._names - 1}"

    def _text(self, kind: str, value: str) -> Slot:
        self.varies = True
        lead, tail, first = parts_of(value)
        path = self._path()
        self.inputs[length_of(path).text] = str.__len__(value)
        naming = character_of(kind)
        for at, char in enumerate(raw(value)):
            self.inputs[naming(path, at).text] = ord(char)
        self.texts.append((len(lead), None if tail is None else (tail.path, first)))
        self.terms += [length_term(value), *map(as_term, lead)]
        return (kind,)


def why_no_closure(function: FunctionType) -> str:
    """Why a function that is made anew of its code and cells would not be the same."""
    if is_found(function):
        return ""
    if function.__dict__ or not all(map(is_unchanging, defaults(function))):
        return f"{function.__qualname__} is made at run time and has more than its code"
    known = find(function.__module__, name_of_function(function) or "")
    if [*map(constant_slot, defaults(known))] != [*map(constant_slot, defaults(function))]:
        return f"{function.__qualname__} is made at run time, each time with other defaults"
    return ""


def _is_named_tuple(cls: type) -> bool:
    is_found = find(cls.__module__, cls.__qualname__) is cls
    return is_found and cls.__dictoffset__ == 0 and cls.__basicsize__ == tuple.__basicsize__


# From slots to values

_NOTHING = object()


class OwnValue(Record):
    """A value made of the function's own variables, and the caller's value in its place."""

    number: int
    value: Any
    original: Any
    is_number: bool


class ValueMaker:
    """Makes the values that slots describe, of the function's own variables with these values.

    Objects that exist are kept, and only what varies in them is exchanged.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.objects: list[tuple[Any, Slot]] = []
        """Objects that can change, by their numbers, each with the slot that it was made of."""
        self.own: dict[int, OwnValue] = {}
        """Values made of variables, by identity. They are kept, so that no other object gets their
        ids."""
        self._values = values
        self._names = 0

    def call(
        self, key: Key, args: Iterable[Any] = (), closure: Iterable[CellType] = ()
    ) -> tuple[list[Any], dict[str, Any], list[CellType]]:
        """Positional arguments, arguments by name, and cells. They take the place of existing ones,
        if there are any."""
        _, _, slots, names = key
        cells: list[CellType] = []
        beside: tuple[Slot, ...] = ()
        if slots and slots[-1][0] == "beside":
            slots, (_, *beside) = slots[:-1], slots[-1]  # type: ignore[assignment]
        olds = [*args] or [_NOTHING] * len(slots)
        made = [self.value(slot, old) for slot, old in zip(slots, olds, strict=True)]
        for slot in beside:
            if slot[0] == "globals":
                self._variables(slot)
            else:
                held: list[Any] = [*closure] or [_NOTHING] * len(slot[1])
                cells = [self.value(each, old) for each, old in zip(slot[1], held, strict=True)]
        split = len(made) - len(names)
        return made[:split], dict(zip(names, made[split:], strict=True)), cells

    def value(self, slot: Slot, old: Any = _NOTHING) -> Any:
        match slot:
            case ("const", kind, value):
                if type(old) in CONSTANTS and constant(old) == slot:
                    return old
                return float.fromhex(value) if kind == "float" else value
            case ("named", module, name):
                return _found(module, name)
            case ("item", owner, key):
                return self.value(owner)[key]
            case ("attribute", owner, name):
                return dict(attributes(self.value(owner)))[name]
            case ("same", number):
                return self.objects[number][0]
            case ("tuple", cls, parts):
                return self._tuple(slot, cls, parts, old)
            case ("method", function, receiver):
                is_one = type(old) is MethodType
                inner = self.value(function, old.__func__ if is_one else _NOTHING)
                owner = self.value(receiver, old.__self__ if is_one else _NOTHING)
                if is_one and inner is old.__func__ and owner is old.__self__:
                    return old
                return MethodType(inner, owner)
            case (kind,) if kind in VARYING:
                return self._owned(self._variable(kind), old, kind not in ("str", "bytes"))
        return self._object(slot, old)

    def _owned(self, value: Any, old: Any, is_number: bool) -> Any:
        self.own[id(value)] = OwnValue(len(self.own), value, old, is_number)
        return value

    def _variable(self, kind: str) -> Any:
        path = f"#{self._names}"
        self._names += 1
        if kind not in ("str", "bytes"):
            node = variable(path, Sort(kind))
            return track(value_in(self._values, node), node)
        count = given(self._values, length_of(path))
        naming = character_of(kind)
        codes = [given(self._values, naming(path, at)) for at in range(count)]
        if kind == "str":
            return input_text(path, "".join(map(chr, codes)))
        return input_octets(path, bytes(codes))

    def _tuple(self, slot: Slot, named: Any, parts: tuple[Slot, ...], old: Any) -> Any:
        cls = _found(*named) if named else tuple
        fits = type(old) is cls and tuple.__len__(old) == len(parts)
        olds = [*tuple.__iter__(old)] if fits else [_NOTHING] * len(parts)
        made = [self.value(part, each) for part, each in zip(parts, olds, strict=True)]
        if is_constant(slot):
            return old if fits and constant_slot(old) == slot else tuple.__new__(cls, made)
        value = tuple.__new__(cls, made)
        return self._owned(value, old, False)

    def _object(self, slot: Slot, old: Any) -> Any:
        match slot:
            case ("list", parts):
                made = old if type(old) is list or type(old) in LISTS else []
                self.objects.append((made, slot))
                self._list(made, parts)
            case ("dict", pairs):
                made = old if type(old) is dict else {}
                self.objects.append((made, slot))
                self._dict(made, pairs)
            case ("set", kind, keys):
                made = old
                if old is _NOTHING or constant_set(old) != slot:
                    made = _set(kind, [self.value(key) for key in keys])
                self.objects.append((made, slot))
            case ("cell", *parts):
                made = old if type(old) is CellType else CellType()
                self.objects.append((made, slot))
                for part in parts[:1]:
                    held = made.cell_contents if is_filled(made) else _NOTHING
                    made.cell_contents = self.value(part, held)
            case ("closure", module, name, cells):
                made = self._function(slot, _found(module, name), cells, old)
            case ("object" | "error", module, name, *args, named):
                made = self._instance(slot, _found(module, name), args, named, old)
            case _:
                raise AssertionError(slot)
        return made

    def _list(self, made: list[Any], parts: tuple[Slot, ...]) -> None:
        olds = [*list.__iter__(made)]
        if len(olds) != len(parts):
            olds = [_NOTHING] * len(parts)
        items = [self.value(part, old) for part, old in zip(parts, olds, strict=True)]
        list.__setitem__(made, slice(None), items)

    def _dict(self, made: dict[Any, Any], pairs: tuple[tuple[Slot, Slot], ...]) -> None:
        olds = [*made.items()]
        if [constant_slot(key) for key, _ in olds] != [key for _, key in pairs]:
            olds = [(self.value(key), _NOTHING) for _, key in pairs]
            made.clear()
        for (part, _), (key, old) in zip(pairs, olds, strict=True):
            if (new := self.value(part, old)) is not old:
                made[key] = new

    def _function(self, slot: Slot, known: FunctionType, cells: Any, old: Any) -> Any:
        if type(old) is FunctionType and len(old.__closure__ or ()) == len(cells):
            made = old
        else:
            # It may be in a cell of its own: it is made first, and its cells are filled then.
            shared = [self.objects[each[1]][0] if each[0] == "same" else None for each in cells]
            made = function_of(known, [each or CellType() for each in shared])
        self.objects.append((made, slot))
        for each, cell in zip(cells, made.__closure__ or (), strict=True):
            self.value(each, cell)
        return made

    def _instance(self, slot: Slot, cls: type, args: Any, named: Any, old: Any) -> Any:
        is_old = type(old) is cls
        if args:
            made = old if is_old else BaseException.__new__(cls)
        else:
            made = old if is_old else object.__new__(cls)
        self.objects.append((made, slot))
        for part in args:
            made.args = self.value(part, made.args if is_old else _NOTHING)
        olds = dict(attributes(made)) if is_old else {}
        for part, name in named:
            before = olds.get(name, _NOTHING)
            if (new := self.value(part, before)) is not before:
                set_attribute(made, name, new)
        return made

    def _variables(self, slot: Slot) -> None:
        self.objects.append((None, slot))
        for part, module, name in slot[1]:
            old = place(module, name)
            new = ABSENT if part == ("absent",) else self.value(part, old)
            if new is not old:
                put(module, name, new)


def function_of(known: FunctionType, cells: Iterable[CellType]) -> FunctionType:
    """A function of the same code with these cells; the same function if it is found by its
    name."""
    closure = tuple(cells)
    return known if is_found(known) and not closure else copy_of(known, closure)


def _found(module: str, name: str) -> Any:
    found = find(module, name)
    if found is None:
        raise CannotTell(f"{module}.{name} is gone")
    return found


def constant_set(value: Any) -> Slot | None:
    """The slot of a set; None if it has none."""
    try:
        return "set", type(value).__name__, tuple(map(key_slot, value))
    except CannotTell:
        return None


def _set(kind: str, members: list[Any]) -> Any:
    made: Any = set() if kind == "set" else frozenset(members)
    if kind == "set":
        for member in members:
            made.add(member)
    if [*made] != members:
        raise CannotTell("the order of a set is not that of its members")
    return made
