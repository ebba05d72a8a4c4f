"""One index for each module: what its syntax tree defines, imports and mentions.

    def order(n): return _price(n)      defines `order`, which mentions `_price`
    PRICES = {"a": _price}              defines `PRICES`, whose value mentions `_price`
    from shop import total as sum_up    imports `sum_up`

Names are taken without regard to scopes and types: a mention of `total` means all functions,
classes and variables of that name. So the functions that may be called are too many rather than
too few (`called_by`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from wend.record import Record
from wend.source.bindings import bound_anywhere, locals_of
from wend.source.trees import DEFS, FUNCTIONS, Def, Function, below, name_of, start_of

T = TypeVar("T")


class Imported(Record):
    """A name that an import statement binds: `from ..shop import total as sum_up`."""

    bound: str
    """`sum_up`; of `import os.path` all of it."""
    name: str
    """`total`"""
    module: str
    """`shop`; of `import os.path` all of it."""
    level: int
    """2: the number of dots."""
    is_from: bool


class Index:
    """The facts about one module that its syntax tree shows."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = below(tree)
        self.defs: list[Def] = [node for node in self.nodes if isinstance(node, DEFS)]
        self.classes = [node for node in self.nodes if isinstance(node, ast.ClassDef)]
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self._tree = tree

    @cached_property
    def functions(self) -> list[Function]:
        """All functions, lambdas among them."""
        return [node for node in self.nodes if isinstance(node, FUNCTIONS)]

    @cached_property
    def def_names(self) -> frozenset[str]:
        """The names of functions and methods."""
        return frozenset(node.name for node in self.defs)

    @cached_property
    def class_names(self) -> frozenset[str]:
        """The names of classes."""
        return frozenset(node.name for node in self.classes)

    @cached_property
    def def_at(self) -> dict[int, Def]:
        """Functions by the line of their `def`, and by that of their first decorator."""
        found: dict[int, Def] = {}
        for node in self.defs:
            for line in (start_of(node), node.lineno):
                found.setdefault(line, node)
        return found

    @cached_property
    def imports(self) -> list[Imported]:
        """All names that import statements bind, wherever they stand."""
        found: list[Imported] = []
        for node in self.nodes:
            match node:
                case ast.Import(names=names):
                    for each in names:
                        bound = each.asname or each.name
                        found.append(Imported(bound, each.name, each.name, 0, is_from=False))
                case ast.ImportFrom(module=module, names=names, level=level):
                    for each in names:
                        bound, home = each.asname or each.name, module or ""
                        found.append(Imported(bound, each.name, home, level, is_from=True))
        return found

    @cached_property
    def imported_names(self) -> frozenset[str]:
        """The names that import statements bind; `*` for all of a module."""
        return frozenset(each.bound for each in self.imports)

    @cached_property
    def bound(self) -> set[str]:
        """The names that are bound anywhere in the module, in whatever scope."""
        return bound_anywhere(self.nodes)

    @cached_property
    def definitions(self) -> dict[str, list[ast.AST]]:
        """What the module binds by each name, anywhere in it: functions, classes and values."""
        found: dict[str, list[ast.AST]] = {}
        for node in self.nodes:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found.setdefault(name, []).append(node)
                case ast.ClassDef(name=name):
                    found.setdefault(name, []).append(node)
                case ast.Assign(targets=targets):
                    for part in [part for target in targets for part in below(target)]:
                        if (name := name_of(part)) and name != "self":
                            found.setdefault(name, []).append(node.value)
        return found

    @cached_property
    def inner_functions(self) -> set[ast.AST]:
        """The functions that are inside of other functions."""
        inside = [each for node in self.functions for each in below(node) if each is not node]
        return {node for node in inside if isinstance(node, FUNCTIONS)}

    @cached_property
    def methods_of_foreign_classes(self) -> set[ast.AST]:
        """The methods of classes with bases of other modules."""
        return {
            method
            for node in self.classes
            if any(
                not isinstance(base, ast.Name) or base.id not in self.class_names
                for base in node.bases
            )
            for method in node.body
        }


@lru_cache(maxsize=256)
def index_of(tree: ast.Module) -> Index:
    """The index of a module, made when it is first asked for."""
    return Index(tree)


def function_from(tree: ast.Module, first_line: int) -> Def:
    """The function whose `def`, or first decorator, is on that line."""
    found = index_of(tree).def_at.get(first_line)
    if found is None:
        raise LookupError(f"no function starts on line {first_line}")
    return found


# What is mentioned, directly or not


@lru_cache(maxsize=16384)
def mentions_of(tree: ast.AST) -> frozenset[str]:
    """The names that code mentions: variables that it reads, attributes, imports, and text that
    may be a name."""
    alone, others = _mentions(tree)
    return alone | others


@lru_cache(maxsize=16384)
def _mentions(tree: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """The names of variables that are read; and those of attributes, imports, and in quotes."""
    alone: set[str] = set()
    others: set[str] = set()
    for node in below(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                alone.add(name)
            case ast.Attribute(attr=name):
                others.add(name)
            case ast.alias(name=name):
                others.add(name.rpartition(".")[2])
            case ast.Constant(value=str(name)) if name.isidentifier():
                others.add(name)
            case ast.MatchClass(kwd_attrs=names):
                others.update(names)
    return frozenset(alone), frozenset(others)


def closure(begun: Iterable[T], following: Callable[[T], Iterable[T]]) -> dict[T, None]:
    """What some things lead to, these included, in the order in which it is found."""
    found = dict.fromkeys(begun)
    waiting = list(found)
    for each in waiting:  # which grows
        for other in following(each):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return found


def called_by(
    module: ast.Module, function: ast.AST, others: Sequence[ast.Module] = ()
) -> list[ast.AST]:
    """The function, and what it may call of its module and of others, by the names that it
    mentions, that these mention, and so on.

    A variable that is read is a local, or of the module around it, unless that imports the name.
    """
    indexes = [index_of(each) for each in (module, *others)]
    everywhere = range(len(indexes))
    found: list[tuple[ast.AST, int]] = [(function, 0)]
    seen: set[tuple[str, int]] = set()
    for tree, at in found:  # which grows
        alone, elsewhere = _mentions(tree)
        own = _locals(tree)
        for name in sorted(alone | elsewhere):
            is_alone = name in alone and name not in elsewhere
            is_here = is_alone and (name in own or not _may_import(indexes[at], name))
            for index in (at,) if is_here else everywhere:
                if (name, index) not in seen:
                    seen.add((name, index))
                    found.extend(
                        [(each, index) for each in indexes[index].definitions.get(name, ())]
                    )
    return [tree for tree, _ in found]


@lru_cache(maxsize=4096)
def _locals(tree: ast.AST) -> frozenset[str]:
    return locals_of(tree) if isinstance(tree, DEFS) else frozenset()


def _may_import(index: Index, name: str) -> bool:
    return name in index.imported_names or "*" in index.imported_names
