"""Tasks: a target with the function that explores it, and the facts that progress shows."""

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
"""Of an exploration under way: the name of its function, the numbers of paths, of covered branches,
of all branches and of open goals, and the paths per second."""


class Task(Record):
    """A call that explores one target."""

    explore: Callable[..., Result | Together]
    arguments: tuple[Any, ...]
    ref: TargetRef
    unbegun: Result | Together
    """The result where it is never begun."""
    goals: Goals | None = None
    recalled: Callable[[Options], Result | None] = lambda options: None
    """Asks the store for an earlier result."""
    group_key: Any = None
    """Tasks with the same key are explored at once."""
    joined: Callable[[Sequence[Task]], Task] | None = None
    """Makes one task of all tasks with the same key."""


def facts_of(exploration: Exploration) -> Facts:
    """The facts that progress shows of an exploration."""
    explorer = exploration.explorer
    covered, branches = exploration.suite.coverage.count()
    rate = explorer.budget.executions / max(explorer.budget.seconds, 1e-3)
    label = exploration.runner.prepared.target.ref.function
    return label, explorer.tree.path_count, covered, branches, explorer.frontier.size, rate
