"""What the functions of a module change that others see: globals, and attributes of objects.

    def push(to, v): to.append(v)
    def record(v): push(STATE, v)          changes STATE, which has another name there

A name stands for whatever it may be bound to, in whatever order: what is assigned, iterated, handed
in or returned. All goes by names, so that too much is said to change rather than too little.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from wend.source.bindings import declared_by, defaults_of, has_yield, nodes_of, parameters_of
from wend.source.effects.by_function import ANY, HANDED_ANYWHERE, Reading, Seen, is_decorated
from wend.source.effects.origins import (
    ATTRIBUTE,
    COPY,
    PART,
    UNKNOWN,
    Place,
    Way,
    bound,
)
from wend.source.effects.set_by_name import set_by_name, sets_any_attribute, sets_any_global
from wend.source.effects.values import (
    FOREIGN,
    GROWING,
    ONCE,
    is_container,
    is_flat,
    is_known_base,
    is_still,
    kinds_of,
)
from wend.source.index import closure, index_of
from wend.source.library.by_name import PARTS_OF_FUNCTIONS, SETS_BY_NAME
from wend.source.library.changes import CHANGES_ARGUMENT, MAKES_CLASS, SETS_UP_OBJECT
from wend.source.library.classes import KEEPS_RESULTS, QUIET_DECORATORS
from wend.source.trees import DEFS, FUNCTIONS, Function, name_of, root_of


@lru_cache(maxsize=64)
def changed_by(
    module: ast.Module, others: Sequence[ast.Module] = ()
) -> tuple[frozenset[str], frozenset[str]]:
    """The globals and the attributes that functions of a module change, beside constructors.

    `others` are modules that its own may import functions of.
    """
    modules = frozenset((module, *others))
    found = _changes(module, _given(modules), modules)
    return frozenset(found.names), frozenset(found.attributes)


@lru_cache(maxsize=16)
def _given(modules: frozenset[ast.Module]) -> frozenset[str]:
    """The functions of modules that change an argument, themselves or by others of these."""
    found: frozenset[str] = frozenset()
    while True:
        told = [_changes(each, found, modules).changing_what_is_given() for each in modules]
        more = found.union(*told)
        if more == found:
            return found
        found = more


def _changes(module: ast.Module, given: frozenset[str], modules: frozenset[ast.Module]) -> _Changes:
    indexes = [index_of(each) for each in modules]
    known = frozenset().union(*[each.def_names | each.class_names for each in indexes])
    return _read(module, _imported(module, given), known & index_of(module).called_names)


@lru_cache(maxsize=256)
def _read(module: ast.Module, given: frozenset[str], known: frozenset[str]) -> _Changes:
    return _Changes(module, given, known)


def _imported(module: ast.Module, functions: frozenset[str]) -> frozenset[str]:
    """The names by which a module has functions of others: `from m import push as add`, `m.push`"""
    imports = index_of(module).imports
    names = {each.bound.partition(".")[0] for each in imports}
    attributes = frozenset(
        node.attr
        for node in index_of(module).nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
    )
    own = [each.bound for each in imports if each.name in functions]
    return functions & attributes | frozenset(own)


@lru_cache(maxsize=64)
def globals_of(module: ast.Module) -> frozenset[str]:
    """The names that a module gives to values, outside of functions."""
    return frozenset(_assigned(module))


class _Changes:
    def __init__(self, module: ast.Module, given: frozenset[str], known: frozenset[str]) -> None:
        """`given` are functions of other modules that change an argument, `known` those of which
        that would be known."""
        self._imported = _modules_of_names(module)
        index = index_of(module)
        self.changing = CHANGES_ARGUMENT | given
        self.changing |= {each.bound for each in index.imports if each.name in self.changing}
        self.functions, self.fields = _definitions(module)
        self._known = known | self.functions.keys()
        values = _assigned(module)
        self._own = {*self.functions, *_made_classes(values)} - _below_others(module)
        self._generators = {
            name
            for name, functions in self.functions.items()
            if any(isinstance(each, DEFS) and has_yield(each) for each in functions)
        }
        self.called = {id(node.func) for node in index.calls}
        self.containers = frozenset(
            name for name, each in values.items() if any(map(is_container, each))
        )
        self.remakes = _calls_constructors(module)
        """Whether constructors are called of objects that are there: what they do are changes."""
        self._still = _unchangeable(values)
        self._stands_for: dict[Place, set[tuple[Place, Way]]] = {}
        self.changed: set[Seen] = set()
        self.closed: set[Place] = set()
        """What functions see of what is around them: it is there for longer than they are."""
        self.rebound: set[str] = set()
        """Attributes that are bound to other values: those that they had are not changed."""
        self.altered: set[str] = set()
        """Functions and classes that are changed themselves: what they do, or keep."""
        self.asked: dict[str, set[Seen]] = {kind: set() for kind in _KINDS}
        """What is read in ways that change values of a kind."""
        self._of_kind: dict[str, set[Place]] = {kind: set() for kind in _KINDS}
        self.holders: dict[str, set[Seen]] = {}
        """What attributes are read of, by their names."""
        self._made_by: dict[str, set[Place]] = {}
        """What is made by calling a class of the module."""
        for function in self._used_as_values(module):
            for name in parameters_of(function):
                self.note((function, name), None, {(HANDED_ANYWHERE, UNKNOWN)})
        for name in set_by_name(module):
            self.changed |= {((None, name), False), ((ATTRIBUTE, name), False)}
        waiting = [Reading(self, module)]
        for reading in waiting:  # which grows
            waiting += reading.read()
        self._grow(module)
        seen = self.changed - self._still
        # Names of functions stand for what these return, which is new, unless something keeps it.
        results = {name for name in (*self.functions, *dir(builtins)) if name not in values}
        results -= {name for name, each in self.functions.items() if any(map(_is_kept, each))}
        self.names = {name for node in index.nodes for name in declared_by(node)}
        self.names |= set_by_name(module)
        self.names |= {name for (scope, name), _ in seen if scope is None} - results
        self.names |= {place[1] for place, _ in seen if place in self.closed}
        if "cell_contents" in self.rebound:
            self.names |= {place[1] for place in self.closed}
        self.names |= {*self._with_state()} | self.altered
        if any(sets_any_global(each, self._imported) for each in index.functions):
            self.names.add(ANY)
        if any(sets_any_attribute(each) for each in index.functions if not self._is_making(each)):
            self.rebound.add(ANY)
        changed = {name for (scope, name), _ in self.changed if scope is ATTRIBUTE}
        self.attributes = self.rebound | changed

    def _is_making(self, function: Function) -> bool:
        """Whether what a function sets by names is no change, or is told by who sets it."""
        name = getattr(function, "name", "")
        is_setting_up = name in SETS_UP_OBJECT and not self.remakes
        return is_setting_up or name in SETS_BY_NAME.of("")

    def _grow(self, module: ast.Module) -> None:
        """Adds what is changed where others are, until nothing is new."""
        self.changed = self._spread(self.changed)
        before = -1
        while before != len(self.changed):
            before = len(self.changed)
            attributes = {name for (scope, name), _ in self.changed if scope is ATTRIBUTE}
            for name in attributes | self.rebound:  # `STATE.maps[0]["a"] = 1`
                held = self.holders.get(name, set())
                self.asked[FOREIGN] |= held
                if name in PARTS_OF_FUNCTIONS:
                    places = {place for place, _ in held}
                    self.altered |= {name for scope, name in places if scope is None}
            for kind, asked in self.asked.items():
                may_be = self._leading_to(self._of_kind[kind], kind)
                begun = [each for each in asked if each[0] in may_be]
                found = {place for place, _ in self._spread(begun) if place in may_be}
                self.changed |= {(place, each) for place in found for each in (False, True)}
            for name in self._changing_themselves(module):
                self.changed |= {(place, False) for place in self._made_by.get(name, ())}
            self.changed = self._spread(self.changed)

    def _leading_to(self, places: set[Place], kind: str) -> set[Place]:
        """These, and all that may stand for one of them."""
        before: dict[Place, list[Place]] = {}
        for place, others in self._stands_for.items():
            for other, way in others:
                if not (kind == ONCE and way == COPY):
                    before.setdefault(other, []).append(place)
        return {*closure(places, lambda place: before.get(place, ()))}

    def _changing_themselves(self, module: ast.Module) -> Iterator[str]:
        """The classes whose objects are changed by operators: `STATE[key]` may call a method that
        keeps something. Methods of other names are told by who calls them."""
        classes = index_of(module).classes
        found: set[str] = set()
        for node in classes:
            for each in node.body:
                if isinstance(each, DEFS) and each.args.args and each.name not in SETS_UP_OBJECT:
                    place = each, each.args.args[0].arg
                    is_called = each.name.startswith("__") or bool(each.decorator_list)
                    if is_called and {(place, False), (place, True)} & self.changed:
                        found.add(node.name)
        for _ in classes:
            found |= {
                node.name for node in classes if any(name_of(base) in found for base in node.bases)
            }
        yield from found

    def is_of_others(self, name: str) -> bool:
        """Whether a name is a builtin, or is imported."""
        return name in self._imported or hasattr(builtins, name)

    def may_change_what_is_given(self, function: ast.expr) -> bool:
        """Whether a function may change an argument: of those of Python's library it is known,
        and of those that are read."""
        name = name_of(function)
        if name in self.changing:
            return True
        home = self._imported.get(root_of(function))
        return home is not None and home not in sys.stdlib_module_names and name not in self._known

    def _with_state(self) -> Iterator[str]:
        """The functions that change a default of theirs, which is there for the next call."""
        for name, functions in self.functions.items():
            for each in functions:
                for parameter, default in defaults_of(each):
                    if ((each, parameter), False) in self.changed and not is_still(default):
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
        for node in index_of(module).nodes:
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
        return {*closure(begun, self._made_of)}

    def _made_of(self, changed: Seen) -> Iterator[Seen]:
        """What a changed value stands for: it is changed, too."""
        place, is_inside = changed
        for other, way in self._stands_for.get(place, ()) if changed not in self._still else ():
            yield from [(other, each) for each in way[is_inside]]

    def note(self, place: Place, value: ast.expr | None, made_of: set[tuple[Place, Way]]) -> None:
        """What a place stands for."""
        self._stands_for.setdefault(place, set()).update(made_of)
        for kind in kinds_of(value, self._own, self._generators):
            self._of_kind[kind].add(place)
        if isinstance(value, ast.Call):
            self._made_by.setdefault(name_of(value.func), set()).add(place)


_KINDS = (FOREIGN, GROWING, ONCE)
_NOT_KEEPING = QUIET_DECORATORS - KEEPS_RESULTS


def _is_kept(function: Function) -> bool:
    """Whether what decorates a function may keep what it returns: `lru_cache`."""
    around = getattr(function, "decorator_list", ())
    names = [name_of(each.func if isinstance(each, ast.Call) else each) for each in around]
    return not _NOT_KEEPING.issuperset(names)


def _made_classes(values: Mapping[str, Sequence[ast.expr]]) -> Iterator[str]:
    """`Point = namedtuple("Point", "x y")`"""
    for name, each in values.items():
        calls = [value for value in each if isinstance(value, ast.Call)]
        if calls and all(name_of(call.func) in MAKES_CLASS for call in calls):
            yield name


def _calls_constructors(module: ast.Module) -> bool:
    """Whether `STATE.__init__(1)` is done by what is no constructor itself."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in SETS_UP_OBJECT and node.attr != "__new__"
        for each in index_of(module).functions
        if getattr(each, "name", "") not in SETS_UP_OBJECT
        for node in nodes_of(each)
    )


def _modules_of_names(module: ast.Module) -> dict[str, str]:
    """The modules that imported names are of; those of the same package have no name here."""
    found: dict[str, str] = {}
    for each in index_of(module).imports:
        top = "" if each.level else each.module.partition(".")[0]
        found[each.bound.partition(".")[0]] = top
    return found


def _definitions(
    module: ast.Module,
) -> tuple[dict[str, list[Function]], dict[str, list[str]]]:
    """The functions of a module by name, constructors by that of their class; and the fields of
    classes that are given to constructors that nobody wrote."""
    functions: dict[str, list[Function]] = {}
    fields: dict[str, list[str]] = {}
    for node in index_of(module).nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                functions.setdefault(name, []).append(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
                functions.setdefault(name, []).append(value)
            case ast.ClassDef(name=name, body=body):
                made = functions.setdefault(name, [])
                for each in body:
                    if isinstance(each, DEFS) and each.name == "__init__":
                        made.append(each)
                    elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                        fields.setdefault(name, []).append(each.target.id)
    return functions, fields


def _below_others(module: ast.Module) -> set[str]:
    """The classes that have methods of classes of others."""
    own = index_of(module).class_names
    bases = {
        node.name: {name_of(base) for base in node.bases} - {""}
        for node in index_of(module).classes
    }
    return {
        name
        for name, above in bases.items()
        if any(base not in own and not is_known_base(base) for base in above)
    }


def _assigned(module: ast.Module) -> dict[str, list[ast.expr]]:
    """The globals of a module, and what they are bound to outside of functions."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes_of(module):
        for target, value, way in bound(node):
            if isinstance(target, ast.Name) and way is not PART:
                found.setdefault(target.id, []).append(value)
    return found


def _unchangeable(values: Mapping[str, Sequence[ast.expr]]) -> set[Seen]:
    """What nobody can change of globals: them, or what is inside of them."""
    found: set[Seen] = set()
    for name, each in values.items():
        found |= {((None, name), False)} if all(map(is_still, each)) else set()
        found |= {((None, name), True)} if all(map(is_flat, each)) else set()
    return found
