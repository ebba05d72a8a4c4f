"""Names that a function gives to methods of native types: `append = items.append`.

Where a name is given in such a way alone, the object is looked at there, and a call by that name
need not look at what it calls.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import Any

from wend.instrument.bound import bindings
from wend.instrument.rewrite.checks import LOAD, Check, do, is_same, kept, probed, typed
from wend.instrument.rewrite.names import CHECKED_METHODS, OF_PATTERNS
from wend.instrument.rewrite.nodes import PLACEHOLDER, at, below
from wend.instrument.rewrite.shapes import dotted, has_simple_arguments, is_super, statements

_CHECKED = CHECKED_METHODS | OF_PATTERNS
_UNCHECKED = frozenset(("append", "clear", "copy", "items", "keys", "reverse", "values"))


def note_aliases(aliases: dict[str, str], target: ast.expr, value: ast.expr) -> None:
    """A name is given to a value, which may be a method."""
    if isinstance(target, ast.Name) and isinstance(value, ast.Attribute):
        aliases[target.id] = value.attr
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for each, part in zip(target.elts, value.elts, strict=False):
            note_aliases(aliases, each, part)


def given_methods(function: Any) -> set[tuple[str, str]]:
    """The names that a function gives to a method, always the same, and calls."""
    given = [
        (target.id, value.attr)
        for statement in statements(function.body)
        if isinstance(statement, ast.Assign)
        for target, value in gifts(statement)
    ]
    if not given:
        return set()
    own = _all_bindings(function)
    calls = [node.func for node in below(function) if isinstance(node, ast.Call)]
    called = {callee.id for callee in calls if isinstance(callee, ast.Name)}
    return {
        (name, method)
        for name, method in given
        if name in called and own.count(name) == given.count((name, method))
    }


def own_lists(function: Any) -> set[str]:
    """The names that a function gives to new lists, and to nothing else."""
    given: list[str] = []
    for statement in statements(function.body):
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.List() | ast.ListComp())
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.List() | ast.ListComp())
            ):
                given.append(name)
    if not given:
        return set()
    own = _all_bindings(function)
    return {name for name in given if own.count(name) == given.count(name)}


def own_functions(function: Any, around: set[str]) -> set[str]:
    """The names that stand for functions that were defined here, or `around`, and for nothing else:
    such a function has the code of a twin."""
    given: list[str] = []
    for statement in statements(function.body):
        match statement:
            case (
                ast.FunctionDef(name=name, decorator_list=[])
                | ast.AsyncFunctionDef(name=name, decorator_list=[])
            ):
                given.append(name)
            case ast.Assign(targets=[target], value=value):
                pairs = _parallel(target, value)
                given += [dotted(each) for each, part in pairs if isinstance(part, ast.Lambda)]
    if not given and not around:
        return around
    own = _all_bindings(function)
    return around.difference(own) | {name for name in given if own.count(name) == given.count(name)}


def made_by_calls(function: Any) -> tuple[set[str], set[str]]:
    """The names that a function gives to bytearrays, `self.data` too, and to what other calls
    make."""
    args = function.args
    arrays = {
        each.arg
        for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)
        if isinstance(each.annotation, ast.Name) and each.annotation.id == _ARRAY
    }
    others: set[str] = set()
    for statement in statements(function.body):
        match statement:
            case (
                ast.Assign(targets=[target], value=ast.Call(func=maker))
                | ast.AnnAssign(target=target, value=ast.Call(func=maker))
            ):
                if isinstance(maker, ast.Name) and maker.id == _ARRAY:
                    arrays.add(dotted(target))
                elif isinstance(target, ast.Name):
                    others.add(target.id)
    return arrays, others


def array_fields(cls: ast.ClassDef) -> set[str]:
    """What methods of a class call their fields that are bytearrays, `self.data`."""
    functions = [each for each in cls.body if isinstance(each, ast.FunctionDef)]
    return {name for each in functions for name in made_by_calls(each)[0] if "." in name}


_ARRAY = "bytearray"


def calls_own_list(node: ast.Call, lists: Container[str]) -> bool:
    """Whether it is `items.append(x)`, or the like, of a list of the function's own: such a method
    looks at nothing that it is given."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), keywords=[]):
            count = _OF_LISTS.get(method)
            return name in lists and count == len(node.args) and has_simple_arguments(node)
    return False


_OF_LISTS = {"append": 1, "clear": 0, "copy": 0, "pop": 0, "reverse": 0}


def _all_bindings(function: Any) -> list[str]:
    """The names that are bound in a function, also where others could not tell them from its own:
    in comprehensions and lambdas."""
    own = [name for statement in function.body for name in bindings(statement)]
    own += _parameters(function.args)
    for node in below(function):
        match node:
            case ast.Nonlocal(names=names):
                own.extend(names)
            case ast.comprehension(target=target):
                own += [each.id for each in below(target) if isinstance(each, ast.Name)]
            case ast.Lambda(args=args):
                own += _parameters(args)
            case ast.NamedExpr(target=ast.Name(id=name)):  # of a lambda it may be its own
                own.append(name)
    return own


def _parameters(args: ast.arguments) -> list[str]:
    several = [each for each in (args.vararg, args.kwarg) if each is not None]
    return [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, *several)]


def gifts(node: ast.Assign) -> Iterator[tuple[ast.Name, ast.Attribute]]:
    """The names that an assignment gives to what may be methods, and these."""
    if len(node.targets) != 1:
        return
    for target, value in _parallel(node.targets[0], node.value):
        if (
            isinstance(target, ast.Name)
            and isinstance(value, ast.Attribute)
            and value.attr in _CHECKED | _UNCHECKED
            and not is_super(value.value)
        ):
            yield target, value


def _parallel(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of an assignment with their values: `a, b = 1, 2` is two of them."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        if len(target.elts) != len(value.elts):
            return []
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def look_at_owner(node: ast.Attribute, number: int) -> None:
    """x.m, which is given a name: the gift of this number is told of an x that won't do."""
    place = node.value
    kind = "methods" if node.attr in _CHECKED else "any"
    gift = _gift(number, place)
    checks = [typed(1, f"owners:{kind}-{node.attr}", place), _is_plain(gift, place)]
    told = probed("given", [do("TAKE 2", place), gift, _name(kind, node.attr, place)], place)
    node.value = at(ast.IfExp(kept([place], checks, place), do("NOP", place), told), place)


def held(depth: int, site: ast.expr, number: int) -> Check:
    """Whether what is called is a native method: by the gift of its name, if that has a number, or
    since it was called here before; it is not kept."""
    last = at(ast.Call(at(ast.Attribute(site, "last", LOAD), site), [], []), site)
    is_last = is_same(do(f"COPY {depth}", site), last)
    return [*_is_plain(_gift(number, site), site), is_last] if number else [is_last]


def may_be_unchecked(method: str) -> bool:
    """Whether a method that was given a name may be called whatever the arguments are."""
    return method in _UNCHECKED


def _gift(number: int, place: ast.AST) -> ast.expr:
    return at(ast.Constant(f"{PLACEHOLDER}gift:{number}"), place)


def _name(kind: str, name: str, place: ast.AST) -> ast.expr:
    return at(ast.Constant(f"{PLACEHOLDER}owners:{kind}-{name}"), place)


def _is_plain(gift: ast.expr, place: ast.AST) -> Check:
    return [at(ast.Attribute(gift, "is_plain", LOAD), place)]
