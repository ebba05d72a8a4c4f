"""What was learned from traces that were cut: other traces may be dead for the same reason.

A conflict is about some conditions of a trace, and about the steps that lead values to them: a
*core*. Where all that comes before a node is cut, whatever way it takes, no execution comes through
that node and goes on by the cores together. So any trace that begins there with the same cores is
dead, though its other steps are others:

    flag = 0                              ◀ conflict with flag == 2
    if a: y += 1                          ◀ dead by the first arm; the second one has the same core
    else: y -= 1
    if y > 0 and flag == 2: …goal
"""

from __future__ import annotations

from collections.abc import Sequence

from wend.aim.backward.effects import Reader
from wend.aim.backward.traces import Suffix
from wend.instrument.trace import Step

Positions = frozenset[int]
"""Steps of a trace by their distance from its end, which stays when it grows."""

Core = tuple[tuple[Step, bool], ...]
"""Steps, and whether they are conditions of the conflict."""


class Learned:
    """The cores that nothing leads to, by node: for all lines of one function."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._cores: dict[int, dict[Core, bool]] = {}

    def note(self, suffix: Suffix, positions: Positions, *, rests_on_inputs: bool) -> None:
        """Nothing leads to a suffix, because of the conditions at these places; `rests_on_inputs`:
        as far as the inputs that are tried are all."""
        core = self._core(suffix.steps, positions)
        if core is not None:
            cores = self._cores.setdefault(suffix.node, {})
            cores[core] = rests_on_inputs and cores.get(core, True)

    def dead(self, suffix: Suffix) -> tuple[Positions, bool] | None:
        """The conditions because of which nothing leads to a suffix, if that is known, and whether
        that rests on inputs."""
        for core, rests_on_inputs in self._cores.get(suffix.node, {}).items():
            positions = _positions(
                suffix.steps, [step for step, is_condition in core if is_condition]
            )
            if positions is not None and self._core(suffix.steps, positions) == core:
                return positions, rests_on_inputs
        return None

    def _core(self, steps: Sequence[Step], positions: Positions) -> Core | None:
        """The conditions with what leads values to them; None where objects are concerned."""
        live: frozenset[str] = frozenset()
        core: list[tuple[Step, bool]] = []
        for position, step in enumerate(reversed(steps)):
            does = self._reader.of(step)
            if position not in positions and does.writes.isdisjoint(live):
                continue
            if does.heap:
                return None
            live = (live - does.binds) | does.reads
            core.append((step, position in positions))
        return tuple(core)


def _positions(steps: Sequence[Step], conditions: Sequence[Step]) -> Positions | None:
    """Where conditions are in a trace; None where one is not there, or more than once."""
    last = len(steps) - 1
    found: set[int] = set()
    for condition in conditions:
        if steps.count(condition) != 1:
            return None
        found.add(last - steps.index(condition))
    return frozenset(found)
