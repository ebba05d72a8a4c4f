"""Whether the runs of a complete exploration see state, by watching each path once more.

The source tells the names by which state may be seen, and nothing of which object has them. So
where it names some, every path of the tree is run again, watched (`run.state_watch`). Where none
of them reads what was there before the call, all other states lead to the same paths.
"""

from __future__ import annotations

from wend.campaign.exploration import Exploration
from wend.explore.searches.ground import Ground
from wend.path.outcome import Dropped, Outcome, Raised, Stopped

MOST_PATHS = 1000
"""Paths that are watched; of a target with more, what its source says has to do."""


def seen_state(exploration: Exploration, ground: Ground) -> str:
    """A name by which the target sees state; "" if its runs see none."""
    explorer, runner = exploration.explorer, exploration.runner
    if not ground.seen:
        return ""
    names = ground.watched_names()
    paths = explorer.tree.paths()
    if names is None or exploration.composed.is_proved or len(paths) > MOST_PATHS:
        return ground.seen
    exploration.suite.settle()
    for path in paths:
        if explorer.budget.hit() is not None:
            return ground.seen
        runner.replay(path.inputs, watched=names)
        explorer.budget.concrete += 1
        found = runner.replayed()
        if found.seen:
            return found.seen
        if not _are_alike(path.outcome, found.outcome):
            return ground.seen
    return ""


def _are_alike(one: Outcome, other: Outcome) -> bool:
    """Whether plain code ended as the twin did. What the twin drops may be inputs that mean the
    same as others: a dict in which a key comes twice."""
    if isinstance(one, Dropped):
        return not isinstance(other, Stopped)
    if isinstance(one, Raised) and isinstance(other, Raised):
        return one.type == other.type
    return type(one) is type(other) and not isinstance(other, Stopped)
