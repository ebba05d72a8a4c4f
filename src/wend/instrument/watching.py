"""Code of a file with probes at each name that may stand for state, and at each that is bound.

    limit = x           limit = x; stored("limit")
    limit + 1           variable("limit", lambda: limit, limit) + 1
    cell.v              got(attribute(cell, "v").v)
    f(x)                got(f(x)), where f and x are variables as above
    hasattr(cell, "v")  got(hasattr(attribute(cell, "v"), "v"))
    cell.v = 1          storing(cell, "v").v = 1

The lambda is never called: its closure shows whether the name is a variable of a function around.
Locals have no probes, and `attribute` and `storing` only those attributes that are watched.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType
from typing import Any

from wend.instrument.rewrite.nodes import at, probe
from wend.instrument.twin import codes_in, with_probes
from wend.path.watched_names import WatchedNames
from wend.source.bindings import own_nodes, variables_of
from wend.source.effects.outside_inputs import looked_into, name_asked
from wend.source.files import compile_quietly, parse, read_source

WatchedCode = dict[tuple[str, int], list[CodeType]]
"""The code of a file by qualified name and first line."""


def watched_code(
    file: str, name: str, flags: int, names: WatchedNames, probes: Callable[[str], Any]
) -> WatchedCode:
    """The code of a file with probes; `name` is what the code calls its file."""
    tree = parse(read_source(file), file)
    made = ast.Module([_Watching(names).visit(each) for each in tree.body], [])
    found: WatchedCode = {}
    for code in codes_in(with_probes(compile_quietly(made, name, flags), probes)):
        found.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
    return found


class _Watching(ast.NodeTransformer):
    """Puts the probes into the trees of a module."""

    def __init__(self, names: WatchedNames) -> None:
        self._variables = frozenset(names.variables)
        self._attributes = frozenset(names.attributes)
        self._classes: list[str] = []
        self._globals: frozenset[str] = frozenset()
        """The names that the function around declares to be global."""
        self._locals: frozenset[str] = frozenset()
        """The variables of the function around itself."""
        self._is_in_class = False
        """Whether names are of the body of a class, in which no lambda finds them."""

    def _visit_all(self, node: Any, is_in_class: bool, names: tuple[str, ...]) -> None:
        """Visits some fields of a node, whose names are of another scope than those around it."""
        outer, self._is_in_class = self._is_in_class, is_in_class
        for name in names:
            value = getattr(node, name)
            if isinstance(value, list):
                setattr(node, name, self._block(value))
            else:
                setattr(node, name, self.visit(value))
        self._is_in_class = outer

    def _block(self, statements: list[Any]) -> list[Any]:
        made: list[Any] = []
        for each in statements:
            if isinstance(each, ast.Delete):
                names = [part for part in each.targets if isinstance(part, ast.Name)]
                made.extend([self._asked(part) for part in names if part.id in self._variables])
            bound = _bound_globally(each, self._globals) & self._variables
            made.append(self.visit(each))
            for name in sorted(bound):
                told = probe("stored", [at(ast.Constant(name), each)], each)
                made.append(at(ast.Expr(told), each))
        return made

    def _asked(self, node: ast.Name) -> ast.stmt:
        return at(ast.Expr(self.visit_Name(at(ast.Name(node.id, ast.Load()), node))), node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                is_block = bool(value) and isinstance(value[0], ast.stmt)
                made = self._block(value) if is_block else [self._part(each) for each in value]
                setattr(node, name, made)
            else:
                setattr(node, name, self._part(value))
        return node

    def _part(self, value: Any) -> Any:
        return self.visit(value) if isinstance(value, ast.AST) else value

    def visit_FunctionDef(self, node: Any) -> Any:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self._visit_defaults(node.args)
        outer = self._globals, self._locals
        self._globals = _declared_global(node)
        self._locals = variables_of(node) - self._globals - _declared_nonlocal(node)
        self._visit_all(node, False, ("body",))
        self._globals, self._locals = outer
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self._visit_defaults(node.args)
        outer, self._locals = self._locals, variables_of(node)
        self._visit_all(node, False, ("body",))
        self._locals = outer
        return node

    def _visit_defaults(self, args: ast.arguments) -> None:
        args.defaults = [self.visit(each) for each in args.defaults]
        args.kw_defaults = [each and self.visit(each) for each in args.kw_defaults]

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.bases = [self.visit(each) for each in node.bases]
        node.keywords = [self.visit(each) for each in node.keywords]
        self._classes.append(node.name)
        outer = self._globals, self._locals
        self._globals = self._locals = frozenset()
        self._visit_all(node, True, ("body",))
        self._globals, self._locals = outer
        self._classes.pop()
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        # What it stores is made of what was there: if that was state, this is.
        if isinstance(node.target, ast.Attribute | ast.Subscript):
            self.generic_visit(node.target)
        node.value = self.visit(node.value)
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if not isinstance(node.ctx, ast.Load) or node.id in self._locals:
            return node
        name = at(ast.Constant(node.id), node)
        closing: ast.expr = at(ast.Constant(None), node)
        if not self._is_in_class:
            inner = at(ast.Name(node.id, ast.Load()), node)
            closing = at(ast.Lambda(ast.arguments([], [], None, [], [], None, []), inner), node)
        return probe("variable", [name, closing, node], node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        node.value = self.visit(node.value)
        if node.attr == "__dict__" and isinstance(node.ctx, ast.Load):
            node.value = probe("whole", [node.value], node)
        if node.attr in self._attributes:
            asked = "storing" if isinstance(node.ctx, ast.Store) else "attribute"
            name = at(ast.Constant(self._mangled(node.attr)), node)
            node.value = probe(asked, [node.value, name], node)
        return probe("got", [node], node) if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node: ast.Call) -> Any:
        subject = looked_into(node)
        self.generic_visit(node)
        if subject is not None and name_asked(node) in self._attributes:
            name = at(ast.Constant(name_asked(node)), node)
            node.args[0] = probe("attribute", [node.args[0], name], node)
        elif subject is not None and not name_asked(node):
            node.args[0] = probe("whole", [node.args[0]], node)
        return probe("got", [node], node)

    def visit_Match(self, node: ast.Match) -> Any:
        parts = [part for case in node.cases for part in ast.walk(case.pattern)]
        node.subject = self.visit(node.subject)
        if any(self._is_watched(part) for part in parts):
            node.subject = probe("unseen", [node.subject], node.subject)
        for case in node.cases:
            case.guard = case.guard and self.visit(case.guard)
            case.body = self._block(case.body)
        return node

    def _is_watched(self, node: ast.AST) -> bool:
        """Whether a name in a pattern, which has no room for a probe, is one that is watched."""
        match node:
            case ast.Name(id=name):
                return name in self._variables
            case ast.Attribute(attr=name):
                return name in self._attributes
            case ast.MatchClass(kwd_attrs=names):
                return not self._attributes.isdisjoint(names)
            case _:
                return False

    def _mangled(self, name: str) -> str:
        if not name.startswith("__") or name.endswith("__") or not self._classes:
            return name
        cls = self._classes[-1].lstrip("_")
        return f"_{cls}{name}" if cls else name


def _declared_global(function: ast.AST) -> frozenset[str]:
    nodes = own_nodes(getattr(function, "body", []))
    return frozenset(name for each in nodes if isinstance(each, ast.Global) for name in each.names)


def _declared_nonlocal(function: ast.AST) -> frozenset[str]:
    nodes = own_nodes(getattr(function, "body", []))
    return frozenset(
        name for each in nodes if isinstance(each, ast.Nonlocal) for name in each.names
    )


def _bound_globally(statement: ast.AST, names: frozenset[str]) -> frozenset[str]:
    """Those of the names that an assignment binds whenever it ends."""
    match statement:
        case ast.Assign(targets=targets):
            waiting: list[ast.AST] = [*targets]
        case ast.AnnAssign(target=target, value=ast.expr()):
            waiting = [target]
        case _:
            return frozenset()
    found: set[str] = set()
    for each in waiting:  # which grows
        match each:
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                waiting.extend(parts)
            case ast.Starred(value=inner):
                waiting.append(inner)
    return names & found
