"""Asks whether a trace can be run to its end: runs it, and flips the decisions that stop it.

A trace is a function whose conditions each have one side that goes on. So the question is a small
search forward. Other decisions on the way (a divisor that is zero, a branch in a called function)
may take either side.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible, IntermediateRun
from wend.aim.flip import Flip
from wend.aim.steps import Steps, patiently
from wend.expr import samples
from wend.expr.build import negate
from wend.expr.terms import Term, walk
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.target import Parameter
from wend.path.branch import Branch
from wend.path.outcome import Dropped, Raised, Returned
from wend.path.path import Path
from wend.path.site import Site
from wend.path.trace import CONSTANT, UNFIT
from wend.path.tree import Goal, Tree
from wend.record import Record
from wend.solve.answer import FIRST, Unsat
from wend.solve.chain import Solver
from wend.solve.query import Prefix, Query

MOST_RUNS = 40
"""Runs of a trace for one question."""

MOST_QUERIES = 120
"""Queries to the solver for one question."""

MOST_MINIMIZED = 16
"""Conditions of a conflict that is made smaller; in larger ones all conditions are kept."""

MOST_FLIPPED = 4
"""Decisions of one run that are flipped for a climb."""

MOST_NODES = 120
"""Nodes of the conditions that a solver is asked about for a climb."""

Execute = Callable[[Inputs], Path | None]


class Fits(Record):
    """Inputs that run the trace to its end."""

    inputs: Inputs


class Conflict(Record):
    """No input runs the trace to its end, since these branches contradict each other; the last one
    has the side that would be needed.

    Without branches, `line` is that of a condition which does not depend on the inputs.
    """

    branches: tuple[Branch, ...]
    line: int = 0
    is_only: bool = False
    """Whether no other conflict keeps the trace from its end."""


class Undecided(Record):
    """It is not known, for a reason."""

    why: str
    decides_elsewhere: bool = False
    """Whether called functions decided something on the way, too."""


class NoTrace(Record):
    """The target can't be run in parts."""


Verdict = Fits | Conflict | Undecided | NoTrace


class Aiming(Protocol):
    """Finds inputs for the side of a decision that a trace needs."""

    def __call__(self, goal: Goal) -> Steps[Aim]: ...

    def refutes(self, holds: Sequence[Term], wanted: Term, near: Inputs) -> Steps[bool]:
        """Whether it is known that a condition cannot hold together with these others."""


class Asking:
    """Asks about traces, and reports the runs and queries that this takes."""

    def __init__(
        self, solver: Solver, tick: Callable[[int, int], bool], function: str = ""
    ) -> None:
        """`tick` is called with new runs and queries, and returns whether more are allowed.
        `function`: the name of the function of the traces."""
        self._function = function
        self._solver = solver
        self.tick = tick
        self._is_slow = False
        """Whether a solver gave up on a question of a climb; then climbs ask no more."""

    def ask(
        self,
        execute: Execute,
        parameters: tuple[Parameter, ...],
        near: Mapping[str, Any],
        arrives: Callable[[Path], bool] = lambda path: isinstance(path.outcome, Returned),
        *,
        aiming: Aiming | None = None,
        most_runs: int = MOST_RUNS,
    ) -> Steps[Verdict]:
        """Whether a trace with these parameters can be run to its end; `near` is tried first.
        A step is a run or a query.

        `arrives`: a test whether a run reached the goal, if the goal is not the end of the trace.
        `most_runs`: the limit of runs where called functions decide, too.
        """
        flip, tree = Flip(self._solver), Tree()
        decides_elsewhere = False
        goals = _Goals()
        tried: set[Inputs] = set()
        conflicts: list[Goal] = []
        doubt, line, queries = "", 0, 0
        is_told, is_constant = True, False
        inputs: Inputs | None = live(parameters, near)
        sent: Goal | None = None
        while inputs is not None:
            most = most_runs if decides_elsewhere else MOST_RUNS
            if len(tried) >= most or not self.tick(1, 0):
                return Undecided("it takes too many runs", decides_elsewhere)
            inputs = live(parameters, inputs)
            tried.add(inputs)
            path = execute(inputs)
            if path is None:
                return NoTrace()
            yield None
            for sample in path.samples:
                samples.current.add(*sample)
            if arrives(path):
                return Fits(inputs)
            decides_elsewhere = decides_elsewhere or any(
                branch.site.function != self._function for branch in path.branches
            )
            doubt = doubt or _doubt(path)
            unfit = [each for each in path.reasons if each.what == UNFIT]
            line = unfit[0].line if unfit else 0
            is_constant = bool(unfit) and unfit[0].name == CONSTANT
            last = path.branches[-1] if path.branches else None
            is_told = is_told and last is not None and last.site.kind == "fit" and not last.taken
            new_nodes = tree.add(path)
            if sent is not None and not sent.node.is_taken(sent.side):
                doubt = doubt or "a run left its expected path"
            for node in new_nodes:
                is_good = node.site.kind == "fit" and node.branch.taken
                if not node.branch.is_pin and not is_good:
                    goals.add(Goal(node, not node.branch.taken))
            inputs = sent = None
            while goals and inputs is None:
                goal = goals.next()
                if goal.node.is_taken(goal.side):
                    continue
                queries += 1
                if queries > MOST_QUERIES or not self.tick(0, 1):
                    return Undecided("it takes too many queries", decides_elsewhere)
                if aiming is None:
                    aim = yield from patiently(functools.partial(flip, goal))
                else:
                    aim = yield from aiming(goal)
                yield None
                match aim:
                    case Aimed(found):
                        inputs, sent = live(parameters, found), goal
                        if inputs in tried:
                            doubt, inputs = doubt or "a run left its expected path", None
                            sent = None
                    case IntermediateRun(found):
                        # A run for what opaque functions return; what comes of it is not followed.
                        inputs = live(parameters, found)
                        inputs = None if inputs in tried else inputs
                        doubt = doubt or "it depends on what an opaque function returns"
                    case Infeasible(pinned):
                        conflicts.append(goal)
                        doubt = doubt or ("values are held fixed" if pinned else "")
                    case GaveUp(reason):
                        doubt = doubt or reason
        if doubt:
            return Undecided(doubt, decides_elsewhere)
        if not conflicts:
            return Conflict((), line, is_constant and len(tried) == 1)
        is_only = is_told and len(conflicts) == 1
        branches = yield from self._conflict(aiming, conflicts[0])
        return Conflict(branches, is_only=is_only)

    def nearer(
        self, execute: Execute, parameters: tuple[Parameter, ...], inputs: Inputs
    ) -> list[Inputs]:
        """Inputs that flip the last decisions of a run, first the condition that did not fit."""
        if self._is_slow or not self.tick(1, 0) or (path := execute(inputs)) is None:
            return []
        if (
            len([*islice(walk(*[each.condition for each in path.branches]), MOST_NODES)])
            == MOST_NODES
        ):
            return []  # it would take a solver long
        for sample in path.samples:
            samples.current.add(*sample)
        flip, tree, goals = Flip(self._solver), Tree(), _Goals()
        for node in tree.add(path):
            if not node.branch.is_pin and not (node.site.kind == "fit" and node.branch.taken):
                goals.add(Goal(node, not node.branch.taken))
        found: list[Inputs] = []
        for _ in range(MOST_FLIPPED):
            if not goals or not self.tick(0, 1):
                break
            match flip(goals.next(), effort=FIRST):
                case Aimed(other):
                    found.append(live(parameters, other))
                case GaveUp():
                    self._is_slow = True
                    break
        return found

    def implies(self, holds: Sequence[Term], other: Term, near: Inputs) -> bool:
        """Whether it is known that a condition holds wherever these others hold."""
        if other in holds:
            return True
        return self.tick(0, 1) and self._refutes(holds, negate(other), near)

    def _refutes(self, holds: Sequence[Term], wanted: Term, near: Inputs) -> bool:
        return isinstance(self._solver.solve(Query(Prefix.of(holds), wanted, near)), Unsat)

    def _conflict(self, aiming: Aiming | None, goal: Goal) -> Steps[tuple[Branch, ...]]:
        """The branches that contradict each other, reduced by a few questions."""
        wanted = goal.node.condition(goal.side)
        last = Branch(goal.node.site, goal.node.branch.condition, goal.side)
        before = goal.node.path.branches[: goal.node.depth]
        kept = _connected(before, wanted)
        if len(kept) <= MOST_MINIMIZED:
            for branch in list(kept):
                fewer = [each for each in kept if each is not branch]
                holds, near = [each.holds for each in fewer], goal.node.path.inputs
                self.tick(0, 1)
                if aiming is None:
                    is_refuted = self._refutes(holds, wanted, near)
                else:
                    is_refuted = yield from aiming.refutes(holds, wanted, near)
                yield None
                if is_refuted:
                    kept = fewer
        return (*kept, last)


class _Goals:
    """The open goals: first conditions that did not fit, then the least tried, in small inputs."""

    def __init__(self) -> None:
        self._open: list[Goal] = []
        self._tried: Counter[tuple[Site, bool]] = Counter()

    def __bool__(self) -> bool:
        return bool(self._open)

    def add(self, goal: Goal) -> None:
        self._open.append(goal)

    def next(self) -> Goal:
        chosen = min(reversed(self._open), key=self._rank)
        self._open.remove(chosen)
        self._tried[chosen.place] += 1
        return chosen

    def _rank(self, goal: Goal) -> tuple[bool, int, int]:
        is_other = goal.node.site.kind != "fit"
        return is_other, self._tried[goal.place], goal.node.path.inputs.bulk


def _doubt(path: Path) -> str:
    """Why a run may hide a decision, or an empty text."""
    if not isinstance(path.outcome, Raised | Dropped):
        return "a run of it did not end"
    if isinstance(path.outcome, Raised) and (
        not path.outcome.file or path.outcome.type in ("NameError", "UnboundLocalError")
    ):
        # It may be for our own way of running parts of a function.
        return f"a run of it raised {path.outcome.type}"
    for reason in path.reasons:
        if reason.spoils_completeness and reason.what != UNFIT:
            return reason.says
    return ""


def _connected(branches: tuple[Branch, ...], wanted: Term) -> list[Branch]:
    """The branches that share variables with a condition, directly or through others."""
    variables = set(wanted.variables)
    found: list[Branch] = []
    is_growing = True
    while is_growing:
        new = [
            each
            for each in branches
            if each not in found and not variables.isdisjoint(each.condition.variables)
        ]
        is_growing = bool(new)
        found.extend(new)
        for each in new:
            variables |= each.condition.variables
    return [each for each in branches if each in found]
