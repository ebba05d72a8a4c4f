"""Tasks: a target with the function that explores it, and the facts that progress shows."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.options import Options
from wend.deadline import Overdue, slack
from wend.errors import WendError
from wend.explore.budget import Interrupt
from wend.explore.coverage import CoverageMap, Parts
from wend.inputs.target import TargetRef
from wend.messages.options import Goals
from wend.path.fault import internal
from wend.path.overdue import overdue
from wend.path.reason import Reason
from wend.path.result import Result, Together
from wend.record import Record, replace

if TYPE_CHECKING:
    from wend.campaign.exploration import Exploration, Watch
    from wend.process.importer import ZygoteChannels

FINDS_SECONDS, FINDS_SHARE = 1.0, 0.02
"""How often it is told what an exploration found, and the most of its time that may take."""

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

    @property
    def sought(self) -> tuple[str, Parts]:
        """The file of the target and what is to be covered in it, as far as its source tells."""
        if isinstance(self.unbegun, Together):
            return self.ref.module.file, frozenset([each.line for each in self.unbegun.results])
        file = self.ref.module.file
        return file, CoverageMap(file, self.ref.line).missed

    def explored(
        self, options: Options, interrupt: Interrupt, watch: Watch, **zygote: ZygoteChannels
    ) -> Result | Together:
        """The result of the call; whatever it raises costs this task alone."""
        try:
            return self.explore(*self.arguments, options, interrupt, watch, **zygote)
        except WendError as error:
            return _broken(self.unbegun, str(error))
        except Overdue:
            return self.cut_off(overdue("the time was over in the middle of something", self.ref))
        except Exception as error:
            return self.failed(error)

    def most_seconds(self, options: Options) -> float:
        """The seconds after which its result has to be there, whatever it does."""
        parts = len(self.unbegun.results) if isinstance(self.unbegun, Together) else 1
        return options.caps.seconds * parts + slack(options.caps.seconds)

    def cut_off(self, reason: Reason, found: Result | Together | None = None) -> Result | Together:
        """The result where its process was ended, with what that had `found` before."""
        result = found or self.unbegun
        if reason.what != "overdue":  # which is no error, but a budget that was spent
            result = _broken(result, reason.says)
        return self.with_reason(result, reason)

    def with_reason(self, result: Result | Together, reason: Reason) -> Result | Together:
        if isinstance(result, Together):
            return Together(
                tuple([replace(each, reasons=(*each.reasons, reason)) for each in result.results])
            )
        return replace(result, reasons=(*result.reasons, reason))

    def failed(self, error: BaseException) -> Result | Together:
        """The result where wend itself fails in the task."""
        return self.cut_off(self.fault(error))

    def fault(self, error: BaseException) -> Reason:
        """The reason for a fault of wend in the task."""
        return internal(error, "the exploration", self.ref)


def _broken(result: Result | Together, says: str) -> Result | Together:
    """The result where an error ended the task; of its lines, those that were reached stay so."""
    if isinstance(result, Together):
        lines = [
            each if each.verdict == "reached" else replace(each, verdict="error", error=says)
            for each in result.results
        ]
        return Together(tuple(lines))
    return replace(result, verdict="error", error=says)


class Finds:
    """What an exploration finds, as it is told now and then, so that no more than the last of it is
    lost where the process is ended."""

    def __init__(self, exploration: Exploration, so_far: Callable[[], Result | Together]) -> None:
        self.exploration = exploration
        self._so_far = so_far
        self._size = 0, 0
        self.due = time.monotonic() + FINDS_SECONDS
        """When it is to be told again, by time.monotonic."""

    @contextlib.contextmanager
    def told(self) -> Iterator[Result | Together | None]:
        """The result so far, to be told; None where that is no more than before."""
        began, suite = time.monotonic(), self.exploration.suite
        before, self._size = self._size, (len(suite.cases), suite.coverage.size)
        yield self._so_far() if self._size != before else None
        now = time.monotonic()
        self.due = now + max(FINDS_SECONDS, (now - began) / FINDS_SHARE)


def facts_of(exploration: Exploration) -> Facts:
    """The facts that progress shows of an exploration."""
    explorer = exploration.explorer
    covered, branches = exploration.suite.coverage.count()
    rate = explorer.budget.executions / max(explorer.budget.seconds, 1e-3)
    label = exploration.runner.prepared.target.ref.function
    return (
        label,
        explorer.tree.path_count,
        covered,
        branches,
        exploration.forward.frontier.size,
        rate,
    )
