"""What a call did: its result and everything that it reached, as scalars of a shape. [003] §4.2

    self.total += x     the attribute `total` of object 0 is one more result of the call

How things hang together afterwards (lengths, keys, classes, which object is where) is the kind of
the result, a number that the caller decides about; the scalars in it are results, terms over the
function's own variables inside and applications outside. What was left alone is said to be as it
was, and the caller gets back what it had there.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from types import CellType, FunctionType, MethodType
from typing import Any

from wend.expr import build
from wend.expr.build import application, eq, integer
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.path.summary import Slot
from wend.run import recorder
from wend.run.calls.applications import MOST_SCALARS
from wend.run.composed.bare_objects import attributes, set_attribute, why_not_bare
from wend.run.composed.before_call import (
    CannotTell,
    ValueMaker,
    class_name,
    constant,
    constant_slot,
    is_constant,
    key_slot,
    why_no_closure,
)
from wend.run.composed.module_variables import ABSENT, place, put, variables
from wend.run.composed.names import name_of_constant, name_of_function
from wend.run.composed.touched import Reach, is_filled
from wend.run.tracked import listing
from wend.run.tracked.lift import FOLLOWED, LISTS, OCTETS, TRACKED, term_of, track, value_of
from wend.run.tracked.octets import octets, view
from wend.run.tracked.pieces import Piece
from wend.run.tracked.text import SymStr, as_term, is_unread, raw, settled_codes, text, unread

MOST_OBJECTS = 400
"""The most objects that a call may leave behind."""

LONGEST = 64
"""The most characters of constant text that are scalars. Longer text is part of the kind of a
result."""

_NUMBERS = frozenset((int, bool, float))

Shape = tuple[Any, ...]

Recipe = Callable[["Applied"], Any] | None
"""Makes the caller's value of a place; None if the value can stay as it is."""


class Applied:
    """The results of one call as terms of the caller, one scalar after the other."""

    def __init__(self, symbol: str, args: list[Term]) -> None:
        self._symbol = symbol
        self._args = args
        self._place = -1

    def next(self, sort: Sort) -> Term:
        self._place += 1
        return application(self._symbol, self._place, self._args, sort)


class After:
    """All that a call left behind: taken apart inside the call, and put together outside."""

    def __init__(
        self,
        made: ValueMaker,
        reach: Reach,
        handled: BaseException | None = None,
        unread_piece: Callable[[str], Piece] | None = None,
    ) -> None:
        """`handled`: the exception that the caller was handling before. `unread_piece` makes the
        caller's text for a message that nobody has looked at."""
        self.terms: list[Term] = []
        self._own = made.own
        self._objects: list[tuple[Any, Slot]] = [*made.objects]
        self._numbers = {id(value): at for at, (value, _) in enumerate(self._objects)}
        self._reach = reach
        self._handled = handled
        self._unread_piece = unread_piece
        self._in_error = 0
        self._recipe: Recipe = None
        self._result: Any = None
        self._plans: list[tuple[Callable[[Any], None], Callable[[Applied], Any]]] = []

    def kind(self, result: Any, how: str = "returns") -> int:
        """Takes everything apart into `terms` and returns the number of its shape; raises
        CannotTell."""
        self._result = result
        shape, self._recipe = self._value(result, None, True)
        shapes: list[Shape] = []
        while len(shapes) < len(self._objects):
            if len(shapes) > MOST_OBJECTS or len(self.terms) > 2 * MOST_SCALARS:
                raise CannotTell("it leaves too much behind")
            shapes.append(self._contents(*self._objects[len(shapes)]))
        return zlib.crc32(repr((how, shape, shapes)).encode("utf-8", "surrogatepass"))

    def put_together(self, applied: Applied) -> Any:
        """The result for the caller. All objects hold values of the caller from here on."""
        result = self._result if self._recipe is None else self._recipe(applied)
        for store, recipe in self._plans:
            store(recipe(applied))
        return result

    # Values

    def _value(self, value: Any, before: Slot | None, may_store: bool) -> tuple[Shape, Recipe]:
        """The shape of a value. `before` describes the value that was in its place, if that is
        known."""
        cls = type(value)
        own = self._own.get(id(value))
        if own is not None and (not own.is_number or (before is not None and not may_store)):
            original = own.original
            return ("kept", own.number), lambda applied: original
        varies = may_store and cls in _NUMBERS
        if before and not varies and is_constant(before) and constant_slot(value) == before:
            return ("kept",), None
        if cls in TRACKED or cls in _NUMBERS:
            return self._number(value)
        if cls in (str, bytes) and (self._in_error or len(value) > LONGEST):
            return constant(value), None
        if cls is SymStr and self._in_error and is_unread(value):
            return self._unread(value)
        if cls in (str, SymStr):
            return self._text("str", value)
        if cls is bytes or (cls in OCTETS and not issubclass(cls, bytearray)):
            return self._text("bytes", view(value))
        if value is None:
            return ("None",), None
        return self._other(value, cls, before, may_store)

    def _other(
        self, value: Any, cls: type, before: Slot | None, may_store: bool
    ) -> tuple[Shape, Recipe]:
        number = self._numbers.get(id(value))
        if number is not None:
            return ("object", number), None
        if (named := name_of_constant(value)) is not None:
            return ("named", *named), None
        if (table := variables.table_slot(value)) is not None:
            return table, None
        if cls in FOLLOWED and cls not in LISTS:
            raise CannotTell(f"it leaves a {cls.__name__} behind that may have more parts")
        if issubclass(cls, tuple):
            return self._tuple(value, cls, before, may_store)
        if cls is MethodType:
            function, _ = self._value(value.__func__, None, True)
            receiver, _ = self._value(value.__self__, None, True)
            return ("method", function, receiver), None
        self._check(value, cls)
        self._numbers[id(value)] = len(self._objects)
        self._objects.append((value, ()))
        return ("object", len(self._objects) - 1), None

    def _check(self, value: Any, cls: Any) -> None:
        """Raises CannotTell for an object that has more content than can be described."""
        if cls in (list, dict, set, frozenset, CellType) or cls in LISTS:
            if id(value) in recorder.current.keyed:
                raise CannotTell("it leaves a dict or set behind whose keys vary")
        elif cls is FunctionType:
            if name_of_function(value) is None:
                raise CannotTell(f"there are two functions {value.__qualname__}")
            if why := why_no_closure(value):
                raise CannotTell(why)
        elif issubclass(cls, BaseException):
            if not _is_told_by_args(cls) and _varies(value.args):
                raise CannotTell(f"it raises a {cls.__name__} with arguments that vary")
        elif why := why_not_bare(cls):
            raise CannotTell(why.replace("is given", "leaves", 1))

    def _number(self, value: Any) -> tuple[Shape, Recipe]:
        node, concrete = term_of(value), value_of(value)
        assert node is not None
        if node.sort is Sort.BOOL:
            self.terms.append(build.as_int(node))
            one = integer(1)
            return ("bool",), lambda applied: track(concrete, eq(applied.next(Sort.INT), one))
        self.terms.append(node)
        sort = node.sort
        return (sort.value,), lambda applied: track(concrete, applied.next(sort))

    def _text(self, kind: str, value: str) -> tuple[Shape, Recipe]:
        codes, shown = settled_codes(value), raw(value)
        self.terms += map(as_term, codes)

        def recipe(applied: Applied) -> Any:
            made = text(shown, [applied.next(Sort.INT) for _ in codes])
            return made if kind == "str" else octets(made) if codes else b""

        return (kind, len(codes)), recipe

    def _unread(self, value: str) -> tuple[Shape, Recipe]:
        """A message. It stays unread. If it is read, the function is followed in place from then
        on."""
        piece = self._unread_piece
        if piece is None:
            return ("unread",), None
        made = unread([piece(raw(value))])
        return ("unread",), lambda applied: made

    def _tuple(
        self, value: Any, cls: type, before: Slot | None, may_store: bool
    ) -> tuple[Shape, Recipe]:
        if cls is not tuple and (cls.__dictoffset__ or cls.__basicsize__ != tuple.__basicsize__):
            raise CannotTell(f"it leaves a {cls.__qualname__}, which is more than a tuple")
        items = [*tuple.__iter__(value)]
        parts: list[Any] = [None] * len(items)
        if before and before[0] == "tuple" and len(before[2]) == len(items):
            parts = before[2]
        taken = [
            self._value(each, part, may_store) for each, part in zip(items, parts, strict=True)
        ]
        shape = ("tuple", class_name(cls, tuple), tuple([each for each, _ in taken]))
        recipes = [recipe for _, recipe in taken]
        if not any(recipes):
            return shape, None

        def recipe(applied: Applied) -> Any:
            made = [
                each if inner is None else inner(applied)
                for each, inner in zip(items, recipes, strict=True)
            ]
            return tuple.__new__(cls, made)

        return shape, recipe

    # Objects

    def _contents(self, value: Any, before: Slot) -> Shape:
        """The shape of what is in an object."""
        cls = type(value)
        if before and before[0] == "globals":
            return self._variables(before)
        if cls is list or cls in LISTS:
            return self._list(value, before)
        if cls is dict:
            return self._dict(value, before)
        if cls in (set, frozenset):
            if id(value) in recorder.current.keyed:
                raise CannotTell("it leaves a dict or set behind whose keys vary")
            return cls.__name__, sorted([repr(key_slot(key)) for key in value])
        if cls is CellType:
            if not is_filled(value):
                return ("cell",)
            part = before[1] if len(before) > 1 else None
            may_store = not before or len(before) < 3 or self._reach.may_store(before[2])
            store = partial(setattr, value, "cell_contents")
            return "cell", self._part(value.cell_contents, part, may_store, store)
        if cls is FunctionType:
            cells = [self._other(cell, CellType, None, True)[0] for cell in value.__closure__ or ()]
            return "closure", value.__module__, name_of_function(value), cells
        return self._attributes(value, cls, before)

    def _part(
        self, value: Any, before: Slot | None, may_store: bool, store: Callable[[Any], None]
    ) -> Shape:
        shape, recipe = self._value(value, before, may_store)
        if recipe is not None:
            self._plans.append((store, recipe))
        return shape

    def _list(self, value: Any, before: Slot) -> Shape:
        if type(value) in LISTS:
            listing.settle(value)
        may_store = self._reach.may_store(None)
        items = [*list.__iter__(value)]
        parts = before[1][: len(items)] if before else ()
        shapes = [
            self._part(item, part, may_store, partial(list.__setitem__, value, at))
            for at, (item, part) in enumerate(zip_longest(items, parts))
        ]
        return "list", shapes

    def _dict(self, value: dict[Any, Any], before: Slot) -> Shape:
        if id(value) in recorder.current.keyed:
            raise CannotTell("it leaves a dict behind whose keys vary")
        may_store = self._reach.may_store(None)
        parts = {key: part for part, key in before[1]} if before else {}
        shapes = []
        for key, item in [*value.items()]:
            slot = key_slot(key)
            store = partial(value.__setitem__, key)
            shapes.append((slot, self._part(item, parts.get(slot), may_store, store)))
        return "dict", shapes

    def _attributes(self, value: Any, cls: type, before: Slot) -> Shape:
        is_error = issubclass(cls, BaseException)
        parts = {name: part for part, name in before[-1]} if before else {}
        shapes: list[Any] = []
        self._in_error += is_error
        for name, each in attributes(value):
            may_store, store = self._reach.may_store(name), partial(set_attribute, value, name)
            shapes.append((name, self._part(each, parts.get(name), may_store, store)))
        if is_error:
            args = before[3] if before else None
            shapes.append(self._part(value.args, args, True, partial(_set_args, value)))
            for other in (value.__cause__, value.__context__):
                other = None if other is self._handled else other
                shapes.append(self._value(other, None, True)[0])
        self._in_error -= is_error
        return "instance", cls.__module__, cls.__qualname__, shapes

    def _variables(self, before: Slot) -> Shape:
        shapes: list[Shape] = []
        for part, module, name in before[1]:
            value = place(module, name)
            if value is ABSENT:
                shapes.append(("absent",))
                continue
            may_store = self._reach.may_store(name.rpartition(".")[2])
            known = None if part == ("absent",) else part
            shapes.append(self._part(value, known, may_store, partial(put, module, name)))
        return "globals", shapes


_FIRST = {SyntaxError: "msg", StopIteration: "value", SystemExit: "code", ImportError: "msg"}
"""Exceptions that repeat their first argument in an attribute."""


def _is_told_by_args(cls: type) -> bool:
    """Whether the arguments and attributes of an exception are all of its content."""
    native = next(base for base in cls.__mro__ if base.__module__ == "builtins")
    if native.__basicsize__ == Exception.__basicsize__:
        return True
    return issubclass(native, (*_FIRST, AttributeError, NameError))


def _set_args(error: BaseException, args: tuple[Any, ...]) -> None:
    error.args = args
    for cls, name in _FIRST.items():
        if isinstance(error, cls) and args:
            setattr(error, name, args[0])


def _varies(value: Any) -> bool:
    cls = type(value)
    return cls in FOLLOWED or (issubclass(cls, tuple) and any(map(_varies, value)))
