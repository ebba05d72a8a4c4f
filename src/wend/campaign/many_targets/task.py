"""A target with the function that explores it, and what is told of it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.options import Options
from wend.inputs.target import TargetRef
from wend.messages.options import Goals
from wend.path.result import Result, Together
from wend.record import Record

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration

Facts = tuple[str, int, int, int, int, float]
"""Of an exploration under way: its function, paths, branches covered, all branches, open ones,
paths a second."""


class Task(Record):
    """A target, and what explores it."""

    explore: Callable[..., Result | Together]
    arguments: tuple[Any, ...]
    ref: TargetRef
    unbegun: Result | Together
    """What is said of it before it is begun."""
    goals: Goals | None = None
    recalled: Callable[[Options], Result | None] = lambda options: None
    """What the store knows."""
    group_key: Any = None
    """Tasks with the same key are explored at once."""
    joined: Callable[[Sequence[Task]], Task] | None = None
    """Makes one task of such."""


def facts_of(exploration: Exploration) -> Facts:
    """What progress tells of an exploration."""
    explorer = exploration.explorer
    covered, branches = exploration.suite.coverage.count()
    rate = explorer.budget.executions / max(explorer.budget.seconds, 1e-3)
    label = exploration.runner.prepared.target.ref.function
    return label, explorer.tree.path_count, covered, branches, explorer.frontier.size, rate
