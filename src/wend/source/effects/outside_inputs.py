"""What a function may see beside its inputs: what earlier calls left, and what is outside.

    def bump(): global count; count += 1      code that reads `count` sees how often bump was called
    if os.environ.get("DEBUG"): …             another machine may have this variable
    if __name__ == "__main__": …              true where the file is run, not where it is imported

wend runs code in one state of all these. So if a line is not reached, and the function sees one of
them, another state may lead to the line: no proof says that nothing does.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from wend.record import Record
from wend.source.bindings import bound_by, locals_of, nodes_of, parameters_of
from wend.source.effects.changes import changes_in
from wend.source.effects.machine_exceptions import may_lack_module
from wend.source.effects.program import globals_of
from wend.source.effects.set_by_name import ANY, set_by_name
from wend.source.index import called_by, index_of
from wend.source.library.changes import SETS_ROUNDING
from wend.source.library.outside import LOCAL_TIME, MACHINE_MODULES, OUTSIDE, tells_of_machine
from wend.source.trees import DEFS, Def, name_of, root_of


def seen_beside_inputs(
    module: ast.Module,
    function: Def,
    others: Sequence[ast.Module] = (),
    whole: Collection[str] = (),
) -> str:
    """A name by which a function, or what it calls, sees more than its inputs; "" if there is none.

    `others` are the modules that `module` imports, and those that may change something of it. What
    the parameters in `whole` hold is all input, whoever changes it.
    """
    found = sightings(module, function, others, whole)
    return next((each.name for each in found), "")


def sightings(
    module: ast.Module,
    function: Def,
    others: Sequence[ast.Module] = (),
    whole: Collection[str] = (),
) -> Iterator[Sighting]:
    """All places where a function, or what it calls, may see more than its inputs."""
    functions = called_by(module, function, others)
    handed = _handed_on(functions, _still_given(function, whole)) if whole else {}
    view = _View(module, others)
    for each in functions:
        yield from view.seen_by(each, handed.get(each, frozenset()))


class Sighting(Record):
    """A name in the code of a function that may stand for more than the function's inputs."""

    name: str
    kind: Literal["variable", "attribute", "outside"]
    """`variable`: what it stands for may be left by earlier calls, or differ by machine or process,
    unless a run binds it. `attribute`: earlier calls may leave something in it. `outside`: what
    differs by machine or process, and shows in no variable."""


class _View:
    """What some modules change for each other, seen from the first one of them."""

    def __init__(self, module: ast.Module, others: Sequence[ast.Module]) -> None:
        self._module = module
        self._modules = modules = (module, *others)
        self._changes = changes_in(frozenset(modules))
        names, attributes = self._changes.names[module], self._changes.attributes
        for other in others:
            bound = self._changes.names[other]
            names |= (bound & _taken_from_others(other)) | set_by(other) | (bound & {ANY})
            attributes |= bound | set_by(other)
        names |= _of_machine(module) | (set_by(module) & globals_of(module))
        self._names = names.union(*map(_set_for_all, modules))
        self._attributes = attributes
        self._methods = frozenset().union(*[index_of(each).def_names for each in modules])

    def seen_by(self, function: ast.AST, given: frozenset[str]) -> Iterator[Sighting]:
        """The names by which the code of a function itself sees more than its inputs; whatever is
        in the parameters `given` is input."""
        own = locals_of(function) if isinstance(function, DEFS) else frozenset()
        passed_over = _annotations_in(function)
        captured = _closed_over(function)
        changed = self._names | self._changed_globals_around(function)
        if ANY in self._names:
            changed |= globals_of(self._module)
        called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        for node in ast.walk(function):
            match node:
                case ast.Name(id=name) if id(node) in captured and name in self._names:
                    yield Sighting(name, "variable")
                case ast.Name(id=name, ctx=ast.Load()) if name not in own:
                    is_seen = name in changed or name == "__name__" or _tells_of_machine(node)
                    if is_seen and id(node) not in passed_over:
                        yield Sighting(name, "variable")
                case ast.Attribute(value=ast.Name(id=home)) if home in MACHINE_MODULES:
                    if seen := _tells_of_machine(node):
                        yield Sighting(seen, "outside")
                case ast.Attribute(attr="__dict__", ctx=ast.Load()):
                    yield from self._by_name("")
                case ast.Attribute(attr=name, ctx=ast.Load()) if root_of(node) not in given:
                    if self._sees_attribute(node, id(node) in called):
                        is_outside = bool(_tells_of_machine(node))
                        yield Sighting(name, "outside" if is_outside else "attribute")
                case ast.MatchClass(kwd_attrs=asked, patterns=places):
                    for each in (*asked, *["" for _ in places[:1]]):
                        yield from self._by_name(each)
                case ast.Call() if (subject := looked_into(node)) is not None:
                    if root_of(subject) not in given:
                        yield from self._by_name(name_asked(node))
                case _:
                    if seen := _seen_outside(node, function):
                        yield Sighting(seen, "variable" if seen == "hash" else "outside")

    def _by_name(self, name: str) -> Iterator[Sighting]:
        """What a question for an attribute of this name sees; "" is for any attribute."""
        if name and ANY not in self._attributes:
            found = self._attributes & {name}
        else:
            found = self._attributes
        for each in sorted(found):
            yield Sighting(each, "outside" if each == ANY else "attribute")

    def _changed_globals_around(self, function: ast.AST) -> frozenset[str]:
        """The globals that change in the module of a function, if that is not the first one."""
        for each in self._modules[1:]:
            if function in index_of(each).defs:
                changed = self._changes.names[each]
                return changed | globals_of(each) if ANY in changed else changed
        return frozenset()

    def _sees_attribute(self, node: ast.Attribute, is_called: bool) -> bool:
        """Whether an attribute may be what earlier calls left in an object."""
        if node.attr in self._attributes:
            return True
        is_method = root_of(node) in ("self", "cls") and node.attr in self._methods
        is_any = ANY in self._attributes and not is_called
        return not is_method and (is_any or bool(_tells_of_machine(node)))


def looked_into(node: ast.Call) -> ast.expr | None:
    """The object of which a call asks for an attribute by its name, or for all of them."""
    match node:
        case ast.Call(func=ast.Name(id="hasattr" | "getattr" | "vars" | "dir"), args=[of, *_]):
            return of
        case _:
            return None


def name_asked(node: ast.Call) -> str:
    """The name of the attribute that such a call asks for; "" where that may be any."""
    match node.args[1:]:
        case [ast.Constant(value=str(name)), *_]:
            return name
        case _:
            return ""


def _seen_outside(node: ast.AST, function: ast.AST) -> str:
    """The name by which a node that is no name sees what differs by process or machine."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=args, keywords=[]) if LOCAL_TIME.get(
            name
        ) == len(args):
            return name
        case ast.Try(body=body, handlers=handlers):
            return _not_installed(body, handlers)
        case ast.Call(func=ast.Name(id="globals" | "eval" | "exec" as name)):
            return name  # by which it may see any global
        case ast.Constant(value="__doc__"):
            return "__doc__"
        case ast.Call(func=ast.Name(id="hash"), args=[hashed]):
            is_for_dict = getattr(function, "name", "") == "__hash__"
            return "" if is_for_dict or _is_number(hashed, function) else "hash"
        case _:
            return ""


def _not_installed(body: Sequence[ast.stmt], handlers: Sequence[ast.ExceptHandler]) -> str:
    """A module that a `try` imports, and that may not be installed."""
    if not any(may_lack_module(handler, body) for handler in handlers):
        return ""
    for node in [part for each in body for part in ast.walk(each)]:
        match node:
            case ast.Import(names=[ast.alias(name=name), *_]) | ast.ImportFrom(module=str(name)):
                if name.partition(".")[0] not in sys.stdlib_module_names:
                    return name
    return ""


def _is_number(node: ast.expr, function: ast.AST) -> bool:
    """Whether an expression is a number, whose hash is the same in every process. The hash of a
    text is not, nor that of an object that is hashed by its identity."""
    args = getattr(function, "args", None)
    given = [*args.posonlyargs, *args.args, *args.kwonlyargs] if args is not None else []
    numbers = [each.arg for each in given if name_of(each.annotation) in ("int", "float", "bool")]
    match node:
        case ast.Constant(value=value):
            return not isinstance(value, str | bytes)
        case ast.Name(id=name):
            return name in numbers
        case ast.BinOp(left=left, right=right):
            return _is_number(left, function) and _is_number(right, function)
        case ast.UnaryOp(operand=operand):
            return _is_number(operand, function)
        case _:
            return False


def _closed_over(tree: ast.AST) -> set[int]:
    """The ids of names in lambdas that are variables of the function around the lambda."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            own = parameters_of(node)
            names = [part for part in ast.walk(node.body) if isinstance(part, ast.Name)]
            found |= {id(part) for part in names if part.id not in own}
    return found


def _annotations_in(tree: ast.AST) -> set[int]:
    """The ids of all nodes in annotations, which decide nothing."""
    hints = [
        getattr(node, name, None)
        for node in ast.walk(tree)
        for name in ("annotation", "returns")
    ]  # fmt: skip
    return {id(part) for hint in hints if hint is not None for part in ast.walk(hint)}


def _tells_of_machine(node: ast.AST) -> str:
    """The name by which an expression sees the machine, or ""."""
    match node:
        case ast.Attribute(value=ast.Name(id=home), attr=name) if home in MACHINE_MODULES:
            return f"{home}.{name}" if tells_of_machine(home, name) else ""
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in OUTSIDE:
            return name
    return ""


def _still_given(function: ast.AST, parameters: Collection[str]) -> frozenset[str]:
    """Those of the parameters that neither a function nor one inside of it binds anew."""
    own = getattr(function, "args", None)
    inside = [node for node in ast.walk(function) if node is not function]
    bound = {name for node in inside for name in bound_by(node)}
    bound |= {
        each.arg
        for node in inside
        if isinstance(node, ast.arguments) and node is not own
        for each in ast.walk(node)
        if isinstance(each, ast.arg)
    }
    return frozenset(parameters) - bound


def _handed_on(
    functions: Sequence[ast.AST], given: frozenset[str]
) -> dict[ast.AST, frozenset[str]]:
    """The parameters of functions that are parameters in `given` in every call that is seen.

    `given` are parameters of the first function.
    """
    handed = {functions[0]: given}
    is_growing = True
    while is_growing:
        is_growing = False
        for each in functions[1:]:
            if isinstance(each, ast.FunctionDef) and not each.args.posonlyargs:
                found = _given_by_all(each, functions, handed)
                is_growing = is_growing or found != handed.get(each, frozenset())
                handed[each] = found
    return handed


def _given_by_all(
    function: ast.FunctionDef,
    functions: Sequence[ast.AST],
    handed: Mapping[ast.AST, frozenset[str]],
) -> frozenset[str]:
    calls, mentions = [], 0
    homes = [each for each in functions if getattr(each, "name", "") == function.name]
    for caller in functions:
        for node in ast.walk(caller):
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) if name == function.name:
                    mentions += 1
                case ast.Call(func=ast.Name(id=name), args=args) if name == function.name:
                    is_plain = not any(isinstance(each, ast.Starred) for each in args)
                    calls += [(args, handed.get(caller, frozenset()))] if is_plain else []
    if not calls or mentions > len(calls) or len(homes) > 1:
        return frozenset()  # it may be called by another name, or another one be called
    names = [each.arg for each in function.args.args]
    given = {
        name
        for at, name in enumerate(names)
        if all(
            at < len(args) and isinstance(arg := args[at], ast.Name) and arg.id in known
            for args, known in calls
        )
    }
    return _still_given(function, given)


@lru_cache(maxsize=64)
def _of_machine(module: ast.Module) -> frozenset[str]:
    """The globals that may differ on another machine: `from sys import maxsize`, and those that are
    bound only where a module is installed, or only on some systems."""
    imported = {
        each.bound
        for each in index_of(module).imports
        if each.is_from and not each.level and tells_of_machine(each.module, each.name)
    }
    found = set(imported)
    for node in nodes_of(module):
        match node:
            case ast.If(test=test):
                parts = [*ast.walk(test)]
                if any(map(_tells_of_machine, parts)) or any(name_of(p) in imported for p in parts):
                    found |= _bound_in([node])
            case ast.Try(body=body, handlers=handlers) if any(
                may_lack_module(handler, body) for handler in handlers
            ):
                found |= _bound_in(handlers) | (_bound_in(body) & _bound_twice(module))
    return frozenset(found)


def _bound_in(statements: Sequence[ast.AST]) -> set[str]:
    nodes = nodes_of(ast.Module([*statements], []))  # type: ignore[list-item]
    return {name for node in nodes for name in bound_by(node)}


def _bound_twice(module: ast.Module) -> set[str]:
    counted = Counter(name for node in nodes_of(module) for name in bound_by(node))
    return {name for name, count in counted.items() if count > 1}


def _taken_from_others(module: ast.Module) -> frozenset[str]:
    """The names that a module takes from other modules: `from m import name`."""
    return frozenset(each.bound for each in index_of(module).imports if each.is_from)


def only_imported(modules: Sequence[ast.Module]) -> frozenset[str]:
    """The names that nothing in some modules binds but imports, of one and the same thing, and of
    which the code does no more than to call them and to read attributes."""
    changes = changes_in(frozenset(modules))
    if ANY in changes.attributes.union(*changes.names.values()):
        return frozenset()
    imported: dict[str, set[tuple[str, str, int]]] = {}
    bound: set[str] = set()
    for module in modules:
        index = index_of(module)
        for each in index.imports:
            imported.setdefault(each.bound, set()).add((each.module, each.name, each.level))
        bound |= set_from_outside(module) | _of_machine(module)
        passed_over = _annotations_in(module)
        for node in index.nodes:
            match node:
                case ast.arg(arg=name):
                    bound.add(name)
                case ast.Call(func=used) | ast.Attribute(value=used, ctx=ast.Load()):
                    passed_over.add(id(used))
        for node in index.nodes:
            if isinstance(node, ast.Name) and id(node) not in passed_over:
                bound.add(node.id)
            elif not isinstance(node, ast.alias):
                bound.update(bound_by(node))
    return frozenset([name for name, found in imported.items() if len(found) == 1]) - bound


@lru_cache(maxsize=64)
def set_by(module: ast.Module) -> frozenset[str]:
    """The attributes that a module sets (`config.DEBUG = True`), but for those of `self`, `cls`."""
    return frozenset(
        node.attr
        for node in index_of(module).nodes
        if isinstance(node, ast.Attribute)
        and not isinstance(node.ctx, ast.Load)
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    )


def set_from_outside(module: ast.Module) -> frozenset[str]:
    """The names of attributes, and so of globals of other modules, that a module may set; with ANY
    if it may set any global."""
    found = set_by(module) | set_by_name(module)
    return found | {ANY} if ANY in changes_in(frozenset((module,))).names[module] else found


@lru_cache(maxsize=64)
def _set_for_all(module: ast.Module) -> frozenset[str]:
    """What a module sets for the whole program: builtins, and how decimals are rounded."""
    found: set[str] = set()
    for node in index_of(module).nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="builtins" | "__builtins__"), attr=name, ctx=ctx):
                found |= set() if isinstance(ctx, ast.Load) else {name}
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in SETS_ROUNDING:
                found |= {"Decimal", "decimal"}
    return frozenset(found)
