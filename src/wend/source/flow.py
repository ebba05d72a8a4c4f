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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from wend.path.case import Arc
from wend.record import Record, field
from wend.source.control.builder import OUTSIDE, drawn
from wend.source.control.graph import ITEMS, Control
from wend.source.index import function_from, index_of
from wend.source.statements import has_docstring, leaves_no_code
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


@lru_cache(maxsize=2048)
def _flow(function: Def) -> Flow:
    control = drawn(function)
    ways = _Ways(control)
    statement_of: dict[int, int] = {}
    calls: dict[int, dict[str, None]] = defaultdict(dict)
    withs: dict[int, tuple[int, int]] = {}
    for node in _headers(function.body[has_docstring(function) :]):
        start = start_of(node)
        for line in range(start, _last_header_line(node, start) + 1):
            statement_of.setdefault(line, start)
        calls[start].update(dict.fromkeys(_called(node)))
        if isinstance(node, ast.With | ast.AsyncWith):
            last = node.body[-1]
            withs[start] = start_of(node.body[0]), last.end_lineno or last.lineno
    return Flow(
        first_line=start_of(function),
        last_line=function.end_lineno or function.lineno,
        lines=frozenset(control.starts),
        arcs=frozenset(ways.arcs),
        branches=frozenset(ways.branches),
        statement_of=MappingProxyType(statement_of),
        calls=MappingProxyType({line: tuple(names) for line, names in calls.items()}),
        exception_arcs=frozenset(ways.exceptions),
        withs=MappingProxyType(withs),
    )


class _Ways:
    """The steps from each statement to those that may come next, read from the control flow by
    conditions."""

    def __init__(self, control: Control) -> None:
        self.arcs: set[Arc] = set()
        self.branches: set[Arc] = set()
        self.exceptions: set[Arc] = set()
        self._following: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        for edge in [edge for edges in control.into.values() for edge in edges]:
            self._following[edge.source].append((edge.target, edge.how == "raises"))
        starts = [(number, line) for line, numbers in control.starts.items() for number in numbers]
        # A loop is visited again for each turn.
        turns = [node for node in control.nodes if node.name.startswith(ITEMS)]
        self._lines = {**dict(starts), **{node.number: node.line for node in turns}}
        self._lines[OUTSIDE] = -start_of(control.function)
        for start, line in starts:
            self._read(start, line)

    def _read(self, start: int, line: int) -> None:
        """Adds the steps from a statement, through what is no statement or on the same line."""
        targets: set[int] = set()
        seen, waiting = {(start, False)}, [(start, False)]
        while waiting:
            node, is_raised = waiting.pop()
            for target, raises in self._following[node]:
                step = target, is_raised or raises
                to = self._lines.get(target)
                if to is not None and (to != line or step in seen):
                    (self.exceptions if step[1] else self.arcs).add((line, to))
                    targets |= set() if step[1] else {to}
                elif step not in seen:
                    seen.add(step)
                    waiting.append(step)
        if len(targets) > 1:
            self.branches |= {(line, to) for to in targets}


def _headers(block: Iterable[ast.AST]) -> Iterator[ast.stmt | ast.excepthandler | ast.match_case]:
    """The statements of a block and those in them, with each `except` and `case`, the last first:
    of two on one line the second begins there."""
    waiting: list[Any] = [*block]
    while waiting:
        node = waiting.pop()
        if leaves_no_code(node):
            continue
        yield node
        if not isinstance(node, (*DEFS, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody", "handlers", "cases"):
                waiting += getattr(node, name, [])


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
