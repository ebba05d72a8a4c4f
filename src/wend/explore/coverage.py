"""Lines and branches that replays executed, against those that the source has."""

from __future__ import annotations

from collections.abc import Iterable

from wend.path.case import Arc
from wend.path.replay import Trace
from wend.path.result import Coverage
from wend.record import Record
from wend.source.files import parse_file
from wend.source.flow import Flow, arcs_of_trace, flow_of

Parts = frozenset[int | Arc]
"""Lines and branches of one file."""


class Covered(Record):
    """What one replay covered in the file of the target."""

    lines: frozenset[int]
    branches: frozenset[Arc]
    returns: frozenset[int] = frozenset()
    """The last statements of calls that returned: a statement that was only seen to raise is worth
    a case that returns."""


class CoverageMap:
    """The lines and branches of a file's functions, and which of them were covered so far."""

    def __init__(self, file: str, first_line: int, wanted: frozenset[int] = frozenset()) -> None:
        """`wanted`: lines that count even in the middle of a statement, where others do not."""
        self.file = file
        self._wanted = wanted
        self.first_line = first_line
        self.lines: set[int] = set()
        self.branches: set[Arc] = set()
        self.returns: set[int] = set()
        self._flows: dict[int, Flow | None] = {}

    @property
    def target(self) -> Flow | None:
        return self._flow(self.first_line)

    def _flow(self, first_line: int) -> Flow | None:
        """The flow of the function that starts on a line; a lambda has none."""
        if first_line not in self._flows:
            tree = parse_file(self.file)
            try:
                self._flows[first_line] = flow_of(tree, first_line) if tree else None
            except LookupError:
                self._flows[first_line] = None
        return self._flows[first_line]

    def read(self, trace: Trace, begun: Iterable[int] = ()) -> Covered:
        """The lines and branches of a trace, in all functions of the file."""
        lines: set[int] = set(self._wanted.intersection(begun))
        branches: set[Arc] = set()
        returns: set[int] = set()
        for first, segments in trace.items():
            flow = self._flow(first)
            if flow is None:
                continue
            for executed, returned in segments:
                lines.update(flow.lines.intersection(map(flow.statement_of.get, executed)))
                branches |= flow.branches & arcs_of_trace(flow, executed, returned=returned)
                if returned and executed:
                    returns.add(flow.statement_of.get(executed[-1], executed[-1]))
        return Covered(frozenset(lines), frozenset(branches), frozenset(returns))

    def gain(self, covered: Covered) -> tuple[tuple[int, ...], tuple[Arc, ...], bool]:
        """New lines and branches of the target, and whether anything in the file is new."""
        flow = self.target
        lines, branches = covered.lines - self.lines, covered.branches - self.branches
        return (
            tuple(sorted(lines & ((flow.lines if flow else frozenset()) | self._wanted))),
            tuple(sorted(branches & flow.branches)) if flow else (),
            bool(lines or branches or covered.returns - self.returns),
        )

    def add(self, covered: Covered) -> None:
        self.lines |= covered.lines
        self.branches |= covered.branches
        self.returns |= covered.returns

    @property
    def size(self) -> int:
        """The number of lines and branches of the file that were covered."""
        return len(self.lines) + len(self.branches)

    @property
    def covered(self) -> Parts:
        """The lines and branches of the file that were covered."""
        return frozenset([*self.lines, *self.branches])

    @property
    def missed(self) -> Parts:
        """The lines and branches that are sought and were not covered."""
        if self._wanted:
            return self._wanted - self.lines
        flow = self.target
        return frozenset() if flow is None else (flow.lines | flow.branches) - self.covered

    def count(self) -> tuple[int, int]:
        """Branches of the target covered, and all of them; lines where it has no branches."""
        flow = self.target
        if flow is None:
            return 0, 0
        if flow.branches:
            return len(flow.branches & self.branches), len(flow.branches)
        return len(flow.lines & self.lines), len(flow.lines)

    @property
    def is_full(self) -> bool:
        """Whether every line and branch of the target is covered."""
        flow = self.target
        return flow is not None and flow.lines <= self.lines and flow.branches <= self.branches

    def result(self) -> Coverage:
        flow = self.target
        if flow is None:
            return Coverage()
        return Coverage(
            tuple(sorted(flow.lines & self.lines)),
            tuple(sorted(flow.lines - self.lines)),
            tuple(sorted(flow.branches & self.branches)),
            tuple(sorted(flow.branches - self.branches)),
        )
