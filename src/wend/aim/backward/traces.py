"""Grows traces at their beginning, and cuts them down to their scalar cores.

A trace that has not come to the entry yet is asked about by its *scalar core*: its steps over
numbers and text in locals. A local that is defined before the trace is an input of the core, if its
type is certain. A local that a step outside of the core writes may have any value from then on. So
every value that runs the trace to its end also runs the core to its end: if the core can't be run
to its end, neither can the trace, whatever comes before it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from wend.aim.backward.bound_at_nodes import bound_at
from wend.aim.backward.effects import Reader
from wend.inputs.domain import Whole
from wend.inputs.target import Parameter
from wend.instrument.trace import EITHER, EXTRACTED, FRESH, RAISED, TURNS, WHOLE, Step, fresh_name
from wend.path.trace import Trace
from wend.record import Record, replace
from wend.source.control.graph import ITEMS, Control, ControlNode, Edge, Region
from wend.source.types.immutable import domain_of
from wend.source.types.of_locals import Types

DECISIONS = ("test", "next", "case", "handler", "part", "left")


class Suffix(Record):
    """A trace from a node to the goal."""

    node: int
    """The node where the trace begins."""
    steps: tuple[Step, ...]
    live: frozenset[str]
    """The locals whose values at the beginning matter."""
    heap: bool
    """Whether objects matter at the beginning."""
    passed: tuple[int, ...] = ()
    """The nodes on the trace, the latest first; loops pass a node again."""

    @property
    def goal(self) -> Step:
        """The end of the trace, as a step: an `except` that is sought has to catch the
        exception."""
        return (self.passed or (self.node,))[-1], "true"


class Extracted(Record):
    """A way through a compound statement as one step: to the statement after it, to a loop's head
    again, or out of it by an exception."""

    region: Region
    how: str

    @property
    def step(self) -> Step:
        return self.region.start, self.how


Entrance = Edge | Region | Extracted
"""How a suffix is entered: by an edge, past a statement that does not matter, or through one."""


class Growing:
    """Grows the suffixes of one function, and computes their cores."""

    def __init__(
        self, control: Control, types: Types, reader: Reader, first_line: int, *, sliced: bool
    ) -> None:
        """`sliced`: steps that cannot matter are left out, though they may raise or have no end."""
        self._control = control
        self.types = types
        self.reader = reader
        self._first_line = first_line
        self._bound = bound_at(control, reader, types.parameters)
        self._sliced = sliced
        self._whole = [
            region
            for region in sorted(control.starting.values(), key=lambda each: -len(each.inside))
            if region.start in control.into and _can_be_extracted(region)
        ]
        """The statements that can be extracted, the outermost first."""
        self.in_loops = frozenset([n for each in self._whole if each.is_loop for n in each.inside])
        """The nodes inside loops."""

    def start(self, goal: int, *, through: bool = False) -> Suffix:
        """The suffix that begins at a node; `through`: after it, since the goal is in a call
        there."""
        if not through:
            return Suffix(goal, (), frozenset(), False)
        step = goal, EITHER
        return Suffix(goal, (step,), self.reader.of(step).reads, True)

    def before(self, suffix: Suffix, *, extracting: bool = False) -> list[Entrance]:
        """The entrances of a suffix, the nearest to the entry first.

        `extracting`: compound statements are one step each, loops with all of their turns.
        """
        edges = [edge for edge in self._control.into[suffix.node] if self._is_possible(edge)]
        entrances: list[Entrance] = []
        for region in self._control.regions.get(suffix.node, ()) if self._sliced else ():
            if self._can_be_skipped(region, suffix):
                outside = [edge for edge in edges if edge.source not in region.inside]
                if len(outside) < len(edges):
                    entrances.append(region)
                edges = outside
        if extracting:
            wholes, edges = self._extracted(suffix, edges)
            entrances.extend(wholes)
        distances = self._control.distances

        def nearest(entrance: Entrance) -> tuple[bool, int]:
            if isinstance(entrance, Edge):
                return entrance.how == "raises", distances[entrance.source]
            region = entrance if isinstance(entrance, Region) else entrance.region
            return False, distances[region.start]

        return sorted([*edges, *entrances], key=nearest)

    def _extracted(self, suffix: Suffix, edges: list[Edge]) -> tuple[list[Extracted], list[Edge]]:
        """The extracted statements that lead to a suffix, and the other edges to it."""
        entrances: list[Extracted] = []
        node = suffix.node
        newest = suffix.steps[0] if suffix.steps else (FRESH, "")
        if self._control.nodes[node].kind == "caught":
            entrances.extend(self._raising(node, edges))
        for region in self._whole:
            is_done = newest[0] == region.start and newest[1] in EXTRACTED
            is_inside = bool(suffix.passed) and suffix.passed[0] in region.inside
            if node == region.after and not is_inside:
                outside = [edge for edge in edges if edge.source not in region.inside]
                if len(outside) < len(edges):
                    entrances.append(Extracted(region, WHOLE))
                edges = outside
            elif not region.is_loop or node not in (region.start, region.head):
                continue
            elif is_done:
                inside = set(region.inside) - {region.start}
                edges = [edge for edge in edges if edge.source not in inside]
            elif is_inside and node == region.head:
                # No turn before this one is a number of turns, too.
                return [Extracted(region, TURNS)], []
        return entrances, edges

    def _raising(self, caught: int, edges: list[Edge]) -> Iterator[Extracted]:
        """The outermost loops that may be left by an exception; they come beside the edges, which
        tell how the last turn raises."""
        sources = {edge.source for edge in edges if edge.how == "raises"}
        for region in self._whole:
            if region.is_loop and caught not in region.inside:
                if not sources.isdisjoint(region.inside):
                    yield Extracted(region, RAISED)
                sources -= {*region.inside}

    def _is_possible(self, edge: Edge) -> bool:
        """Whether an edge is possible: taking the next number of a range does not raise."""
        node = self._control.nodes[edge.source]
        is_range = node.kind == "next" and self.types.is_range(node.tree[1])
        return not (edge.how == "raises" and is_range and isinstance(node.tree[0], ast.Name))

    def _can_be_skipped(self, region: Region, suffix: Suffix) -> bool:
        if region.is_left or region.start not in self._control.into:
            return False  # that it is not left is a condition like others
        does = self.reader.inside(region.inside)
        return does.writes.isdisjoint(suffix.live) and not (does.may_change and suffix.heap)

    def grown(self, suffix: Suffix, entrance: Entrance) -> Suffix:
        """The suffix with one more step before it."""
        passed = (suffix.node, *suffix.passed)
        if isinstance(entrance, Extracted):
            does = self.reader.of(entrance.step)
            return Suffix(
                entrance.region.head if entrance.how == TURNS else entrance.region.start,
                (entrance.step, *suffix.steps),
                suffix.live | does.reads,
                suffix.heap or does.heap,
                passed,
            )
        if isinstance(entrance, Region):
            return replace(suffix, node=entrance.start, passed=passed)
        step = entrance.source, entrance.how
        does = self.reader.of(step)
        node = self._control.nodes[entrance.source]
        is_kept = (
            entrance.how == "raises"
            or node.kind in DECISIONS
            or (not self._sliced and node.kind == "do")
            or not does.writes.isdisjoint(suffix.live)
            or (does.may_change and suffix.heap)
        )
        if not is_kept:
            return replace(suffix, node=entrance.source, passed=passed)
        live = (suffix.live - does.binds) | does.reads
        return Suffix(
            entrance.source, (step, *suffix.steps), live, suffix.heap or does.heap, passed
        )

    def whole(self, suffix: Suffix) -> Trace:
        """The trace of a suffix that has come to the entry."""
        return Trace(self._first_line, suffix.steps, None)

    def core(self, suffix: Suffix) -> Trace | None:
        """The scalar core of a suffix; None if it has no condition."""
        types = self.types
        given: dict[str, Parameter] = {}
        unknown: set[str] = set()
        written: set[str] = set()
        steps: list[Step] = []
        has_condition = False
        for step in suffix.steps:
            does = self.reader.of(step)
            node = self._control.nodes[step[0]]
            used = {name for name in does.reads if name in types.locals or name.startswith("_wend")}
            first = used - written
            untyped = {name for name in first if types.of_local(name) is None}
            raises = step[1] == "raises"
            is_in = (
                node.kind in ("do", "test")
                and step[1] not in EXTRACTED
                and does.is_scalar
                and unknown.isdisjoint(used)
                and not untyped
                and (used <= self._bound[step[0]] if raises else does.writes == does.binds)
            )
            if is_in:
                for name in sorted(first):
                    given.setdefault(name, self._parameter(name, name))
                steps.append(step)
                has_condition = has_condition or raises or node.kind == "test"
                if raises:
                    continue  # before it binds anything
                unknown -= does.writes
            else:
                for name in sorted(does.writes):
                    if types.of_local(name) is None:
                        unknown.add(name)
                        continue
                    steps.append((FRESH, name))
                    fresh = fresh_name(name, len(steps) - 1)
                    item = self._item_of_range(node, fresh) if step[1] == "true" else None
                    given[fresh] = item or self._parameter(fresh, name)
                    unknown.discard(name)
            written |= does.writes
        if not has_condition:
            return None
        return Trace(self._first_line, tuple(steps), tuple(given.values()))

    def is_told(self, suffix: Suffix, core: Trace) -> bool:
        """Whether a core has all of a suffix that it may ever have, whatever comes before: loops
        take their items from somewhere, and nothing more is known of these."""
        steps = [step for step in suffix.steps if not self._is_of_loop(step)]
        return steps == [step for step in core.steps if step[0] != FRESH]

    def _is_of_loop(self, step: Step) -> bool:
        """Whether a step begins a `for`, takes its next item, or ends it."""
        node = self._control.nodes[step[0]]
        if node.kind == "next":
            return isinstance(node.tree[0], ast.Name) and step[1] in ("true", "false")
        match node.tree:
            case [ast.Assign(targets=[ast.Name(id=name)])] if node.kind == "do":
                return name.startswith(ITEMS) and step[1] == "next"
            case _:
                return False

    def _item_of_range(self, node: ControlNode, fresh: str) -> Parameter | None:
        """The item of a loop over a range as a parameter, if a bound of the range is known."""
        if node.kind != "next" or not self.types.is_range(node.tree[1]):
            return None
        low, high = bounds_of_range(node.tree[1])
        if low is None and high is None:
            return None
        return Parameter(fresh, Whole(low, high), by_keyword=True)

    def _parameter(self, name: str, local: str) -> Parameter:
        kinds = self.types.of_local(local)
        assert kinds is not None
        return Parameter(name, domain_of(kinds), by_keyword=True)


def bounds_of_range(made: ast.Call) -> tuple[int | None, int | None]:
    """The least and the greatest number of a range, if constants tell."""
    if made.keywords or not 1 <= len(made.args) <= 3:
        return None, None
    first: ast.expr = ast.Constant(0) if len(made.args) == 1 else made.args[0]
    start, stop = _number(first), _number(made.args[min(1, len(made.args) - 1)])
    step = _number(made.args[2]) if len(made.args) == 3 else 1
    if not step:
        return None, None
    if step > 0:
        low, high = start, None if stop is None else stop - 1
    else:
        low, high = None if stop is None else stop + 1, start
    is_empty = low is not None and high is not None and low > high
    return (None, None) if is_empty else (low, high)


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return int(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return None


def _can_be_extracted(region: Region) -> bool:
    return not any(isinstance(part, _NOT_EXTRACTED) for part in ast.walk(region.statement or _NONE))


_NONE = ast.Pass()
_NOT_EXTRACTED = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
"""Nodes of syntax that mean something else in a trace than in the function."""
