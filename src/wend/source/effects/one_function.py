"""Reads one function, or the code outside of functions: what its names stand for, and what it
changes.

The findings go into the facts about its module (`changes.py`).
"""

from __future__ import annotations

import ast
import builtins
import contextlib
from collections.abc import Iterator
from typing import Protocol

from wend.source.bindings import bound_by, defaults_of, locals_of, nodes_of, parameters_of
from wend.source.effects.origins import (
    ATTRIBUTE,
    COPY,
    HOLDER,
    PART,
    SAME,
    Link,
    Place,
    arguments,
    bound,
    handed,
    roots,
    through,
)
from wend.source.effects.values import FOREIGN, GROWING, ONCE
from wend.source.library.changes import (
    CALLS_ARGUMENT,
    CHANGES,
    LOOKS,
    LOOKS_UP,
    SETS_UP_OBJECT,
    is_asking,
)
from wend.source.trees import DEFS, FUNCTIONS, Function, name_of, root_of

Changed = tuple[Place, bool]
"""A changed value: the one in a place, or (True) something inside of it."""

HANDED_ANYWHERE: Place = (ATTRIBUTE, "")
"""Stands for everything that is given to functions of which only the call is known."""

ANY = "*"
"""Stands for any attribute, or any global: its name is made while the code runs."""


class ModuleFacts(Protocol):
    """The facts about a module that readings use, and to which they add; see `changes._Changes`."""

    changing: frozenset[str]
    functions: dict[str, list[Function]]
    fields: dict[str, list[str]]
    called: set[int]
    containers: frozenset[str]
    remakes: bool
    changed: set[Changed]
    closed: set[Place]
    rebound: set[str]
    altered: set[str]
    asked: dict[str, set[Changed]]
    holders: dict[str, set[Changed]]

    def note(
        self, place: Place, value: ast.expr | None, made_of: set[tuple[Place, Link]]
    ) -> None: ...

    def is_of_others(self, name: str) -> bool: ...

    def may_change_what_is_given(self, function: ast.expr) -> bool: ...


class Reading:
    """A reading of one function, or of the code outside of functions."""

    def __init__(
        self, to: ModuleFacts, tree: ast.Module | Function, around: Reading | None = None
    ) -> None:
        self._to = to
        self._function = None if isinstance(tree, ast.Module) else tree
        self._own = locals_of(self._function) if self._function is not None else frozenset()
        self._around = around
        self._is_making = False
        self._nodes = [*nodes_of(tree)]
        for text in [code for node in self._nodes for code in _code_in_quotes(node)]:
            self._nodes += nodes_of(text)
            self._to.altered.update([name for node in nodes_of(text) for name in bound_by(node)])

    def read(self) -> Iterator[Reading]:
        """Notes everything that is found; gives readings of the functions inside."""
        self._flow()
        if self._function is None:
            self._keep()
        else:
            self._changes(self._function)
        for node in self._nodes:
            if isinstance(node, FUNCTIONS):
                yield Reading(self._to, node, self)

    def _place(self, name: str) -> Place:
        if name == "super" and self._function is not None and self._function.args.args:
            name = self._function.args.args[0].arg  # `super().append(1)` changes self
        if name in self._own or self._around is None:
            return self._function, name
        place = self._around._place(name)
        if place[0] is not None:
            self._to.closed.add(place)
        return place

    def _made_of(self, value: ast.expr | None, link: Link = SAME) -> set[tuple[Place, Link]]:
        return {
            (self._place(each) if isinstance(each, str) else each, through(link, made))
            for each, made in (roots(value) if value is not None else ())
        }

    def _seen(self, node: ast.expr) -> set[Changed]:
        """What is changed if the value of an expression is."""
        return {(place, each) for place, link in self._made_of(node) for each in link[False]}

    # What stands for what

    def _flow(self) -> None:
        for node in self._nodes:
            for target, value, link in bound(node):
                self._bind(target, value, link)
            match node:
                case ast.Assign(targets=[_, _, *_] as targets):  # `a = b = []`
                    for target in targets:
                        for other in targets:
                            self._bind(target, other, SAME)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    for name, default in defaults_of(node):
                        self._to.note((node, name), default, self._made_of(default))
                case ast.Return(value=given):
                    self._give(given, SAME)
                case ast.Yield(value=given):
                    self._give(given, HOLDER)
                case ast.YieldFrom(value=given):
                    self._give(given, COPY)
                case ast.Raise(exc=ast.Call() as call):
                    for each in arguments(call):
                        self._to.note((ATTRIBUTE, "args"), each, self._made_of(each, HOLDER))
                case ast.Call():
                    for at, given, link in self._handed(node):
                        self._to.note(at, given, self._made_of(given, link))
                    if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
                        for each in arguments(node):
                            self._hold(node.func.value, each)

    def _bind(self, target: ast.expr, value: ast.expr, link: Link) -> None:
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for each in parts:
                    self._bind(each, value, through(PART, link))
            case ast.Starred(value=inner):
                self._bind(inner, value, link)
            case ast.Subscript(value=held):
                self._hold(held, value)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                made_of = self._made_of(value, link)
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

    def _give(self, value: ast.expr | None, link: Link) -> None:
        """Notes what a function returns or yields: the function's name stands for it."""
        if isinstance(self._function, DEFS):
            self._to.note((None, self._function.name), value, self._made_of(value, link))

    def _handed(self, call: ast.Call) -> Iterator[tuple[Place, ast.expr, Link]]:
        """The parameters and fields that a call may bind, with the arguments."""
        name = name_of(call.func)
        for callee in self._to.functions.get(name, ()):
            yield from [((callee, to), each, link) for to, each, link in handed(callee, call)]
        for field in self._to.fields.get(name, ()):
            yield from [((ATTRIBUTE, field), each, SAME) for each in call.args]
        if not self._to.functions.get(name):
            for keyword in call.keywords:
                if keyword.arg is not None:
                    yield (ATTRIBUTE, keyword.arg), keyword.value, SAME
        calls_nothing = hasattr(builtins, name) and name not in CALLS_ARGUMENT
        if name not in self._to.functions and not calls_nothing:
            yield from [(HANDED_ANYWHERE, each, SAME) for each in arguments(call)]

    # What is changed

    def _keep(self) -> None:
        """Notes methods that a module keeps, `hook = STATE.append`: somebody may call them."""
        for node in self._nodes:
            match node:
                case ast.Attribute(value=held, attr=name) if name in CHANGES:
                    if id(node) not in self._to.called:
                        self._to.changed.update(self._seen(held))
            self._handed_on(node)

    def _changes(self, function: Function) -> None:
        changed = self._to.changed
        is_making = isinstance(function, DEFS) and function.name in SETS_UP_OBJECT
        self._is_making = is_making and not self._to.remakes
        for node in self._nodes:
            match node:
                case ast.AugAssign(target=ast.Name(id=name)):
                    changed.add((self._place(name), False))
                case ast.Attribute(value=held, attr=name, ctx=ast.Store() | ast.Del()):
                    self._rebind(held, name)
                case ast.Attribute(value=held, attr=name) if name in CHANGES:
                    changed.update(self._seen(held))
                case ast.Subscript(value=held, ctx=ast.Store() | ast.Del()):
                    changed.update(self._seen(held))
                case ast.Call():
                    self._called(node)
                case ast.FunctionDef(decorator_list=around):
                    for each in around:
                        if isinstance(each, ast.Attribute):  # `@show.register`
                            self._alter(each.value)
                            self._ask(FOREIGN, each.value)
            self._handed_on(node)
            self._reads(node)

    def _rebind(self, held: ast.expr, name: str) -> None:
        # What a constructor gives to its own object is no change.
        if not (self._is_making and isinstance(held, ast.Name) and held.id in self._own):
            self._to.rebound.add(name)
            self._ask(FOREIGN, held)
        if name.startswith("__"):  # `f.__defaults__ = …` is seen by who calls f
            self._alter(held)
            self._to.changed.update(self._seen(held))

    def _called(self, call: ast.Call) -> None:
        changed = self._to.changed
        if self._to.may_change_what_is_given(call.func) or self._is_given(call.func):
            for each in arguments(call):
                changed.update(self._seen(each))
        match call:
            case ast.Call(func=ast.Attribute(value=held, attr=name), args=[first, *_]) if (
                name in CHANGES and self._is_class(held)
            ):
                changed.update(self._seen(first))  # `list.append(STATE, 1)`
            case ast.Call(func=ast.Name(id="getattr"), args=[held, name, *_]):
                self._by_name(call, held, name)
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[held, *_]):
                self._alter(held)
            case ast.Call(func=ast.Attribute(attr="__setattr__" | "__delattr__"), args=[held, *_]):
                self._alter(held)
            case ast.Call(func=ast.Attribute(value=held, attr=name)):
                if not ((self._is_making and root_of(held) in self._own) or is_asking(name)):
                    self._ask(FOREIGN, held)
                    if name not in self._to.functions:
                        self._alter(held)

    def _by_name(self, call: ast.Call, held: ast.expr, name: ast.expr) -> None:
        """Notes a method that is found by name: `getattr(STATE, "append")`."""
        seen = self._seen(held)
        if isinstance(name, ast.Constant):
            is_changing = name.value in CHANGES
        else:
            # Names of settings, mostly, unless it is called at once.
            is_changing = id(call) in self._to.called
            seen |= {each for each in seen if each[0][1] in self._to.containers}
        if is_changing:
            self._to.changed.update(seen)
        self._ask(FOREIGN, held)

    def _handed_on(self, node: ast.AST) -> None:
        """Notes that a changing function of the library is used as a value: `map(list.clear, xs)`.
        Whoever has it may give it anything that is handed to a function."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if id(node) not in self._to.called:
                is_changing = name in self._to.changing and self._is_class(node)
            case ast.Attribute(value=held, attr=name) if id(node) not in self._to.called:
                changing = CHANGES | self._to.changing
                is_changing = name in changing and self._is_class(held)
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]):
                is_changing = name_of(func) == "methodcaller" and name in CHANGES
            case _:
                return
        if is_changing:
            self._to.changed |= {(HANDED_ANYWHERE, False), (HANDED_ANYWHERE, True)}

    def _reads(self, node: ast.AST) -> None:
        """Notes what changes by being read, if it is of such a kind: it grows, or is used up."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                place = self._place(name)
                if place[0] is not self._function and name not in self._to.functions:
                    self._to.asked[ONCE].add((place, False))
            case ast.Attribute(value=held, attr=name, ctx=ast.Load()):
                if not self._is_making:
                    self._ask(ONCE, node)
                self._to.holders.setdefault(name, set()).update(self._seen(held))
                if name in LOOKS_UP:
                    self._ask(GROWING, held)
            case ast.Subscript(value=held):
                self._ask(GROWING, held)
            case ast.BinOp(op=ast.Mod(), right=given):
                self._ask(GROWING, given)
            case ast.Call(func=func) if not self._is_own(func):
                for each in arguments(node):
                    if name_of(func) not in LOOKS:
                        self._ask(FOREIGN, each)
                    if not (isinstance(func, ast.Name) and hasattr(builtins, func.id)):
                        self._ask(GROWING, each)
            case ast.For(iter=given) | ast.AsyncFor(iter=given) | ast.comprehension(iter=given):
                self._ask(FOREIGN, given)
            case ast.YieldFrom(value=given) | ast.Starred(value=given) | ast.Await(value=given):
                self._ask(FOREIGN, given)
            case ast.Assign(targets=[ast.Tuple() | ast.List(), *_], value=given):
                self._ask(FOREIGN, given)
            case ast.withitem(context_expr=given):
                self._ask(FOREIGN, given)

    def _ask(self, kind: str, node: ast.expr) -> None:
        self._to.asked[kind].update(self._seen(node))

    def _is_given(self, node: ast.expr) -> bool:
        """Whether an expression is a parameter: then it may be any function."""
        if not isinstance(node, ast.Name):
            return False
        scope, name = self._place(node.id)
        return isinstance(scope, FUNCTIONS) and name in parameters_of(scope)

    def _is_own(self, function: ast.expr) -> bool:
        return name_of(function) in self._to.functions

    def _is_class(self, node: ast.expr) -> bool:
        """Whether an expression may be a class or a module: `list`, `collections.deque`."""
        match node:
            case ast.Name(id=name):
                is_known = self._to.is_of_others(name) or name in self._to.functions
                return self._place(name)[0] is None and is_known
            case ast.Attribute(value=held, attr=name):
                return name == "__class__" or self._is_class(held)
            case ast.Call(func=ast.Name(id="type")):
                return True
            case _:
                return False

    def _alter(self, node: ast.expr) -> None:
        """Notes that a function or class is changed, if the expression is one of the module."""
        match node:
            case ast.Name(id=name) if name in self._to.functions:
                self._to.altered.add(name)
            case ast.Attribute(attr=name) if name in self._to.functions:
                self._to.rebound.add(name)


def _code_in_quotes(node: ast.AST) -> Iterator[ast.Module]:
    """Code that is a constant text: `eval("STATE.append(1)")`."""
    match node:
        case ast.Call(func=ast.Name(id="exec" | "eval"), args=[ast.Constant(value=str(text)), *_]):
            with contextlib.suppress(SyntaxError, ValueError):
                yield ast.parse(text.strip())


def is_decorated(function: Function) -> bool:
    """Whether a function has a decorator. It may be a property: reading its name calls it."""
    return isinstance(function, DEFS) and bool(function.decorator_list)
