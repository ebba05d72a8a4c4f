"""Lines and branches that replays executed, against those that the source has."""

from __future__ import annotations

from dataclasses import dataclass, field

from wend.explore.functions import all_functions
from wend.instrument.flow import Flow, arcs_of_trace, flow_of
from wend.instrument.source import parse_file
from wend.path.case import Arc
from wend.path.replay import Trace
from wend.path.result import Coverage


@dataclass(frozen=True, slots=True)
class Covered:
    """What one replay covered in the file of the target."""

    lines: frozenset[int]
    arcs: frozenset[Arc]


@dataclass(slots=True)
class CoverageMap:
    """The flows of a file's functions, and what was covered so far."""

    file: str
    first_line: int
    flows: dict[int, Flow] = field(default_factory=dict)
    lines: set[int] = field(default_factory=set)
    arcs: set[Arc] = field(default_factory=set)

    def __post_init__(self) -> None:
        tree = parse_file(self.file)
        if tree is None:
            return
        for entry in all_functions(tree):
            self.flows[entry.first_line] = flow_of(tree, entry.first_line)
        if self.first_line not in self.flows:
            try:
                self.flows[self.first_line] = flow_of(tree, self.first_line)
            except LookupError:  # a lambda: it has no lines of its own
                return

    @property
    def target(self) -> Flow | None:
        return self.flows.get(self.first_line)

    def read(self, trace: Trace) -> Covered:
        """The lines and arcs of a trace, in all functions of the file."""
        lines: set[int] = set()
        arcs: set[Arc] = set()
        for first, segments in trace.items():
            flow = self.flows.get(first)
            if flow is None:
                continue
            for executed, returned in segments:
                lines.update(flow.lines.intersection(map(flow.statement_of.get, executed)))
                arcs.update(arcs_of_trace(flow, executed, returned=returned))
        return Covered(frozenset(lines), frozenset(arcs))

    def gain(self, covered: Covered) -> tuple[tuple[int, ...], tuple[Arc, ...], bool]:
        """New lines and branches of the target, and whether anything in the file is new."""
        flow = self.target
        lines = covered.lines - self.lines
        arcs = (covered.arcs - self.arcs) & self._branches()
        in_target = flow.lines if flow else frozenset()
        branches = flow.branches if flow else frozenset()
        return (
            tuple(sorted(lines & in_target)),
            tuple(sorted(arcs & branches)),
            bool(lines or arcs),
        )

    def add(self, covered: Covered) -> None:
        self.lines |= covered.lines
        self.arcs |= covered.arcs

    def _branches(self) -> frozenset[Arc]:
        return frozenset().union(*[flow.branches for flow in self.flows.values()])

    def count(self) -> tuple[int, int]:
        """Branches of the target covered, and all of them; lines where it has no branches."""
        flow = self.target
        if flow is None:
            return 0, 0
        if flow.branches:
            return len(flow.branches & self.arcs), len(flow.branches)
        return len(flow.lines & self.lines), len(flow.lines)

    @property
    def is_full(self) -> bool:
        """Whether every line and branch of the target is covered."""
        flow = self.target
        return flow is not None and flow.lines <= self.lines and flow.branches <= self.arcs

    def result(self) -> Coverage:
        flow = self.target
        if flow is None:
            return Coverage()
        return Coverage(
            tuple(sorted(flow.lines & self.lines)),
            tuple(sorted(flow.lines - self.lines)),
            tuple(sorted(flow.branches & self.arcs)),
            tuple(sorted(flow.branches - self.arcs)),
        )
