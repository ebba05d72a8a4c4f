"""Which locals are bound where: those that a piece of code needs, and those that it binds."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from wend.source.bindings import bindings, evaluated_around, unbindings
from wend.source.trees import below, children

State = frozenset[str] | None
"""The locals that are certainly bound; None at a place that no run gets to."""


def joined(states: Iterable[State]) -> State:
    """The locals that are bound after each of several branches."""
    known = [state for state in states if state is not None]
    return frozenset.intersection(*known) if known else None


class Bound:
    """A walk over the statements of a function, or of a part of one.

    `needs` are locals that may be read before the code has bound them; `left` is what is bound
    where the code is left, by its end, or by `break` and `continue` of the loop around it; `at` is
    what is bound where the body of each loop in it begins.
    """

    def __init__(self, local: frozenset[str]) -> None:
        self._local = local
        self.needs: set[str] = set()
        self.left: list[State] = []
        self.at: dict[ast.stmt, State] = {}
        self._breaks: list[list[State]] = []

    def walk(self, statements: list[ast.stmt], bound: frozenset[str]) -> None:
        """Walks over code that is entered with these locals bound."""
        self.left.append(self.after(statements, bound))

    def after(self, statements: list[ast.stmt], bound: frozenset[str]) -> State:
        """The locals that are bound after code that is entered with these locals bound."""
        return self._block(statements, bound)

    def _block(self, statements: list[ast.stmt], state: State) -> State:
        for statement in statements:
            if state is None:
                return None
            state = self._statement(statement, state)
        return state

    def _statement(self, node: ast.stmt, state: frozenset[str]) -> State:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                yes, no = self._test(test, state)
                return joined([self._block(body, yes), self._block(orelse, no)])
            case ast.While(test=test, body=body, orelse=orelse):
                yes, no = self._test(test, state)
                endless = isinstance(test, ast.Constant) and bool(test.value)
                return self._loop(node, body, orelse, yes, None if endless else no)
            case ast.For() | ast.AsyncFor():
                over = self._read(node.iter, state)
                inside = self._read(node.target, over)
                return self._loop(node, node.body, node.orelse, inside, over)
            case ast.Try() | ast.TryStar():
                return self._try(node, state)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    state = self._read(item.context_expr, state)
                    if item.optional_vars is not None:
                        state = self._read(item.optional_vars, state)
                # What is raised in it may go no further.
                return joined([state - unbindings(body), self._block(body, state)])
            case ast.Match(subject=subject, cases=cases):
                return self._match(cases, self._read(subject, state))
            case ast.Return(value=value):
                if value is not None:
                    self._read(value, state)
                return None
            case ast.Raise():
                self._read(node, state)
                return None
            case ast.Break() | ast.Continue() if not self._breaks:
                self.left.append(state)
                return None
            case ast.Break():
                self._breaks[-1].append(state)
                return None
            case ast.Continue():
                return None
            case ast.AugAssign(target=target, value=value):
                if isinstance(target, ast.Name):
                    self._needed(target.id, state)
                return self._read(target, self._read(value, state))
            case ast.Assign(targets=targets, value=value):
                for each in (value, *targets):
                    state = self._read(each, state)
                return state
            case ast.AnnAssign(target=target, value=value):
                return state if value is None else self._read(target, self._read(value, state))
        return self._read(node, state)

    def _loop(
        self,
        node: ast.stmt,
        body: list[ast.stmt],
        orelse: list[ast.stmt],
        inside: frozenset[str],
        done: State,
    ) -> State:
        unbound = unbindings(body)
        inside, done = inside - unbound, done and done - unbound
        self.at[node] = inside
        self._breaks.append([])
        self._block(body, inside)
        breaks = self._breaks.pop()
        return joined([self._block(orelse, done), *breaks])

    def _try(self, node: ast.Try | ast.TryStar, state: frozenset[str]) -> State:
        done = self._block(node.orelse, self._block(node.body, state))
        state -= unbindings([*node.body, *node.orelse, *node.handlers])
        ways = [done]
        for handler in node.handlers:
            inside = state if handler.type is None else self._read(handler.type, state)
            if handler.name:
                inside |= {handler.name}
            after = self._block(handler.body, inside)
            ways.append(after - {handler.name} if after and handler.name else after)
        after = joined(ways)
        if not node.finalbody:
            return after
        # It is entered from anywhere; what it binds itself is bound after it.
        final = self._block(node.finalbody, state)
        return None if after is None or final is None else after | final

    def _match(self, cases: list[ast.match_case], state: frozenset[str]) -> State:
        ways: list[State] = [state]
        for case in cases:
            inside = self._read(case.pattern, state) | bindings(case.pattern)
            if case.guard is not None:
                inside, _ = self._test(case.guard, inside)
            ways.append(self._block(case.body, inside))
        return joined(ways)

    # Expressions

    def _needed(self, name: str, state: frozenset[str]) -> None:
        if name in self._local and name not in state:
            self.needs.add(name)

    def _test(self, node: ast.expr, state: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The locals that are bound if a test holds, and if it does not."""
        match node:
            case ast.BoolOp(op=op, values=values):
                other = None
                for value in values:
                    yes, no = self._test(value, state)
                    state, ended = (yes, no) if isinstance(op, ast.And) else (no, yes)
                    other = ended if other is None else other & ended
                assert other is not None
                return (state, other) if isinstance(op, ast.And) else (other, state)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yes, no = self._test(operand, state)
                return no, yes
        after = self._read(node, state)
        return after, after

    def _read(self, node: ast.AST, state: frozenset[str]) -> frozenset[str]:
        """The locals that are bound after an expression, or a statement without blocks."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                self._needed(name, state)
                return state
            case ast.Name(id=name, ctx=ast.Store()):
                return state | {name}
            case ast.Name(id=name):
                self._needed(name, state)
                return state - {name}
            case ast.NamedExpr(target=target, value=value):
                return self._read(target, self._read(value, state))
            case ast.BoolOp():
                yes, no = self._test(node, state)
                return yes & no
            case ast.IfExp(test=test, body=body, orelse=orelse):
                yes, no = self._test(test, state)
                return self._read(body, yes) & self._read(orelse, no)
            case ast.Compare(left=left, comparators=[first, *others]):
                state = self._read(first, self._read(left, state))
                inside = state
                for each in others:
                    inside = self._read(each, inside)
                return state
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self._comprehension(node, state)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                for part in evaluated_around(node):
                    state = self._read(part, state)
                return state | {node.name} if hasattr(node, "name") else state
            case ast.Import() | ast.ImportFrom():
                return state | bindings(node)
        for child in children(node):
            state = self._read(child, state)
        return state

    def _comprehension(self, node: Any, state: frozenset[str]) -> frozenset[str]:
        state = self._read(node.generators[0].iter, state)
        own = {
            name.id
            for each in node.generators
            for name in below(each.target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }
        inside = state | own
        for at, each in enumerate(node.generators):
            for part in (*([each.iter] if at else []), each.target, *each.ifs):
                inside = self._read(part, inside)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for part in filter(None, parts):  # `{**each for each in …}` has no value
            inside = self._read(part, inside)
        return state
