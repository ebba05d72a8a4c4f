"""What the functions of a module change that others see: globals, and attributes of objects.

    def push(to, v): to.append(v)
    def record(v): push(STATE, v)          changes STATE, which has another name there

A name stands for whatever it may be bound to, in whatever order: what is assigned, iterated, handed
in or returned. All goes by names, so that too much is said to change rather than too little.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from wend.aim.backward import library_changes as library
from wend.aim.backward.done import ANY, HANDED_ANYWHERE, Reading, Seen, is_decorated
from wend.aim.backward.made_of import (
    ATTRIBUTE,
    FUNCTIONS,
    PART,
    UNKNOWN,
    Function,
    Place,
    Way,
    bound,
    defaults,
    nodes_of,
)
from wend.aim.backward.recursion import name_of
from wend.aim.backward.set_by_name import set_by_name, sets_any_global
from wend.instrument.trace import parameters_of

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef)


@lru_cache(maxsize=64)
def changed_by(
    module: ast.Module, others: Sequence[ast.Module] = ()
) -> tuple[frozenset[str], frozenset[str]]:
    """The globals and the attributes that functions of a module change, beside constructors.

    `others` are modules that its own may import functions of.
    """
    given = frozenset[str]().union(*map(_changing_what_is_given, others))
    found = _Changes(module, _imported(module, given))
    return frozenset(found.names), frozenset(found.attributes)


@lru_cache(maxsize=64)
def _changing_what_is_given(module: ast.Module) -> frozenset[str]:
    """The functions of a module that change an argument."""
    return frozenset(_Changes(module, frozenset()).changing_what_is_given())


def _imported(module: ast.Module, functions: frozenset[str]) -> frozenset[str]:
    """The names by which a module has functions of others: `from m import push as add`, `m.push`"""
    aliases = [node for node in ast.walk(module) if isinstance(node, ast.alias)]
    names = {each.asname or each.name.partition(".")[0] for each in aliases}
    attributes = frozenset(
        node.attr
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
    )
    own = [each.asname or each.name for each in aliases if each.name in functions]
    return functions & attributes | frozenset(own)


@lru_cache(maxsize=64)
def globals_of(module: ast.Module) -> frozenset[str]:
    """The names that a module gives to values, outside of functions."""
    return frozenset(_assigned(module))


class _Changes:
    def __init__(self, module: ast.Module, given: frozenset[str]) -> None:
        self.changing = library.CHANGING_WHAT_IS_GIVEN | given
        self.functions, self.fields = _definitions(module)
        self._own = self.functions.keys() - _below_others(module)
        self.called = {id(node.func) for node in ast.walk(module) if isinstance(node, ast.Call)}
        values = _assigned(module)
        self.growing, self.once = _special(values)
        self._stands_for: dict[Place, set[tuple[Place, Way]]] = {}
        self.changed: set[Seen] = set()
        self.closed: set[Place] = set()
        """What functions see of what is around them: it is there for longer than they are."""
        self.rebound: set[str] = set()
        """Attributes that are bound to other values: those that they had are not changed."""
        self.altered: set[str] = set()
        """Functions and classes that are changed themselves: what they do, or keep."""
        self.touched: set[Seen] = set()
        """What methods are called of that nobody knows."""
        self._foreign: set[Place] = set()
        """What is made by classes of others."""
        for function in self._used_as_values(module):
            for name in parameters_of(function):
                self.note((function, name), None, {(HANDED_ANYWHERE, UNKNOWN)})
        for name in set_by_name(module):
            self.changed |= {((None, name), False), ((ATTRIBUTE, name), False)}
        waiting = [Reading(self, module)]
        for reading in waiting:  # which grows
            waiting += reading.read()
        self.changed = self._spread(self.changed)
        for place, _ in self._spread(self.touched):
            if place in self._foreign:
                self.changed.add((place, False))
        seen = self.changed - _unchangeable(values)
        # Names of functions stand for what these return.
        results = {name for name in (*self.functions, *dir(builtins)) if name not in values}
        self.names = {name for node in ast.walk(module) for name in _declared(node)}
        self.names |= set_by_name(module)
        self.names |= {name for (scope, name), _ in seen if scope is None} - results
        self.names |= {place[1] for place, _ in seen if place in self.closed}
        self.names |= {*self._with_state()} | self.altered
        if any(map(sets_any_global, ast.walk(module))):
            self.names.add(ANY)
        changed = {name for (scope, name), _ in self.changed if scope is ATTRIBUTE}
        self.attributes = self.rebound | changed

    def _with_state(self) -> Iterator[str]:
        """The functions that change a default of theirs, which is there for the next call."""
        for name, functions in self.functions.items():
            for each in functions:
                for parameter, default in defaults(each):
                    if ((each, parameter), False) in self.changed and not library.is_still(default):
                        yield name

    def changing_what_is_given(self) -> Iterator[str]:
        """The names of functions that change an argument."""
        changed = {
            scope
            for (scope, name), _ in self.changed
            if isinstance(scope, FUNCTIONS) and name in parameters_of(scope)
        }
        for name, functions in self.functions.items():
            if not changed.isdisjoint(functions):
                yield name

    def _used_as_values(self, module: ast.Module) -> Iterator[Function]:
        """The functions that somebody may call who does not name them."""
        for node in ast.walk(module):
            match node:
                case ast.Lambda():
                    yield node
                case ast.Name(id=name) | ast.Attribute(attr=name) if id(node) not in self.called:
                    for each in self.functions.get(name, ()):
                        is_read = isinstance(node, ast.Attribute) and is_decorated(each)
                        if getattr(each, "name", "") == name and not is_read:
                            yield each

    def _spread(self, begun: Iterable[Seen]) -> set[Seen]:
        """These, and what they stand for."""
        found, waiting = set(begun), list(begun)
        while waiting:
            place, is_inside = waiting.pop()
            for other, way in self._stands_for.get(place, ()):
                for seen in [(other, each) for each in way[is_inside]]:
                    if seen not in found:
                        found.add(seen)
                        waiting.append(seen)
        return found

    def note(self, place: Place, value: ast.expr | None, made_of: set[tuple[Place, Way]]) -> None:
        """What a place stands for."""
        self._stands_for.setdefault(place, set()).update(made_of)
        if library.is_foreign(value, self._own):
            self._foreign.add(place)


def _declared(node: ast.AST) -> Sequence[str]:
    return node.names if isinstance(node, ast.Global | ast.Nonlocal) else ()


def _definitions(
    module: ast.Module,
) -> tuple[dict[str, list[Function]], dict[str, list[str]]]:
    """The functions of a module by name, constructors by that of their class; and the fields of
    classes that are given to constructors that nobody wrote."""
    functions: dict[str, list[Function]] = {}
    fields: dict[str, list[str]] = {}
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                functions.setdefault(name, []).append(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
                functions.setdefault(name, []).append(value)
            case ast.ClassDef(name=name, body=body):
                made = functions.setdefault(name, [])
                for each in body:
                    if isinstance(each, _NAMED) and each.name == "__init__":
                        made.append(each)
                    elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                        fields.setdefault(name, []).append(each.target.id)
    return functions, fields


def _below_others(module: ast.Module) -> set[str]:
    """The classes that have methods of classes of others."""
    classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    own = {node.name for node in classes}
    bases = {node.name: {name_of(base) for base in node.bases} - {""} for node in classes}
    return {
        name
        for name, above in bases.items()
        if any(base not in own and not library.is_known_base(base) for base in above)
    }


def _assigned(module: ast.Module) -> dict[str, list[ast.expr]]:
    """The globals of a module, and what they are bound to outside of functions."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes_of(module):
        for target, value, way in bound(node):
            if isinstance(target, ast.Name) and way is not PART:
                found.setdefault(target.id, []).append(value)
    return found


def _special(values: Mapping[str, Sequence[ast.expr]]) -> tuple[set[str], set[str]]:
    """The globals that grow when they are read, and those that are used up."""
    growing, once = set[str](), set[str]()
    for name, value in [(name, value) for name, each in values.items() for value in each]:
        match value:
            case ast.Call(func=func) if name_of(func) == "defaultdict":
                growing.add(name)
            case ast.Call(func=func) if name_of(func) in library.USED_UP:
                once.add(name)
            case ast.GeneratorExp():
                once.add(name)
    return growing, once


def _unchangeable(values: Mapping[str, Sequence[ast.expr]]) -> set[Seen]:
    """What nobody can change of globals: them, or what is inside of them."""
    found: set[Seen] = set()
    for name, each in values.items():
        found |= {((None, name), False)} if all(map(library.is_still, each)) else set()
        found |= {((None, name), True)} if all(map(library.is_flat, each)) else set()
    return found
