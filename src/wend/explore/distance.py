"""The distance of a branch from a line that is sought, by static control flow and calls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from wend.explore.strategies import InTurns, Scored
from wend.path.tree import Goal
from wend.source.files import parse_file
from wend.source.flow import Flow, flows_of
from wend.source.functions import all_functions, holder

_Key = tuple[str, int, str]
"""A function: its file, first line and plain name."""

FAR = 10_000
"""The distance of a line from which no known way leads to the line that is sought."""


Flows = Mapping[_Key, Flow]


def flows_in(files: Iterable[str]) -> Flows:
    """The flows of all functions of some files."""
    found: dict[_Key, Flow] = {}
    for file in dict.fromkeys(files):
        tree = parse_file(file)
        flows = flows_of(tree) if tree is not None else {}
        for entry in all_functions(tree) if tree is not None else ():
            found[file, entry.first_line, entry.name] = flows[entry.first_line]
    return found


class Distances:
    """Distances of lines, in functions of some files, to one line."""

    def __init__(self, flows: Flows, file: str, line: int) -> None:
        self._file = file
        self._lines: dict[tuple[str, int], int] = {}
        self._flows: dict[tuple[str, int], Flow] = {}
        tree = parse_file(file)
        goal = holder(tree, line) if tree is not None else None
        if goal is not None:
            self._spread(flows, (file, goal[0].first_line, goal[0].name), line)

    def _spread(self, flows: Flows, goal: _Key, line: int) -> None:
        """Computes distances in the function of the line, then in its callers, and in theirs."""
        waiting = [(goal, {line: 0})]
        done: set[_Key] = set()
        while waiting:
            where, targets = waiting.pop(0)
            if where in done:
                continue
            done.add(where)
            flow = flows[where]
            for target, extra in targets.items():
                for at, distance in flow.distance_to(target).items():
                    key = where[0], at
                    self._lines[key] = min(self._lines.get(key, FAR), distance + extra)
                    self._flows[key] = flow
            name = where[2]
            entry = self._lines.get((where[0], min(flow.lines, default=0)), 0)
            for caller, other in flows.items():
                calls = {
                    at: entry + 1
                    for at, called in other.calls.items()
                    if any(each.rpartition(".")[2] == name for each in called)
                }
                if calls and caller not in done:
                    waiting.append((caller, calls))

    def nearest(self, lines: Collection[int]) -> int | None:
        """The one of these lines with the shortest distance, in the file of the line sought."""
        known = {line: self._lines.get((self._file, line), FAR) for line in sorted(lines)}
        found = min(known, key=lambda line: known[line], default=None)
        return found if found is not None and known[found] < FAR else None

    def of(self, goal: Goal) -> int:
        """The distance of the side of a branch that a goal wants."""
        site = goal.node.site
        flow = self._flows.get((site.file, site.line))
        line = flow.statement_of.get(site.line, site.line) if flow else site.line
        here = self._lines.get((site.file, line), FAR)
        if flow is None or site.kind != "test":
            return here
        ways = sorted(to for source, to in flow.branches if source == line)
        if len(ways) != 2:
            return here
        # The body stands right below its condition; the way past it is the other one.
        body = min((to for to in ways if to > line), default=ways[0])
        other = next(to for to in ways if to != body)
        towards = body if goal.side else other
        return min(FAR, 1 + self._lines.get((site.file, towards), FAR))


class Nearest(InTurns):
    """A search strategy for several lines: in turns, each line takes the goal nearest to it."""

    def __init__(self, distances: Mapping[int, Distances]) -> None:
        self._of = {line: _nearest_to(each) for line, each in distances.items()}
        super().__init__(self._of.values())

    def drop(self, line: int) -> None:
        """Stops looking for a line, unless it is the last one, which still holds open goals."""
        if len(self.orders) > 1:
            self.orders.remove(self._of[line])


def _nearest_to(distances: Distances) -> Scored:
    return Scored(lambda goal, gain: -distances.of(goal))
