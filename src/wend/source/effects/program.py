"""What the code of some modules means by its names: functions, fields, imports.

Names are taken without regard to scopes and types: all functions of a name may be meant by it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from functools import lru_cache

from wend.source.bindings import bound_by, has_yield, nodes_of
from wend.source.effects.values import is_known_base
from wend.source.index import Index, closure, index_of
from wend.source.library.changes import (
    CHANGES_ARGUMENT,
    MAKES_CLASS,
    OPERATORS,
    SETS_UP_OBJECT,
)
from wend.source.trees import DEFS, Def, Function, below, children, name_of


class Program:
    """Some modules that may import each other."""

    def __init__(self, modules: Iterable[ast.Module]) -> None:
        self.indexes = {module: index_of(module) for module in modules}
        indexes = self.indexes.values()
        # Not the nodes of the indexes: traces may have put others in their place since.
        nodes = [node for module in self.indexes for node in below(module)]
        imports = [each for index in indexes for each in index.imports]
        self.parents = {child: node for node in nodes for child in children(node)}
        """The node around each node."""
        self.bound = frozenset().union(*[index.bound for index in indexes])
        """The names that the modules bind anywhere."""
        self.functions: dict[str, list[Function]] = {}
        """By name. A constructor counts under the name of its class."""
        self.fields: dict[str, list[str]] = {}
        """The annotated fields of classes; they stand for the parameters of a constructor that is
        generated, as that of a dataclass."""
        for node in nodes:
            self._define(node)
        for imported in imports:
            if imported.name in self.functions:
                self.functions.setdefault(imported.bound, self.functions[imported.name])
        self.imported = {
            each.bound.partition(".")[0]: "" if each.level else each.module.partition(".")[0]
            for each in imports
        }
        """Imported names, each with the first part of the module that it is from; "" for a
        relative import."""
        self.changing = CHANGES_ARGUMENT.union(
            [each.bound for each in imports if each.name in CHANGES_ARGUMENT]
        )
        """The functions of the library that change an argument."""
        self.known = {*self.functions, *_made_classes(nodes)} - _below_others(nodes)
        """The functions and classes that make no value of a class of others."""
        self.generators = {
            name
            for name, found in self.functions.items()
            if any(isinstance(each, DEFS) and has_yield(each) for each in found)
        }
        self.operators = [name for name in self.functions if _is_operator(name)]
        """The special methods for operators that are defined."""
        self._is_remade = any(map(_calls_constructors, indexes))

    def _define(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                self.functions.setdefault(name, []).append(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
                self.functions.setdefault(name, []).append(value)
            case ast.ClassDef(name=name, body=body):
                made = self.functions.setdefault(name, [])
                for each in body:
                    if isinstance(each, DEFS) and each.name == "__init__":
                        made.append(each)
                    elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                        self.fields.setdefault(name, []).append(each.target.id)

    def is_making(self, function: Function) -> bool:
        """Whether a function gives a new object its attributes, and is never called on an object
        that is there already."""
        return getattr(function, "name", "") in SETS_UP_OBJECT and not self._is_remade

    def is_called(self, node: ast.AST) -> bool:
        return getattr(self.parents[node], "func", None) is node

    def is_property(self, name: str) -> bool:
        """Whether a function of this name may be called by reading or setting an attribute."""
        known = self.functions.get(name, ())
        return name.startswith("__getattr") or any(
            isinstance(each, DEFS) and each.decorator_list for each in known
        )

    def is_function(self, node: ast.expr) -> bool:
        """Whether an expression may name a function, a class or a module."""
        name = name_of(node)
        is_builtin = hasattr(builtins, name) and name != "super"
        is_known = is_builtin or name in self.functions or name in self.imported
        return is_known or isinstance(node, ast.Attribute)

    def used_as_value(self, node: ast.AST) -> Iterable[Function]:
        """The functions that may be called under another name: a lambda, or functions that are
        mentioned without being called."""
        match node:
            case ast.Lambda():
                return [node]
            case ast.Name(id=name) | ast.Attribute(attr=name) if not self.is_called(node):
                known = self.functions.get(name, ())
                if isinstance(node, ast.Attribute) and self.is_property(name):
                    return ()
                return [each for each in known if getattr(each, "name", "") == name]
            case _:
                return ()

    def special_methods(self, cls: ast.ClassDef) -> list[Def]:
        """The methods of a class and its bases that operators and attributes call."""
        classes = [each for index in self.indexes.values() for each in index.classes]

        def above(one: ast.ClassDef) -> list[ast.ClassDef]:
            names = {name_of(base) for base in one.bases}
            return [each for each in classes if each.name in names]

        methods = [each for one in closure([cls], above) for each in one.body]
        return [
            each
            for each in methods
            if isinstance(each, DEFS)
            and each.name not in SETS_UP_OBJECT
            and (each.name.startswith("__") or each.decorator_list)
        ]


def first_parameter(function: ast.AST) -> str:
    """The name of the first parameter of a function, or ""."""
    args = getattr(function, "args", None)
    return args.args[0].arg if args is not None and args.args else ""


@lru_cache(maxsize=64)
def globals_of(module: ast.Module) -> frozenset[str]:
    """The names that a module binds outside of functions."""
    return frozenset([name for node in nodes_of(module) for name in bound_by(node)])


def _is_operator(name: str) -> bool:
    plain = name.removeprefix("__").removesuffix("__")
    is_known = plain in OPERATORS or plain.removeprefix("r") in OPERATORS
    return name.startswith("__") and (is_known or plain in ("neg", "pos", "invert"))


def _made_classes(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names of classes that are made by calls: `Point = namedtuple("Point", "x y")`."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func)):
                if name_of(func) in MAKES_CLASS:
                    yield name


def _below_others(nodes: Iterable[ast.AST]) -> set[str]:
    """The classes that may inherit methods of which nothing is known."""
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    known = {node.name for node in classes}
    return {
        node.name
        for node in classes
        for base in map(name_of, node.bases)
        if base and base not in known and not is_known_base(base)
    }


def _calls_constructors(index: Index) -> bool:
    """Whether a function that is no constructor calls one on an object that is there already, and
    changes it: `STATE.__init__(1)`."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in SETS_UP_OBJECT and node.attr != "__new__"
        for each in index.functions
        if getattr(each, "name", "") not in SETS_UP_OBJECT
        for node in nodes_of(each)
    )
