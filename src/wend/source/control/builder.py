"""Draws the control flow of a function: each kind of statement and of condition has its method."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from wend.record import replace
from wend.source.control.drawing import Drawing, Exits, Thunk, assign, load, parsed
from wend.source.control.exception_groups import draw_clauses
from wend.source.control.graph import (
    AENTER,
    AITER,
    ENTER,
    ITEMS,
    ITER,
    Control,
    Edge,
    Region,
)
from wend.source.control.yields import without_yields
from wend.source.index import function_from
from wend.source.statements import always_matches, has_docstring, leaves_no_code, truth_of
from wend.source.trees import start_of


def control_of(tree: ast.Module, first_line: int) -> Control:
    """The control flow of the function whose `def`, or first decorator, is on that line.

    Of a tree of its own: where it yields it is changed.
    """
    function = function_from(tree, first_line)
    without_yields(function)
    return drawn(function)


def drawn(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Control:
    """The control flow of a function, whose tree is not changed."""
    return _Builder(function).control()


OUTSIDE = 0
"""The number of the node to which a function returns."""

NOWHERE = -1


class _Builder(Drawing):
    """Draws backward: each statement is told what comes after it and names its first node."""

    def __init__(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        super().__init__()
        self.function = function
        self.regions: list[Region] = []

    def control(self) -> Control:
        line = self.function.lineno
        outside = self.node("pass", line)
        entry = self.node("entry", line)
        body = self.function.body[1:] if has_docstring(self.function) else self.function.body
        self.edge(entry, "next", self.block(body, outside, Exits(leave=lambda: outside)))
        distances = self.reachable_from(entry)
        into: dict[int, list[Edge]] = {number: [] for number in distances}
        for edge in dict.fromkeys(self.edges):
            if edge.source in distances:
                into[edge.target].append(edge)
        regions: dict[int, list[Region]] = {}
        elsewhere = self.leaving()
        for region in sorted(self.regions, key=lambda each: -len(each.inside)):
            is_left = any(
                target not in region.inside and target != region.after
                for number in region.inside
                for target in elsewhere[number]
            )
            regions.setdefault(region.after, []).append(replace(region, is_left=is_left))
        starts = {
            line: tuple([number for number in numbers if number in distances])
            for line, numbers in self.starts.items()
        }
        return Control(
            function=self.function,
            nodes=tuple(self.nodes),
            into=MappingProxyType({number: tuple(edges) for number, edges in into.items()}),
            entry=entry,
            starts=MappingProxyType({line: found for line, found in starts.items() if found}),
            regions=MappingProxyType({after: tuple(found) for after, found in regions.items()}),
            starting=MappingProxyType({each.start: each for each in self.regions}),
            distances=MappingProxyType(distances),
        )

    def leaving(self) -> list[set[int]]:
        """Where each node leads by itself; one that always raises leads to no node."""
        targets: list[set[int]] = [set() for _ in self.nodes]
        for edge in self.edges:
            if edge.how != "raises":
                targets[edge.source].add(edge.target)
        return [found or {NOWHERE} for found in targets]

    def reachable_from(self, entry: int) -> dict[int, int]:
        following: dict[int, list[int]] = {}
        for edge in self.edges:
            following.setdefault(edge.source, []).append(edge.target)
        distances = {entry: 0}
        waiting = [entry]
        for number in waiting:  # which grows
            for target in following.get(number, ()):
                if target not in distances:
                    distances[target] = distances[number] + 1
                    waiting.append(target)
        return distances

    # Statements

    def block(self, statements: Sequence[ast.stmt], after: int, around: Exits) -> int:
        for statement in reversed(statements):
            after = self.statement(statement, after, around)
        return after

    def statement(self, statement: ast.stmt, after: int, around: Exits) -> int:
        """Adds the nodes of a statement; returns the first."""
        if leaves_no_code(statement):
            return after
        before = len(self.nodes)
        match statement:
            case ast.If():
                return self.chain(statement, after, around)
            case ast.While():
                first = self.loop(statement, after, around)
            case ast.For() | ast.AsyncFor():
                first = self.iteration(statement, after, around)
            case ast.With() | ast.AsyncWith():
                first = self.managed(statement, after, around)
            case ast.Try() | ast.TryStar():
                first = self.attempt(statement, after, around)
            case ast.Match():
                first = self.cases(statement, after, around)
            case _:
                first = self.simple(statement, after, around)
                self.starts.setdefault(start_of(statement), []).append(first)
                return first
        inside = range(before, len(self.nodes))
        self.regions.append(Region(first, after, inside, statement=statement))
        self.starts.setdefault(start_of(statement), []).append(first)
        return first

    def simple(self, statement: ast.stmt, after: int, around: Exits) -> int:
        line = start_of(statement)
        match statement:
            case ast.Return(value=value):
                leave = around.leave()
                if value is None:
                    return self.passing(line, leave)
                made: ast.stmt = ast.copy_location(ast.Expr(value), statement)
                return self.valued(made, value, leave, around)
            case ast.Break():
                assert around.stop is not None
                return self.passing(line, around.stop())
            case ast.Continue():
                assert around.again is not None
                return self.passing(line, around.again())
            case ast.Pass():
                return self.passing(line, after)
            case ast.Raise(exc=None) if around.raised:
                again = ast.Raise(load(around.raised, statement), None)
                return self.do([ast.copy_location(again, statement)], None, around, line)
            case ast.Raise():
                return self.do([statement], None, around, line)
            case ast.Assert(test=test, msg=message):
                failing = ast.Assert(ast.Constant(False), message)
                failed = self.do([ast.copy_location(failing, statement)], None, around, line)
                return self.condition(test, after, failed, around, line)
            case ast.Assign(value=value) | ast.Expr(value=value):
                return self.valued(statement, value, after, around)
            case ast.AnnAssign(value=ast.expr() as value):
                return self.valued(statement, value, after, around)
            case _:
                return self.do([statement], after, around, line)

    def passing(self, line: int, after: int) -> int:
        made = self.node("pass", line)
        self.edge(made, "next", after)
        return made

    def valued(self, statement: Any, value: ast.expr, after: int, around: Exits) -> int:
        """`x = a if c else b` is a condition and two statements."""
        line = start_of(statement)
        if not isinstance(value, ast.IfExp):
            return self.do([statement], after, around, line)
        then, otherwise = [
            self.valued(_with_value(statement, arm), arm, after, around)
            for arm in (value.body, value.orelse)
        ]
        return self.condition(value.test, then, otherwise, around, line)

    def chain(self, statement: ast.If, after: int, around: Exits) -> int:
        """An `if` with all its `elif`s, from the last: a long chain nests deeper than we can."""
        links = [statement]
        while len(links[-1].orelse) == 1 and isinstance(links[-1].orelse[0], ast.If):
            links.append(links[-1].orelse[0])
        before = len(self.nodes)
        otherwise = self.block(links[-1].orelse, after, around)
        for link in reversed(links):
            then = self.block(link.body, after, around)
            otherwise = self.condition(link.test, then, otherwise, around, link.lineno)
            self.starts.setdefault(link.lineno, []).append(otherwise)
            inside = range(before, len(self.nodes))
            self.regions.append(Region(otherwise, after, inside, statement=link))
        return otherwise

    def condition(self, test: ast.expr, then: int, otherwise: int, around: Exits, line: int) -> int:
        """The nodes of a condition; its connectives are edges, and a way that the compiler drops
        is none."""
        known = truth_of(test)
        if known is not None:
            made = self.node("test", line, test)
            self.edge(made, "true" if known else "false", then if known else otherwise)
            return made
        match test:
            case ast.BoolOp(op=operator, values=values):
                first = self.condition(values[-1], then, otherwise, around, line)
                for value in reversed(values[:-1]):
                    if isinstance(operator, ast.And):
                        first = self.condition(value, first, otherwise, around, line)
                    else:
                        first = self.condition(value, then, first, around, line)
                return first
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.condition(operand, otherwise, then, around, line)
            case ast.IfExp(test=inner, body=body, orelse=orelse):
                return self.condition(
                    inner,
                    self.condition(body, then, otherwise, around, line),
                    self.condition(orelse, then, otherwise, around, line),
                    around,
                    line,
                )
            case ast.Compare(ops=[_, _, *_]):
                return self.comparisons(test, then, otherwise, around, line)
            case _:
                made = self.raising(self.node("test", line, test), around)
                self.edge(made, "true", then)
                self.edge(made, "false", otherwise)
                return made

    def comparisons(
        self, test: ast.Compare, then: int, otherwise: int, around: Exits, line: int
    ) -> int:
        """`a < f(b) < c`: what is in the middle is evaluated once, and has a name if it must."""
        links: list[ast.expr] = []
        left = test.left
        for at, (operator, right) in enumerate(zip(test.ops, test.comparators, strict=True)):
            kept = right
            if at + 1 < len(test.ops) and not isinstance(right, ast.Name | ast.Constant):
                name = f"_wend_{right.lineno}_{right.col_offset}"
                stored = ast.copy_location(ast.Name(name, ast.Store()), right)
                right = ast.copy_location(ast.NamedExpr(stored, right), right)
                kept = load(name, right)
            links.append(ast.copy_location(ast.Compare(left, [operator], [right]), test))
            left = kept
        first = then
        for link in reversed(links):
            first = self.condition(link, first, otherwise, around, line)
        return first

    # Compound statements

    def loop(self, statement: ast.While, after: int, around: Exits) -> int:
        line = statement.lineno
        again = self.node("pass", line)
        inside = replace(around, stop=lambda: after, again=lambda: again)
        body = self.block(statement.body, again, inside)
        otherwise = self.block(statement.orelse, after, around)
        self.edge(again, "next", self.condition(statement.test, body, otherwise, around, line))
        return again

    def iteration(self, statement: ast.For | ast.AsyncFor, after: int, around: Exits) -> int:
        line = statement.lineno
        name = f"{ITEMS}_{line}_{statement.col_offset}"
        is_async = isinstance(statement, ast.AsyncFor)
        turn = self.node("next", line, [statement.target, statement.iter], name)
        self.nodes[turn] = replace(self.nodes[turn], is_async=is_async)
        self.raising(turn, around)
        inside = replace(around, stop=lambda: after, again=lambda: turn)
        self.edge(turn, "true", self.block(statement.body, turn, inside))
        self.edge(turn, "false", self.block(statement.orelse, after, around))
        made = ast.Call(load(AITER if is_async else ITER, statement.iter), [statement.iter], [])
        return self.do([assign(name, made, statement.iter)], turn, around, line)

    def managed(self, statement: ast.With | ast.AsyncWith, after: int, around: Exits) -> int:
        """A `with`: its managers are left by every way out, and may take what was raised."""
        awaits = "await " if isinstance(statement, ast.AsyncWith) else ""
        line = statement.lineno
        surroundings, afters = [around], [after]
        names = [f"_wend_manager_{line}_{item.context_expr.col_offset}" for item in statement.items]
        for item, name in zip(statement.items, names, strict=True):
            place = item.context_expr
            inside, left = self.guarded(name, awaits, place, afters[-1], surroundings[-1], line)
            surroundings.append(inside)
            afters.append(left)
        first = self.block(statement.body, afters[-1], surroundings[-1])
        for at, item in reversed([*enumerate(statement.items)]):
            place = item.context_expr
            entered = parsed(f"{awaits}{AENTER if awaits else ENTER}({names[at]})()", place)
            made: ast.stmt = ast.Expr(entered)
            if item.optional_vars is not None:
                made = ast.Assign([item.optional_vars], entered)
            steps = [assign(names[at], place, place), ast.copy_location(made, place)]
            first = self.do(steps, first, surroundings[at], line)
        return first

    def guarded(
        self, name: str, awaits: str, place: ast.expr, after: int, around: Exits, line: int
    ) -> tuple[Exits, int]:
        """What is around the body of a manager, and where the body goes on at its end."""
        error = f"{name}_raised"
        leave = f"{awaits}{name}.{'__aexit__' if awaits else '__exit__'}"

        def leaving(way: int) -> int:
            left = ast.Expr(parsed(f"{leave}(None, None, None)", place))
            return self.do([ast.copy_location(left, place)], way, around, line)

        caught = self.node("caught", line, None, error)
        again = ast.copy_location(ast.Raise(load(error, place)), place)
        told = parsed(f"{leave}(type({error}), {error}, {error}.__traceback__)", place)
        raised = self.do([again], None, around, line)
        self.edge(caught, "next", self.condition(told, after, raised, around, line))
        return replace(self.through(leaving, around), caught=caught), leaving(after)

    def attempt(self, statement: ast.Try | ast.TryStar, after: int, around: Exits) -> int:
        line = statement.lineno
        name = f"_wend_raised_{line}_{statement.col_offset}"
        inner = around
        if statement.finalbody:
            final = statement.finalbody
            inner = self.through(lambda way: self.block(final, way, around), around)
            error = name + "_final"
            again = ast.copy_location(ast.Raise(load(error, final[-1])), final[-1])
            caught = self.node("caught", start_of(final[0]), None, error)
            raised = self.do([again], None, around, final[-1].lineno)
            handling = replace(around, raised=error)
            self.edge(caught, "next", self.block(final, raised, handling))
            inner = replace(inner, caught=caught)
            after = self.block(final, after, around)
        guarded = inner
        if statement.handlers:
            if isinstance(statement, ast.TryStar):
                first = draw_clauses(self, self.block, statement, name, after, inner)
            else:
                first = self.handlers(statement, name, after, inner)
            caught = self.node("caught", line, None, name)
            self.edge(caught, "next", first)
            guarded = replace(inner, caught=caught)
        otherwise = self.block(statement.orelse, after, inner)
        return self.passing(line, self.block(statement.body, otherwise, guarded))

    def handlers(self, statement: ast.Try, name: str, after: int, around: Exits) -> int:
        place = statement.handlers[-1]
        again = ast.copy_location(ast.Raise(load(name, place)), place)
        first = self.do([again], None, around, place.lineno)
        for handler in reversed(statement.handlers):
            node = self.node("handler", handler.lineno, handler, name)
            handling = replace(around, raised=name)
            self.edge(node, "true", self.block(handler.body, after, handling))
            if handler.type is not None:
                self.edge(node, "false", first)
                self.raising(node, around)
            self.starts.setdefault(handler.lineno, []).append(node)
            first = node
        return first

    def through(self, way_out: Callable[[int], int], around: Exits) -> Exits:
        """The same surroundings, with every way out leading through nodes of its own."""

        def through(way: Thunk | None) -> Thunk | None:
            if way is None:
                return None
            made: list[int] = []

            def enter() -> int:
                if not made:
                    made.append(way_out(way()))
                return made[0]

            return enter

        leave = through(around.leave)
        assert leave is not None
        return replace(around, leave=leave, stop=through(around.stop), again=through(around.again))

    def cases(self, statement: ast.Match, after: int, around: Exits) -> int:
        line = statement.lineno
        name = f"_wend_subject_{line}_{statement.col_offset}"
        otherwise = after
        for case in reversed(statement.cases):
            at = start_of(case)
            body = self.block(case.body, after, around)
            if case.guard is not None:
                body = self.condition(case.guard, body, otherwise, around, at)
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.name is None:
                first = self.passing(at, body)  # `case _`
            else:
                first = self.raising(self.node("case", at, case.pattern, name), around)
                self.edge(first, "true", body)
                if not always_matches(ast.match_case(case.pattern, None, [])):
                    self.edge(first, "false", otherwise)
            self.starts.setdefault(at, []).append(first)
            otherwise = first
        return self.do(
            [assign(name, statement.subject, statement.subject)], otherwise, around, line
        )


def _with_value(statement: Any, value: ast.expr) -> ast.stmt:
    """An assignment, or an expression alone, with another value."""
    kept = {name: getattr(statement, name, None) for name in statement._fields}
    made: ast.stmt = type(statement)(**{**kept, "value": value})
    return ast.copy_location(made, statement)
