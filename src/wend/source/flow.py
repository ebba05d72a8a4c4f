"""The static control flow of one function, as lines and the arcs between them.

It says of the source what a line tracer says of a run, in the same words, so that the two can be
held against each other: an arc is a pair of statement lines, and leaving is an arc to the negated
first line of the function.

    1 def sign(x):
    2     if x < 0:          (2, 3) and (2, 4): branches
    3         return -1      (3, -1)
    4     return 1           (4, -1)
"""

from __future__ import annotations

import ast
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from wend.path.case import Arc
from wend.record import Record, field, replace
from wend.source.index import index_of
from wend.source.trees import DEFS, Def, start_of


class Flow(Record):
    """The control flow of one function; functions nested in it are one statement each."""

    first_line: int
    last_line: int
    lines: frozenset[int]
    """First lines of the statements that can run; what the compiler drops as dead is no line."""
    arcs: frozenset[Arc]
    branches: frozenset[Arc]
    """The arcs at which something is decided."""
    statement_of: Mapping[int, int]
    """From any line of a statement (of a compound one: its header) to its first line."""
    calls: Mapping[int, tuple[str, ...]]
    """From a line to the dotted names that are called there."""
    exception_arcs: frozenset[Arc] = frozenset()
    """Where an exception may lead: from each guarded statement to what guards it."""
    withs: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """From the line of a `with` to the first and last line of its body."""

    def distance_to(self, line: int) -> Mapping[int, int]:
        """The number of arcs, exceptions included, from each line that can lead to `line`.

        A line inside a nested function counts as the statement that defines that function.
        """
        goal = self.statement_of.get(line)
        if goal is None:
            before = [start for start in self.statement_of.values() if start <= line]
            if not before or line > self.last_line:
                return {}
            goal = max(before)
        sources = defaultdict(list)
        for source, target in sorted(self.arcs | self.exception_arcs):
            sources[target].append(source)
        distances = {goal: 0}
        waiting = deque([goal])
        while waiting:
            target = waiting.popleft()
            for source in sources[target]:
                if source not in distances:
                    distances[source] = distances[target] + 1
                    waiting.append(source)
        return distances


class FunctionEntry(NamedTuple):
    """A function or method of a module: `first_line` is its decorator's, as `co_firstlineno`."""

    name: str
    first_line: int
    def_line: int
    end_line: int


def flow_of(tree: ast.Module, first_line: int) -> Flow:
    """The flow of the function whose `def`, or first decorator, is on that line."""
    return _flow(function_from(tree, first_line))


def function_from(tree: ast.Module, first_line: int) -> Def:
    """The function whose `def`, or first decorator, is on that line."""
    found = index_of(tree).def_at.get(first_line)
    if found is None:
        raise LookupError(f"no function starts on line {first_line}")
    return found


@lru_cache(maxsize=2048)
def _flow(function: Def) -> Flow:
    return _Builder(function).flow()


def flows_of(tree: ast.Module) -> dict[int, Flow]:
    """The flow of every function, those inside of functions included, by its first line."""
    return {start_of(node): _flow(node) for node in index_of(tree).defs}


def functions_in(tree: ast.Module) -> list[FunctionEntry]:
    """The functions and methods of a module in order; those inside functions are not listed."""
    return sorted(_functions(tree, ""), key=lambda entry: entry.first_line)


def function_at(tree: ast.Module, line: int) -> FunctionEntry | None:
    """The innermost function of `functions_in` that contains the line."""
    around = [entry for entry in functions_in(tree) if entry.first_line <= line <= entry.end_line]
    return max(around, key=lambda entry: entry.first_line, default=None)


def arcs_of_trace(flow: Flow, lines: Sequence[int], *, returned: bool = True) -> set[Arc]:
    """The arcs of one frame, from the lines that a tracer saw in it, in order.

    `returned` is False where an exception left the frame: then the last line leads nowhere.
    The interpreter visits the lines of a `with` again when its body ends; that is no step of the
    program.
    """
    arcs: set[Arc] = set()
    before: int | None = None  # the last statement of the program
    seen: int | None = None  # the last statement of the trace
    left: int | None = None  # the `with` that is being left
    for raw in lines:
        line = flow.statement_of.get(raw)
        if line is None:
            continue
        span = flow.withs.get(line)
        if span is not None and seen is not None and span[0] <= seen <= span[1]:
            left = line
        seen = line
        if line == left:
            continue
        left = None
        if before is not None and (line != before or (line, line) in flow.arcs):
            arcs.add((before, line))
        before = line
    if returned and before is not None:
        arcs.add((before, -flow.first_line))
    return arcs


_NEVER_RAISE = (ast.Try, ast.TryStar, ast.Pass, ast.Break, ast.Continue)

_Node = tuple[int, int]
"""A line, and which copy of it: a `finally` body is there once for each way into it."""
_Thunk = Callable[[], _Node]


class _Around(Record):
    """Where control goes from inside a statement when it does not just go on."""

    leave: _Thunk
    stop: _Thunk | None = None
    again: _Thunk | None = None
    guards: tuple[_Node, ...] = ()
    """Where an exception may be caught."""
    copy: int = 0


class _Builder:
    """Draws the arcs backward: each statement is told what comes after it and names its start."""

    def __init__(self, function: Def) -> None:
        self.function = function
        self.first_line = start_of(function)
        self.arcs: dict[_Node, set[_Node]] = defaultdict(set)
        self.exceptions: dict[_Node, set[_Node]] = defaultdict(set)
        self.statement_of: dict[int, int] = {}
        self.calls: dict[int, list[str]] = defaultdict(list)
        self.withs: dict[int, tuple[int, int]] = {}
        self.copies = 0

    def flow(self) -> Flow:
        outside = (-self.first_line, 0)
        body = self.function.body[1:] if has_docstring(self.function) else self.function.body
        entry = self.block(body, outside, _Around(leave=lambda: outside))
        live = self.reachable_from(entry)
        arcs, exceptions, branches = set(), set(), set()
        for node in live:
            targets = {target[0] for target in self.arcs[node]}
            found = {(node[0], target) for target in targets}
            arcs |= found
            if len(targets) > 1:
                branches |= found
            exceptions |= {(node[0], target[0]) for target in self.exceptions[node]}
        lines = frozenset(line for line, _ in live if line > 0)
        return Flow(
            first_line=self.first_line,
            last_line=self.function.end_lineno or self.function.lineno,
            lines=lines,
            arcs=frozenset(arcs),
            branches=frozenset(branches),
            statement_of=MappingProxyType(self.statement_of),
            calls=MappingProxyType({line: tuple(names) for line, names in self.calls.items()}),
            exception_arcs=frozenset(exceptions),
            withs=MappingProxyType(self.withs),
        )

    def reachable_from(self, entry: _Node) -> set[_Node]:
        live = {entry}
        waiting = [entry]
        while waiting:
            node = waiting.pop()
            for target in self.arcs[node] | self.exceptions[node]:
                if target not in live:
                    live.add(target)
                    waiting.append(target)
        return live

    def block(self, statements: Sequence[ast.stmt], after: _Node, around: _Around) -> _Node:
        for statement in reversed(statements):
            after = self.statement(statement, after, around)
        return after

    def statement(self, statement: ast.stmt, after: _Node, around: _Around) -> _Node:
        """Adds the arcs out of a statement; returns where it starts."""
        if leaves_no_code(statement):
            return after
        if isinstance(statement, ast.If):
            return self.chain(statement, after, around)
        here = self.header(statement, around)
        match statement:
            case ast.While() | ast.For() | ast.AsyncFor():
                self.loop(statement, here, after, around)
            case ast.With() | ast.AsyncWith():
                body = statement.body
                self.withs[here[0]] = (start_of(body[0]), body[-1].end_lineno or body[-1].lineno)
                # A context manager may swallow what is raised in its body.
                inside = replace(around, guards=(*around.guards, after))
                self.connect(here, self.block(body, after, inside))
            case ast.Try() | ast.TryStar():
                self.attempt(statement, here, after, around)
            case ast.Match():
                self.cases(statement, here, after, around)
            case ast.Return():
                self.connect(here, around.leave())
            case ast.Break():
                assert around.stop is not None
                self.connect(here, around.stop())
            case ast.Continue():
                assert around.again is not None
                self.connect(here, around.again(), back=True)
            case ast.Raise():
                pass
            case ast.Assert() if truth_of(statement.test) is False:
                pass
            case _:
                self.connect(here, after)
        return here

    def header(self, node: ast.stmt | ast.excepthandler | ast.match_case, around: _Around) -> _Node:
        """The node of a statement, of an `except` or of a `case`; notes its lines and calls."""
        start = start_of(node)
        last = _last_header_line(node, start)
        for line in range(start, last + 1):
            self.statement_of.setdefault(line, start)
        here = (start, around.copy)
        for name in _called(node):
            if name not in self.calls[start]:
                self.calls[start].append(name)
        for guard in () if isinstance(node, _NEVER_RAISE) else around.guards:
            if guard != here:
                self.exceptions[here].add(guard)
        return here

    def connect(self, source: _Node, target: _Node, *, back: bool = False) -> None:
        """Two statements on one line are one place, unless a loop comes round to it."""
        if source != target or back:
            self.arcs[source].add(target)

    def chain(self, statement: ast.If, after: _Node, around: _Around) -> _Node:
        """An `if` with all its `elif`s, from the last: a long chain nests deeper than we can."""
        links = [statement]
        while len(links[-1].orelse) == 1 and isinstance(links[-1].orelse[0], ast.If):
            links.append(links[-1].orelse[0])
        otherwise = self.block(links[-1].orelse, after, around)
        for link in reversed(links):
            here = self.header(link, around)
            then = self.block(link.body, after, around)
            known = truth_of(link.test)
            if known is not False:
                self.connect(here, then)
            if known is not True:
                self.connect(here, otherwise)
            otherwise = here
        return otherwise

    def loop(
        self,
        statement: ast.While | ast.For | ast.AsyncFor,
        here: _Node,
        after: _Node,
        around: _Around,
    ) -> None:
        known = truth_of(statement.test) if isinstance(statement, ast.While) else None
        inside = replace(around, stop=lambda: after, again=lambda: here)
        body = self.block(statement.body, here, inside)
        if known is not False:
            self.connect(here, body)
            if statement.body[-1].end_lineno == here[0] and not isinstance(
                statement.body[-1], ast.Return | ast.Break | ast.Raise
            ):
                self.connect(here, here, back=True)
        if known is not True:
            self.connect(here, self.block(statement.orelse, after, around))

    def attempt(
        self, statement: ast.Try | ast.TryStar, here: _Node, after: _Node, around: _Around
    ) -> None:
        inner = around
        if statement.finalbody:
            inner = self.through_finally(statement.finalbody, around)
            after = self.block(statement.finalbody, after, self.copied(around))
        starred = isinstance(statement, ast.TryStar)
        uncaught: _Node | None = None
        for handler in reversed(statement.handlers):
            node = self.header(handler, inner)
            # Of `except*` clauses several may run, whatever those before them raise.
            then = uncaught if starred and uncaught is not None else after
            handling = inner if then is after else replace(inner, guards=(then,))
            self.connect(node, self.block(handler.body, then, handling))
            if uncaught is not None:
                self.connect(node, uncaught)
            elif starred:
                self.connect(node, after)
            uncaught = node
        otherwise = self.block(statement.orelse, after, inner)
        # The first `except` is tried first; what it lets pass goes the way of its own guards.
        guarded = replace(inner, guards=(uncaught,)) if uncaught is not None else inner
        self.connect(here, self.block(statement.body, otherwise, guarded))

    def through_finally(self, body: list[ast.stmt], around: _Around) -> _Around:
        """The same surroundings, with every way out leading through a copy of `body`."""

        def through(way: _Thunk | None) -> _Thunk | None:
            if way is None:
                return None
            made: list[_Node] = []

            def enter() -> _Node:
                if not made:
                    made.append(self.block(body, way(), self.copied(around)))
                return made[0]

            return enter

        raised = self.copied(around)
        nowhere = (-self.first_line, raised.copy)
        caught = self.block(body, nowhere, raised)
        # The copy for exceptions ends by raising again, not by going on.
        for targets in self.arcs.values():
            targets.discard(nowhere)
        leave = through(around.leave)
        assert leave is not None
        return replace(
            around,
            leave=leave,
            stop=through(around.stop),
            again=through(around.again),
            guards=(caught,),
        )

    def copied(self, around: _Around) -> _Around:
        self.copies += 1
        return replace(around, copy=self.copies)

    def cases(self, statement: ast.Match, here: _Node, after: _Node, around: _Around) -> None:
        otherwise = after
        for case in reversed(statement.cases):
            node = self.header(case, around)
            self.connect(node, self.block(case.body, after, around))
            if not always_matches(case):
                self.connect(node, otherwise)
            otherwise = node
        self.connect(here, otherwise)


def _functions(node: ast.AST, prefix: str) -> Iterator[FunctionEntry]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, DEFS):
            end = child.end_lineno or child.lineno
            yield FunctionEntry(prefix + child.name, start_of(child), child.lineno, end)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _functions(child, prefix)


def _last_header_line(node: ast.stmt | ast.excepthandler | ast.match_case, start: int) -> int:
    """The last line of a statement, of a compound one without its body."""
    if isinstance(node, ast.Match):
        first_inside = node.cases[0].pattern.lineno
    elif body := getattr(node, "body", None):
        first_inside = start_of(body[0])
    else:
        end: int | None = getattr(node, "end_lineno", None)
        return end or start
    return max(start, first_inside - 1)


def has_docstring(function: Def) -> bool:
    first = function.body[0]
    return (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )


def leaves_no_code(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None and isinstance(statement.target, ast.Name)
    return isinstance(statement, ast.Global | ast.Nonlocal)


def truth_of(test: ast.expr) -> bool | None:
    """What the compiler knows of a test without running it."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            known = truth_of(operand)
            return None if known is None else not known
        case ast.BoolOp(op=operator, values=[first, *rest]):
            # What comes first and is not known is evaluated: only then is the rest looked at.
            known, deciding = truth_of(first), isinstance(operator, ast.Or)
            if known is None or known is deciding or not rest:
                return known
            return truth_of(ast.BoolOp(operator, rest))
        case ast.Name(id="__debug__"):
            return __debug__
        case _:
            return None


def always_matches(case: ast.match_case) -> bool:
    if case.guard is not None:
        return truth_of(case.guard) is True
    pattern = case.pattern
    while isinstance(pattern, ast.MatchAs | ast.MatchOr):
        if isinstance(pattern, ast.MatchOr):
            pattern = pattern.patterns[-1]  # only the last alternative may match everything
        elif pattern.pattern is None:
            return True
        else:
            pattern = pattern.pattern
    return False


def _called(node: ast.AST) -> Iterator[str]:
    """The dotted names called in a statement's own expressions, in order of evaluation, nearly."""
    own = [child for child in ast.iter_child_nodes(node) if _is_own(child)]
    if isinstance(node, ast.Match | ast.Try | ast.TryStar):
        own = [node.subject] if isinstance(node, ast.Match) else []
    if isinstance(node, DEFS):
        own = [*node.decorator_list, node.args]
    for child in own:
        for part in ast.walk(child):
            if isinstance(part, ast.Call) and (name := _dotted(part.func)):
                yield name


def _is_own(node: ast.AST) -> bool:
    return not isinstance(node, ast.stmt | ast.excepthandler | ast.match_case)


def _dotted(node: ast.expr) -> str | None:
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(names)])
