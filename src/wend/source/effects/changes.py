"""What the functions of a module change for others to see: globals, and attributes of objects.

    def push(to, v): to.append(v)
    def record(v): push(STATE, v)          changes STATE, which is called `to` inside of push

A name stands for every value that it may be bound to: by an assignment, a loop, a call or a return,
in whatever order these run. Values are told apart by names alone, so the answer names too many
globals and attributes rather than too few.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from wend.source.bindings import declared_by, defaults_of, has_yield, nodes_of, parameters_of
from wend.source.effects.one_function import ANY, HANDED_ANYWHERE, Changed, Reading, is_decorated
from wend.source.effects.origins import (
    ATTRIBUTE,
    COPY,
    PART,
    UNKNOWN,
    Link,
    Place,
    bound,
)
from wend.source.effects.set_by_name import set_by_name, sets_any_attribute, sets_any_global
from wend.source.effects.values import (
    FOREIGN,
    GROWING,
    ONCE,
    has_immutable_items,
    is_container,
    is_immutable,
    is_known_base,
    kinds_of,
)
from wend.source.index import Index, closure, index_of
from wend.source.library.by_name import PARTS_OF_FUNCTIONS, SETS_BY_NAME
from wend.source.library.changes import CHANGES_ARGUMENT, MAKES_CLASS, SETS_UP_OBJECT
from wend.source.library.classes import KEEPS_RESULTS, QUIET_DECORATORS
from wend.source.trees import DEFS, FUNCTIONS, Function, name_of, root_of


@lru_cache(maxsize=64)
def changed_by(
    module: ast.Module, others: Sequence[ast.Module] = ()
) -> tuple[frozenset[str], frozenset[str]]:
    """The globals and the attributes that functions of a module change.

    What a constructor sets on its own object does not count. `others` are modules whose functions
    the module may import.
    """
    modules = frozenset((module, *others))
    found = _changes(module, _given(modules), modules)
    return frozenset(found.names), frozenset(found.attributes)


@lru_cache(maxsize=16)
def _given(modules: frozenset[ast.Module]) -> frozenset[str]:
    """The functions of some modules that change an argument, directly or by a call."""
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
    """The names by which a module uses imported functions: `import push as add`, `m.push`."""
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
    """The variables that a module binds outside of functions."""
    return frozenset(_assigned(module))


class _Changes:
    """What is changed in one module.

    Each place (a local, a global, an attribute) stands for other places: what may be in the one may
    be in the others, too (`origins.py`). So what is changed by one name is changed by all of these.
    """

    def __init__(self, module: ast.Module, given: frozenset[str], known: frozenset[str]) -> None:
        """`given`: functions of other modules that change an argument. `known`: functions of other
        modules whose source is read, so that they are in `given` if they do."""
        self._index = index = index_of(module)
        self._imported = _modules_of_names(index)
        self.changing = CHANGES_ARGUMENT | given
        self.changing |= {each.bound for each in index.imports if each.name in self.changing}
        self.functions, self.fields = _definitions(index)
        self._known = known | self.functions.keys()
        values = _assigned(module)
        self._own = {*self.functions, *_made_classes(values)} - _below_others(index)
        self._generators = {
            name
            for name, functions in self.functions.items()
            if any(isinstance(each, DEFS) and has_yield(each) for each in functions)
        }
        self.called = {id(node.func) for node in index.calls}
        self.containers = frozenset(
            name for name, each in values.items() if any(map(is_container, each))
        )
        self.remakes = _calls_constructors(index)
        """Whether a constructor is called on an object that is there already, and changes it."""
        self._set_by_name = set_by_name(module)
        self._immutable = _immutable(values)
        self._stands_for: dict[Place, set[tuple[Place, Link]]] = {}
        self.changed: set[Changed] = set()
        self.closed: set[Place] = set()
        """Locals that functions inside see, which may live longer than the call."""
        self.rebound: set[str] = set()
        """Attributes that are bound to other values, while their old values are not changed."""
        self.altered: set[str] = set()
        """Functions and classes that are changed themselves: in what they do, or keep."""
        self.asked: dict[str, set[Changed]] = {kind: set() for kind in _KINDS}
        """What is changed if a value that is used there is of a kind (`values.py`)."""
        self._of_kind: dict[str, set[Place]] = {kind: set() for kind in _KINDS}
        self.holders: dict[str, set[Changed]] = {}
        """By the name of an attribute: the values that it is read of."""
        self._made_by: dict[str, set[Place]] = {}
        """By the name of a function: the places that may hold its results."""
        self._read_all(module)
        self._grow()
        self.names = self._names_that_change(values)
        if any(sets_any_attribute(each) for each in index.functions if not self._is_making(each)):
            self.rebound.add(ANY)
        self.attributes = self.rebound | {
            name for (scope, name), _ in self.changed if scope is ATTRIBUTE
        }

    def _read_all(self, module: ast.Module) -> None:
        """Reads the module, all its functions, and what it binds by text."""
        for function in self._used_as_values():
            for name in parameters_of(function):
                self.note((function, name), None, {(HANDED_ANYWHERE, UNKNOWN)})
        for name in self._set_by_name:
            self.changed |= {((None, name), False), ((ATTRIBUTE, name), False)}
        waiting = [Reading(self, module)]
        for reading in waiting:  # which grows
            waiting += reading.read()

    def _names_that_change(self, values: Mapping[str, Sequence[ast.expr]]) -> set[str]:
        """The globals that functions change, and the variables that functions inside keep."""
        # The name of a function stands for its results, which are new, unless something keeps them.
        results = {name for name in (*self.functions, *dir(builtins)) if name not in values}
        results -= {name for name, each in self.functions.items() if any(map(_is_kept, each))}
        seen = self.changed - self._immutable
        names = {name for node in self._index.nodes for name in declared_by(node)}
        names |= self._set_by_name
        names |= {name for (scope, name), _ in seen if scope is None} - results
        names |= {place[1] for place, _ in seen if place in self.closed}
        if "cell_contents" in self.rebound:
            names |= {place[1] for place in self.closed}
        names |= {*self._with_state()} | self.altered
        if any(sets_any_global(each, self._imported) for each in self._index.functions):
            names.add(ANY)
        return names

    def _is_making(self, function: Function) -> bool:
        """Whether a function sets attributes of a new object, or only where another one sets
        attributes: `__setattr__`."""
        name = getattr(function, "name", "")
        is_setting_up = name in SETS_UP_OBJECT and not self.remakes
        return is_setting_up or name in SETS_BY_NAME.of("")

    def _grow(self) -> None:
        """Adds what is changed because something else is, until nothing is new."""
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
            for name in self._changing_themselves():
                self.changed |= {(place, False) for place in self._made_by.get(name, ())}
            self.changed = self._spread(self.changed)

    def _leading_to(self, places: set[Place], kind: str) -> set[Place]:
        """Some places, and all that may stand for one of them."""
        before: dict[Place, list[Place]] = {}
        for place, others in self._stands_for.items():
            for other, link in others:
                if not (kind == ONCE and link == COPY):
                    before.setdefault(other, []).append(place)
        return {*closure(places, lambda place: before.get(place, ()))}

    def _changing_themselves(self) -> Iterator[str]:
        """The classes whose objects are changed by operators or properties: `STATE[key]` may call a
        method that keeps something. Calls of other methods show themselves."""
        classes = self._index.classes
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
        """Whether a name is a builtin, or imported."""
        return name in self._imported or hasattr(builtins, name)

    def may_change_what_is_given(self, function: ast.expr) -> bool:
        """Whether a function may change an argument.

        Functions of Python's library and those whose source is read do so only if they are known
        to; any other imported function may.
        """
        name = name_of(function)
        if name in self.changing:
            return True
        home = self._imported.get(root_of(function))
        return home is not None and home not in sys.stdlib_module_names and name not in self._known

    def _with_state(self) -> Iterator[str]:
        """The functions that change one of their defaults, which the next call sees."""
        for name, functions in self.functions.items():
            for each in functions:
                for parameter, default in defaults_of(each):
                    if ((each, parameter), False) in self.changed and not is_immutable(default):
                        yield name

    def changing_what_is_given(self) -> Iterator[str]:
        """The names of the functions that change an argument."""
        changed = {
            scope
            for (scope, name), _ in self.changed
            if isinstance(scope, FUNCTIONS) and name in parameters_of(scope)
        }
        for name, functions in self.functions.items():
            if not changed.isdisjoint(functions):
                yield name

    def _used_as_values(self) -> Iterator[Function]:
        """The functions that may be called under another name: lambdas, and functions that are
        mentioned without being called."""
        for node in self._index.nodes:
            match node:
                case ast.Lambda():
                    yield node
                case ast.Name(id=name) | ast.Attribute(attr=name) if id(node) not in self.called:
                    for each in self.functions.get(name, ()):
                        is_read = isinstance(node, ast.Attribute) and is_decorated(each)
                        if getattr(each, "name", "") == name and not is_read:
                            yield each

    def _spread(self, begun: Iterable[Changed]) -> set[Changed]:
        """Some changed values, and all that change with them."""
        return {*closure(begun, self._made_of)}

    def _made_of(self, changed: Changed) -> Iterator[Changed]:
        """The values that a changed value stands for: they are changed, too."""
        place, is_inside = changed
        if changed in self._immutable:
            return
        for other, link in self._stands_for.get(place, ()):
            yield from [(other, each) for each in link[is_inside]]

    def note(self, place: Place, value: ast.expr | None, made_of: set[tuple[Place, Link]]) -> None:
        """Notes what a place stands for, and the value that it is bound to."""
        self._stands_for.setdefault(place, set()).update(made_of)
        for kind in kinds_of(value, self._own, self._generators):
            self._of_kind[kind].add(place)
        if isinstance(value, ast.Call):
            self._made_by.setdefault(name_of(value.func), set()).add(place)


_KINDS = (FOREIGN, GROWING, ONCE)
_NOT_KEEPING = QUIET_DECORATORS - KEEPS_RESULTS


def _is_kept(function: Function) -> bool:
    """Whether a decorator may keep the results of a function, as `lru_cache` does."""
    around = getattr(function, "decorator_list", ())
    names = [name_of(each.func if isinstance(each, ast.Call) else each) for each in around]
    return not _NOT_KEEPING.issuperset(names)


def _made_classes(values: Mapping[str, Sequence[ast.expr]]) -> Iterator[str]:
    """The names of classes that are made by calls: `Point = namedtuple("Point", "x y")`."""
    for name, each in values.items():
        calls = [value for value in each if isinstance(value, ast.Call)]
        if calls and all(name_of(call.func) in MAKES_CLASS for call in calls):
            yield name


def _calls_constructors(index: Index) -> bool:
    """Whether a function that is no constructor calls one on an object: `STATE.__init__(1)`."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in SETS_UP_OBJECT and node.attr != "__new__"
        for each in index.functions
        if getattr(each, "name", "") not in SETS_UP_OBJECT
        for node in nodes_of(each)
    )


def _modules_of_names(index: Index) -> dict[str, str]:
    """Imported names, each with the first part of the module that it is from; "" for a relative
    import."""
    found: dict[str, str] = {}
    for each in index.imports:
        top = "" if each.level else each.module.partition(".")[0]
        found[each.bound.partition(".")[0]] = top
    return found


def _definitions(index: Index) -> tuple[dict[str, list[Function]], dict[str, list[str]]]:
    """The functions of a module by name, and the fields that classes declare.

    A constructor counts under the name of its class. Fields stand for the parameters of a
    constructor that is generated, as that of a dataclass.
    """
    functions: dict[str, list[Function]] = {}
    fields: dict[str, list[str]] = {}
    for node in index.nodes:
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


def _below_others(index: Index) -> set[str]:
    """The classes that may inherit methods of which nothing is known."""
    bases = {node.name: {name_of(base) for base in node.bases} - {""} for node in index.classes}
    return {
        name
        for name, above in bases.items()
        if any(base not in bases and not is_known_base(base) for base in above)
    }


def _assigned(module: ast.Module) -> dict[str, list[ast.expr]]:
    """The globals of a module, with the values that they are bound to outside of functions."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes_of(module):
        for target, value, link in bound(node):
            if isinstance(target, ast.Name) and link is not PART:
                found.setdefault(target.id, []).append(value)
    return found


def _immutable(values: Mapping[str, Sequence[ast.expr]]) -> set[Changed]:
    """The globals that nobody can change, and those with items that nobody can change."""
    found: set[Changed] = set()
    for name, each in values.items():
        found |= {((None, name), False)} if all(map(is_immutable, each)) else set()
        found |= {((None, name), True)} if all(map(has_immutable_items, each)) else set()
    return found
