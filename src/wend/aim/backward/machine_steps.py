"""Whether a trace needs an exception that depends on the machine, and not on values alone."""

from __future__ import annotations

from collections.abc import Sequence

from wend.instrument.trace import Step
from wend.source.control.graph import Control, ControlNode
from wend.source.effects.machine_exceptions import NO_HAZARDS, Hazards, may_take


def rests_on_machine(
    control: Control, steps: Sequence[Step], hazards: Hazards = NO_HAZARDS
) -> bool:
    """Whether a trace needs an exception that depends on more than values."""
    raising: Step | None = None
    raised: list[object] = []
    for step in steps:
        if step[0] < 0:
            continue
        node = control.nodes[step[0]]
        if step[1] == "raises":
            raising = step
            raised.extend(_trees(node))
        elif node.kind == "part" and step[1] == "true":
            # What a clause takes may have been raised before others that took theirs.
            if may_take(node.tree, raised, hazards):
                return True
        elif node.kind == "handler" and step[1] == "true":
            trees = [] if raising is None else _trees(control.nodes[raising[0]])
            if may_take(node.tree, trees, hazards):
                return True
            raising = None
    return False


def _trees(node: ControlNode) -> list[object]:
    return node.tree if isinstance(node.tree, list) else [node.tree]
