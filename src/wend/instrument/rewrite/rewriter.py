"""The walk over statements, with one small function for each kind of node that changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import Any

from wend.instrument.marks import goal_mark
from wend.instrument.rewrite.expressions import Expressions, marking
from wend.instrument.rewrite.nodes import at, probe
from wend.instrument.rewrite.patterns import asks_natively, classes_in, with_identities
from wend.instrument.rewrite.sets import ALGEBRA, may_be_set
from wend.instrument.rewrite.shapes import header_end, header_start, is_harmless_key
from wend.instrument.rewrite.text import may_be_template
from wend.source.statements import has_docstring

CHECKED_RESULTS = frozenset(
    (
        "__bool__", "__float__", "__format__", "__hash__", "__index__", "__int__", "__len__",
        "__length_hint__", "__repr__", "__str__",
    )
)  # fmt: skip
"""Methods whose result has to be a plain value, because C code checks its type."""


_LEAVING = ("__exit__", "__aexit__")


def rewrite(nodes: list[ast.stmt], file: str, goals: Collection[int] = ()) -> list[ast.stmt]:
    """The statements with probes. The trees are changed in place. `goals` are lines to be
    marked."""
    return _Rewriter(file, goals).block(nodes)


class _Rewriter(Expressions):
    """Rewrites statements, and the expressions in them."""

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        if not self.goals:
            return [self.statement(statement) for statement in statements]
        made: list[ast.stmt] = []
        for statement in statements:
            first, last = header_start(statement), header_end(statement)
            met = [goal for goal in self.goals if first <= goal <= last]
            made.extend([self.mark(goal_mark(goal), statement) for goal in met])
            made.append(self.statement(statement))
        return made

    def statement(self, node: ast.stmt) -> ast.stmt:
        handler = _STATEMENTS.get(type(node))
        if handler is not None:
            made: ast.stmt = handler(self, node)
            return made
        self.children(node)
        return node

    def child(self, node: Any) -> Any:
        return self.statement(node) if isinstance(node, ast.stmt) else super().child(node)

    # Marks

    def mark(self, number: int, place: ast.AST) -> ast.stmt:
        """A statement that notes that a block was entered."""
        return at(ast.Expr(marking(number, place)), place)

    def arm(self, statements: list[ast.stmt], decision: ast.AST, name: str) -> list[ast.stmt]:
        return [self.mark(self.number(decision, name), decision), *self.block(statements)]

    # Statements

    def function_definition(self, node: Any) -> ast.stmt:
        outer, self.function = self.function, node.name
        node.decorator_list = [self.expression(item) for item in node.decorator_list]
        self.defaults(node.args)
        node.body = self.block(node.body)
        if node.name in _LEAVING:
            # A context manager that swallows an exception handles it, too.
            place = node.body[0]
            node.body.insert(
                int(has_docstring(node)), at(ast.Expr(probe("caught", [], place)), place)
            )
        self.function = outer
        return node  # type: ignore[no-any-return]

    def class_definition(self, node: ast.ClassDef) -> ast.stmt:
        outer, self.function = self.function, ""
        node.decorator_list = [self.expression(item) for item in node.decorator_list]
        node.bases = [self.expression(item) for item in node.bases]
        node.keywords = [self.child(item) for item in node.keywords]
        node.body = self.block(node.body)
        self.function = outer
        return node

    def if_statement(self, node: ast.If) -> ast.stmt:
        node.test = self.test(node.test)
        node.body = self.arm(node.body, node, "yes")
        node.orelse = self.arm(node.orelse, node, "no")
        return node

    def while_loop(self, node: ast.While) -> ast.stmt:
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        node.test = self.test(node.test)
        node.body = self.arm(node.body, node, "yes")
        node.orelse = self.block(node.orelse) if endless else self.arm(node.orelse, node, "no")
        return node

    def for_loop(self, node: Any) -> ast.stmt:
        node.target = self.expression(node.target)
        node.iter = self.iterated(node.iter)
        node.body = self.arm(node.body, node, "yes")
        node.orelse = self.arm(node.orelse, node, "no")
        return node  # type: ignore[no-any-return]

    def try_statement(self, node: Any) -> ast.stmt:
        node.body = self.block(node.body)
        for handler in node.handlers:
            body = self.arm(handler.body, handler, "except")
            if handler.type is not None:
                handler.type = self.expression(handler.type)
                if handler.lineno in self.goals:  # whether it takes what was raised or not
                    marks = [marking(goal_mark(handler.lineno), handler), handler.type]
                    handler.type = at(ast.BoolOp(ast.Or(), marks), handler.type)
            elif handler.lineno in self.goals:
                body.insert(0, self.mark(goal_mark(handler.lineno), handler))
            caught = at(ast.Expr(probe("caught", [], handler)), handler)
            handler.body = [caught, *body]
        node.orelse = self.block(node.orelse)
        node.finalbody = self.block(node.finalbody)
        return node  # type: ignore[no-any-return]

    def match_statement(self, node: ast.Match) -> ast.stmt:
        node.subject = self.expression(node.subject)
        patterns = [case.pattern for case in node.cases]
        classes = classes_in(patterns)
        if any(classes):
            named = at(ast.Constant(classes), node.subject)  # type: ignore[arg-type]
            node.subject = probe("subject", [node.subject, named], node.subject)
        elif any(map(asks_natively, patterns)):
            node.subject = probe("subject", [node.subject], node.subject)
        for case in node.cases:
            if case.guard is not None:
                case.guard = self.test(case.guard)
            case.body = self.arm(case.body, case.pattern, "case")
            case.pattern = with_identities(case.pattern, inside=False)
        node.cases = [
            each
            for case in node.cases
            for each in ([_goal_case(case), case] if case.pattern.lineno in self.goals else [case])
        ]
        return node

    def assignment(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            return self.item_assignment(target, node)
        unpacks = any(isinstance(each, ast.Tuple | ast.List) for each in node.targets)
        count = _count(target) if len(node.targets) == 1 else None
        node.value = self.iterated(node.value, count) if unpacks else self.expression(node.value)
        node.targets = [self.expression(each) for each in node.targets]
        return node

    def item_assignment(self, target: ast.Subscript, node: ast.Assign) -> ast.stmt:
        """`a[i] = v` as `setitem(v, a, i)`, the order in which Python evaluates them."""
        node.value = self.expression(node.value)
        if is_harmless_key(target.slice):
            node.targets = [self.expression(target)]
            return node
        operands = [node.value, self.expression(target.value), self.key(target.slice)]
        return at(ast.Expr(probe("setitem", operands, node)), node)

    def augmented_assignment(self, node: ast.AugAssign) -> ast.stmt:
        """`s |= t` and `s %= t` for a name; other targets are left alone."""
        symbol = ALGEBRA.get(type(node.op))
        concerns_sets = symbol is not None and may_be_set(node.value)
        fills_in = isinstance(node.op, ast.Mod) and may_be_template(node.target, node.value)
        self.children(node)
        if not isinstance(node.target, ast.Name) or not (concerns_sets or fills_in):
            return node
        name = at(ast.Name(node.target.id, ast.Load()), node.target)
        if symbol is None:
            value: ast.expr = probe("modulo_in_place", [name, node.value], node.value)
        else:
            value = self.operate(symbol + "=", name, node.value, node.value)
        return at(ast.Assign([node.target], value), node)

    def annotated_assignment(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            self.children(node.target)  # of which nothing is stored
            return node
        node.target = self.expression(node.target)  # type: ignore[assignment]
        node.value = self.expression(node.value)
        return node

    def assert_statement(self, node: ast.Assert) -> ast.stmt:
        node.test = self.test(node.test)
        if node.msg is not None:
            node.msg = self.expression(node.msg)
        return node

    def return_statement(self, node: ast.Return) -> ast.stmt:
        if node.value is not None:
            node.value = self.expression(node.value)
            if self.function in CHECKED_RESULTS:
                node.value = probe("result", [node.value], node.value)
        return node


def _count(target: ast.expr) -> int | None:
    """The number of values that a target unpacks; None if it takes any number of them."""
    if not isinstance(target, ast.Tuple | ast.List):
        return None
    takes_any = any(isinstance(each, ast.Starred) for each in target.elts)
    return None if takes_any else len(target.elts)


def _goal_case(case: ast.match_case) -> ast.match_case:
    """A case that never matches, and marks that the case after it is tried."""
    place = case.pattern
    body: list[ast.stmt] = [at(ast.Pass(), place)]
    guard = marking(goal_mark(place.lineno), place)
    return ast.match_case(at(ast.MatchAs(None, None), place), guard, body)


_Handler = Callable[[_Rewriter, Any], Any]

_STATEMENTS: dict[type, _Handler] = {
    ast.FunctionDef: _Rewriter.function_definition,
    ast.AsyncFunctionDef: _Rewriter.function_definition,
    ast.ClassDef: _Rewriter.class_definition,
    ast.If: _Rewriter.if_statement,
    ast.While: _Rewriter.while_loop,
    ast.For: _Rewriter.for_loop,
    ast.AsyncFor: _Rewriter.for_loop,
    ast.Try: _Rewriter.try_statement,
    ast.TryStar: _Rewriter.try_statement,
    ast.Match: _Rewriter.match_statement,
    ast.Assign: _Rewriter.assignment,
    ast.AnnAssign: _Rewriter.annotated_assignment,
    ast.AugAssign: _Rewriter.augmented_assignment,
    ast.Assert: _Rewriter.assert_statement,
    ast.Return: _Rewriter.return_statement,
    ast.Import: _Rewriter.unchanged,
    ast.ImportFrom: _Rewriter.unchanged,
}
if hasattr(ast, "TypeAlias"):
    _STATEMENTS[ast.TypeAlias] = _Rewriter.unchanged
