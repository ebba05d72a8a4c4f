"""The walk over statements, with one small function for each kind of node that changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import Any

from wend.instrument.marks import goal_mark
from wend.instrument.rewrite import inline, inline_calls
from wend.instrument.rewrite.expressions import Expressions, marking
from wend.instrument.rewrite.fed import extended
from wend.instrument.rewrite.methods import (
    array_fields,
    gifts,
    given_methods,
    made_by_calls,
    note_aliases,
    own_functions,
    own_lists,
)
from wend.instrument.rewrite.names import FRAME_READERS
from wend.instrument.rewrite.nodes import at, probe
from wend.instrument.rewrite.patterns import asks_natively, with_identities
from wend.instrument.rewrite.sets import ALGEBRA, may_be_set
from wend.instrument.rewrite.shapes import (
    dotted,
    header_end,
    header_start,
    is_harmless_key,
    may_be_plain_key,
)
from wend.instrument.rewrite.text import may_be_template
from wend.instrument.rewrite.tuples import named_tuples, noted

CHECKED_RESULTS = frozenset(
    (
        "__bool__", "__float__", "__format__", "__hash__", "__index__", "__int__", "__len__",
        "__length_hint__", "__repr__", "__str__",
    )
)  # fmt: skip
"""Methods whose result C code insists on: it must be a plain value."""


def rewrite(
    nodes: list[ast.stmt],
    file: str,
    goals: Collection[int] = (),
    *,
    inlined: bool = True,
    composed: bool = False,
    stored: set[str] | None = None,
) -> list[ast.stmt]:
    """The statements with probes; they are changed in place. `goals` are lines to be marked.

    `inlined` saves the call of a probe where the types of its operands tell that it is not needed;
    where calls may be `composed`, each function is asked for. The names of attributes that the
    statements store are added to `stored`.
    """
    made = _Rewriter(file, goals, inlined, set() if stored is None else stored)
    made.composed = composed
    return made.block(nodes)


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
        if self.inlined:
            return inline.mark(number, place)
        return at(ast.Expr(marking(number, place)), place)

    def arm(self, statements: list[ast.stmt], decision: ast.AST, name: str) -> list[ast.stmt]:
        return [self.mark(self.number(decision, name), decision), *self.block(statements)]

    # Statements

    def function_definition(self, node: Any) -> ast.stmt:
        if self.function:
            self.local[node.name] = not node.decorator_list
        outer, self.function = self.function, node.name
        node.decorator_list = [self.expression(item) for item in node.decorator_list]
        self.defaults(node.args)
        around, self.memos = self.memos, self.memos_of(node)
        aliases, self.aliases = self.aliases, {**self.aliases}
        gifts, self.gifts = self.gifts, self.gifts_of(node)
        lists, self.lists = self.lists, own_lists(node)
        functions = self.functions
        if not self.composed:
            self.functions = own_functions(node, functions)
        made, (self.arrays, self.makings) = (self.arrays, self.makings), made_by_calls(node)
        local = self.enter(node.args)
        node.body = self.block(node.body)
        self.function, self.memos, self.local = outer, around, local
        self.aliases, self.gifts, self.lists = aliases, gifts, lists
        self.arrays, self.makings = made
        self.functions = functions
        return node  # type: ignore[no-any-return]

    def memos_of(self, function: Any) -> dict[str, int]:
        names = sorted(named_tuples(function)) if self.inlined else []
        self.sites += len(names)
        return {name: self.sites - index for index, name in enumerate(names)}

    def gifts_of(self, function: Any) -> dict[tuple[str, str], int]:
        given = sorted(given_methods(function)) if self.inlined else []
        self.sites += len(given)
        return {each: self.sites - index for index, each in enumerate(given)}

    def class_definition(self, node: ast.ClassDef) -> ast.stmt:
        outer, self.function = self.function, ""
        around, self.memos = self.memos, {}
        lists, self.lists = self.lists, set()
        fields, self.fields = self.fields, array_fields(node)
        functions, self.functions = self.functions, set()
        node.decorator_list = [self.expression(item) for item in node.decorator_list]
        node.bases = [self.expression(item) for item in node.bases]
        node.keywords = [self.child(item) for item in node.keywords]
        node.body = self.block(node.body)
        self.function, self.memos, self.lists = outer, around, lists
        self.fields, self.functions = fields, functions
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
        if any(asks_natively(case.pattern) for case in node.cases):
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
        if self.function:
            note_aliases(self.aliases, target, node.value)
            self.give(node)
        if len(node.targets) == 1 and type(target) is ast.Subscript:
            if self.inlined and isinstance(target.slice, ast.Slice):
                value, container = self.expression(node.value), self.expression(target.value)
                return inline.part_assignment(value, container, self.bounds(target.slice), node)
            if self.has_parts(target) or is_harmless_key(target.slice):
                node.value = self.expression(node.value)
                node.targets = [self.expression(target)]
                return node
            value = self.expression(node.value)
            container = self.expression(target.value)
            key = self.key(target.slice)
            if self.inlined and may_be_plain_key(target.slice):
                return inline.assignment(value, container, key, node)
            return at(ast.Expr(probe("setitem", [value, container, key], node)), node)
        if any(isinstance(each, ast.Tuple | ast.List) for each in node.targets):
            node.targets = [self.expression(each) for each in node.targets]
            node.value = self.iterated(node.value, at_once=True)
            return node
        self.children(node)
        if self.memos and len(node.targets) == 1 and isinstance(target, ast.Name):
            number = self.memos.get(target.id)
            return node if number is None else noted(node, number)
        return node

    def give(self, node: ast.Assign) -> None:
        """Notes which methods are given a name that is given to nothing else."""
        for name, value in gifts(node) if self.gifts else ():
            if self.imported_name(value):  # of a module, as a rule
                self.gifts.pop((name.id, value.attr), None)
            elif number := self.gifts.get((name.id, value.attr)):
                value.gift = number  # type: ignore[attr-defined] # for `attribute`

    def augmented_assignment(self, node: ast.AugAssign) -> ast.stmt:
        """`s |= t`, `s %= t`, `data += b` for a name, the latter for a field, too; other targets
        are left alone."""
        value: ast.expr
        symbol = ALGEBRA.get(type(node.op))
        concerns_sets = symbol is not None and may_be_set(node.value)
        fills_in = isinstance(node.op, ast.Mod) and may_be_template(node.target, node.value)
        if isinstance(node.target, ast.Subscript):
            key = node.target.slice
            node.target = self.subscript(node.target, in_place=True)  # type: ignore[assignment]
            node.value = self.expression(node.value)
            if self.inlined:
                node.value = inline.operand_in_place(node.value, key)
            return node
        self.children(node)
        extends = isinstance(node.op, ast.Add) and self.inlined
        if isinstance(node.target, ast.Attribute):
            owner = node.target.value
            if extends and isinstance(owner, ast.Name) and dotted(node.target) in self.fields:
                field = at(ast.Attribute(owner, node.target.attr, ast.Load()), node.target)
                return at(ast.Assign([node.target], extended(field, node.value, node)), node)
            return node
        extends = extends and node.target.id in self.arrays
        if not (concerns_sets or fills_in or extends):
            return node
        name = at(ast.Name(node.target.id, ast.Load()), node.target)
        if extends:
            value = extended(name, node.value, node)
        elif symbol is None:
            value = probe("modulo_in_place", [name, node.value], node.value)
        else:
            value = self.operate(symbol + "=", name, node.value, node.value)
        return at(ast.Assign([node.target], value), node)

    def delete_statement(self, node: ast.Delete) -> ast.stmt:
        target = node.targets[0]
        if (
            len(node.targets) > 1
            or not self.inlined
            or not isinstance(target, ast.Subscript)
            or isinstance(target.slice, ast.Tuple)
        ):
            self.children(node)
            return node
        if isinstance(target.slice, ast.Slice):
            container = self.expression(target.value)
            return inline.part_deletion(container, self.bounds(target.slice), node)
        container, key = self.expression(target.value), self.key(target.slice)
        return inline.deletion(container, key, node)

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
                if self.inlined:
                    node.value = inline.result(node.value)
                else:
                    node.value = probe("result", [node.value], node.value)
        return node

    def raise_statement(self, node: ast.Raise) -> ast.stmt:
        """Inlined is only the call: what is raised once need not be quick, and trees stay small."""
        outer, self.inlined = self.inlined, False
        made = node.exc
        if outer and isinstance(made, ast.Call) and isinstance(made.func, ast.Name):
            made.args = [self.expression(arg) for arg in made.args]
            made.keywords = [self.child(keyword) for keyword in made.keywords]
            node.cause = node.cause and self.expression(node.cause)
            self.sites += 1
            if made.func.id not in FRAME_READERS:
                node.exc = inline_calls.call(made, self.sites)
        else:
            self.children(node)
        self.inlined = outer
        return node


def _goal_case(case: ast.match_case) -> ast.match_case:
    """A case that never matches, to mark that the one after it is tried."""
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
    ast.Delete: _Rewriter.delete_statement,
    ast.Assert: _Rewriter.assert_statement,
    ast.Return: _Rewriter.return_statement,
    ast.Raise: _Rewriter.raise_statement,
    ast.Import: _Rewriter.unchanged,
    ast.ImportFrom: _Rewriter.unchanged,
}
if hasattr(ast, "TypeAlias"):
    _STATEMENTS[ast.TypeAlias] = _Rewriter.unchanged
