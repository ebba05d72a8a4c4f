"""Whether a function may notice that two of its parameters are the same object.

It can notice only if it changes one of them, or asks whether they are the same. Its source tells.
Functions that it calls are not read: they may do either, unless the table of the library says no.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from wend.inputs.domain import CellClass, Choice, Domain, Entries, Items, Made, Maker, Text
from wend.source.files import interpolated, parse_file, source_file
from wend.source.index import index_of
from wend.source.library.by_name import FINDS_BY_NAME
from wend.source.library.changes import (
    ASKS_PARAMETER,
    CALLS_ARGUMENT,
    COPIES,
    KEEPS_ARGUMENT,
    LOOKS,
    MAKES_NEW,
    PRINTS,
    USED_UP,
    USES_UP_ITEMS,
)
from wend.source.trees import Def

_HEAP_TYPE = 1 << 9


def is_changeable(domain: Domain, evaluate: Callable[[Maker], Any]) -> bool:
    """Whether a domain has objects that can be changed."""
    match domain:
        case Choice(options):
            return any(is_changeable(each, evaluate) for each in options)
        case Made(Maker() as maker):
            cls = evaluate(maker)
            return (
                isinstance(cls, type)
                and bool(cls.__flags__ & _HEAP_TYPE)
                and not issubclass(cls, tuple)
                and cls.__module__.partition(".")[0] not in sys.stdlib_module_names
                and not getattr(getattr(cls, "__dataclass_params__", None), "frozen", False)
            )
        case _:
            return is_container(domain)


def may_share(
    function: FunctionType, domains: Iterable[Domain], cells: Iterable[CellClass]
) -> set[Domain]:
    """The domains of containers that may be in two places of the arguments at once.

    Only those are given where the function may notice it.
    """
    places: dict[Domain, int] = {}
    inner: set[Domain] = set()
    own: set[Domain] = set()
    """Containers that parameters are themselves, not ones inside of them."""

    def look(domain: Domain, count: int, is_inner: bool) -> None:
        match domain:
            case Choice(options):
                for option in options:
                    look(option, count, is_inner)
                return
            case Items(_, element):
                look(element, 2, True)
            case Entries(_, value):
                look(value, 2, True)
            case Made(_, parts):
                for part in parts:
                    look(part.domain, count, True)
                return
        if is_container(domain):
            places[domain] = places.get(domain, 0) + count
            (inner if is_inner else own).add(domain)

    for domain in domains:
        look(domain, 1, False)
    for cell in cells:
        for field in cell.fields:
            look(field.domain, 2, True)
    several = {each for each in inner if places[each] > 1}
    passed = inner & own
    is_told = (passed and may_tell_apart(function)) or (
        several and may_tell_apart(function, inner=True)
    )
    return passed | several if is_told else set()


def is_container(domain: Domain) -> bool:
    """Whether a domain has lists, dicts or sets that can be changed."""
    match domain:
        case Items(kind):
            return kind in ("list", "set", "deque")
        case Text(kind):
            return kind == "bytearray"
        case Entries():
            return True
        case _:
            return False


def may_tell_apart(function: FunctionType, *, inner: bool = False) -> bool:
    """Whether a function may notice that two of its parameters are one object; with `inner`, that
    two containers inside of the parameters are."""
    file = source_file(function.__code__, function.__module__)
    tree = parse_file(file) if file else None
    line = function.__code__.co_firstlineno
    node = index_of(tree).def_at.get(line) if tree is not None else None
    if node is None:
        return True
    follower = _Follower(node)
    return follower.may_tell_inner_apart() if inner else follower.may_tell_apart()


class _Follower:
    """Finds the names in a function that may stand for a parameter, or something inside of one."""

    def __init__(self, function: Def) -> None:
        self._function = function
        args = function.args
        named = [*args.posonlyargs, *args.args, *args.kwonlyargs]
        self._names = {each.arg for each in named}
        self._parameters = frozenset(self._names)
        self._holders: set[str] = set()
        """Names of containers that the function makes, and puts something of a parameter into."""
        known = -1
        while known != len(self._names) + len(self._holders):
            known = len(self._names) + len(self._holders)
            for node in ast.walk(function):
                self._follow(node)

    def may_tell_apart(self) -> bool:
        return any(self._is_telling(node) for node in ast.walk(self._function))

    def may_tell_inner_apart(self) -> bool:
        return any(self._is_telling_inner(node) for node in ast.walk(self._function))

    def _is_telling_inner(self, node: ast.AST) -> bool:
        """Whether a node may change a container inside of a parameter, or ask which one it is."""
        match node:
            case ast.Subscript(value=place, ctx=ast.Store() | ast.Del()):
                return self._is_inside(place)
            case ast.AugAssign(target=target):
                return self._is_inside(target)
            case ast.Compare(left=left, ops=ops, comparators=others):
                is_identity = any(isinstance(each, ast.Is | ast.IsNot) for each in ops)
                return is_identity and sum(map(self._is_inside, (left, *others))) > 1
            case ast.Call(func=ast.Attribute(value=place, attr=name)) if self._is_inside(place):
                return name not in ASKS_PARAMETER
            case ast.Call(func=ast.Attribute(attr=name)) if (
                name in ASKS_PARAMETER or name in KEEPS_ARGUMENT
            ):
                return False
            case ast.Call():
                return self._is_changing(node)
        return False

    def _is_inside(self, value: ast.expr) -> bool:
        """Whether a value may be inside of a parameter. The value of any name that is followed may
        be, unless the name is a parameter."""
        match value:
            case ast.Name(id=name):
                return name in self._names and name not in self._parameters
            case _:
                return self._leads_to(value)

    def _follow(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value) if self._leads_to(value):
                for target in targets:
                    self._names.update(_bound_by(target))
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.NamedExpr(target=target, value=value)
            ) if self._leads_to(value):
                self._names.update(_bound_by(target))
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._holds(value):
                self._holders.add(name)
            case (
                ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value)
            ) if self._leads_to(value) or self._holds(value):
                self._names.update(_bound_by(target))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=args):
                if method in KEEPS_ARGUMENT and any(map(self._leads_to, args)):
                    self._holders.add(name)
            case ast.Lambda(args=lambda_args):
                self._names.update([each.arg for each in lambda_args.args])
            case ast.Match(subject=subject) if self._leads_to(subject):
                for each in ast.walk(node):
                    if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name:
                        self._names.add(each.name)

    def _holds(self, value: ast.expr) -> bool:
        """Whether a value may be a container that the function made, and that has a parameter, or
        something of one, in it."""
        match value:
            case ast.Name(id=name):
                return name in self._holders
            case ast.Attribute(value=inner):  # `d.values()`
                return self._holds(inner)
            case ast.Call(func=func, args=args):
                if isinstance(func, ast.Name) and func.id not in COPIES.of("builtins"):
                    return False
                return self._holds(func) or any(
                    self._leads_to(each) or self._holds(each) for each in args
                )
            case ast.BinOp(left=left, right=right):
                return any(self._leads_to(each) or self._holds(each) for each in (left, right))
            case ast.Dict(values=values) | ast.Set(elts=values):
                return any(map(self._leads_to, values))
            case ast.ListComp(elt=inner) | ast.SetComp(elt=inner) | ast.GeneratorExp(elt=inner):
                return self._leads_to(inner)
            case ast.DictComp(key=inner, value=None):  # `{**each for each in …}`
                return self._leads_to(inner) or self._holds(inner)
            case ast.DictComp(value=inner):
                return self._leads_to(inner)
            case _:
                return any(map(self._leads_to, interpolated(value)))

    def _leads_to(self, value: ast.expr) -> bool:
        """Whether a value may be a parameter, or something inside of one."""
        match value:
            case ast.Name(id=name):
                return name in self._names
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner):
                return self._leads_to(inner) or self._holds(inner)
            case ast.Call(func=func, args=args):
                if isinstance(func, ast.Attribute) and self._holds(func.value):
                    return True  # `stack.pop()`
                if isinstance(func, ast.Name) and func.id in _COPYING:
                    return False
                return any(map(self._leads_to, (func, *args)))
            case ast.IfExp(body=one, orelse=other):
                return self._leads_to(one) or self._leads_to(other)
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
                return any(map(self._leads_to, values))
            case _:
                return False

    def _is_telling(self, node: ast.AST) -> bool:
        match node:
            case ast.Attribute(value=inner, ctx=ast.Store() | ast.Del()):
                return self._leads_to(inner)
            case ast.Subscript(value=inner, ctx=ast.Store() | ast.Del()):
                return self._leads_to(inner)
            case ast.AugAssign(target=ast.Name(id=name)):
                return name in self._names
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = (left, *others)
                is_identity = any(isinstance(each, ast.Is | ast.IsNot) for each in ops)
                return is_identity and sum(map(self._leads_to, sides)) > 1
            case ast.Call():
                return self._is_changing(node)
        return False

    def _is_changing(self, call: ast.Call) -> bool:
        """Whether a call may change a parameter."""
        given = (*call.args, *[each.value for each in call.keywords])
        match call.func:
            case ast.Name(id=name) if name in _HARMLESS or name in _COPYING:
                return False
            case ast.Attribute(value=inner, attr=name):
                if self._leads_to(inner):
                    return name not in ASKS_PARAMETER
                return name not in KEEPS_ARGUMENT and any(map(self._leads_to, given))
        return any(map(self._leads_to, given))


def _bound_by(target: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


_COPYING = MAKES_NEW.of("builtins") | (COPIES.of("builtins") - USED_UP)
"""Functions whose result is no argument, though items of an argument may be in it."""
_HARMLESS = (
    LOOKS | PRINTS | CALLS_ARGUMENT | USES_UP_ITEMS.of("builtins") | COPIES.of("builtins")
) - FINDS_BY_NAME | {"bytes"}
"""Functions that do not change an argument."""
