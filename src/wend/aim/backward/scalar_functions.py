"""Functions of the module that only reckon: numbers and text in, numbers and text out.

    def grade(points):            a call is a step like `+`: it looks at no object and leaves
        if points > 90:           nothing behind, so cores have it. When a core is run, what is
            return 5              called is stepped into, or its summary is asked.
        …

What is called for certain is a function that the module binds once and nobody binds anew; what it
does is known where all of its own statements are about numbers and text in locals.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from wend.aim.backward.effects import Reader
from wend.inputs.target import Parameter
from wend.source.control.builder import control_of
from wend.source.control.graph import ITER, Control, Node
from wend.source.effects.by_function import ANY
from wend.source.types.immutable import NOTHING, Kinds, domain_of
from wend.source.types.of_locals import Types, bound_by_module, bound_once

MOST_KINDS = 16
"""Combinations of types that a function is looked at for in one call."""

DEEPEST = 20
"""Calls in calls that are looked into."""

_ALTERING = frozenset((ANY, "__code__", "__defaults__", "__kwdefaults__"))
"""What another module may set of any function."""

_Bound = tuple[tuple[str, str], ...]
"""The type of each parameter."""


class Reckoning:
    """The functions of one module that only reckon, and what they give."""

    def __init__(self, module: ast.Module, changed: Collection[str] = ()) -> None:
        """`changed`: globals that other modules set."""
        self._module = module
        self._changed = changed
        bound = {} if _ALTERING.intersection(changed) else bound_once(module)
        self._functions = {
            name: function
            for name, function in bound.items()
            if isinstance(function, ast.FunctionDef)
            and name not in changed
            and _is_ordinary(function)
        }
        self._known: dict[tuple[str, _Bound], Kinds | None] = {}
        self._under_way: set[str] = set()
        """Functions that are looked at: one that calls itself may go deeper than there is room."""

    def of(self, name: str, args: Sequence[Kinds], named: Mapping[str, Kinds]) -> Kinds | None:
        """The types of what a call gives; None where the function does more than reckon."""
        function = self._functions.get(name)
        if function is None or name in self._under_way or len(self._under_way) == DEEPEST:
            return None
        given = _given(function.args, args, named)
        if given is None or math.prod(map(len, given.values())) > MOST_KINDS:
            return None
        together = NOTHING
        for kinds in product(*given.values()):
            found = self._gives(name, function, tuple(zip(given, kinds, strict=True)))
            if found is None:
                return None
            together |= found
        return together

    def _gives(self, name: str, function: ast.FunctionDef, given: _Bound) -> Kinds | None:
        if (name, given) not in self._known:
            self._under_way.add(name)
            self._known[name, given] = self._looked_at(function, given)
            self._under_way.discard(name)
        return self._known[name, given]

    def _looked_at(self, function: ast.FunctionDef, given: _Bound) -> Kinds | None:
        control = control_of(self._module, function.lineno)
        parameters = [Parameter(name, domain_of(frozenset((kind,)))) for name, kind in given]
        types = Types(self._module, control, parameters, changed=self._changed, reckoning=self)
        reader = Reader(control, types)
        is_own = _Own(control, types, reader, bound_by_module(self._module))
        if not all(is_own(control.nodes[number]) for number in control.into):
            return None
        returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
        found = [types.of(value or ast.Constant(None)) for value in returned]
        if not _always_returns(function.body):
            found.append(frozenset(("None",)))
        known = [kinds for kinds in found if kinds is not None]
        return NOTHING.union(*known) if len(known) == len(found) else None


def _is_ordinary(function: ast.FunctionDef) -> bool:
    args = function.args
    stars = args.vararg is not None or args.kwarg is not None
    yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    return not (function.decorator_list or stars or yields or function.name.startswith("__"))


def _given(
    parameters: ast.arguments, args: Sequence[Kinds], named: Mapping[str, Kinds]
) -> dict[str, Kinds] | None:
    """The types of all parameters, in their order; None where a call does not fit them."""
    by_place = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
    by_name = [each.arg for each in (*parameters.args, *parameters.kwonlyargs)]
    if len(args) > len(by_place) or not set(named) <= set(by_name):
        return None
    found = dict(zip(by_place, args, strict=False))
    if not found.keys().isdisjoint(named):
        return None
    found |= named
    for name, value in _defaults(parameters):
        found.setdefault(name, frozenset((value,)))
    every = [*by_place, *[each.arg for each in parameters.kwonlyargs]]
    return {name: found[name] for name in every} if set(every) == set(found) else None


def _defaults(parameters: ast.arguments) -> Iterator[tuple[str, str]]:
    """Parameters that may be left out, with the types of the constants that they are then."""
    last = [*parameters.posonlyargs, *parameters.args]
    by_place = last[len(last) - len(parameters.defaults) :]
    pairs = [
        *zip(by_place, parameters.defaults, strict=True),
        *zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True),
    ]
    for parameter, value in pairs:
        if isinstance(value, ast.Constant) and type(value.value).__name__ in _PLAIN:
            yield parameter.arg, "None" if value.value is None else type(value.value).__name__


_PLAIN = ("int", "bool", "float", "str", "bytes", "NoneType")


class _Own:
    """Whether a step of a function is about numbers and text in its locals and nothing else."""

    def __init__(
        self, control: Control, types: Types, reader: Reader, bound: Collection[str]
    ) -> None:
        self._control = control
        self._types = types
        self._reader = reader
        self._bound = bound

    def __call__(self, node: Node) -> bool:
        match node.kind:
            case "entry" | "pass":
                return True
            case "test":
                return not self._reader.of((node.number, "true")).heap
            case "do":
                is_scalar = not self._reader.of((node.number, "true")).heap
                return is_scalar or all(map(self._is_said, node.tree))
            case "next":
                target, items = node.tree
                is_plain = isinstance(target, ast.Name) and not node.is_async
                return is_plain and self._is_gone_through(items)
            case _:
                return False

    def _is_said(self, statement: ast.stmt) -> bool:
        """What raises an error of Python's, or begins a loop over numbers or text."""
        match statement:
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=args, keywords=[])):
                is_known = all(self._types.of(each) is not None for each in args)
                return is_known and self._is_error(name, statement.cause)
            case ast.Raise(exc=ast.Name(id=name)):
                return self._is_error(name, statement.cause)
            case ast.Assert(test=ast.Constant(), msg=message):
                return message is None or self._types.of(message) is not None
            case ast.Assign(value=ast.Call(func=ast.Name(id=name), args=[items])):
                return name == ITER and self._is_gone_through(items)
            case _:
                return False

    def _is_error(self, name: str, cause: ast.expr | None) -> bool:
        found = getattr(builtins, name, None)
        is_error = isinstance(found, type) and issubclass(found, Exception)
        is_plain = cause is None or isinstance(cause, ast.Constant)
        return is_error and is_plain and name not in self._bound

    def _is_gone_through(self, items: ast.expr) -> bool:
        if self._types.is_range(items):
            assert isinstance(items, ast.Call)
            return not items.keywords and all(self._types.of(a) is not None for a in items.args)
        kinds = self._types.of(items)
        return kinds is not None and kinds <= {"str", "bytes"}


def _always_returns(statements: Sequence[ast.stmt]) -> bool:
    """Whether the end of a function is not come to, as far as its last statement tells."""
    match statements[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=body, orelse=orelse):
            return bool(orelse) and _always_returns(body) and _always_returns(orelse)
        case _:
            return False
