"""Recognises scalar functions: they take numbers and text, return these, and touch no object.

    def grade(points):            A call of it is a step like `+`, so it can be part of a core.
        if points > 90:           When the core is run, the call is stepped into, or answered by
            return 5              the summary of the function.
        …

A name certainly stands for a function if the module binds it once and nothing else binds it. A
function is scalar if all of its statements are about numbers and text in its locals.
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
from wend.source.control.graph import ITER, Control, ControlNode
from wend.source.effects.set_by_name import ANY
from wend.source.types.immutable import NOTHING, Kinds, domain_of
from wend.source.types.of_locals import Types, bound_by_module, bound_once

MOST_KINDS = 16
"""Combinations of argument types that are looked at for one call."""

DEEPEST = 20
"""Nested calls that are looked into."""

_ALTERING = frozenset((ANY, "__code__", "__defaults__", "__kwdefaults__"))
"""Attributes by which another module may change any function."""

_Bound = tuple[tuple[str, str], ...]
"""The type of each parameter."""


class ScalarFunctions:
    """The scalar functions of one module, with the types that they return."""

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
        """Functions that are being looked at; one that calls itself may overflow the stack."""

    def of(self, name: str, args: Sequence[Kinds], named: Mapping[str, Kinds]) -> Kinds | None:
        """The types that a call returns; None if the function is not scalar."""
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
    """The types of all parameters, in their order; None if a call does not fit."""
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
    """Parameters with a constant default, each with the type of the default."""
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
    """Whether steps of a function are only about numbers and text in its locals."""

    def __init__(
        self, control: Control, types: Types, reader: Reader, bound: Collection[str]
    ) -> None:
        self._control = control
        self._types = types
        self._reader = reader
        self._bound = bound

    def __call__(self, node: ControlNode) -> bool:
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
        """Whether a statement raises a builtin exception, or begins a loop over numbers or text."""
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
    """Whether the last statement shows that the end of the function is never reached."""
    match statements[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=body, orelse=orelse):
            return bool(orelse) and _always_returns(body) and _always_returns(orelse)
        case _:
            return False
