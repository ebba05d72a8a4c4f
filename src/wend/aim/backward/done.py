"""What is done in one function, or outside of all: what its names stand for, and what it changes.

What is found is told to the record of its module (`changes.py`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Protocol

from wend.aim.backward import library_changes as library
from wend.aim.backward.made_of import (
    ATTRIBUTE,
    COPY,
    FUNCTIONS,
    HOLDER,
    PART,
    SAME,
    Function,
    Place,
    Way,
    arguments,
    bound,
    defaults,
    handed,
    nodes_of,
    roots,
    through,
)
from wend.aim.backward.recursion import name_of
from wend.aim.backward.set_by_name import MAKING, has_unknown_name
from wend.instrument.trace import locals_of, parameters_of

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef)

Seen = tuple[Place, bool]
"""What is changed: what is in a place, or only something inside of that."""

HANDED_ANYWHERE: Place = (ATTRIBUTE, "")
"""What is given to functions that nobody names where they are called."""

ANY = "*"
"""Any attribute, or any global, since its name is made while the code runs."""


class Told(Protocol):
    """What is known of a module, and what the readings of its functions add to that."""

    changing: frozenset[str]
    functions: dict[str, list[Function]]
    fields: dict[str, list[str]]
    called: set[int]
    growing: set[str]
    once: set[str]
    changed: set[Seen]
    closed: set[Place]
    rebound: set[str]
    altered: set[str]
    touched: set[Seen]

    def note(
        self, place: Place, value: ast.expr | None, made_of: set[tuple[Place, Way]]
    ) -> None: ...


class Reading:
    """The names of one function, or of what is outside of functions, and what is done there."""

    def __init__(
        self, to: Told, tree: ast.Module | Function, around: Reading | None = None
    ) -> None:
        self._to = to
        self._function = None if isinstance(tree, ast.Module) else tree
        self._own = _own_names(self._function)
        self._around = around
        self._nodes = [*nodes_of(tree)]

    def read(self) -> Iterator[Reading]:
        """Reads it, and gives the functions inside."""
        self._flow()
        if self._function is None:
            self._keep()
        else:
            self._changes(self._function)
        for node in self._nodes:
            if isinstance(node, FUNCTIONS):
                yield Reading(self._to, node, self)

    def _place(self, name: str) -> Place:
        if name in self._own or self._around is None:
            return self._function, name
        place = self._around._place(name)
        if place[0] is not None:
            self._to.closed.add(place)
        return place

    def _made_of(self, value: ast.expr | None, way: Way = SAME) -> set[tuple[Place, Way]]:
        return {
            (each if isinstance(each, tuple) else self._place(each), through(way, made))
            for each, made in (roots(value) if value is not None else ())
        }

    def _seen(self, node: ast.expr) -> set[Seen]:
        """What is changed where a value is."""
        return {(place, each) for place, way in self._made_of(node) for each in way[False]}

    # What stands for what

    def _flow(self) -> None:
        for node in self._nodes:
            for target, value, way in bound(node):
                self._bind(target, value, way)
            match node:
                case ast.Assign(targets=[_, _, *_] as targets):  # `a = b = []`
                    for target in targets:
                        for other in targets:
                            self._bind(target, other, SAME)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    for name, default in defaults(node):
                        self._to.note((node, name), default, self._made_of(default))
                case ast.Return(value=given):
                    self._give(given, SAME)
                case ast.Yield(value=given):
                    self._give(given, HOLDER)
                case ast.YieldFrom(value=given):
                    self._give(given, COPY)
                case ast.Call():
                    for at, given, way in self._handed(node):
                        self._to.note(at, given, self._made_of(given, way))
                    if isinstance(node.func, ast.Attribute) and node.func.attr in library.CHANGING:
                        for each in arguments(node):
                            self._hold(node.func.value, each)

    def _bind(self, target: ast.expr, value: ast.expr, way: Way) -> None:
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for each in parts:
                    self._bind(each, value, through(PART, way))
            case ast.Starred(value=inner):
                self._bind(inner, value, way)
            case ast.Subscript(value=held):
                self._hold(held, value)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                made_of = self._made_of(value, way)
                if isinstance(target, ast.Name):
                    self._to.note(self._place(name), value, made_of)
                if isinstance(target, ast.Attribute) or self._function is None:
                    self._to.note((ATTRIBUTE, name), value, made_of)  # of a class, or a module
                for setter in self._to.functions.get(name, ()):
                    for to in parameters_of(setter) if is_decorated(setter) else ():
                        self._to.note((setter, to), value, made_of)

    def _hold(self, holder: ast.expr, value: ast.expr) -> None:
        for place, _ in self._made_of(holder):
            self._to.note(place, None, self._made_of(value, HOLDER))

    def _give(self, value: ast.expr | None, way: Way) -> None:
        """What a function returns or yields: its name stands for that."""
        if isinstance(self._function, _NAMED):
            self._to.note((None, self._function.name), value, self._made_of(value, way))

    def _handed(self, call: ast.Call) -> Iterator[tuple[Place, ast.expr, Way]]:
        """The parameters of functions, and fields of classes, that a call may give something to."""
        name = name_of(call.func)
        for callee in self._to.functions.get(name, ()):
            yield from [((callee, to), each, way) for to, each, way in handed(callee, call)]
        for field in self._to.fields.get(name, ()):
            yield from [((ATTRIBUTE, field), each, SAME) for each in call.args]
        if not self._to.functions.get(name):
            for keyword in call.keywords:
                if keyword.arg is not None:
                    yield (ATTRIBUTE, keyword.arg), keyword.value, SAME
        if name not in self._to.functions and name not in library.CALLING_NOTHING:
            yield from [(HANDED_ANYWHERE, each, SAME) for each in arguments(call)]

    # What is changed

    def _keep(self) -> None:
        """Methods that are kept for later, `hook = STATE.append`: somebody may call them."""
        for node in self._nodes:
            match node:
                case ast.Attribute(value=held, attr=name) if name in library.CHANGING:
                    if id(node) not in self._to.called:
                        self._to.changed.update(self._seen(held))

    def _changes(self, function: Function) -> None:
        changed = self._to.changed
        is_making = isinstance(function, _NAMED) and function.name in MAKING
        for node in self._nodes:
            match node:
                case ast.AugAssign(target=ast.Name(id=name)):
                    changed.add((self._place(name), False))
                case ast.Attribute(value=held, attr=name, ctx=ast.Store() | ast.Del()):
                    # What a constructor gives to its own object is no change.
                    if not (is_making and isinstance(held, ast.Name) and held.id in self._own):
                        self._to.rebound.add(name)
                    if name.startswith("__"):  # `f.__defaults__ = …` is seen by who calls f
                        self._alter(held)
                case ast.Attribute(value=held, attr=name) if name in library.CHANGING:
                    changed.update(self._seen(held))
                case ast.Subscript(value=held, ctx=ast.Store() | ast.Del()):
                    changed.update(self._seen(held))
                case ast.Subscript(value=ast.Name(id=name)) if name in self._to.growing:
                    changed.add((self._place(name), False))
                case ast.Name(id=name) if name in self._to.once:
                    changed.add((self._place(name), False))
                case ast.Call(func=func) if name_of(func) in self._to.changing:
                    for each in arguments(node):
                        changed.update(self._seen(each))
                case ast.Call(func=ast.Attribute(value=held, attr=name)):
                    is_known = name in self._to.functions or library.is_asking(name)
                    if not (is_making or is_known):
                        self._to.touched.update(self._seen(held))
                        self._alter(held)
                case ast.FunctionDef(decorator_list=around):
                    for each in around:
                        if isinstance(each, ast.Attribute):  # `@show.register`
                            self._alter(each.value)
                            self._to.touched.update(self._seen(each.value))
                case ast.Call() if has_unknown_name(node) and not is_making:
                    self._to.rebound.add(ANY)

    def _alter(self, node: ast.expr) -> None:
        """A function or class of the module is changed itself, if this is one."""
        match node:
            case ast.Name(id=name) if name in self._to.functions:
                self._to.altered.add(name)


def _own_names(function: Function | None) -> frozenset[str]:
    if function is None:
        return frozenset()
    return parameters_of(function) if isinstance(function, ast.Lambda) else locals_of(function)


def is_decorated(function: Function) -> bool:
    """Whether it may be a property: then its name, read or assigned, is no function."""
    return isinstance(function, _NAMED) and bool(function.decorator_list)
