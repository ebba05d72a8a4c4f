"""What a function may see beside its inputs: what earlier calls left, and what is outside.

    def bump(): global count; count += 1      whoever asks for `count` sees how often that was
    if os.environ.get("DEBUG"): …             another machine may have it
    if __name__ == "__main__": …              who runs the file, and does not import it, sees it

Runs see one state of these. What only they keep from a line is no proof that nothing leads to it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from wend.source.bindings import bound_by, locals_of, nodes_of, parameters_of
from wend.source.effects.by_function import ANY
from wend.source.effects.changes import changed_by, globals_of
from wend.source.effects.machine_exceptions import may_lack_module
from wend.source.effects.set_by_name import set_by_name
from wend.source.index import called_by, index_of
from wend.source.library.changes import SETS_ROUNDING
from wend.source.library.outside import LOCAL_TIME, MACHINE_MODULES, OUTSIDE, tells_of_machine
from wend.source.trees import DEFS, name_of, root_of


def seen_beside_inputs(
    module: ast.Module,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    others: Sequence[ast.Module] = (),
    whole: Collection[str] = (),
) -> str:
    """A name by which a function, or what it calls, sees more than its inputs.

    `others` are the modules that its own imports, and those that may change something of it. The
    parameters in `whole` come with all that may be in them, whoever changed it.
    """
    modules = (module, *others)
    names, attributes = changed_by(module, tuple(others))
    for other in others:
        bound, stored = _changed_in(other, modules)
        names |= (bound & _taken_from_others(other)) | set_by(other) | (bound & {ANY})
        attributes |= bound | stored | set_by(other)
    names |= _of_machine(module) | (set_by(module) & globals_of(module))
    names |= frozenset().union(*map(_set_for_all, modules))
    defined = frozenset().union(*[index_of(each).def_names for each in modules])
    called_too = called_by(module, function, others)
    handed = _handed_on(called_too, _still_given(function, whole)) if whole else {}
    for each in called_too:
        own = locals_of(each) if isinstance(each, DEFS) else frozenset()
        called = {id(node.func) for node in ast.walk(each) if isinstance(node, ast.Call)}
        hints = _annotations_in(each)
        inside = _closed_over(each)
        given = handed.get(each, frozenset())
        globals_of_home = _changed_globals_around(each, modules)
        for node in ast.walk(each):
            match node:
                case ast.Call(func=ast.Attribute(attr=name), args=args, keywords=[]) if (
                    LOCAL_TIME.get(name) == len(args)
                ):
                    return name
                case ast.Try(body=body, handlers=handlers):
                    if name := _not_installed(body, handlers):
                        return name
                case ast.Constant(value="__doc__"):
                    return "__doc__"
                case ast.Call(func=ast.Name(id="hash"), args=[hashed]):
                    if getattr(each, "name", "") != "__hash__" and not _is_number(hashed, each):
                        return "hash"
                case ast.Name(id=name) if id(node) in inside and name in names:
                    return name
                case ast.Name(id=name, ctx=ast.Load()) if name not in own and id(node) not in hints:
                    if name in names or name == "__name__" or _tells_of_machine(node):
                        return name
                    if name in globals_of_home:
                        return name
                    if ANY in names and name in globals_of(module):
                        return name
                case ast.Attribute(value=ast.Name(id=home)) if home in MACHINE_MODULES:
                    if told := _tells_of_machine(node):
                        return told
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    root = root_of(node)
                    if root in given:
                        continue
                    is_method = root in ("self", "cls") and name in defined
                    if name in attributes or (_tells_of_machine(node) and not is_method):
                        return name
                    if ANY in attributes and id(node) not in called and not is_method:
                        return name
    return ""


def _not_installed(body: Sequence[ast.stmt], handlers: Sequence[ast.ExceptHandler]) -> str:
    """A module that is imported where it may be missing: who has it goes on from there."""
    if not any(may_lack_module(handler, body) for handler in handlers):
        return ""
    for node in [part for each in body for part in ast.walk(each)]:
        match node:
            case ast.Import(names=[ast.alias(name=name), *_]) | ast.ImportFrom(module=str(name)):
                if name.partition(".")[0] not in sys.stdlib_module_names:
                    return name
    return ""


def _is_number(node: ast.expr, function: ast.AST) -> bool:
    """Whether the hash of a value is the same everywhere: that of text is not, nor is that of an
    object by its identity."""
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
    """The ids of names in lambdas that are of the function around them: these keep what it had."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            own = parameters_of(node)
            names = [part for part in ast.walk(node.body) if isinstance(part, ast.Name)]
            found |= {id(part) for part in names if part.id not in own}
    return found


def _annotations_in(tree: ast.AST) -> set[int]:
    """The ids of what is in annotations, which decide nothing."""
    hints = [
        getattr(node, name, None)
        for node in ast.walk(tree)
        for name in ("annotation", "returns")
    ]  # fmt: skip
    return {id(part) for hint in hints if hint is not None for part in ast.walk(hint)}


def _tells_of_machine(node: ast.AST) -> str:
    """The name by which an expression, by itself, sees the machine."""
    match node:
        case ast.Attribute(value=ast.Name(id=home), attr=name) if home in MACHINE_MODULES:
            return f"{home}.{name}" if tells_of_machine(home, name) else ""
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in OUTSIDE:
            return name
    return ""


def _still_given(function: ast.AST, parameters: Collection[str]) -> frozenset[str]:
    """The parameters that a function never binds to something else, nor anything inside of it."""
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
    """The parameters of functions that are the first one's `given` in every call that is there."""
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
    """The globals that may be others on another machine: `from sys import maxsize`, and what a
    module binds where something is installed, or for a kind of system."""
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


def _changed_in(
    module: ast.Module, modules: Sequence[ast.Module]
) -> tuple[frozenset[str], frozenset[str]]:
    return changed_by(module, tuple([each for each in modules if each is not module]))


def _changed_globals_around(function: ast.AST, modules: Sequence[ast.Module]) -> set[str]:
    """The globals that change of another module than the first one, if the function is of that."""
    found: set[str] = set()
    for each in modules[1:]:
        if function in index_of(each).defs:
            changed, _ = _changed_in(each, modules)
            found |= changed | (globals_of(each) if ANY in changed else set())
    return found


def _taken_from_others(module: ast.Module) -> frozenset[str]:
    """The names that a module takes from other modules: `from m import name`."""
    return frozenset(each.bound for each in index_of(module).imports if each.is_from)


@lru_cache(maxsize=64)
def set_by(module: ast.Module) -> frozenset[str]:
    """The attributes of what it imports that a module sets: `config.DEBUG = True`."""
    return frozenset(
        node.attr
        for node in index_of(module).nodes
        if isinstance(node, ast.Attribute)
        and not isinstance(node.ctx, ast.Load)
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    )


def set_from_outside(module: ast.Module) -> frozenset[str]:
    """The globals of other modules that a module may set, among attributes; or any."""
    found = set_by(module) | set_by_name(module)
    return found | {ANY} if ANY in changed_by(module)[0] else found


@lru_cache(maxsize=64)
def _set_for_all(module: ast.Module) -> frozenset[str]:
    """What a module sets for all that run: builtins, and the way in which decimals are rounded."""
    found: set[str] = set()
    for node in index_of(module).nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="builtins" | "__builtins__"), attr=name, ctx=ctx):
                found |= set() if isinstance(ctx, ast.Load) else {name}
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in SETS_ROUNDING:
                found |= {"Decimal", "decimal"}
    return frozenset(found)
