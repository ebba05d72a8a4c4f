"""What the functions of a module change that others see: globals, and attributes of objects.

    def push(to, v): to.append(v)
    def record(v): push(STATE, v)          changes STATE, which has another name there

A name stands for whatever it may be bound to, in whatever order: what is assigned, iterated, handed
in or returned. All goes by names, so that too much is said to change rather than too little.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from wend.aim.backward.recursion import name_of
from wend.instrument.trace import locals_of

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

_Place = tuple[ast.AST | None, str]
"""A local of a function, or a global; or an attribute, of whatever object."""

_Seen = tuple[_Place, bool]
"""A place, and whether it is seen through a copy: then only what is inside may be changed."""

_ATTRIBUTE = ast.Module([], [])
"""In the place of a function: attributes."""

ANY = "*"
"""For an attribute: any of them, since its name is made while the code runs."""


@lru_cache(maxsize=64)
def changed_by(module: ast.Module) -> tuple[frozenset[str], frozenset[str]]:
    """The globals and the attributes that functions of a module change, beside constructors."""
    found = _Changes(module)
    return frozenset(found.names), frozenset(found.attributes)


@lru_cache(maxsize=64)
def set_by_name(module: ast.Module) -> frozenset[str]:
    """What functions of a module set by names in quotes: `globals()["DEBUG"] = True`."""
    return frozenset(
        part.value
        for function in ast.walk(module)
        if isinstance(function, _FUNCTIONS) and any(map(_sets_by_name, ast.walk(function)))
        for part in ast.walk(function)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
        if part.value.isidentifier()
    )


class _Changes:
    def __init__(self, module: ast.Module) -> None:
        self._functions: dict[str, list[_Function]] = {}
        for node in ast.walk(module):
            if isinstance(node, _FUNCTIONS):
                self._functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                for each in node.body:
                    if isinstance(each, _FUNCTIONS) and each.name == "__init__":
                        self._functions.setdefault(node.name, []).append(each)
        self._growing, self._once = _special(module)
        self._stands_for: dict[_Place, set[_Seen]] = {}
        self._changed: set[_Seen] = {((None, name), False) for name in set_by_name(module)}
        self._changed |= {((_ATTRIBUTE, name), False) for name in set_by_name(module)}
        for function in {each for all_ in self._functions.values() for each in all_}:
            self._read(function)
        self._spread()
        still, flat = _unchangeable(module)
        declared = {
            name
            for node in ast.walk(module)
            if isinstance(node, ast.Global)
            for name in node.names
        }  # fmt: skip
        self.names = declared | set_by_name(module)
        self.names |= {
            name
            for (scope, name), is_copy in self._changed
            if scope is None and name not in (flat if is_copy else still)
        }
        self.attributes = {name for (scope, name), _ in self._changed if scope is _ATTRIBUTE}

    def _spread(self) -> None:
        waiting = list(self._changed)
        while waiting:
            place, is_copy = waiting.pop()
            for other, is_copied in self._stands_for.get(place, ()):
                seen = other, is_copy or is_copied
                if seen not in self._changed:
                    self._changed.add(seen)
                    waiting.append(seen)

    def _read(self, function: _Function) -> None:
        own = locals_of(function)

        def place(name: str) -> _Place:
            return (function if name in own else None), name

        def places(node: ast.expr | None) -> set[_Seen]:
            return {
                (each if isinstance(each, tuple) else place(each), is_copy)
                for each, is_copy in (_roots(node) if node is not None else ())
            }

        def bind(target: ast.expr, value: ast.expr | None) -> None:
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    self._stands_for.setdefault(place(part.id), set()).update(places(value))
                elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    at = (_ATTRIBUTE, part.attr)
                    self._stands_for.setdefault(at, set()).update(places(value))

        is_making = function.name in _MAKING
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for each in targets:
                        bind(each, value)
                case (
                    ast.AnnAssign(target=target, value=value)
                    | ast.NamedExpr(target=target, value=value)
                    | ast.For(target=target, iter=value)
                    | ast.AsyncFor(target=target, iter=value)
                    | ast.comprehension(target=target, iter=value)
                    | ast.withitem(optional_vars=ast.expr() as target, context_expr=value)
                ):
                    bind(target, value)
                case ast.AugAssign(target=ast.Name(id=name)):
                    self._changed.add((place(name), False))
                case ast.Return(value=value):
                    returned: _Place = (None, function.name)
                    self._stands_for.setdefault(returned, set()).update(places(value))
                case ast.Attribute(value=held, attr=name, ctx=ast.Store() | ast.Del()):
                    # What a constructor gives to its own object is no change.
                    if not (is_making and isinstance(held, ast.Name) and held.id in own):
                        self._changed.add(((_ATTRIBUTE, name), False))
                case ast.Subscript(value=held, ctx=ast.Store() | ast.Del()):
                    self._changed.update(places(held))
                case ast.Subscript(value=ast.Name(id=name)) if name in self._growing:
                    self._changed.add((place(name), False))
                case ast.Name(id=name) if name in self._once:
                    self._changed.add((place(name), False))
                case ast.Call():
                    for each in _changed_in_call(node):
                        self._changed.update(places(each))
                    if _has_unknown_name(node) and not is_making:
                        self._changed.add(((_ATTRIBUTE, ANY), False))
                    for at, given in self._handed(node):
                        self._stands_for.setdefault(at, set()).update(places(given))

    def _handed(self, call: ast.Call) -> Iterator[tuple[_Place, ast.expr]]:
        """The parameters of functions of the module that a call may give something to."""
        for callee in self._functions.get(name_of(call.func), ()):
            args = callee.args
            names = [each.arg for each in (*args.posonlyargs, *args.args)]
            if names and names[0] in ("self", "cls"):
                names = names[1:]
            for name, given in zip(names, call.args, strict=False):
                yield (callee, name), given
            for keyword in call.keywords:
                if keyword.arg is not None:
                    yield (callee, keyword.arg), keyword.value


def _roots(node: ast.expr, is_copy: bool = False) -> Iterator[tuple[str | _Place, bool]]:
    """What an expression may give, or a part of: names, and attributes; and whether it gives a
    copy of them, which has the same parts."""
    match node:
        case ast.Name(id=name):
            yield name, is_copy
        case ast.Attribute(attr=name):
            yield (_ATTRIBUTE, name), is_copy
        case ast.Subscript(value=inner) | ast.Starred(value=inner) | ast.Await(value=inner):
            yield from _roots(inner, is_copy)
        case ast.NamedExpr(value=inner):
            yield from _roots(inner, is_copy)
        case ast.Call(func=func, args=args, keywords=keywords):
            name = name_of(func)
            if name in _MAKING_NEW:
                return
            is_copy = is_copy or name in _COPYING
            if name not in _COPYING:
                yield name, is_copy
            if isinstance(func, ast.Attribute):
                yield from _roots(func.value, is_copy)
            for each in (*args, *[keyword.value for keyword in keywords]):
                yield from _roots(each, is_copy)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _roots(body, is_copy)
            yield from _roots(orelse, is_copy)
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            for each in parts:
                yield from _roots(each, is_copy)
        case ast.Dict(values=parts):
            for each in parts:
                yield from _roots(each, is_copy)


def _changed_in_call(call: ast.Call) -> Iterable[ast.expr]:
    """What a call changes by itself."""
    match call.func:
        case ast.Attribute(value=held, attr=name) if name in _CHANGING:
            return [held]
    return call.args if name_of(call.func) in _CHANGING_WHAT_IS_GIVEN else ()


def _has_unknown_name(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, name, *_]):
            return not isinstance(name, ast.Constant)
        case _:
            return False


def _sets_by_name(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="setattr" | "delattr" | "globals" | "vars" | "exec")):
            return True
        case ast.Attribute(attr="__dict__"):
            return True
        case _:
            return False


def _assigned(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What a module binds outside of functions, and to what."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        yield target.id, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
        waiting.extend(ast.iter_child_nodes(node))


def _special(module: ast.Module) -> tuple[set[str], set[str]]:
    """The globals that grow when they are read, and those that are used up."""
    growing, once = set[str](), set[str]()
    for name, value in _assigned(module):
        match value:
            case ast.Call(func=func) if name_of(func) == "defaultdict":
                growing.add(name)
            case ast.Call(func=func) if name_of(func) in _USED_UP:
                once.add(name)
            case ast.GeneratorExp():
                once.add(name)
    return growing, once


def _unchangeable(module: ast.Module) -> tuple[set[str], set[str]]:
    """The globals whose values nobody can change; and those whose items nobody can."""
    still: dict[str, bool] = {}
    flat: dict[str, bool] = {}
    for name, value in _assigned(module):
        still[name] = still.get(name, True) and _is_still(value)
        flat[name] = flat.get(name, True) and (_is_still(value) or _is_flat(value))
    return {name for name in still if still[name]}, {name for name in flat if flat[name]}


def _is_flat(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Tuple(elts=parts):
            return all(map(_is_still, parts))
        case ast.Dict(values=parts):
            return all(map(_is_still, parts))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _COPYING:
            return all(map(_is_flat, args))
        case _:
            return False


def _is_still(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_still(operand)
        case ast.BinOp(left=left, right=right):
            return _is_still(left) and _is_still(right)
        case ast.Tuple(elts=parts):
            return all(map(_is_still, parts))
        case ast.Call(func=ast.Name(id=name)):
            return name in ("frozenset", "str", "int", "float", "bool", "bytes", "range", "object")
        case _:
            return False


_MAKING = frozenset(("__init__", "__new__", "__post_init__", "__setstate__"))

_MAKING_NEW = frozenset(
    ("bool", "bytes", "deepcopy", "float", "format", "int", "join", "len", "range", "repr", "str")
)
"""Functions whose results are new."""

_COPYING = frozenset(("copy", "dict", "frozenset", "list", "set", "sorted", "sum", "tuple"))
"""Functions whose results are new, with the same items."""

_CHANGING = frozenset(
    (
        "__delitem__", "__iadd__", "__ior__", "__next__", "__setitem__", "add", "append",
        "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "insert",
        "intersection_update", "move_to_end", "pop", "popitem", "popleft", "put", "remove",
        "reverse", "rotate", "send", "setdefault", "sort", "subtract",
        "symmetric_difference_update", "update", "write",
    )
)  # fmt: skip
"""Methods that change their object."""

_CHANGING_WHAT_IS_GIVEN = frozenset(
    (
        "anext", "heapify", "heappop", "heappush", "heappushpop", "heapreplace", "iadd",
        "iconcat", "insort", "insort_left", "insort_right", "ior", "next", "pack_into", "setitem",
        "delitem", "shuffle",
    )
)  # fmt: skip
"""Functions of the library that change an argument."""

_USED_UP = frozenset(
    ("count", "cycle", "enumerate", "filter", "iter", "map", "open", "reversed", "zip")
)
