"""Follows values through code: what is done with them, and to which other places they get.

A place is a local, a global, an attribute of any object, or what a function returns. From each
expression that reads one, its value is followed up through the expressions around it.

    rows = TABLE["a"]          a part of TABLE gets to `rows`
    push(TABLE, 1)             TABLE gets to the first parameter of `push`
    TABLE.append(1)            TABLE is changed
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections import defaultdict
from collections.abc import Iterator

from wend.record import Record
from wend.source.bindings import bound_by, defaults_of, nodes_of, parameters_of, variables_of
from wend.source.effects.links import (
    COPY,
    HOLDER,
    NONE,
    PART,
    SAME,
    UNKNOWN,
    Link,
    handed,
    link_of,
    through,
)
from wend.source.effects.program import Program, first_parameter
from wend.source.effects.values import FOREIGN, GROWING, ONCE, kinds_of
from wend.source.library.by_name import FINDS_BY_NAME, SETS_BY_NAME
from wend.source.library.changes import (
    CALLS_ARGUMENT,
    CHANGES,
    COPIES,
    LOOKS,
    LOOKS_UP,
    MAKES_NEW,
    MAKES_OBJECT,
    is_asking,
)
from wend.source.trees import DEFS, FUNCTIONS, Function, below, children, name_of, root_of

Place = tuple[ast.AST | str, str]
"""A variable with its function or module; an attribute of any object; what a function returns."""

ATTRIBUTE, RESULT = "attribute", "result"
ANYWHERE: Place = (ATTRIBUTE, "")
"""Stands for everything that is given to functions of which only the call is known."""

CHANGE, ALTER = "change", "alter"
"""A use that changes a value of any kind; one that changes a function or class."""


class EnclosingFunction(Record):
    """The function around a node, or the module."""

    tree: ast.Module | Function
    own: frozenset[str] = frozenset()
    """The variables of a function."""
    outer: EnclosingFunction | None = None
    is_making: bool = False
    """Whether it gives a new object its attributes."""

    @property
    def runs_later(self) -> bool:
        """Whether it is a function. A module changes its globals before anybody else sees them."""
        return self.outer is not None


class Value(Record):
    """A value of a place while it is followed, and how the expression around it is made of it."""

    place: Place
    link: Link
    around: EnclosingFunction


class ValueFlow:
    """What the functions of a program do with the values of all places."""

    def __init__(self, program: Program) -> None:
        self._of = program
        self.edges: dict[Place, set[tuple[Place, Link, str]]] = defaultdict(set)
        """Where a value gets to, and how the value there is made of it; with the name of an
        attribute, where only that is what gets there."""
        self.found: dict[Place, set[tuple[str, bool]]] = defaultdict(set)
        """What is done with a value (False), or with something inside of it (True)."""
        self.kinds: dict[Place, set[str]] = defaultdict(set)
        """The kinds of values that are made in a place; the place of an expression has no name."""
        self.closed: set[Place] = set()
        """Locals that functions inside see, which may live longer than the call."""
        self.rebound: set[str] = set()
        """Attributes that functions bind, but for those of a new object."""
        for module in program.indexes:
            self._read(EnclosingFunction(tree=module))
        self._have_special_methods_called()

    def _read(self, around: EnclosingFunction) -> None:
        """Follows every value that a function or module reads, then reads the functions inside."""
        for node in nodes_of(around.tree):
            self._read_node(node, around)
            if isinstance(node, FUNCTIONS):
                is_making = self._of.is_making(node)
                self._read(EnclosingFunction(node, variables_of(node), around, is_making))

    def _read_node(self, node: ast.AST, around: EnclosingFunction) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in self._of.bound or name == "super":
                place = self._place(name, around)
                if around.runs_later and place[0] is not around.tree:
                    self._use(Value(place, SAME, around), ONCE)
                self._follow(Value(place, SAME, around), node)
            case ast.AugAssign(target=ast.Name(id=name)):
                self._use(Value(self._place(name, around), SAME, around), CHANGE)
            case ast.Attribute(attr=name, ctx=ast.Load()):
                if around.runs_later and not around.is_making:
                    self._use(Value((ATTRIBUTE, name), SAME, around), ONCE)
                self._follow(Value((ATTRIBUTE, name), SAME, around), node)
                for each in (name, "__getattr__", "__getattribute__"):
                    if self._of.is_property(each):
                        self._follow(Value((RESULT, each), SAME, around), node)
            case ast.Attribute(value=held, attr=name) if around.runs_later:
                if not (isinstance(held, ast.Name) and self._is_making(held.id, around)):
                    self.rebound.add(name)
            case ast.BinOp() | ast.UnaryOp():
                for name in self._of.operators:
                    self._follow(Value((RESULT, name), SAME, around), node)
            case ast.Call(func=func):
                self._follow(Value((RESULT, name_of(func)), SAME, around), node)
            case ast.Assign(targets=[_, _, *_] as targets):  # `a = b = []`
                for place in [place for each in targets for place in self._places(each, around)]:
                    for other in targets:
                        self._bind(Value(place, SAME, around), other, SAME)
        if kinds := kinds_of(node, self._of.known, self._of.generators):
            self.kinds[node, ""] = {*kinds}
            self._follow(Value((node, ""), SAME, around), node)
        if self._is_changing_function(node, around):
            self.found[ANYWHERE] |= {(CHANGE, False), (CHANGE, True)}
        for function in self._of.used_as_value(node):
            for parameter in parameters_of(function):
                self.edges[ANYWHERE].add(((function, parameter), UNKNOWN, ""))

    def _is_changing_function(self, node: ast.AST, around: EnclosingFunction) -> bool:
        """Whether a changing function of the library is used as a value: `map(list.clear, xs)`.
        Whoever has it may give it anything that is handed to a function."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if not self._of.is_called(node):
                return name in self._of.changing and self._is_class(node, around)
            case ast.Attribute(value=held, attr=name) if not self._of.is_called(node):
                return name in CHANGES | self._of.changing and self._is_class(held, around)
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]):
                return name_of(func) == "methodcaller" and name in CHANGES
            case _:
                return False

    def _is_making(self, name: str, around: EnclosingFunction) -> bool:
        """Whether a function sets up a new object that a variable of it holds."""
        if not around.is_making or name not in around.own:
            return False
        if not isinstance(around.tree, DEFS) or name not in parameters_of(around.tree):
            return True
        is_class = around.tree.name == "__new__"
        return not is_class and name == first_parameter(around.tree)

    def _follow(self, value: Value, node: ast.AST) -> None:
        """Follows the value of an expression to where it is changed, or gets to other places."""
        while value.link != NONE:
            whole = self._of.parents[node]
            if isinstance(whole, ast.Attribute):
                node, link = self._asked(value, whole)
            else:
                link = self._used(value, whole, node)
                node = whole
            value = Value(value.place, through(link, value.link), value.around)

    def _asked(self, value: Value, node: ast.Attribute) -> tuple[ast.AST, Link]:
        """Notes that an attribute of a value is read or set, and what its method does; gives the
        call of the method, and how its result is made of the value."""
        name, call = node.attr, self._of.parents[node]
        is_making = value.around.is_making and root_of(node) in value.around.own
        if not isinstance(node.ctx, ast.Load):
            if not is_making:
                self._use(value, FOREIGN)
            if name.startswith("__"):  # `f.__defaults__ = …` is seen by who calls f
                self._use(value, CHANGE, ALTER)
            return node, NONE
        self.edges[value.place].add(((ATTRIBUTE, name), value.link, name))
        is_called = isinstance(call, ast.Call) and call.func is node
        if name in CHANGES:
            self._use(value, CHANGE, is_kept=not is_called)
        if name in LOOKS_UP:
            self._use(value, GROWING)
        if isinstance(call, DEFS):  # `@show.register`
            self._use(value, FOREIGN, ALTER)
        for each in self._of.functions.get(name, ()):
            if is_called or (isinstance(each, DEFS) and each.decorator_list):
                self._reach(value, (each, first_parameter(each)), SAME)
        if not (is_called and isinstance(call, ast.Call)):
            return node, NONE
        if not is_asking(name) and not is_making:
            self._use(value, *((FOREIGN,) if name in self._of.functions else (FOREIGN, ALTER)))
        if name in MAKES_NEW | MAKES_OBJECT:
            return call, NONE
        return call, COPY if name in COPIES else PART

    def _used(self, value: Value, whole: ast.AST, part: ast.AST) -> Link:
        """Notes what the node around an expression does with its value; gives how the value of that
        node is made of it."""
        around = value.around
        match whole:
            case ast.Subscript(value=held, ctx=ctx) if held is part:
                self._use(value, GROWING if isinstance(ctx, ast.Load) else CHANGE)
                return PART if isinstance(ctx, ast.Load) else NONE
            case ast.Call(func=func) if part is func:
                # What other functions return is followed from their calls.
                is_variable = isinstance(func, ast.Lambda) or not self._of.is_function(func)
                return SAME if is_variable else NONE
            case ast.Call():
                self._given(value, whole, part)
            case ast.BinOp(op=ast.Mod(), right=right) if right is part:
                self._use(value, GROWING)
            case ast.Starred() | ast.Await():
                self._use(value, FOREIGN)
            case ast.NamedExpr(target=target):
                self._bind(value, target, SAME)
            case ast.Assign(targets=targets):
                for target in targets:
                    self._bind(value, target, SAME)
                    if isinstance(target, ast.Tuple | ast.List):
                        self._use(value, FOREIGN)
            case ast.AnnAssign(target=target, value=given) if given is part:
                self._bind(value, target, SAME)
            case ast.AugAssign(target=target):
                self._bind(value, target, COPY)
            case ast.For() | ast.AsyncFor() | ast.comprehension() if whole.iter is part:
                self._use(value, FOREIGN)
                self._bind(value, whole.target, PART)
            case ast.withitem(optional_vars=target):
                self._use(value, FOREIGN)
                self._bind(value, target, UNKNOWN)
            case ast.Match(cases=cases):
                for name in [name for each in cases for name in _bound_in(each.pattern)]:
                    self._reach(value, self._place(name, around), UNKNOWN)
            case ast.Return() | ast.Yield() | ast.YieldFrom() if isinstance(around.tree, DEFS):
                link = {ast.Return: SAME, ast.Yield: HOLDER}.get(type(whole), COPY)
                self._use(value, *((FOREIGN,) if link is COPY else ()))
                self._reach(value, (RESULT, around.tree.name), link)
            case ast.Raise():
                self._reach(value, (ATTRIBUTE, "args"), HOLDER)
            case ast.arguments():
                function = self._of.parents[whole]
                assert isinstance(function, FUNCTIONS)
                for name, default in defaults_of(function):
                    if default is part:
                        self._reach(value, (function, name), SAME)
        return link_of(whole, part)

    def _given(self, value: Value, call: ast.Call, argument: ast.AST) -> None:
        """Notes what a call does with a value that it is given."""
        func, name, callees = (
            call.func,
            name_of(call.func),
            self._of.functions.get(name_of(call.func)),
        )
        for callee in callees or ():
            for parameter, given, link in handed(callee, call):
                if given is argument:
                    self._reach(value, (callee, parameter), link)
        for field in self._of.fields.get(name, ()):
            self._reach(value, (ATTRIBUTE, field), SAME)
        is_builtin = hasattr(builtins, name)
        if not callees and self._of.imported.get(root_of(func)) == _OURS:
            return  # `wend.assume(x > 0)` looks at the truth
        if not callees:
            if isinstance(argument, ast.keyword) and argument.arg is not None:
                self._reach(value, (ATTRIBUTE, argument.arg), SAME)
            if not is_builtin or name in CALLS_ARGUMENT:
                self._reach(value, ANYWHERE, SAME)
        if isinstance(func, ast.Attribute) and name in CHANGES:
            self._hold(value, func.value)
        is_first = bool(call.args) and argument is call.args[0]
        if self._changes_argument(func, value.around) or (
            is_first and self._changes_first(call, value.around)
        ):
            self._use(value, CHANGE)
        if is_first and name in SETS_BY_NAME:
            self._use(value, ALTER)
        if not callees:
            self._use(value, *(() if name in LOOKS - FINDS_BY_NAME else (FOREIGN,)))
            if not (is_builtin and isinstance(func, ast.Name)):
                self._use(value, GROWING)

    def _changes_argument(self, function: ast.expr, around: EnclosingFunction) -> bool:
        """Whether a function may change an argument.

        Functions of Python's library, those of wend itself (`wend.assume`) and those whose source
        is read do so only if they are known to; any other imported function may, and any parameter.
        """
        name, home = name_of(function), self._of.imported.get(root_of(function))
        if isinstance(function, ast.Name):
            scope, _ = self._place(name, around)
            if isinstance(scope, FUNCTIONS) and name in parameters_of(scope):
                return True
        is_unknown = home is not None and home not in _HARMLESS_HOMES
        return name in self._of.changing or (is_unknown and name not in self._of.functions)

    def _changes_first(self, call: ast.Call, around: EnclosingFunction) -> bool:
        """Whether a call is one of a changing method by another way: `list.append(STATE, 1)`,
        `getattr(STATE, "append")`."""
        match call:
            case ast.Call(func=ast.Attribute(value=held, attr=name)) if name in CHANGES:
                return self._is_class(held, around)
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=name), *_]):
                return name in CHANGES
            case ast.Call(func=ast.Name(id="getattr")):
                return self._of.is_called(call)  # else it is the name of a setting, mostly
            case _:
                return False

    def _use(self, value: Value, *kinds: str, is_kept: bool = False) -> None:
        """Notes uses of a value by a function, or those that somebody keeps for later."""
        if value.around.runs_later or is_kept:
            for kind in kinds:
                self.found[value.place].update([(kind, each) for each in value.link[False]])

    def _reach(self, value: Value, place: Place, link: Link) -> None:
        self.edges[value.place].add((place, through(link, value.link), ""))

    def _bind(self, value: Value, target: ast.expr | None, link: Link) -> None:
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for each in parts:
                    self._bind(value, each, through(PART, link))
            case ast.Starred(value=inner):
                self._bind(value, inner, link)
            case ast.Subscript(value=held):
                self._hold(value, held)
            case ast.Name(id=name):
                self._reach(value, self._place(name, value.around), link)
                if not value.around.runs_later:  # of a class, or a module
                    self._reach(value, (ATTRIBUTE, name), link)
            case ast.Attribute(attr=name):
                self._reach(value, (ATTRIBUTE, name), link)
                for setter in (
                    self._of.functions.get(name, ()) if self._of.is_property(name) else ()
                ):
                    for to in parameters_of(setter):
                        self._reach(value, (setter, to), link)

    def _hold(self, value: Value, holder: ast.expr) -> None:
        for place in self._places(holder, value.around):
            self._reach(value, place, HOLDER)

    def _places(self, node: ast.AST, around: EnclosingFunction) -> Iterator[Place]:
        """The places that the value of an expression may be from."""
        match node:
            case ast.Name(id=name):
                yield self._place(name, around)
            case ast.Attribute(attr=name):
                yield ATTRIBUTE, name
            case ast.Subscript(value=held):
                yield from self._places(held, around)
            case ast.Call(func=func):
                yield RESULT, name_of(func)
                if isinstance(func, ast.Attribute) and func.attr not in MAKES_OBJECT:
                    yield from self._places(func.value, around)
            case _:
                for each in children(node):
                    yield from self._places(each, around)

    def _place(self, name: str, around: EnclosingFunction) -> Place:
        if name == "super" and around.runs_later:
            name = first_parameter(around.tree) or name  # `super().append(1)` changes self
        if around.outer is None or name in around.own:
            return around.tree, name
        place = self._place(name, around.outer)
        if isinstance(place[0], FUNCTIONS):
            self.closed.add(place)
        return place

    def _is_class(self, node: ast.expr, around: EnclosingFunction) -> bool:
        """Whether an expression may be a class or a module: `list`, `collections.deque`."""
        match node:
            case ast.Name(id=name):
                is_global = isinstance(self._place(name, around)[0], ast.Module)
                return is_global and self._of.is_function(node)
            case ast.Attribute(value=held, attr=name):
                return name == "__class__" or self._is_class(held, around)
            case ast.Call(func=ast.Name(id="type")):
                return True
            case _:
                return False

    def _have_special_methods_called(self) -> None:
        """Lets operators and properties get the objects of their class: `STATE[key]` calls a method
        that may keep something. Calls of other methods show themselves."""
        for cls in [each for index in self._of.indexes.values() for each in index.classes]:
            for place, _, _ in list(self.edges[RESULT, cls.name]):
                for each in self._of.special_methods(cls):
                    self.edges[place].add(((each, first_parameter(each)), SAME, ""))


_OURS = "wend"
_HARMLESS_HOMES = sys.stdlib_module_names | {_OURS}


def _bound_in(pattern: ast.pattern) -> Iterator[str]:
    return (name for node in below(pattern) for name in bound_by(node))
