"""Proves that a line is unreachable past loops and many branches, by induction over the turns.

    i = 0                    The line needs i % 2 == 1. A turn of the loop does not change the
    while i < n:             remainder, so a run that reaches the loop's head with remainder 1 was
        i += 2               there with remainder 1 before. At the beginning i is 0. So no turn is
    if i % 2 == 1:           the first with remainder 1, and none has it.
        …

A suffix stands for the set of values with which its core can be run to its end. If that set is part
of the set of an earlier suffix from the same node, nothing new can come before the later one: all
is covered by reading backward from the earlier one. Conditions are left out to make sets larger, so
that this happens sooner.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable

from wend.aim.backward.ask import Asking, Conflict, Fits
from wend.aim.backward.effects import Reader
from wend.aim.backward.needs import Need, told_by
from wend.aim.backward.traces import Entrance, Growing, Suffix
from wend.aim.steps import Steps
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.path.trace import Trace
from wend.record import replace
from wend.source.control.graph import Control, Edge

MOST_SEGMENTS = 400
"""Segments that are read for one proof."""

MOST_AT_A_NODE = 6
"""Sets of values that are kept for one node; with more of them no proof was ever found."""

Execute = Callable[[Trace, Inputs], Path | None]


class Induction:
    """Tries to prove that no way leads to the goals; it finds no inputs."""

    def __init__(
        self,
        control: Control,
        growing: Growing,
        reader: Reader,
        execute: Execute,
        asking: Asking,
        rests_on_machine: Callable[[Suffix], bool],
    ) -> None:
        self._rests_on_machine = rests_on_machine
        self._control = control
        self._growing = growing
        self._reader = reader
        self._execute = execute
        self._asking = asking
        self.segments = 0
        self.conflicts: dict[tuple[Need, ...], None] = {}
        self.is_proved = False

    def tried(self, goals: Iterable[int]) -> Steps[None]:
        """A step is a run or a query; at the end `is_proved` tells the result."""
        starts = [self._growing.start(goal) for goal in goals]
        for first, keeps in (("outside", "none"), ("all", "none"), ("all", "near")):
            self.conflicts.clear()
            yield from self._read(starts, first, keeps)
            if self.is_proved:
                return

    def _read(self, starts: list[Suffix], first: str, keeps: str) -> Steps[None]:
        known: dict[int, list[tuple[Term, ...]]] = {}
        # The conditions around the goal are what may be wrong with it.
        stack = [(start, first) for start in starts]
        for _ in range(MOST_SEGMENTS):
            if not stack:
                self.is_proved = True
                return
            suffix = self._segment(*stack.pop())
            self.segments += 1
            is_open = yield from self._is_open(suffix, known)
            yield None
            if is_open is None:
                return
            if is_open:
                if suffix.node == self._control.entry:
                    return
                entrances = self._growing.before(suffix)
                stack.extend(
                    [
                        (self._grown(suffix, entrance, keeps), keeps)
                        for entrance in reversed(entrances)
                    ]
                )

    def _segment(self, suffix: Suffix, keeps: str) -> Suffix:
        while suffix.node != self._control.entry:
            entrances = self._growing.before(suffix)
            if len(entrances) != 1:
                break
            suffix = self._grown(suffix, entrances[0], keeps)
        return suffix

    def _grown(self, suffix: Suffix, entrance: Entrance, keeps: str) -> Suffix:
        """With one more step before it; conditions are left out, but for `all` of them, for those
        `outside` of loops, or for those that are `near`: about what the suffix is about."""
        grown = self._growing.grown(suffix, entrance)
        if not isinstance(entrance, Edge) or self._control.nodes[entrance.source].kind != "test":
            return grown
        does = self._reader.of((entrance.source, entrance.how))
        is_kept = {
            "all": True,
            "outside": entrance.source not in self._growing.in_loops,
            "near": not does.heap and not does.reads.isdisjoint(suffix.live),
            "none": False,
        }[keeps]
        if is_kept or does.writes or entrance.how == "raises":
            return grown
        return replace(suffix, node=entrance.source, passed=grown.passed)

    def _is_open(
        self, suffix: Suffix, known: dict[int, list[tuple[Term, ...]]]
    ) -> Steps[bool | None]:
        """Whether reading must go on before a suffix; None if no proof is possible."""
        core = self._growing.core(suffix)
        if core is None:
            return None
        assert core.parameters is not None
        execute = functools.partial(self._execute, core)
        verdict = yield from self._asking.ask(execute, core.parameters, {})
        if isinstance(verdict, Conflict):
            if self._rests_on_machine(suffix):
                return None
            self.conflicts[told_by(self._control, suffix.steps, verdict)[0]] = None
            return False
        if not isinstance(verdict, Fits) or (path := execute(verdict.inputs)) is None:
            return None
        if any(each.is_pin for each in path.branches) or path.reasons:
            return None
        holds = tuple([each.holds for each in path.branches])
        here = known.setdefault(suffix.node, [])
        # What its statements decide on their way has other sides, of which nothing is known here.
        is_all = all(each.site.kind == "fit" and each.taken for each in path.branches)
        implied = functools.partial(self._asking.implies, holds, near=verdict.inputs)
        if is_all and any(all(map(implied, each)) for each in here):
            return False
        if not self._growing.is_told(suffix, core):
            # Something is left out of the core that may be in it with more steps before it.
            return True if Counter(suffix.passed)[suffix.node] < 2 else None
        here.append(holds)
        return True if len(here) <= MOST_AT_A_NODE else None
