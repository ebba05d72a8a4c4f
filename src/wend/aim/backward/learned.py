"""Remembers why traces were cut, since other traces may be dead for the same reason.

A conflict is about some conditions of a trace and the steps that compute their values: a *core*. If
every trace from a node back to the entry is cut, no execution passes the node and goes on by the
steps of these cores. So any trace that begins at the node with the same cores is dead, whatever its
other steps are:

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
"""Steps of a trace by their distance from its end, which does not change when the trace grows."""

Core = tuple[tuple[Step, bool], ...]
"""Steps, each with whether it is a condition of the conflict."""


class Learned:
    """By node, the cores of dead suffixes, for all lines of one function."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._cores: dict[int, dict[Core, bool]] = {}

    def note(self, suffix: Suffix, positions: Positions, *, rests_on_inputs: bool) -> None:
        """Notes that a suffix is dead because of the conditions at these positions.

        `rests_on_inputs`: it is dead only for inputs of the types that are tried.
        """
        core = self._core(suffix.steps, positions)
        if core is not None:
            cores = self._cores.setdefault(suffix.node, {})
            cores[core] = rests_on_inputs and cores.get(core, True)

    def dead(self, suffix: Suffix) -> tuple[Positions, bool] | None:
        """The positions of the conditions because of which a suffix is dead, if it is known to be,
        and whether that rests on inputs."""
        for core, rests_on_inputs in self._cores.get(suffix.node, {}).items():
            positions = _positions(
                suffix.steps, [step for step, is_condition in core if is_condition]
            )
            if positions is not None and self._core(suffix.steps, positions) == core:
                return positions, rests_on_inputs
        return None

    def _core(self, steps: Sequence[Step], positions: Positions) -> Core | None:
        """The conditions with the steps that compute their values; None if objects are involved."""
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
    """The positions of conditions in a trace; None if one is missing or is there twice."""
    last = len(steps) - 1
    found: set[int] = set()
    for condition in conditions:
        if steps.count(condition) != 1:
            return None
        found.add(last - steps.index(condition))
    return frozenset(found)
