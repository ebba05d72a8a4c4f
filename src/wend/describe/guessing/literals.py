"""Tells the kind of an expression's value from its text and from the module around it."""

from __future__ import annotations

import ast
import builtins
import enum
from collections.abc import Iterator
from types import ModuleType
from typing import Any

KINDS = ("int", "float", "str", "bytes", "bool", "list", "dict", "set", "tuple")
MOST_MEMBERS = 8
"""Members of a container of the module that are looked at."""

NOTHING: Any = object()
"""The meaning of an expression that names nothing here."""


class Literals:
    """The kinds of the expressions of one function; a name of the module has the kind of its
    value."""

    def __init__(self, node: ast.AST, module: ModuleType) -> None:
        self._module = module
        inside = list(ast.walk(node))
        self._given = {each.arg for each in inside if isinstance(each, ast.arg)}
        self._own = self._given | {
            each.id
            for each in inside
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        self._values: dict[str, list[ast.AST]] = {}
        """The values that are assigned to the function's names, `for x in (1, 2)` included."""
        for each in inside:
            for name, value in _assigned(each):
                self._values.setdefault(name, []).append(value)
        for each in inside:
            if isinstance(each, ast.For | ast.comprehension):
                for name, value in self._looped(each.target, each.iter):
                    self._values.setdefault(name, []).append(value)

    def kind(self, node: ast.AST, depth: int = 3) -> str | None:
        """The kind of a literal, of the result of a call, or of the value of a name."""
        if not depth:
            return None
        match node:
            case ast.Constant(value=value):
                return kind_of_value(value)
            case ast.JoinedStr():
                return "str"
            case ast.List() | ast.ListComp():
                return "list"
            case ast.Dict() | ast.DictComp():
                return "dict"
            case ast.Set() | ast.SetComp():
                return "set"
            case ast.Tuple():
                return "tuple"
            case ast.UnaryOp(operand=operand):
                return self.kind(operand, depth)
            case ast.Call(func=ast.Name(id="len" | "ord" | "int" | "round" | "abs")):
                return "int"
            case ast.Call(func=ast.Name(id="str" | "chr" | "repr")):
                return "str"
            case ast.BinOp(op=ast.Mult() | ast.Sub() | ast.Add(), left=left, right=right):
                return self.kind(left, depth) or self.kind(right, depth)
            case ast.Name(id=name) if name in self._given:
                return None
            case ast.Name(id=name) if name in self._own:
                kinds = {self.kind(each, depth - 1) for each in self._values.get(name, ())}
                return kinds.pop() if len(kinds) == 1 else None
            case ast.Name() | ast.Attribute():
                return kind_of_value(self.meaning(node))
        return None

    def meaning(self, node: ast.AST) -> Any:
        """The value of a name of the module, or of an imported module."""
        match node:
            case ast.Name(id=name) if name not in self._own:
                found = vars(self._module).get(name, NOTHING)
                return getattr(builtins, name, NOTHING) if found is NOTHING else found
            case ast.Attribute(value=value, attr=name):
                holder = self.meaning(value)
                if isinstance(holder, ModuleType | type):
                    return getattr(holder, name, NOTHING)
        return NOTHING

    def members(self, node: ast.AST) -> list[ast.AST]:
        """The members of a container that is written here or is a global of the module."""
        match node:
            case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
                return [*elts]
            case ast.Dict(keys=keys):
                return [key for key in keys if key is not None]
            case ast.Name(id=name) if name in self._own - self._given:
                values = self._values.get(name, ())
                return self.members(values[0]) if len(values) == 1 else []
        found = self.meaning(node)
        if type(found) in (tuple, list, set, frozenset, dict):
            return [ast.Constant(each) for each in [*found][:MOST_MEMBERS]]
        return []

    def _looped(self, target: ast.AST, over: ast.AST) -> Iterator[tuple[str, ast.AST]]:
        for item in self.members(over):
            if isinstance(target, ast.Name):
                yield target.id, item
            elif isinstance(target, ast.Tuple):
                parts = self.members(item)
                for each, part in zip(target.elts, parts, strict=False):
                    if isinstance(each, ast.Name):
                        yield each.id, part


def kind_of_value(value: Any) -> str | None:
    """The kind of type (int, str, list, …) that this value votes for, or None."""
    if value is None:
        return "None"
    name = type(value).__name__
    return name if name in KINDS and type(value).__module__ == "builtins" else None


def is_distinct(value: Any) -> bool:
    """Whether code compares with a value by identity: a sentinel, a class."""
    return not (
        value is NOTHING
        or value is ...
        or kind_of_value(value) is not None
        or isinstance(value, enum.Enum | ModuleType)
    )


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                if isinstance(target, ast.Name):
                    yield target.id, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value
