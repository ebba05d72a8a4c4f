"""The types that the locals of a function can have, as far as its source tells for certain.

Only values that nobody can change count: numbers, text, truth values, None. If a local may be
anything else, its types are None here, and no trace asks about it before it is bound.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Protocol

from wend.inputs.target import Parameter
from wend.source.bindings import bound_anywhere, evaluated_around, locals_of, parameters_of
from wend.source.control.graph import Control
from wend.source.effects.set_by_name import ANY
from wend.source.index import index_of
from wend.source.library.by_name import BINDS_UNSEEN, REPLACES_FUNCTION
from wend.source.trees import below
from wend.source.types.immutable import (
    CALLS,
    DOMAINS,
    NOTHING,
    TAKING_TUPLES,
    TEXT_METHODS,
    Kinds,
    binary,
    called,
    kinds_of,
    of_text,
    subscript,
    text_only,
    unary,
)
from wend.source.types.loop_items import items_of

_Rule = Callable[[str, tuple[str, ...]], Kinds | None]
"""From the name of an operation and the types of its operands to the types of its result."""


class Called(Protocol):
    """The functions of a module that only compute with numbers and text (`scalar_functions`)."""

    def of(self, name: str, args: Sequence[Kinds], named: Mapping[str, Kinds]) -> Kinds | None:
        """The types of the result of a call; None if the function may do more than compute."""


_NOTHING_SEEN: Mapping[str, Iterable[str]] = {}


class Types:
    """The types of the locals of a function, and of expressions over them."""

    def __init__(
        self,
        module: ast.Module,
        control: Control,
        parameters: Iterable[Parameter],
        seen: Mapping[str, Iterable[str]] = _NOTHING_SEEN,
        changed: Collection[str] = (),
        reckoning: Called | None = None,
    ) -> None:
        """`seen`: names of the types that locals had in runs; they are taken for the types of
        locals of which the source tells nothing, so these types are not certain. `changed`: globals
        that other modules set. `reckoning`: the functions that may be called."""
        function = control.function
        self.locals = locals_of(function)
        self.parameters = parameters_of(function)
        # Names inside of a function may be those of what is around it.
        is_inner = function in index_of(module).inner_functions
        is_known = not is_inner and ANY not in changed
        self._reckoning = reckoning if is_known else None
        constants = _module_constants(module) if is_known else {}
        self._globals = {name: of for name, of in constants.items() if name not in changed}
        self._bound = bound_by_module(module)
        self._captured = captured = _captured(function)
        self.seen_inside = _seen_inside(function)
        """Names that functions inside may read when they are called."""
        self._kinds: dict[str, Kinds | None] = {
            name: None if name in captured else NOTHING for name in self.locals
        }
        given = {each.name: None if each.stars else kinds_of(each.domain) for each in parameters}
        for name in self.parameters - captured:
            self._kinds[name] = given.get(name)
        supposed = {
            name: frozenset(["None" if kind == "NoneType" else kind for kind in kinds])
            for name, kinds in seen.items()
        }
        supposed = {
            name: kinds
            for name, kinds in supposed.items()
            if kinds <= DOMAINS.keys() and name in self.locals - captured
        }
        self._kinds |= {
            name: kinds for name, kinds in supposed.items() if self._kinds[name] in (None, NOTHING)
        }
        # Not those of globals: others bind them, too.
        items = items_of(function, parameters, self._bound)
        definitions = [
            (name, value)
            for name, value in _definitions(control, self.is_range, items)
            if self.is_of_function(name)
        ]
        is_changed = True
        while is_changed:
            is_changed = False
            for name, value in definitions:
                before = self._kinds.get(name, NOTHING)
                if before is None:
                    continue
                found = self.of(value) if isinstance(value, ast.expr) else value
                after = None if found is None else before | found
                if after is None and name in supposed:
                    after = before | supposed[name]
                is_changed = is_changed or after != before
                self._kinds[name] = after

    def of_local(self, name: str) -> Kinds | None:
        """The types of a local; None if it may be anything."""
        # Names with two underscores are others inside of a class.
        return None if name.startswith("__") else self._kinds.get(name) or None

    def is_of_function(self, name: str) -> bool:
        """Whether a name is a local, or one that wend made up for a part of a statement."""
        return name in self.locals or name.startswith("_wend")

    def is_own(self, name: str) -> bool:
        """Whether a name is a local that no function inside binds."""
        return name in self.locals and name not in self._captured

    def of(self, node: ast.expr) -> Kinds | None:
        """The types of the value of an expression; None if evaluating it may touch an object."""
        match node:
            case ast.Constant(value=value):
                name = "None" if value is None else type(value).__name__
                return frozenset((name,)) if name in DOMAINS else None
            case ast.Name(id=name):
                if name in self._kinds:
                    return self._kinds[name]
                return None if name in self.locals else self._globals.get(name)
            case ast.NamedExpr(value=value):
                return self.of(value)
            case ast.BinOp(left=left, op=operator, right=right):
                return self._each(binary, type(operator).__name__, left, right)
            case ast.UnaryOp(op=operator, operand=operand):
                return self._each(unary, type(operator).__name__, operand)
            case ast.BoolOp(values=values):
                return _union([self.of(value) for value in values])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                if self.of(test) is None:
                    return None
                return _union([self.of(body), self.of(orelse)])
            case ast.Compare(left=left, ops=operators, comparators=others):
                if all(isinstance(each, ast.Is | ast.IsNot) for each in operators):
                    is_known = all(map(self._is_still, (left, *others)))
                else:
                    looked_in = isinstance(operators[-1], ast.In | ast.NotIn)
                    parts = [left, *others[:-1], *_items(others[-1], looked_in)]
                    is_known = all(self.of(each) is not None for each in parts)
                return frozenset(("bool",)) if is_known else None
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                if name in self.locals:
                    return None
                if name in self._bound:
                    return self._reckoned(name, args, keywords)
                return self._each(called, name, *args) if name in CALLS and not keywords else None
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=args, keywords=[]):
                if name not in TEXT_METHODS:
                    return None
                given = [part for each in args for part in _items(each, name in TAKING_TUPLES)]
                return self._each(of_text, name, value, *given)
            case ast.Subscript(value=value, slice=ast.Slice() as part):
                bounds = [each for each in (part.lower, part.upper, part.step) if each is not None]
                if any(self.of(each) is None for each in bounds):
                    return None
                return self._each(text_only, "", value)
            case ast.Subscript(value=value, slice=index):
                return self._each(subscript, "", value, index)
            case ast.JoinedStr(values=values):
                return self._formatted(values)
            case _:
                return None

    def is_range(self, node: ast.expr) -> bool:
        """Whether an expression is a call of the builtin `range`."""
        match node:
            case ast.Call(func=ast.Name(id="range")):
                return "range" not in self.locals and "range" not in self._bound
            case _:
                return False

    def _formatted(self, values: Iterable[ast.expr]) -> Kinds | None:
        for value in values:
            if isinstance(value, ast.FormattedValue) and (
                self.of(value.value) is None or value.format_spec is not None
            ):
                return None
        return frozenset(("str",))

    def _reckoned(
        self, name: str, args: Iterable[ast.expr], keywords: Iterable[ast.keyword]
    ) -> Kinds | None:
        """The types of the result of a function of the module; None if it does more than that."""
        if self._reckoning is None:
            return None
        given = [self.of(each) for each in args]
        named = {each.arg: self.of(each.value) for each in keywords}
        if None in named or None in (*given, *named.values()):
            return None
        return self._reckoning.of(name, given, named)  # type: ignore[arg-type]

    def _is_still(self, node: ast.expr) -> bool:
        """Whether evaluating an expression runs no code, and reads nothing that others change."""
        if isinstance(node, ast.Name) and self.is_own(node.id):
            return True
        return isinstance(node, ast.Constant) or self.of(node) is not None

    def _each(self, rule: _Rule, name: str, *operands: ast.expr) -> Kinds | None:
        """The union over all types that the operands can have."""
        found = [self.of(each) for each in operands]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        return _union([rule(name, kinds) for kinds in product(*known)])


def _union(found: Iterable[Kinds | None]) -> Kinds | None:
    together = NOTHING
    for each in found:
        if each is None:
            return None
        together |= each
    return together


def _items(node: ast.expr, is_container: bool) -> list[ast.expr]:
    """The parts of `(1, 2)` where a container is meant, else the expression itself."""
    shown = isinstance(node, ast.Tuple | ast.List | ast.Set) and is_container
    return list(node.elts) if shown else [node]  # type: ignore[attr-defined]


def _definitions(
    control: Control, is_range: Callable[[ast.expr], bool], items: Mapping[str, Kinds]
) -> Iterator[tuple[str, ast.expr | Kinds | None]]:
    """The names that a function binds, each with the value or its types; None if these are not
    known."""
    for node in control.nodes:
        match node.kind:
            case "do":
                for statement in node.tree:
                    yield from _defined_by(statement)
            case "next":
                target, taken = node.tree
                if isinstance(target, ast.Name) and is_range(taken):
                    yield target.id, ast.Constant(0)
                elif isinstance(target, ast.Name) and getattr(taken, "id", "") in items:
                    yield target.id, items[taken.id]
                elif isinstance(target, ast.Name) and not node.is_async:
                    yield target.id, ast.Subscript(taken, ast.Constant(0), ast.Load())
                else:
                    yield from _unknown(target)
                continue
            case "handler" | "part":
                if node.tree.name is not None:
                    yield node.tree.name, None
            case "case":
                for part in ast.walk(node.tree):
                    name = getattr(part, "name", None) or getattr(part, "rest", None)
                    if isinstance(name, str):
                        yield name, None
        trees = node.tree if isinstance(node.tree, list) else [node.tree]
        for tree in trees:
            for part in ast.walk(tree) if isinstance(tree, ast.AST) else ():
                if isinstance(part, ast.NamedExpr):
                    yield part.target.id, part.value


def _defined_by(statement: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _assigned(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _assigned(target, value)
        case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
            yield name, ast.BinOp(ast.Name(name, ast.Load()), operator, value)
        case ast.Import() | ast.ImportFrom():
            for alias in statement.names:
                yield alias.asname or alias.name.partition(".")[0], None
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.name, None
        case _:
            yield from _unknown(statement)


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr | None]]:
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values) and (
            not any(isinstance(each, ast.Starred) for each in (*targets, *values))
        ):
            for each, part in zip(targets, values, strict=True):
                yield from _assigned(each, part)
        case _:
            yield from _unknown(target)


def _unknown(tree: ast.AST) -> Iterator[tuple[str, None]]:
    for part in ast.walk(tree):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id, None


def _captured(function: ast.AST) -> set[str]:
    """Names that functions inside may bind: they declare them as nonlocal."""
    return {
        name for node in ast.walk(function) if isinstance(node, ast.Nonlocal) for name in node.names
    }


def _seen_inside(function: ast.AST) -> set[str]:
    """The names in functions and generator expressions inside of a function, which run later."""
    inner = [
        node for node in ast.walk(function) if isinstance(node, _LATER) and node is not function
    ]
    seen = {each.id for node in inner for each in ast.walk(node) if isinstance(each, ast.Name)}
    return seen | _captured(function)


_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)


def bound_by_module(module: ast.Module) -> set[str]:
    """The names that a module may bind; with `from m import *`, also builtins that count here."""
    bound = index_of(module).bound
    return bound | {*CALLS, "range"} if "*" in bound else bound


_REBINDING = BINDS_UNSEEN | REPLACES_FUNCTION
"""Names by which a global may be bound without its name in the source."""


@lru_cache(maxsize=8)
def bound_once(module: ast.Module) -> dict[str, ast.AST]:
    """The names that a module binds once, with their values; none if that can't be told."""
    values: dict[str, ast.AST | None] = {}
    for node in index_of(module).nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _REBINDING:
                return {}
            case ast.alias(name="*"):
                return {}
            case ast.Global(names=names):
                values.update(dict.fromkeys(names))
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                values[name] = None
    for statement in module.body:
        found: dict[str, ast.AST | None] = {}
        others = bound_anywhere(below(statement))
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found = {name: value}
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found = {name: value}
        others -= found.keys()
        if isinstance(statement, ast.FunctionDef):
            # What it binds is its own, or declared to be global: but for what stands around it.
            found = {statement.name: statement}
            around = evaluated_around(statement)
            others = bound_anywhere([node for part in around for node in below(part)])
        for name, bound in (*found.items(), *dict.fromkeys(others).items()):
            values[name] = None if name in values else bound
    return {name: value for name, value in values.items() if value is not None}


def _module_constants(module: ast.Module) -> dict[str, Kinds]:
    """The names that a module binds once, to a constant, with its type."""
    return {
        name: frozenset((type(value.value).__name__,))
        for name, value in bound_once(module).items()
        if isinstance(value, ast.Constant)
        and type(value.value).__name__ in DOMAINS
        and not name.startswith("__")
    }
