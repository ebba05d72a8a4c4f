"""What all searches for one target share: its runs, and what they showed.

A search finds inputs. They are run here, once, and what the run shows is put into the tree and told
to all searches. [001] Figure 1 and [003] Algorithm 1: explore decides where, aim decides how, solve
answers logic, run tells the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from wend.errors import WendError
from wend.explore.budget import Budget, Cap
from wend.explore.refused_inputs import RefusedInputs
from wend.explore.suite import Suite
from wend.expr import samples
from wend.expr.pure import PURE
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.path.fault import Contained, internal
from wend.path.outcome import Dropped, Stopped
from wend.path.path import Path
from wend.path.reason import Reason, Reasons
from wend.path.site import Site
from wend.path.tree import Goal, Node, Tree
from wend.record import Record, replace

MOST_LOST = 8
"""Runs in a row in which wend itself may fail; then the search is given up."""


class Seen(Record):
    """One run, with what was new in it."""

    path: Path
    blocks: int = 0
    """New blocks."""
    gain: int = 0
    """New blocks and branch sides."""
    is_new_path: bool = False
    new_nodes: Sequence[Node] = ()
    goal: Goal | None = None
    """The goal that the run was made for."""


class Observer(Protocol):
    """Who is told of every run."""

    def saw(self, seen: Seen) -> None: ...


class Explorer:
    """The runs of one target, and what they showed."""

    def __init__(
        self,
        execute: Callable[[Inputs], Path],
        budget: Budget,
        suite: Suite,
        target_reasons: Reasons,
        refused: RefusedInputs | None = None,
    ) -> None:
        """`target_reasons`: the approximations that preparing the target made. `refused`: what
        corrects object graphs that a validity predicate refuses."""
        self._execute = execute
        self._target_reasons = target_reasons
        self.suite = suite
        self.budget = budget
        self.refused = refused
        self.observers: list[Observer] = []
        """Told of each run in this order."""
        self.tried: set[Inputs] = set()
        self.tree = Tree()
        self.reasons = Reasons()
        self.divergences = 0
        self.steps = 0
        """Intermediate runs, made to learn a sample."""
        self.cap: Cap | None = None
        """The cap that ended the exploration."""
        self._marks: set[int] = set()
        self._sides: set[tuple[Site, bool]] = set()
        self._lost = 0
        """The last runs in a row in which wend itself failed."""
        self._checked: set[str] = set()
        """Opaque functions that were called twice with the same arguments, to compare the
        results."""

    def may_go_on(self) -> bool:
        """Whether no cap is hit."""
        self.cap = self.budget.hit()
        return self.cap is None

    @property
    def has_approximated(self) -> bool:
        """Whether an approximation may hide what no flip shows."""
        every = (self._target_reasons, self.reasons, self.suite.reasons)
        return any(reasons.spoil for reasons in every)

    def run(self, inputs: Inputs, method: str, goal: Goal | None = None) -> Seen:
        """Runs the target once, and tells all searches what the run shows."""
        if self.refused is None:
            inputs = self._normal(inputs)
        self.tried.add(inputs)
        self.budget.executions += 1
        path = self._executed(inputs, method)
        if path is None:
            if goal is not None:
                goal.node.closed[goal.side] = "unknown"
            return Seen(Path(inputs, (), Dropped(), method=method))
        if self.refused is not None:
            counted = self._normal(inputs) if path.inputs is inputs else path.inputs
            path = replace(path, inputs=counted, given=inputs)
            self.refused.references.learn(path)
        seen = self._added(path, goal)
        for observer in self.observers:
            observer.saw(seen)
        if goal is not None and not goal.node.is_taken(goal.side):
            self._missed(goal, path)
        return seen

    def is_impure(self, path: Path) -> bool:
        """Whether an opaque function of this path returns another result in a second run. Each
        function is checked once, before its arguments are varied."""
        met = {sample[1] for sample in path.samples} - PURE - self._checked
        if not met:
            return False
        self._checked |= met
        self.budget.executions += 1
        self._learn(self._execute(path.inputs))
        return not met.isdisjoint(samples.current.impure)

    def contained(self, part: str) -> Contained:
        """A context that a fault of wend ends, with a reason that names the part."""
        return Contained(self.reasons, part, self.suite.target.ref)

    def _normal(self, inputs: Inputs) -> Inputs:
        """The inputs without variables that do not count."""
        return live(self.suite.target.parameters, inputs)

    def _executed(self, inputs: Inputs, method: str) -> Path | None:
        """One run, or None where wend itself fails in it, which leaves a reason."""
        try:
            path = self._execute(inputs)
        except WendError:
            raise
        except Exception as error:
            self._lost += 1
            if self._lost >= MOST_LOST:
                raise
            self.reasons.append(internal(error, "a run", self.suite.target.ref))
            return None
        self._lost = 0
        return replace(path, method=method)

    def _added(self, path: Path, goal: Goal | None) -> Seen:
        """Adds a path to what is known."""
        self.reasons.extend(path.reasons)
        self._learn(path)
        self.suite.guesses.saw(path)
        known, varying = self.tree.path_count, len(self.tree.varying)
        new_nodes = self.tree.add(path)
        if isinstance(path.outcome, Stopped) and not path.outcome.is_wild:
            self.reasons.append(_cut_short(path, path.outcome))
        if not self.reasons.spoil:
            # A value that was lost may decide something later, and that is no change of mind.
            self.reasons.extend(map(_varies, self.tree.varying[varying:]))
        sides = {(branch.site, branch.taken) for branch in path.branches}
        blocks, new_sides = len(path.marks - self._marks), len(sides - self._sides)
        self._marks |= path.marks
        self._sides |= sides
        is_new_path = self.tree.path_count > known
        return Seen(path, blocks, blocks + new_sides, is_new_path, new_nodes, goal)

    def _learn(self, path: Path) -> None:
        for sample in path.samples:
            if not samples.current.add(*sample):
                self.reasons.append(_impure(sample[1], path))

    def _missed(self, goal: Goal, path: Path) -> None:
        """Closes a goal that a run was sent to and did not reach: it was killed, or it diverged."""
        if isinstance(path.outcome, Stopped) and not path.branches:
            goal.node.closed[goal.side] = "stopped"
            return
        goal.node.closed[goal.side] = "diverged"
        self.divergences += 1
        says = "a run left its expected path here, because something on the way was approximated"
        self.reasons.append(Reason("divergence", says, "", *goal.node.site.place))


def _cut_short(path: Path, outcome: Stopped) -> Reason:
    """The reason for a run that was stopped: its later decisions are not in the tree."""
    says = {
        "timeout": "a run took too long and was stopped",
        "memory": "a run took too much memory and was stopped",
        "blocked": "a run was stopped by the guard",
        "crash": f"a run ended its process ({outcome.detail})",
    }[outcome.reason]
    remedy = "what it would have decided next is not known"
    return Reason("bound-hit", says, remedy, *_last_place(path))


def _impure(function: str, path: Path) -> Reason:
    return Reason(
        "nondeterministic",
        f"{function} returned two results for the same arguments",
        "hand in what it depends on, or name a function that is pure",
        function,
        *_last_place(path)[1:],
    )


def _last_place(path: Path) -> tuple[str, str, int]:
    """The place of the last decision of a run."""
    return path.branches[-1].site.place if path.branches else ("", "", 0)


def _varies(site: Site) -> Reason:
    return Reason(
        "nondeterministic",
        "two runs that had decided alike so far met different decisions here",
        "hand in clocks, random numbers and other state as arguments",
        *site.place,
    )
